// SPDX-License-Identifier: AGPL-3.0-or-later
// The service worker: shows push messages while the page is closed, and lets the page open offline.
//
// The document is always fetched from the network first, so an update on the server shows up at once. The name of the
// assets folder is a hash of its content: its files are cached, and dropped once a newer document names another
// folder. The reader's games can be read offline as they were last seen here (offline.ts).
import { answered, isKept, leaves, left } from './offline';
import { inWords, type Pushed, wordsFor, type WordsIn } from './pushed';

/** Defined by the build: the files the page needs to open, and the folder of all its assets. */
declare const SHELL: string[];
declare const ASSETS: string;
declare const self: ServiceWorkerGlobalScope;

const kept = 'hexpost-page';
const told = 'hexpost-told';
const page = '/';
/** After this long without an answer, treat the network as unavailable. */
const patienceMs = 6000;
/** Addresses that the page does not handle. */
const elsewhere = /^\/(v1|play|mail|chat|oauth|link|_matrix|healthz|readyz|metrics|docs|openapi\.yaml)(\/|$)/;

// ---- offline ----

async function install(): Promise<void> {
    const cache = await caches.open(kept);
    const known = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
    await cache.addAll(SHELL.filter((path) => !path.startsWith('/assets/') || !known.has(path)).map((path) => new Request(path, { cache: 'no-cache' })));
    await self.skipWaiting();
}

async function activate(): Promise<void> {
    const cache = await caches.open(kept);
    const current = ({ url }: Request): boolean => SHELL.includes(new URL(url).pathname) || new URL(url).pathname.startsWith(ASSETS);
    for (const request of await cache.keys()) if (!current(request)) await cache.delete(request);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
}

/** Immutable: the name contains a hash of the content. */
async function asset(request: Request): Promise<Response> {
    const cache = await caches.open(kept);
    const found = await cache.match(request);
    if (found) return found;
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
}

async function open(event: FetchEvent): Promise<Response> {
    const shell = await caches.match(page);
    const fresh = (async (): Promise<Response> => ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request)))();
    if (!shell) return fresh;
    const late = new Promise<Response>((done) => {
        setTimeout(() => done(shell), patienceMs);
    });
    return Promise.race([fresh.catch(() => shell), late]);
}

// ---- push messages ----

async function language(): Promise<WordsIn> {
    const stored = await (await caches.match('/language', { cacheName: told }))?.text();
    return wordsFor([stored, ...navigator.languages]);
}

const pathOf = ({ url }: Client): string => new URL(url).pathname;

async function show(pushed: Pushed): Promise<void> {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    // No notification for a game that is open and focused.
    if (windows.some((client) => client.focused && pathOf(client) === `/games/${pushed.game}`)) return;
    const spoken = await language();
    const { title, body, tag, url } = inWords(pushed, spoken);
    await self.registration.showNotification(title, { body, tag, lang: spoken, icon: '/icon-192.png', badge: '/icon-192.png', data: { url }, ...{ renotify: true } });
}

/** Opens the message's link: in a window that already shows it, else in one that shows the list of games, else in a
 * new window. */
async function lead(url: string): Promise<void> {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = windows.find((client) => pathOf(client) === url.split('?')[0]);
    const list = windows.find((client) => pathOf(client) === '/');
    const client = there ?? list;
    if (!client) {
        await self.clients.openWindow(url);
        return;
    }
    await client.focus();
    if (client === list) client.postMessage({ go: url });
}

/** The browser has changed its push endpoint or keys: tell the server. */
async function resubscribe(event: { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null }): Promise<void> {
    const options = event.oldSubscription?.options;
    const subscription = event.newSubscription ?? (options && (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: options.applicationServerKey })));
    if (subscription) await fetch('/v1/me/push', { method: 'POST', credentials: 'same-origin', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(subscription) });
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (url.origin !== self.location.origin) return;
    if (leaves(request)) event.respondWith(left(request));
    if (request.method !== 'GET') return;
    if (isKept(request)) event.respondWith(answered(event));
    else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
    else if (request.mode === 'navigate' && !elsewhere.test(url.pathname)) event.respondWith(open(event));
});
self.addEventListener('push', (event) => {
    const pushed = event.data?.json() as Pushed | undefined;
    if (pushed) event.waitUntil(show(pushed));
});
self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(lead(String((event.notification.data as { url?: unknown } | null)?.url ?? '/')));
});
self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(resubscribe(event as never)));
