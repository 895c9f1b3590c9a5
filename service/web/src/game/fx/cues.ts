// SPDX-License-Identifier: AGPL-3.0-or-later
// What to show and play for an event: derived from the event and the views before and after it.
import { numbersOf, pirateHex, type Walker } from '../../board/pieces';
import type { Plan } from '../../board/geometry';
import { cardCount, kindsOf } from '../../lib/kinds';
import type { Sound } from '../../lib/tones';
import type { components } from '../../schema';
import type { Cards, GameEvent, Kind, Place, Terrain, Track, View } from '../../types';
import { type Award, awards } from '../../vocabulary';

type Effect = components['schemas']['Effect'];
type Changes = components['schemas']['Changes'];
export type Pieces = View['pieces'];

/** Where cards come from and go to. */
export type Anchor = { hex: number } | { seat: number } | 'bank';
export interface Flight {
    from: Anchor;
    to: Anchor;
    /** Null: the reader may not know it. */
    kind: Kind | null;
    count: number;
}
/** A piece that moves from one place to another; null: off the board. */
export interface Walk {
    piece: Walker;
    from: Place | null;
    to: Place | null;
}
export type Banner =
    | { what: 'seven' }
    | { what: Award | 'over'; seat: number }
    | { what: 'metropolis'; seat: number; track: Track }
    /** Who lost a city, or who got a Defender card. */
    | { what: 'pillaged'; seats: number[] }
    | { what: 'defended'; seats: number[] };

export interface Cues {
    dice: { yellow: number; red: number } | null;
    /** The hexes whose number was rolled. */
    hexes: number[];
    flights: Flight[];
    /** Pieces that are new or look different now. */
    built: Pieces;
    walks: Walk[];
    /** Hexes revealed from under fog. */
    revealed: number[];
    /** The barbarians' steps. */
    ship: { from: number; to: number } | null;
    banners: Banner[];
    sounds: Sound[];
}

const nothing: Cues = { dice: null, hexes: [], flights: [], built: {}, walks: [], revealed: [], ship: null, banners: [], sounds: [] };

/** The items of AFTER that are not in BEFORE with the same look. */
function fresh<Item>(before: Item[] = [], after: Item[] = [], look: (item: Item) => unknown[]): Item[] {
    const known = new Set(before.map((item) => look(item).join()));
    return after.filter((item) => !known.has(look(item).join()));
}

function piecesNew(before: Pieces, after: Pieces): Pieces {
    return {
        settlements: fresh(before.settlements, after.settlements, ({ vertex, player }) => [vertex, player]),
        roads: fresh(before.roads, after.roads, ({ edge, player }) => [edge, player]),
        ships: fresh(before.ships, after.ships, ({ edge, player, warship }) => [edge, player, warship === true]),
        cities: fresh(before.cities, after.cities, ({ vertex, player, wall, metropolis, tipped, sabotaged }) => [vertex, player, wall === true, metropolis ?? '', tipped === true, sabotaged === true]),
        knights: fresh(before.knights, after.knights, ({ vertex, player, level, active }) => [vertex, player, level, active === true]),
    };
}

const anyOf = (pieces: Pieces): boolean => Object.values(pieces).some((some) => some.length > 0);

/** Pieces that were elsewhere before; the other new ones were built. */
function movesOf<Item>(piece: Walker, before: Item[] = [], after: Item[] = [], placeOf: (item: Item) => Place, look: (item: Item) => unknown[]): Walk[] {
    const at = (item: Item): unknown[] => [placeOf(item).id, ...look(item)];
    const gone = fresh(after, before, at);
    return fresh(before, after, at).flatMap((come): Walk[] => {
        const left = gone.find((item) => look(item).join() === look(come).join());
        return left ? [{ piece, from: placeOf(left), to: placeOf(come) }] : [];
    });
}

function walksOf(before: View, after: View): Walk[] {
    const hex = (id: number | null | undefined): Place | null => (typeof id === 'number' ? { kind: 'hex', id } : null);
    const walks: Walk[] = [];
    if (before.robber !== after.robber) walks.push({ piece: 'robber', from: hex(before.robber), to: hex(after.robber) });
    if (before.merchant && after.merchant && before.merchant.hex !== after.merchant.hex) walks.push({ piece: 'merchant', from: hex(before.merchant.hex), to: hex(after.merchant.hex) });
    const [sailed, sails] = [pirateHex(before), pirateHex(after)];
    if (sailed !== null && sails !== null && sailed !== sails) walks.push({ piece: 'pirate', from: hex(sailed), to: hex(sails) });
    return [
        ...walks,
        ...movesOf('knight', before.pieces.knights, after.pieces.knights, ({ vertex }) => ({ kind: 'vertex', id: vertex }), ({ player, level }) => [player, level]),
        ...movesOf('ship', before.pieces.ships, after.pieces.ships, ({ edge }) => ({ kind: 'edge', id: edge }), ({ player, warship }) => [player, warship === true]),
    ];
}

const yieldOf: Record<Terrain, Kind[]> = { hills: ['brick'], forest: ['lumber', 'paper'], pasture: ['wool', 'cloth'], fields: ['grain'], mountains: ['ore', 'coin'], desert: [], gold: ['brick', 'lumber', 'wool', 'grain', 'ore'], sea: [], fog: [] };

/** The hexes that produce for a roll. */
const rolledHexes = (plan: Plan, view: View, sum: number): number[] => [...numbersOf(plan, view)].filter(([hex, number]) => number === sum && hex !== view.robber).map(([hex]) => hex);

/** Those of HEXES that give SEAT cards of KIND. */
function sources(plan: Plan, view: View, hexes: number[], seat: number, kind: Kind): number[] {
    const own = new Set([...(view.pieces.settlements ?? []), ...(view.pieces.cities ?? [])].filter(({ player }) => player === seat).map(({ vertex }) => vertex));
    return hexes.filter((id) => {
        const hex = plan.hexes[id];
        return hex && yieldOf[hex.terrain].includes(kind) && hex.vertices.some((vertex) => own.has(vertex));
    });
}

interface Lot {
    player: number;
    kind: Kind | null;
    count: number;
}
const lotsOf = (player: number, cards: Cards | undefined, count: number | undefined): Lot[] => {
    const known = kindsOf(cards ?? {}).map((kind) => ({ player, kind, count: cards?.[kind] ?? 0 }));
    const hidden = (count ?? cardCount(cards ?? {})) - cardCount(cards ?? {});
    return hidden > 0 ? [...known, { player, kind: null, count: hidden }] : known;
};

/** Which cards go from whom to whom: matches what players lost with what others gained; the rest goes to or from the
 * bank. */
export function flightsOf(effects: Effect[]): Flight[] {
    const lost = effects.flatMap(({ player, lose, gain, count }) => (gain ? [] : lotsOf(player, lose, count)));
    const flights: Flight[] = [];
    for (const { player, kind, count } of effects.flatMap((effect) => (effect.gain ? lotsOf(effect.player, effect.gain, effect.count) : []))) {
        let left = count;
        for (const lot of lost.filter((other) => other.player !== player && (other.kind === kind || other.kind === null || kind === null))) {
            const some = Math.min(left, lot.count);
            if (some > 0) flights.push({ from: { seat: lot.player }, to: { seat: player }, kind: kind ?? lot.kind, count: some });
            lot.count -= some;
            left -= some;
        }
        if (left > 0) flights.push({ from: 'bank', to: { seat: player }, kind, count: left });
    }
    return [...flights, ...lost.filter(({ count }) => count > 0).map(({ player, kind, count }): Flight => ({ from: { seat: player }, to: 'bank', kind, count }))];
}

/** Cards from a roll or a settlement come from HEXES instead of the bank: one flight per hex, with the cards divided
 * among them. */
function fromHexes(flights: Flight[], plan: Plan, view: View, hexes: number[]): Flight[] {
    return flights.flatMap((flight) => {
        const { from, to, kind, count } = flight;
        if (from !== 'bank' || kind === null || typeof to !== 'object' || !('seat' in to)) return [flight];
        const all = sources(plan, view, hexes, to.seat, kind);
        return all.length === 0 ? [flight] : all.map((hex, i): Flight => ({ ...flight, from: { hex }, count: Math.floor((count + i) / all.length) })).filter((some) => some.count > 0);
    });
}

function bannersOf(changes: Changes, after: View, ended: boolean, sum: number | null): Banner[] {
    const banners: Banner[] = sum === 7 ? [{ what: 'seven' }] : [];
    const seatsOf = (cities: { player: number }[]): number[] => [...new Set(cities.map(({ player }) => player))];
    const pillaged = [...(changes.lost_cities ?? []), ...(changes.tipped_cities ?? [])];
    if (pillaged.length > 0) banners.push({ what: 'pillaged', seats: seatsOf(pillaged) });
    else if (changes.barbarians?.position === 0) banners.push({ what: 'defended', seats: changes.defenders ?? [] });
    for (const award of awards) {
        const seat = changes[award];
        if (typeof seat === 'number') banners.push({ what: award, seat });
    }
    for (const { player, track } of changes.metropolises ?? []) banners.push({ what: 'metropolis', seat: player, track });
    if (ended && after.winner !== null) banners.push({ what: 'over', seat: after.winner });
    return banners;
}

const trades: GameEvent['type'][] = ['maritime_trade', 'accept_trade', 'confirm_trade', 'forced_trade', 'give_commodity'];

/** Whether the game waits for the reader now and did not before. */
function called(before: View, after: View): boolean {
    const waits = ({ waiting_for, viewer }: View): boolean => typeof viewer === 'number' && waiting_for.some(({ player }) => player === viewer);
    return after.status === 'active' && waits(after) && !waits(before);
}

function soundsOf(cues: Omit<Cues, 'sounds'>, event: GameEvent, before: View, after: View): Sound[] {
    const sounds: Sound[] = [];
    if (cues.dice) sounds.push('roll');
    if (anyOf(cues.built) || cues.walks.length > 0) sounds.push('build');
    if (trades.includes(event.type) && cues.flights.length > 0) sounds.push('trade');
    if (cues.banners.some(({ what }) => what === 'over')) return ['win'];
    return called(before, after) ? [...sounds, 'turn'] : sounds;
}

export function cuesOf(event: GameEvent, before: View, after: View, plan: Plan): Cues {
    // Undone moves are not animated.
    if (event.type === 'undo' || event.type === 'start') return nothing;
    const { effects, changes = {}, outcome } = event as unknown as { effects: Effect[]; changes?: Changes; outcome: Partial<Record<'yellow' | 'red', number>> | null };
    const { yellow, red } = event.type === 'roll' ? (outcome ?? {}) : {};
    const dice = yellow && red ? { yellow, red } : null;
    const sum = dice && dice.yellow + dice.red;
    const hexes = sum ? rolledHexes(plan, before, sum) : [];
    const settled = event.type === 'build_settlement' ? (plan.vertices.find(({ id }) => id === event.action?.vertex)?.hexes ?? []) : [];
    const walks = walksOf(before, after);
    const walked = (piece: Walker, id: number): boolean => walks.some((walk) => walk.piece === piece && walk.to?.id === id);
    const built = piecesNew(before.pieces, after.pieces);
    const [from, to] = [before.barbarians?.position ?? 0, changes.barbarians?.position];
    const shown = {
        dice, hexes,
        flights: fromHexes(flightsOf(effects ?? []), plan, after, sum ? hexes : settled),
        built: { ...built, knights: (built.knights ?? []).filter(({ vertex }) => !walked('knight', vertex)), ships: (built.ships ?? []).filter(({ edge }) => !walked('ship', edge)) },
        walks,
        revealed: fresh(before.hexes_revealed, after.hexes_revealed, ({ hex }) => [hex]).map(({ hex }) => hex),
        ship: to !== undefined && to !== from ? { from, to } : null,
        banners: bannersOf(changes, after, before.status !== 'finished' && after.status === 'finished', sum),
    };
    return { ...shown, sounds: soundsOf(shown, event, before, after) };
}
