// SPDX-License-Identifier: AGPL-3.0-or-later
// Where to go after signing in. Only to pages of this server: a link from elsewhere must not redirect users away.

/** The path on this server that `to` names; "/" for anything else. */
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

/** Whether the server itself renders this path (already checked by `ownPath`): the pages that authorize other
 * programs. */
export const isServed = (path: string): boolean => /^\/(oauth\/|link(\?|$))/.test(path);

/** The address of the sign-in page that leads back to this path. */
export function signInPath(path: string): string {
    return path === '/' || path.startsWith('/sign-in') ? '/sign-in' : `/sign-in?to=${encodeURIComponent(path)}`;
}
