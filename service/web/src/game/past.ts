// SPDX-License-Identifier: AGPL-3.0-or-later
// Going back in a game: which moment is shown, and its view as soon as it is there.
import { useEffect, useRef, useState } from 'preact/hooks';
import { sayFault } from '../ui/notice';
import type { Event, View } from '../types';
import type { GameStore } from './store';

/** Dragging the slider passes many moments; only those where it rests are fetched. */
const restMs = 60;

/** How long each event is shown when the game is replayed. */
const stepMs = 1600;

export interface Past {
    /** The moment asked for; null: now. */
    seq: number | null;
    /** The view of that moment, or of the one before until it is there. */
    view: View | null;
    go: (seq: number | null) => void;
    /** It goes on by itself, an event at a time. */
    playing: boolean;
    play: (from: number) => void;
    pause: () => void;
}

/** Fetches the view of a moment, once the reader rests on it. */
function useViewAt(store: GameStore, seq: number | null): View | null {
    const [view, setView] = useState<View | null>(null);
    const wanted = useRef<number | null>(null);
    const ready = store.state !== null;
    useEffect(() => {
        wanted.current = seq;
        if (seq === null) setView(null);
        if (seq === null || !ready) return undefined;
        const fetchIt = (): void => {
            store.viewAt(seq).then(
                (then) => wanted.current === seq && setView(then),
                (fault) => wanted.current === seq && sayFault(fault),
            );
        };
        const timer = setTimeout(fetchIt, view === null ? 0 : restMs);
        return () => clearTimeout(timer);
    }, [seq, ready, store.eyes]);
    return seq === null ? null : view;
}

export function usePast(store: GameStore, initial: number | null): Past {
    const [seq, setSeq] = useState<number | null>(initial);
    const [playing, setPlaying] = useState(false);
    const view = useViewAt(store, seq);
    const last = store.state?.view.seq ?? 0;
    const shown = view?.seq ?? null;
    useEffect(() => {
        // The next step waits for the view of this one.
        if (!playing || seq === null || shown !== seq) return undefined;
        if (seq < last) store.viewAt(seq + 1).catch(() => undefined);
        const timer = setTimeout(() => {
            setSeq(seq < last ? seq + 1 : null);
            if (seq >= last) setPlaying(false);
        }, stepMs);
        return () => clearTimeout(timer);
    }, [playing, seq, shown, last]);
    const go = (to: number | null): void => {
        setPlaying(false);
        setSeq(to);
    };
    const play = (from: number): void => {
        setSeq(from);
        setPlaying(true);
    };
    return { seq, view, go, playing, play, pause: () => setPlaying(false) };
}

/** The event that led to the moment shown. */
export function useEventAt(store: GameStore, seq: number | null): Event | null {
    const [event, setEvent] = useState<Event | null>(null);
    const ready = store.state !== null;
    useEffect(() => {
        if (seq === null || seq === 0 || !ready) {
            setEvent(null);
            return undefined;
        }
        let here = true;
        store.eventsAfter(seq - 1).then(
            ([found]) => here && setEvent(found ?? null),
            () => undefined,
        );
        return () => {
            here = false;
        };
    }, [seq, ready, store.eyes]);
    return event?.seq === seq ? event : null;
}
