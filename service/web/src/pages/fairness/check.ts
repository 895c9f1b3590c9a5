// SPDX-License-Identifier: AGPL-3.0-or-later
// Repeats a game's draws from its record and the published seeds. It does not check whether moves are legal: `hexpost
// verify` does both.
import type { Cards, GameEvent, Kind, ProgressCard, Track } from '../../types';
import { commitmentOf, type Draw, drawsOf, playKey, startKey } from '../../lib/draws';
import { tracks } from '../../lib/rules';
import { type Island, islandOf, sameIsland } from './island';
import { cardAt, Course, type GameRecord, type Table, tableOf, take, total, trackOf } from './table';
import { kinds } from '../../vocabulary';

/** One event that involved chance. */
export interface Step {
    seq: number;
    type: string;
    player: number | null;
    /** The outcome in the record. */
    outcome: unknown;
    /** drawn: the outcome follows from the seeds; told: a person entered it; wrong: it does not follow from the
     * seeds. */
    verdict: 'drawn' | 'told' | 'wrong';
}

export type Fault = 'commitment' | 'client' | 'board' | 'draw' | 'told' | 'hands';

export interface Verdict {
    /** The first fault; null: there is none. */
    fault: { what: Fault; seq: number | null; seat: number | null } | null;
    drawn: number;
    told: number;
    /** Whether the board was made from a seed. */
    board: boolean;
    clients: number;
}

const dieSides = 6;
const shipSides = 3;
const rerollMax = 8;
const startRoundMax = 4;
const forcedCards = 2;
const easyTurns = 2;
const seven = 7;

type Pair = [number, number];
interface Chance {
    chance?: 'drawn' | 'given';
    drawn?: string[];
}
type Rolled = { yellow: number; red: number; event?: string; rerolled?: Pair[]; draws?: { player: number; card: ProgressCard }[]; lost?: Lost[] };
/** What the fleet took from a player. */
interface Lost {
    player: number;
    cards: Kind[];
}
/** What a piece reached. */
interface Found {
    reveals?: { terrain: string; number: number | null }[];
    card?: string;
    second?: string;
}
/** Drawn before all players have revealed their seeds. */
const early = new Set(['start', 'place_harbor']);
const finds = new Set(['build_ship', 'move_ship', 'build_road', 'road_building']);
type Acted = { type: string; card?: string; victim?: number | null; track?: Track };

/** Makes the draws in order, and counts them in the table. */
class Drawing {
    constructor(
        readonly draw: Draw,
        readonly table: Table,
    ) {}
    below(bound: number): number {
        return this.draw(this.table.draws++, bound);
    }
    pair(): Pair {
        return [1 + this.below(dieSides), 1 + this.below(dieSides)];
    }
}

const sum = ([yellow, red]: Pair): number => yellow + red;
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const inHand = (hand: Cards): [string, number][] => kinds.map((kind) => [kind, hand[kind] ?? 0]);
const held = (hand: Cards): number => total(inHand(hand).map(([, count]) => count));

// ---- the first turn ----

interface StartRoll {
    seat: number;
    yellow: number;
    red: number;
}

function drawStart(drawing: Drawing, players: number): { rolls: StartRoll[]; first: number; lot: boolean } {
    const rolls: StartRoll[] = [];
    let tied = Array.from({ length: players }, (_, seat) => seat);
    for (let round = 0; round < startRoundMax && tied.length > 1; round++) {
        const thrown = tied.map((seat) => ({ seat, pair: drawing.pair() }));
        for (const { seat, pair } of thrown) rolls.push({ seat, yellow: pair[0], red: pair[1] });
        const most = Math.max(...thrown.map(({ pair }) => sum(pair)));
        tied = thrown.filter(({ pair }) => sum(pair) === most).map(({ seat }) => seat);
    }
    const lot = tied.length > 1;
    const first = tied[lot ? drawing.below(tied.length) : 0] ?? 0;
    return { rolls, first, lot };
}

function checkStart(drawing: Drawing, event: GameEvent, players: number): boolean {
    const told = event as unknown as { rolls: StartRoll[]; first: number; lot?: boolean };
    const again = drawStart(drawing, players);
    return same(again.rolls.map(({ seat, yellow, red }) => [seat, yellow, red]), told.rolls.map(({ seat, yellow, red }) => [seat, yellow, red])) && again.first === told.first && again.lot === (told.lot ?? false);
}

// ---- rolls ----

/** The sum that is not allowed for a roll, 0: any is. */
function forbiddenSum(table: Table, { rules }: GameRecord): number {
    const variants = (rules as { variants?: string[] }).variants ?? [];
    return variants.includes('easy_start') && table.turns <= easyTurns * rules.players ? seven : table.rolled;
}

function drawDice(drawing: Drawing, forbidden: number): { dice: Pair; rerolled: Pair[] } {
    const rerolled: Pair[] = [];
    for (;;) {
        if (rerolled.length === rerollMax) {
            const allowed = Array.from({ length: dieSides * dieSides }, (_, i): Pair => [1 + Math.floor(i / dieSides), 1 + (i % dieSides)]).filter((pair) => sum(pair) !== forbidden);
            return { dice: allowed[drawing.below(allowed.length)] as Pair, rerolled };
        }
        const dice = drawing.pair();
        if (sum(dice) !== forbidden) return { dice, rerolled };
        rerolled.push(dice);
    }
}

function drawFace(drawing: Drawing): string {
    const side = drawing.below(dieSides);
    return side < shipSides ? 'ship' : (tracks[side - shipSides] as string);
}

/** The next card of a stack: a fresh one, or, once these are used up, the one returned first. */
function drawProgress(drawing: Drawing, track: Track): string {
    const { fresh, returned } = drawing.table;
    const left = total(fresh[track].values());
    const position = drawing.below(left || 1);
    return left > 0 ? cardAt(fresh[track], position) : (returned[track][0] ?? '');
}

/** A card has left its stack, drawn or entered. */
function takeProgress(table: Table, card: string): void {
    const track = trackOf(card);
    if (total(table.fresh[track].values()) > 0) take(table.fresh[track], card);
    else table.returned[track].shift();
}

function checkRoll(drawing: Drawing, event: GameEvent, record: GameRecord, part: (name: string) => boolean): boolean {
    const { table } = drawing;
    const outcome = event.outcome as unknown as Rolled;
    const { preset } = table;
    let good = true;
    if (preset) good = outcome.yellow === preset[0] && outcome.red === preset[1];
    else if (part('yellow')) good = same(drawDice(drawing, forbiddenSum(table, record)), { dice: [outcome.yellow, outcome.red], rerolled: outcome.rerolled ?? [] });
    if (outcome.event !== undefined && part('event')) good = drawFace(drawing) === outcome.event && good;
    const players = record.players.length;
    const order = ({ player }: { player: number }): number => (player - (event.player ?? 0) + players) % players;
    for (const { card } of [...(outcome.draws ?? [])].sort((a, b) => order(a) - order(b))) {
        if (part('draws')) good = drawProgress(drawing, trackOf(card)) === card && good;
        takeProgress(table, card);
    }
    for (const { player, cards } of [...(outcome.lost ?? [])].sort((a, b) => order(a) - order(b)))
        if (part('lost')) good = same(drawSeveral(drawing, table.hands[player] ?? {}, cards.length), [...cards].sort()) && good;
    return good;
}

// ---- cards ----

const drawFromHand = (drawing: Drawing, hand: Cards): string => cardAt(inHand(hand), drawing.below(Math.max(held(hand), 1)));

/** Draws COUNT cards from a hand, or all it has; sorted, because the record does not say in which order they were
 * drawn. */
function drawSeveral(drawing: Drawing, from: Cards, count: number): Kind[] {
    const hand = { ...from };
    const drawn: Kind[] = [];
    while (drawn.length < count && held(hand) > 0) {
        const kind = drawFromHand(drawing, hand) as Kind;
        hand[kind] = (hand[kind] ?? 0) - 1;
        drawn.push(kind);
    }
    return drawn.sort();
}

/** Draws the next item of a pile. */
const drawFrom = (drawing: Drawing, pile: Map<string, number>): string => cardAt(pile, drawing.below(Math.max(total(pile.values()), 1)));

function checkDev(drawing: Drawing, card: string, drawn: boolean): boolean {
    const good = !drawn || drawFrom(drawing, drawing.table.dev) === card;
    take(drawing.table.dev, card);
    return good;
}

/** The harbor that the next player places. */
function checkHarbor(drawing: Drawing, harbor: string, drawn: boolean): boolean {
    const good = !drawn || drawFrom(drawing, drawing.table.harbors) === harbor;
    take(drawing.table.harbors, harbor);
    return good;
}

/** What ships and roads reach at sea: hexes in fog first, then gifts of cards. */
function checkFound(drawing: Drawing, { reveals = [], card, second }: Found, drawn: (name: string) => boolean): boolean {
    const { tiles, numbers } = drawing.table;
    let good = true;
    for (const { terrain, number } of reveals) {
        if (drawn('draws')) good = drawFrom(drawing, tiles) === terrain && (number === null || drawFrom(drawing, numbers) === String(number)) && good;
        take(tiles, terrain);
        if (number !== null) take(numbers, String(number));
    }
    for (const found of [card, second]) if (found !== undefined) good = checkDev(drawing, found, drawn('card')) && good;
    return good;
}

function checkCard(drawing: Drawing, event: GameEvent, drawn: boolean): boolean {
    const { table } = drawing;
    const action = event.action as Acted;
    const { card } = event.outcome as unknown as { card: string };
    if (action.type === 'buy_dev_card') return checkDev(drawing, card, drawn);
    if (action.type === 'choose_progress_deck') {
        const good = !drawn || drawProgress(drawing, trackOf(card)) === card;
        takeProgress(table, card);
        return good;
    }
    return !drawn || drawFromHand(drawing, table.hands[action.victim ?? -1] ?? {}) === card;
}

/** One card from each player whom the Bishop affects, or several from one other player. */
function checkCards(drawing: Drawing, event: GameEvent, drawn: boolean): boolean {
    const { cards } = event.outcome as unknown as { cards: ({ player: number; card: Kind } | Kind)[] };
    if (!drawn) return true;
    if ((event.action as Acted).type === 'forced_trade') return same(drawSeveral(drawing, drawing.table.hands[1 - (event.player ?? 0)] ?? {}, forcedCards), [...cards].sort());
    const taken = cards as { player: number; card: Kind }[];
    return [...taken].sort((a, b) => a.player - b.player).map(({ player, card }) => drawFromHand(drawing, drawing.table.hands[player] ?? {}) === card).every(Boolean);
}

function checkEvent(drawing: Drawing, event: GameEvent, record: GameRecord): boolean {
    const { chance, drawn } = event as Chance;
    const part = (name: string): boolean => chance === 'drawn' && (drawn === undefined || drawn.includes(`/outcome/${name}`));
    if (event.type === 'start') return chance !== 'drawn' || checkStart(drawing, event, record.players.length);
    if (event.type === 'roll') return checkRoll(drawing, event, record, part);
    const outcome = event.outcome as (Found & { cards?: unknown[]; harbor?: string; die?: number }) | null;
    if (outcome?.die !== undefined) return !part('die') || 1 + drawing.below(dieSides) === outcome.die;
    if (outcome?.harbor !== undefined) return checkHarbor(drawing, outcome.harbor, part('harbor'));
    if (outcome && finds.has(event.type === 'play_dev_card' ? String((event.action as Acted).card) : event.type)) return checkFound(drawing, outcome, part);
    if (outcome?.card !== undefined) return checkCard(drawing, event, part('card'));
    if (outcome?.cards !== undefined) return checkCards(drawing, event, part('draws'));
    return true;
}

// ---- the whole record ----

function checkSeeds(record: GameRecord): Verdict['fault'] {
    const { fairness } = record;
    const server = fairness?.server_seed;
    if (!fairness || !server || commitmentOf(server) !== fairness.commitment) return { what: 'commitment', seq: null, seat: null };
    for (const [seat] of record.players.entries()) {
        const commitment = fairness.client_commitments?.[seat] ?? null;
        const seed = fairness.client_seeds[seat] ?? null;
        // If a bot made a player's first move, there is no seed from them.
        const inPerson = record.events.find(({ type, player }) => type === 'build_settlement' && player === seat)?.by === 'player';
        if (seed === null ? commitment !== null && inPerson : commitment === null || commitmentOf(seed) !== commitment) return { what: 'client', seq: null, seat };
    }
    return null;
}

function checkBoard(record: GameRecord): Verdict['fault'] {
    const board = record.fairness?.board;
    if (!board || record.rules.scenario) return null; // only `hexpost verify` can check scenarios: the page has no copy of their printed maps
    return sameIsland(islandOf(board.seed, board.numbers, record.rules.players), record.board as unknown as Island) ? null : { what: 'board', seq: null, seat: null };
}

/** At the end all hands are revealed: they must match the hands that follow from the events. */
function handsAgree(table: Table, event: GameEvent): boolean {
    const shown = (event as unknown as { players?: { seat: number; cards: Cards }[] }).players ?? [];
    return shown.every(({ seat, cards }) => kinds.every((kind) => (table.hands[seat]?.[kind] ?? 0) === (cards[kind] ?? 0)));
}

const possible = (table: Table): boolean => table.hands.every((hand) => kinds.every((kind) => (hand[kind] ?? 0) >= 0));

/** Checks a record with published seeds and yields each step. Ends at the first fault. */
export function* checkRecord(record: GameRecord): Generator<Step, Verdict> {
    const verdict: Verdict = { fault: checkSeeds(record) ?? checkBoard(record), drawn: 0, told: 0, board: Boolean(record.fairness?.board && !record.rules.scenario), clients: record.fairness?.client_seeds.filter((seed) => seed !== null).length ?? 0 };
    if (verdict.fault) return verdict;
    const server = record.fairness?.server_seed ?? '';
    const clients = record.players.map((_, seat) => record.fairness?.client_seeds[seat] ?? null);
    const [start, play] = [drawsOf(startKey(server, record.players.length)), drawsOf(playKey(server, clients))];
    const course = new Course(tableOf(record));
    for (const event of record.events) {
        const good = checkEvent(new Drawing(early.has(event.type) ? start : play, course.table), event, record);
        course.apply(event);
        const { chance, drawn } = event as Chance;
        const fault = (what: Fault): Verdict['fault'] => ({ what, seq: event.seq, seat: event.player });
        if (!good) verdict.fault = fault('draw');
        else if (!possible(course.table) || (event.type === 'reveal' && !handsAgree(course.table, event))) verdict.fault = fault('hands');
        else if ((chance === 'given' || (chance === 'drawn' && drawn)) && record.fairness?.mode === 'play') verdict.fault = fault('told');
        if (chance) {
            const how = verdict.fault ? 'wrong' : chance === 'drawn' ? 'drawn' : 'told';
            if (how !== 'wrong') verdict[how]++;
            yield { seq: event.seq, type: event.type, player: event.player, outcome: event.outcome ?? event, verdict: how };
        }
        if (verdict.fault) return verdict;
    }
    return verdict;
}
