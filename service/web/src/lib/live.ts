// SPDX-License-Identifier: AGPL-3.0-or-later
// Live events: one stream for all of the reader's games, and one for a game that they only watch. Browsers open at most
// six connections to a server, over all tabs, so the tabs of one browser share theirs: one reads and passes events on.
// After a gap (sleep, a lost network) all listeners are told to look again.
import { signal } from '@preact/signals';
import { currentId, currentMe, onSession } from './session';
import { Stream, type SseEvent } from './sse';
import { language } from '../texts';
import type { GameEvent, Talk } from '../types';

/** What listeners receive. */
type LiveEvent =
    | { game: string; kind: 'event'; data: GameEvent }
    | { game: string; kind: 'talk'; data: Talk }
    /** Anything might have happened: look again. */
    | { game: null; kind: 'event'; data: null };
type Listener = (event: LiveEvent) => void;

/** A message from the reading tab to the others, and for which account: another tab may still have another user. */
type Note = { who: string; url: string } & ({ what: 'told'; told: SseEvent } | { what: 'opened' } | { what: 'reached'; reached: boolean });

const myUrl = '/v1/me/events';
const gameUrl = (game: string): string => `/v1/games/${game}/events`;
/** Asks for events with their sentences. */
const told = (url: string): string => `${url}?sentences=${language()}`;
const isMine = (url: string): boolean => url.startsWith(myUrl);
const lookAgainMs = 30_000;
/** If the timer has not run for this long, the device was asleep. */
const sleptMs = 20_000;
const tickMs = 5000;

const listeners = new Map<Listener, string | null>();
/** Whether the reader's own stream covers a game. */
const own = new Map<string, boolean>();
const channels = new Map<string, Channel>();
const notes = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hexpost-live');
const unreached = new Set<string>();
const isLost = (): boolean => !navigator.onLine || unreached.size > 0;
const lost = signal(false);
const lookForLoss = (): void => {
    lost.value = isLost();
};

/** Requests about a game delay its mails and push messages for a while, because the server takes them as a sign that
 * the player is looking. So a hidden page makes none; when it becomes visible again, all listeners look again. */
function tell(event: LiveEvent): void {
    const hidden = document.visibilityState === 'hidden';
    for (const [listener, game] of [...listeners]) {
        if (hidden && game !== null) continue;
        if (event.game === null || game === null || game === event.game) listener(event);
    }
}

/** Makes all listeners look again. */
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

/** A stream read by one tab, which passes its notes on to the others. The tab that was visible last reads, because
 * systems suspend the others without notice. */
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

    /** Queues for reading: starts when the tab that reads now is gone. */
    #wait(): void {
        const { signal } = (this.#queue = new AbortController());
        this.#locks?.request(this.#name, { signal }, () => this.#hold()).catch(() => !signal.aborted && this.#lose());
    }

    /** Starts reading now, taking over from any other tab. */
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

    /** Another tab has taken over. */
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

/** Listens to a game (null: to all of the reader's games) until the returned function is called. */
export function listen(game: string | null, listener: Listener): () => void {
    listeners.set(listener, game);
    arrange();
    return () => {
        listeners.delete(listener);
        arrange();
    };
}

/** Records whether the reader plays in a game; no stream is opened for a game before this is known. */
export function knowOwn(game: string, isOwn: boolean): void {
    if (own.get(game) === isOwn) return;
    own.set(game, isOwn);
    arrange();
}

/** Whether the server is unreachable at the moment. */
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

/** Starts to watch for events of the page itself: network, sleep, other tabs. Call it once, at the start. */
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
        // Seats, pauses and votes cause no events, so a visible page looks again now and then.
        if (!slept && (now - lookedAt < lookAgainMs || document.visibilityState !== 'visible')) return;
        lookedAt = now;
        lookAgain();
    }, tickMs);
}
