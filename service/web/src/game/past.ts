// SPDX-License-Identifier: AGPL-3.0-or-later
// Going back in a game: which moment is shown, and its view as soon as it is there.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { sayFault } from '../ui/notice';
import type { View } from '../types';
import type { GameStore } from './store';

/** Whoever drags the slider passes many moments; only those he rests on are fetched. */
const restMs = 60;

export interface Past {
    /** The moment asked for; null: now. */
    seq: number | null;
    /** The view of that moment, or of the one before until it is there. */
    view: View | null;
    go: (seq: number | null) => void;
}

export function usePast(store: GameStore, initial: number | null): Past {
    const [seq, setSeq] = useState<number | null>(initial);
    const [view, setView] = useState<View | null>(null);
    const wanted = useRef<number | null>(initial);
    const go = useCallback((to: number | null): void => {
        wanted.current = to;
        setSeq(to);
        if (to === null) setView(null);
    }, []);
    const ready = store.state !== null;
    const { eyes } = store;
    useEffect(() => {
        if (seq === null || !ready) return undefined;
        const fetchIt = (): void => {
            store.viewAt(seq).then((then) => {
                if (wanted.current === seq) setView(then);
            }, sayFault);
        };
        const timer = setTimeout(fetchIt, view === null ? 0 : restMs);
        return () => clearTimeout(timer);
    }, [seq, ready, eyes]);
    return { seq, view: seq === null ? null : view, go };
}
