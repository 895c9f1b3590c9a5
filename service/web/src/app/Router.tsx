// SPDX-License-Identifier: AGPL-3.0-or-later
// Maps addresses to pages. The server answers the same addresses with this page (service/api/web.c). Each page's code
// is loaded when it is first shown.
import type { ComponentChildren, ComponentType, JSX } from 'preact';
import { currentPath, type PageLoader, type PageProps, useLocation } from '../lib/router';
import { Boundary } from '../ui/Fault';
import { lazy } from '../ui/lazy';

/** Decodes one segment of an address; null if its escapes are invalid ("%zz"). */
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

/** Starts loading the code of the requested page before it can be rendered. */
export function preload(routes: [string, PageLoader][]): void {
    find(routes, currentPath())?.load().catch(() => undefined);
}

/** Placeholder while a page is loading. */
function PageFrame({ busy, children }: { busy: boolean; children?: ComponentChildren }): JSX.Element {
    return (
        <main id="content" class="narrow" aria-busy={busy}>
            {children}
        </main>
    );
}

const pages = new Map<PageLoader, ComponentType<PageProps>>();

function pageOf(load: PageLoader): ComponentType<PageProps> {
    const page = pages.get(load) ?? lazy(load, PageFrame);
    pages.set(load, page);
    return page;
}

/** Shows the page whose pattern matches the address. A fault in one page is cleared on navigation. */
export function Router({ routes, missing }: { routes: [string, PageLoader][]; missing: JSX.Element }): JSX.Element {
    const { path, query } = useLocation();
    const found = find(routes, path);
    if (!found) return missing;
    const Page = pageOf(found.load);
    return (
        <Boundary key={path} whole>
            <Page params={found.params ?? {}} query={query} />
        </Boundary>
    );
}
