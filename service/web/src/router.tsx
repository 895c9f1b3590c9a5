// SPDX-License-Identifier: AGPL-3.0-or-later
// Addresses and what is shown there. The server answers the same addresses with this page
// (service/api/web.c); a page's code is loaded when it is first shown.
import { createContext, type AnchorHTMLAttributes, type ComponentType, type JSX } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

interface Location {
    path: string;
    query: URLSearchParams;
}
export type PageProps = { params: Record<string, string>; query: URLSearchParams };
export type PageLoader = () => Promise<{ default: ComponentType<PageProps> }>;

const changed = new EventTarget();
const Here = createContext<Location>({ path: '/', query: new URLSearchParams() });
export const useLocation = (): Location => useContext(Here);

const here = (): Location => ({ path: location.pathname.replace(/(.)\/$/, '$1'), query: new URLSearchParams(location.search) });

/** Goes to another address of the page. */
export function navigate(to: string, replace = false): void {
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    changed.dispatchEvent(new globalThis.Event('change'));
    if (!replace) scrollTo(0, 0);
}

/** A link within the page; with a key held down it behaves as any link. */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }): JSX.Element {
    const follow = (event: MouseEvent): void => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        navigate(href);
    };
    return <a {...rest} href={href} onClick={follow} />;
}

/** A part of an address as it is meant; null for what is none ("%zz"). */
function decoded(part: string): string | null {
    try {
        return decodeURIComponent(part);
    } catch {
        return null;
    }
}

function match(pattern: string, path: string): Record<string, string> | null {
    const wanted = pattern.split('/');
    const given = path.split('/');
    if (wanted.length !== given.length) return null;
    const params: Record<string, string> = {};
    for (const [i, part] of wanted.entries()) {
        const value = decoded(given[i] ?? '');
        if (value === null || (!part.startsWith(':') && part !== given[i])) return null;
        if (part.startsWith(':')) params[part.slice(1)] = value;
    }
    return params;
}

const find = (routes: [string, PageLoader][], path: string): { pattern: string; load: PageLoader; params: Record<string, string> | null } | undefined => routes.map(([pattern, load]) => ({ pattern, load, params: match(pattern, path) })).find(({ params }) => params !== null);

/** Has the code of the page that is asked for loaded before it can be shown. */
export function preload(routes: [string, PageLoader][]): void {
    find(routes, here().path)?.load().catch(() => undefined);
}

/** Where one is, for what stands outside of the pages too. */
export function useHere(): Location {
    const [at, setAt] = useState(here);
    useEffect(() => {
        const move = (): void => setAt(here());
        changed.addEventListener('change', move);
        addEventListener('popstate', move);
        return () => {
            changed.removeEventListener('change', move);
            removeEventListener('popstate', move);
        };
    }, []);
    return at;
}

/** Shows the page whose pattern fits the address. */
export function Router({ routes, missing, waiting }: { routes: [string, PageLoader][]; missing: JSX.Element; waiting: JSX.Element }): JSX.Element {
    const at = useHere();
    const [pages, setPages] = useState<Record<string, ComponentType<PageProps>>>({});
    const [failed, setFailed] = useState<Error | null>(null);
    const found = find(routes, at.path);
    useEffect(() => {
        if (found && !pages[found.pattern]) found.load().then((module) => setPages((known) => ({ ...known, [found.pattern]: module.default })), setFailed);
    }, [found?.pattern]);
    if (failed) throw failed;
    const Page = found && pages[found.pattern];
    let shown = missing;
    if (found) shown = Page ? <Page key={at.path} params={found.params ?? {}} query={at.query} /> : waiting;
    return <Here.Provider value={at}>{shown}</Here.Provider>;
}
