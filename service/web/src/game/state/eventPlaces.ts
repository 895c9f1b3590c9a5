// SPDX-License-Identifier: AGPL-3.0-or-later
// Lists of events: which of them count, and their places on the board.
import type { GameEvent, Place } from '../../types';

/** Leaves out moves that were undone, and the undo events. */
export function withoutUndone(events: GameEvent[]): GameEvent[] {
    const kept: GameEvent[] = [];
    for (const event of events) {
        if (event.type !== 'undo') {
            kept.push(event);
            continue;
        }
        const { to_seq } = event.action as { to_seq: number };
        while ((kept.at(-1)?.seq ?? 0) > to_seq) kept.pop();
    }
    return kept;
}

/** The last turn in EVENTS, as far back as they go. */
export function lastTurn(events: GameEvent[]): GameEvent[] {
    const end = events.slice(0, -1).findLastIndex(({ type }) => type === 'end_turn');
    return events.slice(end + 1);
}

/** The kind of place in each field of an action. The Diplomat's `to` is an edge, a knight's an intersection. */
const fields: [string, Place['kind']][] = [
    ['hex', 'hex'],
    ['hexes', 'hex'],
    ['vertex', 'vertex'],
    ['vertices', 'vertex'],
    ['edge', 'edge'],
    ['edges', 'edge'],
    ['from', 'vertex'],
];

/** The places that an action names. */
export function placesOf(action: Record<string, unknown>): Place[] {
    const places = fields.flatMap(([field, kind]) => [action[field] ?? []].flat().map((id) => ({ kind, id: id as number })));
    if (typeof action.to === 'number') places.push({ kind: action.card === 'diplomat' ? 'edge' : 'vertex', id: action.to });
    return places;
}

/** The places that an event is about. */
export const eventPlaces = ({ action }: GameEvent): Place[] => placesOf((action ?? {}) as Record<string, unknown>);

/** The places of many events, without duplicates. */
export function placesOfEvents(events: GameEvent[]): Place[] {
    const places = new Map(events.flatMap(eventPlaces).map((place) => [`${place.kind}${place.id}`, place]));
    return [...places.values()];
}
