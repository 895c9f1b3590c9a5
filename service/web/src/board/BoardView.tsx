// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import type { Choosing } from '../game/context';
import type { Board, Place, View } from '../types';

/** The island and everything on it. What may be chosen is lit; `marks` points places out. */
export function BoardView({ board, view, choosing, marks = [] }: { board: Board; view: View; choosing: Choosing | null; marks?: Place[] }): JSX.Element {
    return (
        <div class="board" data-hexes={board.hexes.length} data-seq={view.seq} data-marks={marks.length}>
            {choosing?.places.map((place) => (
                <button type="button" key={`${place.kind}${place.id}`} onClick={() => choosing.pick(place)}>
                    {place.kind} {place.id}
                </button>
            ))}
        </div>
    );
}
