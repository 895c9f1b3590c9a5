// SPDX-License-Identifier: AGPL-3.0-or-later
// The current address, and navigation. app/Router.tsx maps addresses to pages.
import { signal } from '@preact/signals';
import type { AnchorHTMLAttributes, ComponentType, JSX } from 'preact';

interface Location {
    path: string;
    query: URLSearchParams;
}
export type PageProps = { params: Record<string, string>; query: URLSearchParams };
export type PageLoader = () => Promise<{ default: ComponentType<PageProps> }>;

const here = (): Location => ({ path: location.pathname.replace(/(.)\/$/, '$1'), query: new URLSearchParams(location.search) });
const address = signal(here());
const look = (): void => {
    address.value = here();
};
addEventListener('popstate', look);

/** The current address, for components. */
export const useLocation = (): Location => address.value;

/** The current path, for code that does not render. */
export const currentPath = (): string => here().path;

/** Navigates to another address within the page. */
export function navigate(to: string, replace = false): void {
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    look();
    if (!replace) scrollTo(0, 0);
}

/** Sets or removes a query parameter without leaving the page. */
export function setQuery(name: string, value: string | null): void {
    const { path, query } = here();
    if (query.get(name) === value) return;
    if (value === null) query.delete(name);
    else query.set(name, value);
    const text = query.toString();
    navigate(path + (text === '' ? '' : `?${text}`), true);
}

/** A link within the page; with a modifier key it behaves like any link. */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }): JSX.Element {
    const follow = (event: MouseEvent): void => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        navigate(href);
    };
    return <a {...rest} href={href} onClick={follow} />;
}
