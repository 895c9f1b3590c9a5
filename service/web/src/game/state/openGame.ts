// SPDX-License-Identifier: AGPL-3.0-or-later
// Opens a game for as long as its page is shown. The address says which moment is shown (?at=), and from whose
// perspective (?as=).
import { useEffect, useMemo } from 'preact/hooks';
import { setQuery } from '../../lib/router';
import type { As } from '../../types';
import { useOpened } from '../../ui/useOpened';
import { InGame } from './context';
import { GameStore } from './gameStore';
import { Guide } from './guide';
import { Playhead } from './playhead';
import { Selection } from './selection';

/** Browsers limit changes of the address, so not every step of the slider is written. */
const restMs = 200;

function whole(text: string | null): number | null {
    return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null;
}

export function useOpenGame(id: string, query: URLSearchParams): InGame {
    const store = useOpened(() => new GameStore(id), [id]);
    const playhead = useOpened(() => new Playhead(store, whole(query.get('at'))), [store]);
    const eyes = query.get('as');
    useEffect(() => {
        const as: As = eyes === 'all' ? 'all' : whole(eyes);
        if (as !== store.as) store.look(as);
    }, [store, eyes]);
    const { seq } = playhead;
    useEffect(() => {
        const timer = setTimeout(() => setQuery('at', seq === null ? null : String(seq)), restMs);
        return () => clearTimeout(timer);
    }, [playhead, seq]);
    return useMemo(() => new InGame(store, playhead, new Selection(), new Guide()), [playhead]);
}
