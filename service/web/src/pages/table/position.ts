// SPDX-License-Identifier: AGPL-3.0-or-later
// A position being set up by hand: its base facts, and what a click with a tool changes. What follows from the base
// facts is left out; the server derives it.
import type { components } from '../../schema';
import type { Board, PieceTool, Place, Track, View } from '../../types';
import { addedFigures, awards } from '../../vocabulary';

type Schemas = components['schemas'];
export type Position = Schemas['Position'];
export type PositionPlayer = Schemas['PositionPlayer'];
export type Pieces = Schemas['Pieces'];
export type Settlement = NonNullable<Pieces['settlements']>[number];
export type City = NonNullable<Pieces['cities']>[number];
export type Knight = NonNullable<Pieces['knights']>[number];

export type Tool =
    | { kind: Exclude<PieceTool, 'metropolis' | 'knight'> }
    | { kind: 'metropolis'; track: Track }
    | { kind: 'knight'; level: 1 | 2 | 3 };

const hexTools = ['robber', 'merchant'];

/** The places where a tool can be used. */
export function placesFor(tool: Tool, board: Board, { pieces }: Position): Place[] {
    const vertices = board.vertices.map(({ id }): Place => ({ kind: 'vertex', id }));
    const edges = board.edges.map(({ id }): Place => ({ kind: 'edge', id }));
    if (tool.kind === 'road' || tool.kind === 'ship') return edges;
    if (tool.kind === 'pirate') return board.hexes.filter(({ terrain }) => terrain === 'sea').map(({ id }): Place => ({ kind: 'hex', id }));
    if (hexTools.includes(tool.kind)) return board.hexes.map(({ id }): Place => ({ kind: 'hex', id }));
    if (tool.kind === 'settlement' || tool.kind === 'city' || tool.kind === 'knight') return vertices;
    const { settlements = [], cities = [], knights = [], roads = [], ships = [] } = pieces;
    const at = (list: { vertex: number }[]): Place[] => list.map(({ vertex }) => ({ kind: 'vertex', id: vertex }));
    if (tool.kind === 'erase') return [...at(settlements), ...at(cities), ...at(knights), ...[...roads, ...ships].map(({ edge }): Place => ({ kind: 'edge', id: edge }))];
    return at(cities);
}

function without(pieces: Pieces, { kind, id }: Place): Pieces {
    const off = <P extends { vertex: number }>(list: P[] = []): P[] => list.filter(({ vertex }) => kind !== 'vertex' || vertex !== id);
    return {
        ...pieces,
        settlements: off(pieces.settlements),
        cities: off(pieces.cities),
        roads: (pieces.roads ?? []).filter(({ edge }) => kind !== 'edge' || edge !== id),
        ...(pieces.ships && { ships: pieces.ships.filter(({ edge }) => kind !== 'edge' || edge !== id) }),
        ...(pieces.knights && { knights: off(pieces.knights) }),
    };
}

/** Removes the seat's own piece if it is there; a piece of any other player is replaced. */
function toggle(pieces: Pieces, place: Place, seat: number, kind: 'road' | 'ship' | 'settlement' | 'city'): Pieces {
    const rest = without(pieces, place);
    const key = ({ road: 'roads', ship: 'ships', settlement: 'settlements', city: 'cities' } as const)[kind];
    const there = (pieces[key] ?? []).some((piece) => piece.player === seat && ('edge' in piece ? piece.edge : piece.vertex) === place.id);
    if (there) return rest;
    if (key === 'roads' || key === 'ships') return { ...rest, [key]: [...(rest[key] ?? []), { edge: place.id, player: seat }] };
    return { ...rest, [key]: [...(rest[key] ?? []), { vertex: place.id, player: seat }] };
}

/** A knight: first active, then inactive, then removed. */
function turnKnight(pieces: Pieces, { id }: Place, seat: number, level: 1 | 2 | 3): Pieces {
    const old = pieces.knights?.find(({ vertex }) => vertex === id);
    const same = old?.player === seat && old.level === level;
    const rest = without(pieces, { kind: 'vertex', id });
    if (same && !old.active) return rest;
    return { ...rest, knights: [...(rest.knights ?? []), { vertex: id, player: seat, level, active: !same }] };
}

function changeCity(pieces: Pieces, id: number, change: (city: City) => City): Pieces {
    return { ...pieces, cities: (pieces.cities ?? []).map((city) => (city.vertex === id ? change(city) : city)) };
}

/** An area has only one metropolis: it disappears elsewhere. */
function moveMetropolis(pieces: Pieces, id: number, track: Track): Pieces {
    const cities = (pieces.cities ?? []).map((city) => {
        if (city.vertex === id) return { ...city, metropolis: city.metropolis === track ? null : track };
        return city.metropolis === track ? { ...city, metropolis: null } : city;
    });
    return { ...pieces, cities };
}

/** Applies a click on a place. */
export function apply(position: Position, tool: Tool, place: Place, seat: number): Position {
    const { pieces } = position;
    const put = (next: Pieces): Position => ({ ...position, pieces: next });
    switch (tool.kind) {
        case 'road':
        case 'ship':
        case 'settlement':
        case 'city':
            return put(toggle(pieces, place, seat, tool.kind));
        case 'knight':
            return put(turnKnight(pieces, place, seat, tool.level));
        case 'metropolis':
            return put(moveMetropolis(pieces, place.id, tool.track));
        case 'robber':
            return { ...position, robber: position.robber === place.id ? null : place.id };
        case 'pirate':
            // With a fleet, the ship at sea is the fleet.
            if (position.fleet !== undefined) return { ...position, fleet: place.id };
            return { ...position, pirate: position.pirate === place.id ? null : place.id };
        case 'merchant':
            return { ...position, merchant: position.merchant?.hex === place.id && position.merchant.player === seat ? null : { player: seat, hex: place.id } };
        case 'erase':
            return put(without(pieces, place));
        default: {
            const { kind } = tool;
            return put(changeCity(pieces, place.id, (city) => ({ ...city, [kind]: !city[kind] })));
        }
    }
}

/** A blank position: nothing built, the first turn about to begin. */
export function emptyPosition(board: Board, seats: number, colors: number, knights: boolean, sails = false): Position {
    const desert = board.hexes.find(({ terrain }) => terrain === 'desert');
    return {
        phase: 'play',
        first: 0,
        turn: { number: seats + 1, player: 0, step: 'before_roll' },
        robber: desert?.id ?? null,
        ...(sails && { pirate: null }),
        pieces: { settlements: [], cities: [], roads: [], ...(sails && { ships: [] }), ...(knights && { knights: [] }) },
        players: Array.from({ length: colors }, (_, seat) => ({ seat })),
        ...(knights && { merchant: null, barbarians: { position: 0, attacks: 0 } }),
    };
}

/** Members of a view that follow from others, or that say nothing about the position. */
const derived = ['game', 'seq', 'viewer', 'status', 'waiting_for', 'bank', 'decks', 'metropolises'];
const derivedOfPlayer = ['name', 'color', 'neutral', 'card_count', 'dev_count', 'progress_count', 'progress_backs', 'points', 'longest_road', 'supply', 'rates', ...addedFigures];

const leaving = <T extends object>(from: T, keys: string[]): T => Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key))) as T;

/** The base facts of a position, or of a view with all hands open. */
export function baseFacts(given: Position | View): Position {
    const { turn, ...rest } = leaving(given as Position, derived);
    const held = awards.filter((award) => rest[award]).map((award) => [award, { player: rest[award]?.player }]);
    return {
        ...rest,
        turn: leaving(turn, ['rolled']),
        players: rest.players.map((player) => leaving(player, derivedOfPlayer)),
        ...Object.fromEntries(held),
    };
}

/** The same position for another number of seats, or the other game. */
export function fitted(position: Position, seats: number, colors: number, knights: boolean): Position {
    const blank = emptyPosition({ hexes: [], vertices: [], edges: [], harbors: [] }, seats, colors, knights);
    const own = <P extends { player: number }>(list: P[] = []): P[] => list.filter(({ player }) => player < colors);
    const { merchant, barbarians, returned, largest_army: army, dev_removed: removed, longest_road: road, ...rest } = position;
    const { knights: men, ...pieces } = rest.pieces;
    const seatNow = (seat: number | null | undefined): number => Math.min(seat ?? 0, seats - 1);
    const cities = own(pieces.cities).map((city) => (knights ? city : { vertex: city.vertex, player: city.player }));
    const beside = awards.filter((award) => (position[award]?.player ?? 0) >= colors);
    return {
        ...leaving(rest, beside),
        first: position.first === null ? null : seatNow(position.first),
        turn: { ...leaving(rest.turn, ['pair']), player: seatNow(rest.turn.player) },
        pieces: { ...pieces, settlements: own(pieces.settlements), cities, roads: own(pieces.roads), ...(pieces.ships && { ships: own(pieces.ships) }), ...(knights && { knights: own(men) }) },
        players: blank.players.map((player) => playerFor(rest.players.find(({ seat }) => seat === player.seat) ?? player, knights, player.seat < seats)),
        ...(knights ? { merchant: merchant && merchant.player < seats ? merchant : null, barbarians: barbarians ?? { position: 0, attacks: 0 }, ...(returned && { returned }) } : { ...(removed && { dev_removed: removed }), ...(army && seatNow(army.player) === army.player && { largest_army: army }) }),
        ...(road && road.player < colors && { longest_road: road }),
    };
}

const knightFacts = ['progress_cards', 'vp_cards', 'improvements', 'defender_points'];
const baseGameFacts = ['dev_cards', 'new_dev_cards', 'knights_played', 'trade_tokens'];

function playerFor(player: PositionPlayer, knights: boolean, played: boolean): PositionPlayer {
    if (!played) return { seat: player.seat };
    const fit = leaving(player, knights ? baseGameFacts : knightFacts);
    if (knights || !fit.cards) return fit;
    const { cloth: _cloth, coin: _coin, paper: _paper, ...cards } = fit.cards;
    return { ...fit, cards };
}

/** The same pieces on an island of another shape: those that have lost their place are removed. */
export function moved(position: Position, from: Board, to: Board): Position {
    const vertexAt = new Map(to.vertices.map(({ id, x, y }) => [`${x},${y}`, id]));
    const edgeAt = new Map(to.edges.map(({ id, vertices }) => [vertices.join(), id]));
    const hexAt = new Map(to.hexes.map(({ id, q, r }) => [`${q},${r}`, id]));
    const vertex = (id: number): number | undefined => {
        const old = from.vertices[id];
        return old && vertexAt.get(`${old.x},${old.y}`);
    };
    const edge = (id: number): number | undefined => {
        const ends = (from.edges[id]?.vertices ?? []).map(vertex);
        return ends.includes(undefined) ? undefined : edgeAt.get([...(ends as number[])].sort((a, b) => a - b).join());
    };
    const hex = (id: number | null | undefined): number | undefined => {
        const old = id === null || id === undefined ? undefined : from.hexes[id];
        return old && hexAt.get(`${old.q},${old.r}`);
    };
    const carry = <P extends { vertex: number }>(list: P[] = []): P[] => list.flatMap((piece) => vertex(piece.vertex) === undefined ? [] : [{ ...piece, vertex: vertex(piece.vertex) as number }]);
    const carryAlong = <P extends { edge: number }>(list: P[] = []): P[] => list.flatMap((piece) => edge(piece.edge) === undefined ? [] : [{ ...piece, edge: edge(piece.edge) as number }]);
    const { pieces, merchant } = position;
    const stall = hex(merchant?.hex);
    return {
        ...position,
        ...(position.pirate !== undefined && { pirate: hex(position.pirate) ?? null }),
        ...(position.fleet !== undefined && { fleet: hex(position.fleet) ?? null }),
        robber: hex(position.robber) ?? to.hexes.find(({ terrain }) => terrain === 'desert')?.id ?? null,
        pieces: {
            settlements: carry(pieces.settlements),
            cities: carry(pieces.cities),
            roads: carryAlong(pieces.roads),
            ...(pieces.ships && { ships: carryAlong(pieces.ships) }),
            ...(pieces.knights && { knights: carry(pieces.knights) }),
        },
        ...(merchant !== undefined && { merchant: merchant && stall !== undefined ? { ...merchant, hex: stall } : null }),
    };
}
