// SPDX-License-Identifier: AGPL-3.0-or-later
// Where turns begin in a list of events, to navigate by turn.
import type { GameEvent } from '../../types';

/** The events after which turns begin. */
export const turnStarts = (events: GameEvent[]): number[] => [0, ...events.filter(({ type }) => type === 'start' || type === 'end_turn').map(({ seq }) => seq)];

/** The start of the turn before a moment, or of the next one. */
export function turnFrom(starts: number[], at: number, forth: boolean, last: number): number {
    if (forth) return starts.find((seq) => seq > at) ?? last;
    return starts.filter((seq) => seq < at).at(-1) ?? 0;
}
