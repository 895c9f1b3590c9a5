// SPDX-License-Identifier: AGPL-3.0-or-later
// What has happened since the reader last looked: asked for when the page opens, carried on as it happens.
import { useEffect, useState } from 'preact/hooks';
import { api, got } from '../api';
import { currentMe } from '../session';
import type { Event, Recap } from '../types';
import { withoutUndone } from './happened';
import type { GameStore } from './store';
import { mySeat } from './who';

/** Further back than this many events the log tells more than a recap. */
const eventsMax = 400;

export interface News {
    /** Everything that the first picture of the page needs is there. */
    ready: boolean;
    /** The last event that the reader knew. */
    looked: number;
    /** What came after it, oldest first, without what was taken back. */
    fresh: Event[];
    latest: Event | null;
    /** Figures of the time since then. */
    recap: Recap | null;
    open: boolean;
    show: () => void;
    /** The reader has seen all of it. */
    done: () => void;
}

/** The events after BASE, carried on. */
function useEvents(store: GameStore, base: number | null): Event[] {
    const [events, setEvents] = useState<Event[]>([]);
    const seq = store.state?.view.seq ?? 0;
    const { eyes } = store;
    useEffect(() => {
        if (base === null || seq <= base) return undefined;
        let here = true;
        store.eventsAfter(base).then(
            (found) => here && setEvents(found),
            () => undefined,
        );
        return () => {
            here = false;
        };
    }, [store, base, seq, eyes]);
    return events;
}

export function useNews(store: GameStore): News {
    const [recap, setRecap] = useState<Recap | null | undefined>(currentMe() ? undefined : null);
    const [base, setBase] = useState<number | null>(null);
    const [looked, setLooked] = useState(0);
    const [open, setOpen] = useState(false);
    const { state } = store;
    const path = { id: store.id };
    useEffect(() => {
        if (recap === undefined) got(api.GET('/v1/games/{id}/recap', { params: { path } })).then((found) => setRecap(found as Recap), () => setRecap(null));
    }, [store]);
    const seq = state?.view.seq ?? 0;
    const seat = state ? mySeat(state) : null;
    useEffect(() => {
        if (!state || recap === undefined || base !== null) return;
        // Bystanders, and whoever records a game, have no "since".
        const since = recap && seat !== null ? recap.from : seq;
        setLooked(since);
        setBase(Math.max(0, Math.min(since, seq - 1), seq - eventsMax));
        setOpen(since < seq && state.game.status !== 'open');
    }, [state !== null, recap, base]);
    const events = useEvents(store, base);
    const writes = state?.game.mode === 'table' && state.game.seats.some(({ account }) => account === currentMe()?.name);
    // A move of one's own, or at a table one that is written down, says that one has looked; what is open stays as it is until it is closed.
    const own = events.filter(({ player, by }) => by === 'player' && (writes || (seat !== null && player === seat))).at(-1)?.seq ?? 0;
    const since = open ? looked : Math.max(looked, own);
    const fresh = withoutUndone(events.filter((event) => event.seq > since));
    useEffect(() => {
        if (!open || (recap?.from === since && recap.to === seq)) return;
        got(api.GET('/v1/games/{id}/recap', { params: { path, query: { since } } })).then((found) => setRecap(found as Recap), () => undefined);
    }, [open, since, seq]);
    const show = (): void => {
        setLooked(since);
        setOpen(true);
    };
    const done = (): void => {
        setOpen(false);
        setLooked(seq);
        if (seat !== null) api.PUT('/v1/games/{id}/looked', { params: { path }, body: { seq } }).catch(() => undefined);
    };
    // The room for what is new is there before the news are, so that nothing moves when they come.
    const coming = base !== null && events.length === 0 && seq > base;
    return { ready: base !== null, looked: since, fresh, latest: events.at(-1) ?? null, recap: recap ?? null, open: open && (coming || fresh.length > 0), show, done };
}
