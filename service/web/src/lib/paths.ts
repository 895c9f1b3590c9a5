// SPDX-License-Identifier: AGPL-3.0-or-later
// Where to go on after signing in. Only to pages of this server: a link from elsewhere must not send anybody away.

/** The path that `to` names here; "/" for whatever is not here. */
export function ownPath(to: string | null, origin: string): string {
    if (!to?.startsWith('/')) return '/';
    let url: URL;
    try {
        url = new URL(to, origin);
    } catch {
        return '/';
    }
    // A path that begins with // would lead to another server.
    if (url.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/sign-in') return '/';
    return url.pathname + url.search + url.hash;
}

/** Whether the server itself makes what stands at a path that `ownPath` has let through: programs of others are let in there. */
export const isServed = (path: string): boolean => /^\/(oauth\/|link(\?|$))/.test(path);

/** The address of the page for signing in that leads back to where one is. */
export function signInPath(path: string): string {
    return path === '/' || path.startsWith('/sign-in') ? '/sign-in' : `/sign-in?to=${encodeURIComponent(path)}`;
}
