// SPDX-License-Identifier: AGPL-3.0-or-later
// The service worker keeps what the reader has last seen of their own games, and answers with it while the server cannot
// be reached. It holds nothing but answers to this reader: nobody else's hidden cards. When the account changes or signs
// out, all of it is deleted.

const kept = 'hexpost-mine';
/** A response from here has this header: the page must not take it for news. */
export const keptHeader = 'X-Hexpost-Kept';
/** After this long without an answer, what is kept is shown. */
const patienceMs = 6000;
/** A game that has just begun can be asked for before the list that names it. */
const listedLaterMs = 3000;
const gamesMax = 40;
const session = '/v1/session';
const lists = ['/v1/me/games', '/v1/games'];

/** The reader's games; null: not read from the cache yet. */
let own: Set<string> | null = null;
/** Counts changes of the account: an answer to the previous one is not kept. */
let era = 0;

const gameOf = ({ pathname }: URL): string | null => /^\/v1\/games\/([\w-]+)(\/(board|view|actions|recap|events|board\.svg))?$/.exec(pathname)?.[1] ?? null;
const isList = ({ pathname, searchParams }: URL): boolean => pathname === '/v1/me/games' || (pathname === '/v1/games' && searchParams.get('mine') === 'true' && !searchParams.has('cursor'));

/** Whether the present state of a game is asked for, as its reader sees it; not a stream, nor an earlier moment. */
function isState(url: URL): boolean {
    const { pathname, searchParams } = url;
    if (gameOf(url) === null || searchParams.has('as') || searchParams.has('wait')) return false;
    if (pathname.endsWith('/board.svg')) return searchParams.has('thumbnail');
    if (pathname.endsWith('/events')) return searchParams.get('after') === '0';
    return !searchParams.has('at') || pathname.endsWith('/board');
}

export function isKept({ url: address, headers }: Request): boolean {
    const url = new URL(address);
    return !headers.has('Authorization') && (url.pathname === session || url.pathname === '/v1/rules' || isList(url) || isState(url));
}

/** Whether a request ends a session or begins another. */
export function leaves({ method, url }: Request): boolean {
    const { pathname } = new URL(url);
    return method !== 'GET' && (pathname === session || pathname === '/v1/accounts' || pathname.startsWith('/v1/sign-in') || (pathname === '/v1/me' && method === 'DELETE'));
}

async function forget(): Promise<void> {
    own = new Set();
    era++;
    await caches.delete(kept);
}

/** Makes such a request; what was asked before or during it is not kept. */
export async function left(request: Request): Promise<Response> {
    await forget();
    const response = await fetch(request);
    await forget();
    return response;
}

const idsIn = (list: { items: { id?: string; game?: { id: string } }[] }): string[] => list.items.map(({ id, game }) => game?.id ?? id ?? '');

async function ownGames(cache: Cache): Promise<Set<string>> {
    if (own) return own;
    const found = new Set<string>();
    for (const request of await cache.keys()) {
        if (!lists.includes(new URL(request.url).pathname)) continue;
        const list = await (await cache.match(request))?.json();
        for (const id of idsIn(list)) found.add(id);
    }
    return (own ??= found);
}

/** Drops the games that were looked at longest ago: the cache lists them in that order. */
async function limit(cache: Cache): Promise<void> {
    const all = await cache.keys();
    const views = all.filter(({ url }) => new URL(url).pathname.endsWith('/view'));
    const old = new Set(views.slice(0, Math.max(0, views.length - gamesMax)).map(({ url }) => gameOf(new URL(url))));
    for (const request of all) if (old.has(gameOf(new URL(request.url)))) await cache.delete(request);
}

/** Another account than before: what was kept is not theirs. */
async function recognize(cache: Cache, response: Response): Promise<boolean> {
    const who = async (one: Response | undefined): Promise<string | undefined> => (one ? (await one.clone().json()).account?.id : undefined);
    const [before, now] = [await who(await cache.match(session)), await who(response)];
    if (before === now) return now !== undefined;
    if (before !== undefined || now === undefined) await forget();
    return now !== undefined;
}

async function keep(request: Request, response: Response, asked: number): Promise<void> {
    if (response.status === 401) return forget();
    if (response.status !== 200 || asked !== era) return undefined;
    const url = new URL(request.url);
    const id = gameOf(url);
    const cache = await caches.open(kept);
    if (url.pathname === session) {
        if (!(await recognize(cache, response))) return undefined;
        return (await caches.open(kept)).put(request, response);
    }
    if (isList(url)) for (const one of idsIn(await response.clone().json())) (await ownGames(cache)).add(one);
    if (id !== null && !(await ownGames(cache)).has(id)) await new Promise((done) => setTimeout(done, listedLaterMs));
    if (asked !== era || (id !== null && !(await ownGames(cache)).has(id))) return undefined;
    await cache.put(request, response);
    return url.pathname.endsWith('/view') ? limit(cache) : undefined;
}

/** What is kept for a request, marked; undefined: nothing. */
async function known(request: Request): Promise<Response | undefined> {
    const found = await (await caches.open(kept)).match(request, { ignoreVary: true });
    if (!found) return undefined;
    const headers = new Headers(found.headers);
    headers.set(keptHeader, found.headers.get('Date') ?? '');
    return new Response(found.body, { headers });
}

export async function answered(event: FetchEvent): Promise<Response> {
    const { request } = event;
    const asked = era;
    const fresh = fetch(request).then((response) => {
        const copy = response.clone();
        event.waitUntil(keep(request, copy, asked).catch(() => undefined));
        return response;
    });
    const late = new Promise<Response>((done) => {
        setTimeout(() => void known(request).then((found) => found && done(found), () => undefined), patienceMs);
    });
    return Promise.race([fresh.catch(async (fault: unknown) => (await known(request)) ?? Promise.reject(fault)), late]);
}
