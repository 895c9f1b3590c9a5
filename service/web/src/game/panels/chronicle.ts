// SPDX-License-Identifier: AGPL-3.0-or-later
// A game's events as one reads them: by turns, without what was taken back, and with what single events leave
// to be counted (which level, which offer). Counted backwards from the present, so that
// it holds for games that began from a position too.
import type { Cards, GameEvent, Track, View } from '../../types';
import type { KnownOffer } from '../narration/phrase';

export interface Turn {
    /** Null: the set-up. */
    number: number | null;
    player: number | null;
    events: GameEvent[];
}

export interface Chronicle {
    turns: Turn[];
    takenBack: Set<number>;
    offer: (id: number) => KnownOffer | undefined;
    /** The level that an improvement reached. */
    level: (seq: number) => number | undefined;
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

/** What is built in the set-up costs nothing. */
function setUpLength(events: GameEvent[]): number {
    const free = (event: GameEvent): boolean => setupTypes.includes(event.type) && !event.effects.some((effect) => effect.lose);
    const first = events.findIndex((event) => !free(event));
    return first < 0 ? events.length : first;
}

/** Of five and six players: a turn that somebody else goes on with is not over. */
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

/** Offers are numbered as they come. Where that does not fit those that are open, nothing is known of any. */
function offersOf(events: GameEvent[], view: View): Map<number, KnownOffer> {
    const offers = new Map<number, KnownOffer>();
    for (const event of events) {
        if (event.type !== 'offer_trade' && event.type !== 'counter_trade') continue;
        const { give, want } = actionOf(event) as { give: Cards; want: Cards };
        offers.set(offers.size + 1, { player: playerOf(event) ?? 0, give, want });
    }
    const fits = view.offers.every(({ id, player, give, want }) => {
        const known = offers.get(id);
        return known?.player === player && JSON.stringify([known.give, known.want]) === JSON.stringify([give, want]);
    });
    return fits ? offers : new Map();
}

function levelsOf(events: GameEvent[], view: View): Map<number, number> {
    const levels = new Map<number, number>();
    const now = new Map(view.players.map(({ seat, improvements }) => [seat, { ...improvements }]));
    for (const event of [...events].reverse()) {
        const area = event.type === 'improve_city' ? now.get(playerOf(event) ?? -1) : undefined;
        const track = actionOf(event).track as Track;
        const level = area?.[track];
        if (!area || level === undefined) continue;
        levels.set(event.seq, level);
        area[track] = level - 1;
    }
    return levels;
}

/** EVENTS are all of them so far, VIEW is the present. */
export function chronicle(events: GameEvent[], view: View): Chronicle {
    const takenBack = takenBackBy(events);
    const counted = events.filter(({ seq }) => !takenBack.has(seq));
    const [offers, levels] = [offersOf(events, view), levelsOf(counted, view)];
    return { turns: turnsOf(events, view, takenBack), takenBack, offer: (id) => offers.get(id), level: (seq) => levels.get(seq) };
}
