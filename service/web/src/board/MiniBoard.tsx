// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { texts } from '../texts';
import type { Board, Place } from '../types';
import { planOf } from './geometry';
import { Land } from './Land';
import { Marks } from './Lights';
import { numbersOf } from './names';
import { type OnBoard, Pieces } from './pieces';
import { viewBox, whole } from './zoom';

/** The board as a picture: for lists, and for a game as it was. */
export function MiniBoard({ board, view, marks = [] }: { board: Board; view: OnBoard; marks?: Place[] }): JSX.Element {
    const plan = planOf(board);
    const numbers = JSON.stringify(view.numbers);
    const land = useMemo(() => <Land plan={plan} numbers={numbersOf(plan, view)} rock={view.robber === null} />, [plan, numbers, view.robber === null]);
    return (
        <svg class="board-mini board-art" viewBox={viewBox(plan.bounds, whole(plan.bounds))} role="img" aria-label={texts().board.board}>
            {land}
            <Pieces plan={plan} view={view} />
            <Marks plan={plan} marks={marks} />
        </svg>
    );
}
