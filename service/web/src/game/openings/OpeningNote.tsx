// SPDX-License-Identifier: AGPL-3.0-or-later
// How often those have won who settled as at the intersection that is looked at: over the sea, beside the board.
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { bringsText, exploreOpenings, type Opening, type OpeningsQuery, wonText } from '../../lib/openings';
import { currentMe } from '../../lib/session';
import { texts } from '../../texts';
import { useGame } from '../state/context';
import { questionAt, yieldAt } from './question';

/** The eye rests before anything is asked for. */
const restMs = 120;

interface Found {
    all: Opening;
    /** Of the reader's own games. */
    own: Opening | null;
}
const known = new Map<string, Promise<Found>>();

async function find(query: OpeningsQuery): Promise<Found> {
    const [all, own] = await Promise.all([exploreOpenings(query), currentMe() ? exploreOpenings({ ...query, mine: true }) : null]);
    return { all, own };
}

/** Each question once, as long as the page is open. */
function findOnce(query: OpeningsQuery): Promise<Found> {
    const key = JSON.stringify([query, currentMe()?.id]);
    const found = known.get(key) ?? find(query);
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
}

export default function OpeningNote({ looked }: { looked: Signal<number | null> }): JSX.Element | null {
    const { state } = useGame();
    const vertex = looked.value;
    const query = vertex === null ? null : questionAt(state.game, state.board, state.view, vertex);
    const asked = JSON.stringify(query);
    const [found, setFound] = useState<{ asked: string; figures: Found } | null>(null);
    useEffect(() => {
        if (!query) return undefined;
        let left = false;
        // What cannot be had is no fault of the game's: then there is no note.
        const timer = setTimeout(() => void findOnce(query).then((figures) => left || setFound({ asked, figures }), () => undefined), restMs);
        return () => {
            left = true;
            clearTimeout(timer);
        };
    }, [asked]);
    if (vertex === null || !query || found?.asked !== asked) return null;
    const t = texts();
    const { all, own } = found.figures;
    const { dots, kinds } = yieldAt(state.board, vertex);
    return (
        <span class="opening-note" data-part="opening" data-games={all.games} role="status">
            <span>{t.openings.note(t.board.dots(dots), bringsText(kinds), wonText(all))}</span>
            {own && own.games > 0 && <span data-part="own-opening">{t.openings.own(wonText(own))}</span>}
        </span>
    );
}
