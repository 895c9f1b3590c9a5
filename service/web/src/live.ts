// SPDX-License-Identifier: AGPL-3.0-or-later
// What happens in games, as it happens: one stream for all of one's own, and one for a game that one only
// watches. After a pause (sleep, a lost network) everybody who listens is told to look again.
export interface Happening {
    /** The game; null: anything may have happened, look again. */
    game: string | null;
    kind: 'event' | 'talk';
    data: unknown;
}
export type Listener = (happening: Happening) => void;

const listeners = new Set<Listener>();
const streams = new Map<string, { source: EventSource; users: number }>();

function tell(happening: Happening): void {
    for (const listener of [...listeners]) listener(happening);
}

const lookAgain = (): void => tell({ game: null, kind: 'event', data: null });

function open(url: string, game: string | null): EventSource {
    const source = new EventSource(url);
    let broken = false;
    source.onerror = () => {
        broken = true;
    };
    source.onopen = () => {
        if (broken) lookAgain();
        broken = false;
    };
    void game;
    return source;
}

/** Listens to a game (null: to all of one's own) until the function it returns is called. */
export function listen(game: string | null, listener: Listener): () => void {
    const url = game === null ? '/v1/me/events' : `/v1/games/${game}/events`;
    const stream = streams.get(url) ?? { source: open(url, game), users: 0 };
    stream.users++;
    streams.set(url, stream);
    listeners.add(listener);
    return () => {
        listeners.delete(listener);
        if (--stream.users > 0) return;
        stream.source.close();
        streams.delete(url);
    };
}

addEventListener('online', lookAgain);
document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookAgain();
});
