// SPDX-License-Identifier: AGPL-3.0-or-later
// What happens in games, as it happens: one stream for all of one's own, and one for a game that one only
// watches. Browsers open six connections to a server at most, over all tabs: so the tabs of one browser
// share theirs; one reads and tells the others. After a pause (sleep, a lost network) everybody who listens
// is told to look again.
import { signal } from '@preact/signals';
import { currentId, currentMe, onSession } from './session';
import { Stream, type SseEvent } from './sse';
import { language } from '../texts';
import type { GameEvent, Talk } from '../types';

/** Something has happened. */
type LiveEvent =
    | { game: string; kind: 'event'; data: GameEvent }
    | { game: string; kind: 'talk'; data: Talk }
    /** Anything might have happened: look again. */
    | { game: null; kind: 'event'; data: null };
type Listener = (event: LiveEvent) => void;

/** What the reading tab says to the others, and for whom: another tab might still be somebody else's. */
type Note = { who: string; url: string } & ({ what: 'told'; told: SseEvent } | { what: 'opened' } | { what: 'reached'; reached: boolean });

const myUrl = '/v1/me/events';
const gameUrl = (game: string): string => `/v1/games/${game}/events`;
/** Events come with their sentences. */
const told = (url: string): string => `${url}?sentences=${language()}`;
const isMine = (url: string): boolean => url.startsWith(myUrl);
const lookAgainMs = 30_000;
/** A clock that stood still for this long has slept. */
const sleptMs = 20_000;
const tickMs = 5000;

const listeners = new Map<Listener, string | null>();
/** Whether a game is told of in the stream of one's own. */
const own = new Map<string, boolean>();
const channels = new Map<string, Channel>();
const notes = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hexpost-live');
const unreached = new Set<string>();
const isLost = (): boolean => !navigator.onLine || unreached.size > 0;
const lost = signal(false);
const lookForLoss = (): void => {
    lost.value = isLost();
};

/** What a page asks about a game holds mails and push messages back for a while, as the server takes it. So a page
 * that is not in sight asks about none; once it is in sight, everybody looks again. */
function tell(event: LiveEvent): void {
    const hidden = document.visibilityState === 'hidden';
    for (const [listener, game] of [...listeners]) {
        if (hidden && game !== null) continue;
        if (event.game === null || game === null || game === event.game) listener(event);
    }
}

/** Everybody who listens looks again. */
const lookAgain = (): void => tell({ game: null, kind: 'event', data: null });

function hear(url: string, { type, data }: SseEvent): void {
    const body = JSON.parse(data);
    const game: string = isMine(url) ? body.game : (url.split('/')[3] ?? '');
    if (type === 'talk') tell({ game, kind: 'talk', data: isMine(url) ? body.talk : body });
    else tell({ game, kind: 'event', data: isMine(url) ? body.event : body });
}

function reach(url: string, reached: boolean): void {
    if (reached === !unreached.has(url)) return;
    if (reached) unreached.delete(url);
    else unreached.add(url);
    lookForLoss();
}

function take(note: Note): void {
    if (!channels.has(note.url) || note.who !== currentId()) return;
    if (note.what === 'told') hear(note.url, note.told);
    else if (note.what === 'opened') lookAgain();
    else reach(note.url, note.reached);
}

/**
 * A stream, read by one tab; the others get its notes. It is the tab that was looked at last, since systems
 * halt the others without asking.
 */
class Channel {
    #stream: Stream | null = null;
    #closed = false;
    #queue = new AbortController();
    #end: () => void = () => undefined;
    #locks = notes ? (navigator as { locks?: LockManager }).locks : undefined;
    #who = currentId();
    #name: string;

    constructor(readonly url: string) {
        this.#name = `hexpost ${this.#who} ${url}`;
        if (this.#locks) this.#wait();
        else this.#open();
    }

    /** Reads when the tab that does so now is gone. */
    #wait(): void {
        const { signal } = (this.#queue = new AbortController());
        this.#locks?.request(this.#name, { signal }, () => this.#hold()).catch(() => !signal.aborted && this.#lose());
    }

    /** Reads from now on, whichever tab has done so before. */
    lead(): void {
        if (this.#stream || !this.#locks) return;
        this.#queue.abort();
        this.#locks.request(this.#name, { steal: true }, () => this.#hold()).catch(() => this.#lose());
    }

    #hold(): Promise<void> | undefined {
        if (this.#closed) return undefined;
        this.#open();
        return new Promise((done) => {
            this.#end = done;
        });
    }

    /** Another tab reads now. */
    #lose(): void {
        this.#stream?.close();
        this.#stream = null;
        if (!this.#closed) this.#wait();
    }

    #open(): void {
        const { url } = this;
        const who = this.#who;
        const say = (note: Note): void => {
            take(note);
            notes?.postMessage(note);
        };
        this.#stream = new Stream(url, {
            told: (told) => say({ who, url, what: 'told', told }),
            opened: () => say({ who, url, what: 'opened' }),
            reached: (reached) => say({ who, url, what: 'reached', reached }),
        });
    }

    close(): void {
        this.#closed = true;
        this.#queue.abort();
        this.#stream?.close();
        this.#end();
        reach(this.url, true);
    }

    wake(): void {
        this.#stream?.wake();
    }

    renew(): void {
        this.#stream?.renew();
    }
}

let asleep = false;

function wanted(): Set<string> {
    const urls = new Set<string>();
    for (const game of asleep ? [] : listeners.values()) {
        const isOwn = game === null || own.get(game);
        if (isOwn && currentMe()) urls.add(told(myUrl));
        else if (game !== null && isOwn === false) urls.add(told(gameUrl(game)));
    }
    return urls;
}

function arrange(): void {
    const urls = wanted();
    for (const [url, channel] of channels) {
        if (urls.has(url)) continue;
        channels.delete(url);
        channel.close();
    }
    for (const url of urls) if (!channels.has(url)) channels.set(url, new Channel(url));
}

/** Listens to a game (null: to all of one's own) until the function it returns is called. */
export function listen(game: string | null, listener: Listener): () => void {
    listeners.set(listener, game);
    arrange();
    return () => {
        listeners.delete(listener);
        arrange();
    };
}

/** Says whether the reader plays in a game; a game is not listened to before that is known. */
export function knowOwn(game: string, isOwn: boolean): void {
    if (own.get(game) === isOwn) return;
    own.set(game, isOwn);
    arrange();
}

/** Whether the server cannot be reached at the moment. */
export const useLost = (): boolean => lost.value;

function sleep(): void {
    asleep = true;
    arrange();
}

function awake(): void {
    asleep = false;
    arrange();
    for (const channel of channels.values()) channel.wake();
    lookAgain();
}

/** Listens from now on to what happens to the page itself: the network, sleep, other tabs. Once, when it starts. */
export function startLive(): void {
    lookForLoss();
    if (notes) notes.onmessage = ({ data }: MessageEvent<Note>) => take(data);
    onSession(() => {
        for (const channel of channels.values()) channel.close();
        channels.clear();
        own.clear();
        arrange();
        lookAgain();
    });
    addEventListener('hexpost-language', () => {
        arrange();
        lookAgain();
    });
    addEventListener('online', () => {
        lookForLoss();
        awake();
    });
    addEventListener('offline', () => {
        lookForLoss();
        for (const channel of channels.values()) channel.renew();
    });
    addEventListener('pagehide', sleep);
    addEventListener('pageshow', ({ persisted }) => persisted && awake());
    document.addEventListener('freeze', sleep);
    document.addEventListener('resume', awake);
    document.addEventListener('visibilitychange', () => {
        if (document.visibilityState !== 'visible') return;
        for (const channel of channels.values()) channel.lead();
        awake();
    });
    let [lookedAt, tickedAt] = [Date.now(), Date.now()];
    setInterval(() => {
        const now = Date.now();
        const slept = now - tickedAt > sleptMs && document.visibilityState === 'visible';
        tickedAt = now;
        if (slept) for (const channel of channels.values()) channel.renew();
        // Seats taken, pauses and votes are no events; whoever looks at them sees them in time all the same.
        if (!slept && (now - lookedAt < lookAgainMs || document.visibilityState !== 'visible')) return;
        lookedAt = now;
        lookAgain();
    }, tickMs);
}
