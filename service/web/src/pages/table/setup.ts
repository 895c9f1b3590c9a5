// SPDX-License-Identifier: AGPL-3.0-or-later
// A table game being set up: the choices so far, and the request made from them.
import { bodyOf, type Draft, startDraft, usualPoints, withGame, withPlayers } from '../newGame/draft';
import type { Options } from '../../types';
import { boardOf, type Island, islandOf } from '../../board/island';
import type { components } from '../../schema';
import type { Board, Place, Terrain, View } from '../../types';
import { beginnerIsland, beginnerLargeIsland, playsLarge } from './islands';
import { type Award, awards } from '../../vocabulary';
import { withSeaAround } from './paint';
import { baseFacts, emptyPosition, fitted, moved, type Position } from './position';

type Schemas = components['schemas'];
export type NewGame = Schemas['NewGame'];
type Rules = Schemas['Rules'];
type Spec = Schemas['BoardSpec'];
export type Neutral = NonNullable<Spec['neutral']>[number];

export const seatColors = ['red', 'blue', 'white', 'orange', 'green', 'brown'] as const;
const recordFormat = 'hexpost-record/1';

export interface Called {
    name: string;
    color: string;
}
export interface SetUp {
    /** The rules, and the number of players. */
    draft: Draft;
    called: Called[];
    island: Island;
    /** With two players: where the neutral settlements are. */
    neutral: Neutral[];
    /** Instead of the island: a random one from this seed, shown only once the game exists. */
    seed: string | null;
    /** Instead of the island: the map that is printed for the scenario, which the server knows. */
    printed?: boolean;
    first: number;
    /** null: the game starts from its beginning. */
    position: Position | null;
}

export const knightsIn = ({ draft }: SetUp): boolean => draft.game === 'cities_and_knights';
/** Whether it is played at sea. */
export const sailsIn = ({ draft }: SetUp): boolean => draft.scenario !== undefined;
export const seatsIn = ({ draft }: SetUp): number => draft.seats.length;
/** With two players there are two more colors on the board. */
export const colorsIn = (setUp: SetUp): number => (seatsIn(setUp) === 2 ? 4 : seatsIn(setUp));

/** The special cards of the game; those that no edition has are named after the option that adds them. */
export function awardsIn(setUp: SetUp): Award[] {
    const chosen: Partial<Record<string, string>> = setUp.draft.options;
    const has = (award: Award): boolean => award === 'longest_road' || (award === 'largest_army' ? !knightsIn(setUp) : chosen[award] === 'on');
    return awards.filter(has);
}

const blankNames = (): Called[] => seatColors.map((color) => ({ name: '', color }));
/** The usual places of the neutral settlements with two players. */
const usualNeutral: Neutral[] = [{ q: 0, r: 0, corner: 'N' }, { q: 0, r: 0, corner: 'S' }];

export function startSetUp(): SetUp {
    const draft = { ...startDraft('friends'), visibility: 'private' as const };
    return { draft, called: blankNames(), island: beginnerIsland, neutral: usualNeutral, seed: null, first: 0, position: null };
}

/** The initial island. */
export function firstIsland(setUp: SetUp): Island {
    const land = playsLarge(seatsIn(setUp)) ? beginnerLargeIsland : beginnerIsland;
    return sailsIn(setUp) ? withSeaAround(land) : land;
}

/** Changes the rules; a position is adapted as far as possible. */
export function withDraft(setUp: SetUp, draft: Draft): SetUp {
    const next = { ...setUp, draft };
    const same = seatsIn(next) === seatsIn(setUp) && knightsIn(next) === knightsIn(setUp);
    const first = Math.min(setUp.first, seatsIn(next) - 1);
    if (draft.scenario !== setUp.draft.scenario || playsLarge(seatsIn(next)) !== playsLarge(seatsIn(setUp))) return { ...withIsland(next, firstIsland(next)), printed: hasMap(draft), first, position: null };
    if (same || !setUp.position) return { ...next, first };
    return { ...next, first, position: fitted(setUp.position, seatsIn(next), colorsIn(next), knightsIn(next)) };
}

/** Whether the scenario has a printed map. */
const hasMap = ({ scenario }: Draft): boolean => scenario !== undefined && scenario !== 'custom';

const boards = new WeakMap<Island, Board>();

export function islandBoard(island: Island): Board {
    let board = boards.get(island);
    if (!board) boards.set(island, (board = boardOf(island)));
    return board;
}

/** Changes the island; harbors off its coast are removed, pieces stay where their places still exist. */
export function withIsland(setUp: SetUp, island: Island): SetUp {
    const position = setUp.position && moved(setUp.position, islandBoard(setUp.island), islandBoard(island));
    return { ...setUp, island, seed: null, position };
}

/** The neutral settlements of two players, with their places on the island. */
function neutralPieces(setUp: SetUp): { vertex: number; player: number }[] {
    if (seatsIn(setUp) !== 2) return [];
    const { vertices } = islandBoard(setUp.island);
    return setUp.neutral.flatMap(({ q, r, corner }, i) => {
        const vertex = vertices.find(({ x, y }) => x === 2 * q + r && y === 3 * r + (corner === 'N' ? -2 : 2));
        return vertex ? [{ vertex: vertex.id, player: seatsIn(setUp) + i }] : [];
    });
}

export function withPosition(setUp: SetUp, on: boolean): SetUp {
    if (!on) return { ...setUp, position: null };
    const position = emptyPosition(islandBoard(setUp.island), seatsIn(setUp), colorsIn(setUp), knightsIn(setUp), sailsIn(setUp));
    return { ...setUp, seed: null, position: { ...position, pieces: { ...position.pieces, settlements: neutralPieces(setUp) } } };
}

/** Those that have a place, and those that the players place. */
function harborsOf({ harbors }: Partial<Spec>): Pick<Island, 'harbors' | 'unplaced'> {
    const all = Array.isArray(harbors) ? harbors : [];
    const unplaced = all.filter(({ side }) => side === undefined).map(({ kind }) => kind);
    return { harbors: all.filter(({ side }) => side !== undefined) as Island['harbors'], ...(unplaced.length > 0 && { unplaced }) };
}

function specOf({ island, neutral, position, ...setUp }: SetUp): Spec {
    const desert = island.hexes.some(({ terrain }) => terrain === 'desert');
    return {
        hexes: island.hexes.map(({ number, ...hex }) => ({ ...hex, ...(number !== null && { number }) }) as Spec['hexes'][number]),
        harbors: [...island.harbors, ...(island.unplaced ?? []).map((kind) => ({ kind }))],
        ...(island.regions && Object.keys(island.regions).length > 0 && { regions: island.regions }),
        ...(island.marks && { marks: island.marks }),
        ...(island.pirate && { pirate: island.pirate }),
        ...(island.fog && island.hexes.some(({ terrain }) => terrain === 'fog') && { fog: island.fog }),
        ...(!desert && { robber: null }),
        ...(setUp.draft.seats.length === 2 && { neutral }),
    };
}

const named = (called: Called[]): boolean => called.some(({ name, color }, seat) => name.trim() !== '' || color !== seatColors[seat]);

/** The only event so far of a game from its beginning. */
function startEvent(first: number): Schemas['Event'] {
    return { seq: 1, player: null, type: 'start', rolls: [], first, effects: [], at: new Date().toISOString(), by: 'engine' } as never;
}

/** Names and colors of seats can only be sent in a record; one without moves is used for that. */
export function requestOf(setUp: SetUp): NewGame {
    const { draft, called, position, first } = setUp;
    const { rules, board: layout } = bodyOf({ ...draft, layout: setUp.printed ? 'beginner' : 'random', seed: setUp.seed ?? '' });
    const laidOut = setUp.printed === true || setUp.seed !== null;
    const board = laidOut ? layout : specOf(setUp);
    const common = { mode: 'table' as const, visibility: draft.visibility, ...(draft.name.trim() && { name: draft.name.trim() }) };
    const shown = called.slice(0, colorsIn(setUp));
    if (laidOut || !named(shown)) return { ...common, rules, board, ...(position ? { position } : { first }) } as NewGame;
    const players = shown.map(({ name, color }) => ({ name: name.trim() === '' ? null : name.trim(), color }));
    const record = { format: recordFormat, rules, board, players, ...(position ? { position, events: [] } : { first, events: [startEvent(first)] }) };
    return { ...common, record } as NewGame;
}

/** A pointer of the server's, without the record around it. */
export const plainPointer = (pointer: string): string => pointer.replace(/^\/record(?=\/)/, '');

/** The place on the board of a fault. */
export function placeOfFault(pointer: string, position: Position | null): Place | null {
    const [, list, index] = /^\/position\/pieces\/(\w+)\/(\d+)/.exec(pointer) ?? [];
    const piece = list && (position?.pieces[list as keyof Position['pieces']] ?? [])[Number(index)];
    if (!piece) return pointer.startsWith('/position/robber') && typeof position?.robber === 'number' ? { kind: 'hex', id: position.robber } : null;
    return 'edge' in piece ? { kind: 'edge', id: piece.edge } : { kind: 'vertex', id: piece.vertex };
}

// ---- from documents

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isRecord = (value: unknown): boolean => isObject(value) && value['format'] === recordFormat;

function draftFrom(draft: Draft, rules: Partial<Rules>): Draft {
    const sized = withPlayers(withGame(draft, rules.game ?? draft.game), rules.players ?? draft.seats.length);
    return {
        ...sized,
        points: rules.victory_points === usualPoints[sized.game] ? null : (rules.victory_points ?? null),
        combined: rules.combined_phases ?? true,
        edition: rules.edition ?? sized.edition,
        variants: rules.variants ?? [],
        options: (rules.options ?? {}) as Options,
        ...(rules.scenario !== undefined && { scenario: rules.scenario }),
    };
}

/** A set-up from a game as it is, or was. */
export function fromGame(setUp: SetUp, game: Schemas['Game'], board: Board, view: View): SetUp {
    const { numbers, ...rest } = baseFacts(view);
    const at = numbers as Record<string, number> | undefined;
    const hexes = board.hexes.map((hex) => ({ ...hex, number: at?.[hex.id] ?? hex.number }));
    const called = view.players.map(({ name, color }) => ({ name: name ?? '', color }));
    const blank = blankNames();
    return {
        ...setUp,
        draft: { ...draftFrom(setUp.draft, game.rules as Partial<Rules>), name: '' },
        called: blank.map((one, seat) => called[seat] ?? one),
        island: islandOf({ ...board, hexes: hexes as Board['hexes'] }),
        seed: null,
        printed: false,
        first: view.first ?? 0,
        position: rest,
    };
}

/** A saved set-up, in the form of the request. A bare position or view only replaces the position. Null: it is
 * neither. */
export function fromDocument(setUp: SetUp, value: unknown): SetUp | null {
    if (!isObject(value)) return null;
    if (isObject(value['pieces']) && isObject(value['turn']) && Array.isArray(value['players'])) return { ...setUp, position: baseFacts(value as unknown as Position) };
    const body = (isRecord(value['record']) ? { ...value, ...(value['record'] as object) } : value) as NewGame & { players?: { name: string | null; color: string }[] };
    if (!isObject(body.rules)) return null;
    const board = body.board as (Partial<Spec> & { layout?: string; seed?: string }) | undefined;
    const island = board?.hexes && {
        hexes: board.hexes.map(({ number, terrain, ...at }) => ({ ...at, terrain: terrain as Terrain, number: number ?? null })),
        ...harborsOf(board),
        ...(board.regions && { regions: board.regions }),
        ...(board.marks && { marks: board.marks }),
        ...(board.pirate && { pirate: board.pirate }),
        ...(board.fog && { fog: board.fog }),
    };
    const blank = blankNames();
    return {
        ...setUp,
        draft: { ...draftFrom(setUp.draft, body.rules as Partial<Rules>), name: body.name ?? '', visibility: body.visibility ?? 'private' },
        called: blank.map((one, seat) => ({ ...one, ...(body.players?.[seat] && { name: body.players[seat].name ?? '', color: body.players[seat].color }) })),
        island: island ?? setUp.island,
        neutral: board?.neutral ?? setUp.neutral,
        printed: false,
        seed: board?.layout === 'random' ? (board.seed ?? '') : null,
        first: body.first ?? 0,
        position: body.position ? baseFacts(body.position) : null,
    };
}
