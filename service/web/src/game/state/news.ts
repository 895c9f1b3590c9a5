// SPDX-License-Identifier: AGPL-3.0-or-later
// What has happened since the reader last looked: fetched when the page opens, then updated by events.
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../lib/api';
import { currentMe } from '../../lib/session';
import type { GameEvent, Place, Recap } from '../../types';
import { askRecap } from './boards';
import { placesOfEvents, lastTurn, withoutUndone } from './eventPlaces';
import type { Playhead } from './playhead';
import type { GameState, GameStore } from './gameStore';
import { RecapBox } from '../screen/recapBox';
import { mySeat } from './seats';

/** Beyond this many events, the log is more useful than a recap. */
const eventsMax = 400;

export interface News {
    /** Everything for the first screen of the page is loaded. */
    ready: boolean;
    /** The last event that the reader has seen. */
    looked: number;
    /** The events after it, oldest first, without undone moves. */
    fresh: GameEvent[];
    latest: GameEvent | null;
    /** The latest event other than the end of a turn, which the page shows anyway. */
    told: GameEvent | null;
    /** What the others have done since the reader's own turn, or since their last piece of the set-up. */
    round: GameEvent[];
    /** Where the last turn of FRESH took place; disappears after a while. */
    marks: Place[];
    /** The recap of the time since then. */
    recap: Recap | null;
    open: boolean;
    show: () => void;
    /** The reader has seen everything. */
    done: () => void;
}

/** How long the places of news stay marked. */
const marksMs = 3000;
/** A failed request is repeated after this time, then after twice as long each time. */
const againMs = 1500;
const againMostMs = 30_000;

/** Counts failures, each with a delay: effects that depend on the count try again. */
function useAttempts(): [attempt: number, failed: () => void] {
    const [attempt, setAttempt] = useState(0);
    const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
    useEffect(() => () => clearTimeout(timer.current), []);
    const failed = (): void => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setAttempt(attempt + 1), Math.min(againMostMs, againMs * 2 ** attempt));
    };
    return [attempt, failed];
}

/** The events after BASE, kept up to date; null until they are loaded. */
function useEvents(store: GameStore, base: number | null): GameEvent[] | null {
    const [events, setEvents] = useState<GameEvent[] | null>(null);
    const [attempt, failed] = useAttempts();
    const seq = store.arrived?.view.seq ?? 0;
    const { eyes } = store;
    useEffect(() => {
        if (base === null) return undefined;
        let here = true;
        store.eventsAfter(base).then(
            (found) => here && setEvents(found),
            () => here && failed(),
        );
        return () => {
            here = false;
        };
    }, [store, base, seq, eyes, attempt]);
    return events ?? (attempt > 0 ? [] : null);
}

/** The recap from event SINCE to now; `looked`: since the reader last looked, whenever that was. */
function useRecap(store: GameStore, since: number | 'looked' | null): { recap: Recap | null; failed: boolean } {
    const [recap, setRecap] = useState<Recap | null>(null);
    const [attempt, failed] = useAttempts();
    const seq = since === 'looked' ? 0 : (store.arrived?.view.seq ?? 0);
    useEffect(() => {
        if (since === null || (recap?.from === since && recap.to === seq)) return undefined;
        let here = true;
        (since === 'looked' ? Promise.resolve(store.recap).catch(() => null).then((early) => early ?? askRecap(store.id)) : askRecap(store.id, since)).then(
            (found) => here && setRecap(found),
            () => here && failed(),
        );
        return () => {
            here = false;
        };
    }, [store, since, seq, attempt]);
    return { recap, failed: attempt > 0 };
}

/** PLACES of events up to SEQ, until the reader has had time to see them. */
function useFading(places: Place[], seq: number): Place[] {
    const [faded, setFaded] = useState(-1);
    useEffect(() => {
        const timer = setTimeout(() => setFaded(seq), marksMs);
        return () => clearTimeout(timer);
    }, [seq]);
    return faded === seq ? [] : places;
}

/** The last of EVENTS that is the reader's own move, or one they recorded at a table: that counts as having looked. */
function lastOwn(state: GameState | null, events: GameEvent[]): number {
    const seat = state ? mySeat(state) : null;
    const writes = state?.game.mode === 'table' && state.game.seats.some(({ account }) => account === currentMe()?.name);
    return events.filter(({ player, by }) => by === 'player' && (writes || (seat !== null && player === seat))).at(-1)?.seq ?? 0;
}

/** The game was just created: while bots set up, nobody was away. */
const justBegun = ({ game, view }: GameState): boolean => view.phase === 'setup' && game.seats.filter(({ kind }) => kind !== 'bot').length <= 1;

/** The events after the reader's own turn; questions during the others' turns do not end it. */
function roundOf(seat: number | null, events: GameEvent[]): GameEvent[] {
    const turn = seat === null ? -1 : events.findLastIndex(({ type, player }) => player === seat && (type === 'end_turn' || type === 'build_road'));
    return turn < 0 ? [] : withoutUndone(events.slice(turn + 1));
}

export function useNews({ store, present }: Playhead): News {
    const state = present ?? store.arrived;
    const [base, setBase] = useState<number | null>(null);
    const [looked, setLooked] = useState(0);
    const [open, setOpen] = useState(false);
    /** Whether it is known since when there is news. */
    const [known, setKnown] = useState(currentMe() === null);
    const seq = state?.view.seq ?? 0;
    const seat = state ? mySeat(state) : null;
    // Events that are still to be played are not news yet.
    const events = useEvents(store, base)?.filter((event) => event.seq <= seq) ?? null;
    const own = lastOwn(state, events ?? []);
    const since = Math.max(looked, own);
    const fresh = withoutUndone((events ?? []).filter((event) => event.seq > since));
    const shown = open && own <= looked && fresh.length > 0;
    const { recap, failed } = useRecap(store, known ? (shown ? since : null) : 'looked');
    useEffect(() => {
        if (!state || (known ? base !== null : !recap && !failed)) return;
        // Spectators, and whoever records a game, have no "since".
        const from = recap && seat !== null ? recap.from : seq;
        const opens = from < seq && state.game.status !== 'open' && !(from === 0 && justBegun(state));
        const begin = (): void => {
            setLooked(from);
            setBase(Math.max(0, Math.min(from, seq - 1), seq - eventsMax));
            setOpen(opens);
            setKnown(recap !== null || known);
        };
        if (opens) RecapBox.fetch().then(begin, begin);
        else begin();
    }, [state !== null, recap, failed]);
    const latest = events?.at(-1) ?? null;
    const marks = useFading(placesOfEvents(lastTurn(fresh)), latest?.seq ?? 0);
    const show = (): void => {
        setLooked(since);
        setOpen(true);
    };
    const done = (): void => {
        setOpen(false);
        setLooked(seq);
        if (seat !== null) api.PUT('/v1/games/{id}/looked', { params: { path: { id: store.id } }, body: { seq } }).catch(() => undefined);
    };
    return { ready: base !== null && events !== null, looked: since, fresh, latest, told: events?.findLast(({ type }) => type !== 'end_turn') ?? latest, round: roundOf(seat, events ?? []), marks, recap: recap?.from === since ? recap : null, open: shown, show, done };
}

/** Replays what is new; when the replay ends, the reader has seen it. */
export function useReplay(playhead: Playhead, news: News): () => void {
    const replayed = useRef(false);
    useEffect(() => {
        if (playhead.seq !== null || !replayed.current) return;
        replayed.current = false;
        news.done();
    }, [playhead.seq]);
    return () => {
        replayed.current = true;
        playhead.play(news.looked);
    };
}
