// SPDX-License-Identifier: AGPL-3.0-or-later
// A game's events grouped by turn, with undone moves marked. Turns are counted backwards from the present, so that it
// also works for games that began from a position.
import type { GameEvent, View } from '../../types';

export interface Turn {
    /** Null: the set-up. */
    number: number | null;
    player: number | null;
    events: GameEvent[];
}

export interface Chronicle {
    turns: Turn[];
    takenBack: Set<number>;
}

const setupTypes: GameEvent['type'][] = ['start', 'build_settlement', 'build_city', 'build_road', 'build_ship', 'seat_changed', 'undo', 'resign'];

type Fields = Record<string, unknown>;
const actionOf = (event: GameEvent): Fields => (event as { action?: Fields | null }).action ?? {};
const playerOf = (event: GameEvent): number | null => (event as { player?: number | null }).player ?? null;

function takenBackBy(events: GameEvent[]): Set<number> {
    const gone = new Set<number>();
    for (const event of events) if (event.type === 'undo') for (let seq = Number(actionOf(event).to_seq) + 1; seq < event.seq; seq++) gone.add(seq);
    return gone;
}

/** Pieces of the set-up are free. */
function setUpLength(events: GameEvent[]): number {
    const free = (event: GameEvent): boolean => setupTypes.includes(event.type) && !event.effects.some((effect) => effect.lose);
    const first = events.findIndex((event) => !free(event));
    return first < 0 ? events.length : first;
}

/** With five and six players: a turn continued by another player is not over. */
const endsPart = (event: GameEvent): boolean => (event as { changes?: { pair?: unknown } }).changes?.pair !== undefined;

function turnsOf(events: GameEvent[], view: View, takenBack: Set<number>): Turn[] {
    const setUp = setUpLength(events);
    const turns: Turn[] = [{ number: null, player: null, events: events.slice(0, setUp) }];
    let turn: Turn = { number: 0, player: null, events: [] };
    for (const event of events.slice(setUp)) {
        turn.events.push(event);
        if (event.type !== 'end_turn' || takenBack.has(event.seq)) continue;
        turn.player ??= playerOf(event);
        if (endsPart(event)) continue;
        turns.push(turn);
        turn = { number: 0, player: null, events: [] };
    }
    turn.player = view.turn.player;
    if (turn.events.length > 0) turns.push(turn);
    const last = view.turn.number - (turn.events.length > 0 ? 0 : 1);
    return turns.filter((each) => each.events.length > 0).map((each, i, all) => (each.number === null ? each : { ...each, number: last - (all.length - 1 - i) }));
}

/** EVENTS are all events so far, VIEW is the present. */
export function chronicle(events: GameEvent[], view: View): Chronicle {
    const takenBack = takenBackBy(events);
    return { turns: turnsOf(events, view, takenBack), takenBack };
}
