// SPDX-License-Identifier: AGPL-3.0-or-later
// The page's side of the service worker (worker.ts), and other background work.
import { navigate } from '../lib/router';
import { currentMe, onSession } from '../lib/session';
import { language } from '../texts';

/** The page's Trusted Types policy allows a single script URL: the service worker's. */
function registerWorker(): void {
    if (!('serviceWorker' in navigator)) return;
    const path = '/sw.js';
    const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } };
    const address = trustedTypes?.createPolicy('hexpost', { createScriptURL: () => path }).createScriptURL(path) ?? path;
    navigator.serviceWorker.register(address).catch(() => undefined);
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
        const to = (data as { go?: unknown } | null)?.go;
        if (typeof to === 'string' && to.startsWith('/')) navigate(to);
    });
}

/** The service worker cannot see which language the page uses. */
function tellLanguage(): void {
    if (!('caches' in globalThis)) return;
    caches.open('hexpost-told').then((cache) => cache.put('/language', new Response(language())), () => undefined);
}

/** After a new sign-in, moves this browser's push subscription to the new session. */
function keepTelling(): void {
    if (localStorage.getItem('hexpost.push') === null) return;
    const me = currentMe();
    import('../lib/push').then(({ keepPush, forgetNote }) => (me ? keepPush(me.id) : forgetNote())).catch(() => undefined);
}

/** What was kept for playing offline (offline.ts, and moves that wait) is deleted when somebody signs out. */
function forgetMine(): void {
    void globalThis.caches?.delete('hexpost-mine');
    for (const key of Object.keys(localStorage)) if (/^hexpost\.draft\..*\.move\./.test(key)) localStorage.removeItem(key);
}

export function startBackground(): void {
    registerWorker();
    tellLanguage();
    addEventListener('hexpost-language', tellLanguage);
    if (currentMe()) keepTelling();
    onSession(keepTelling);
    onSession((left) => left && forgetMine());
}
