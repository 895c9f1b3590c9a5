// SPDX-License-Identifier: AGPL-3.0-or-later
// The part of a game's state that chance depends on: hands, the deck, the progress stacks, whose turn it is. It follows
// from the record alone: hands from the gains and losses of each event.
import type { components } from '../../schema';
import type { Cards, DevCard, GameEvent, ProgressCard, Track } from '../../types';
import { harborKinds, kinds, terrains } from '../../vocabulary';

export type GameRecord = components['schemas']['Record'] & Required<Pick<components['schemas']['Record'], 'players'>>;

const deck: [DevCard, number][] = [['knight', 14], ['road_building', 2], ['year_of_plenty', 2], ['monopoly', 2], ['victory_point', 5]];
/** With five and six players there are more of each card except victory points, and a second player acts in each
 * turn. */
const largeDeck: [DevCard, number][] = [['knight', 20], ['road_building', 3], ['year_of_plenty', 3], ['monopoly', 3], ['victory_point', 5]];
const largePlayers = 5;
const pairDistance = 3;
/** With three players the Pirate Islands have no victory point cards (S-130). */
const withoutPoints = 3;
const stacks: Record<Track, [ProgressCard, number][]> = {
    science: [['alchemist', 2], ['crane', 2], ['engineer', 1], ['inventor', 2], ['irrigation', 2], ['medicine', 2], ['mining', 2], ['printer', 1], ['road_building', 2], ['smith', 2]],
    trade: [['commercial_harbor', 2], ['master_merchant', 2], ['merchant', 6], ['merchant_fleet', 2], ['resource_monopoly', 4], ['trade_monopoly', 2]],
    politics: [['bishop', 2], ['constitution', 1], ['deserter', 2], ['diplomat', 2], ['intrigue', 2], ['saboteur', 2], ['spy', 3], ['warlord', 2], ['wedding', 2]],
};
export const tracks = Object.keys(stacks) as Track[];
export const trackOf = (card: string): Track => tracks.find((track) => stacks[track].some(([name]) => name === card)) as Track;
/** In the order in which they are drawn. */
const drawnTerrains: string[] = terrains.filter((terrain) => terrain !== 'fog');
const tokens = ['2', '3', '4', '5', '6', '8', '9', '10', '11', '12'];
/** How many states an undo can go back. */
const keptStates = 64;

/** How many of each card are left, in the order of the kinds. */
type Pile = Map<string, number>;

export interface Table {
    hands: Cards[];
    dev: Pile;
    fresh: Record<Track, Pile>;
    /** The tiles and numbers that lie face down for hexes in fog. */
    tiles: Pile;
    numbers: Pile;
    /** Harbors still to be placed before the settlements, without the one in hand. */
    harbors: Pile;
    /** Returned cards, in the order in which they come back. */
    returned: Record<Track, ProgressCard[]>;
    /** The last player who rolled. */
    roller: number;
    /** Whose turn, or part of a turn, it is. */
    acts: number;
    turns: number;
    /** The sum of the previous roll in this turn, 0: none. */
    rolled: number;
    /** The next roll, if it has been chosen in advance. */
    preset: [number, number] | null;
    /** The number of draws so far. */
    draws: number;
}

export const total = (cards: Iterable<number>): number => [...cards].reduce((sum, count) => sum + count, 0);

/** The card at a position, when all are laid out in order. */
export function cardAt(pile: Iterable<[string, number]>, position: number): string {
    let left = position;
    for (const [card, count] of pile) {
        if (left < count) return card;
        left -= count;
    }
    return '';
}

export function take(pile: Pile, card: string, count = 1): void {
    pile.set(card, (pile.get(card) ?? 0) - count);
}

function applyEffects(table: Table, event: GameEvent): void {
    for (const { player, gain, lose } of event.effects) {
        const hand = (table.hands[player] ??= {});
        for (const kind of kinds) hand[kind] = (hand[kind] ?? 0) + (gain?.[kind] ?? 0) - (lose?.[kind] ?? 0);
    }
}

interface Position {
    players: { seat: number; cards?: Cards; dev_cards?: Record<string, number>; new_dev_cards?: Record<string, number>; knights_played?: number; progress_cards?: ProgressCard[]; vp_cards?: ProgressCard[] }[];
    turn?: { number: number; player: number; pair?: { player: number } | null; rolls?: { yellow: number; red: number }[]; preset_dice?: { yellow: number; red: number } | null };
    dev_removed?: Record<string, number>;
    hexes_revealed?: { terrain: string; number: number | null }[];
    returned?: Record<Track, ProgressCard[]>;
}

/** A game can begin from a position. */
function applyPosition(table: Table, position: Position): void {
    for (const player of position.players) {
        table.hands[player.seat] = { ...player.cards };
        for (const cards of [player.dev_cards, player.new_dev_cards]) for (const [card, count] of Object.entries(cards ?? {})) take(table.dev, card, count);
        take(table.dev, 'knight', player.knights_played ?? 0);
        for (const card of [...(player.progress_cards ?? []), ...(player.vp_cards ?? [])]) take(table.fresh[trackOf(card)], card);
    }
    for (const [card, count] of Object.entries(position.dev_removed ?? {})) take(table.dev, card, count);
    for (const track of tracks)
        for (const card of position.returned?.[track] ?? []) {
            take(table.fresh[track], card);
            table.returned[track].push(card);
        }
    for (const { terrain, number } of position.hexes_revealed ?? []) {
        take(table.tiles, terrain);
        if (number) take(table.numbers, String(number));
    }
    const before = position.turn?.rolls?.at(-1);
    table.turns = position.turn?.number ?? 1;
    table.roller = position.turn?.player ?? 0;
    table.acts = position.turn?.pair?.player ?? table.roller;
    table.rolled = before ? before.yellow + before.red : 0;
    const preset = position.turn?.preset_dice;
    table.preset = preset ? [preset.yellow, preset.red] : null;
}

const deckOf = ({ players, rules }: GameRecord): [DevCard, number][] =>
    (players.length < largePlayers ? deck : largeDeck).filter(([card]) => card !== 'victory_point' || rules.scenario !== 'pirate_islands' || players.length > withoutPoints);

export function tableOf(record: GameRecord): Table {
    const piles = (rows: [string, number][]): Pile => new Map(rows);
    const { fog, harbors = [] } = record.board as { fog?: { tiles?: Record<string, number>; numbers?: Record<string, number> }; harbors?: { side?: string; kind: string }[] };
    const unplaced = harbors.filter(({ side }) => side === undefined).map(({ kind }) => kind);
    const table: Table = {
        hands: record.players.map(() => ({})),
        dev: piles(deckOf(record)),
        fresh: { science: piles(stacks.science), trade: piles(stacks.trade), politics: piles(stacks.politics) },
        tiles: piles(drawnTerrains.map((terrain) => [terrain, fog?.tiles?.[terrain] ?? 0])),
        numbers: piles(tokens.map((token) => [token, fog?.numbers?.[token] ?? 0])),
        harbors: piles(harborKinds.map((kind) => [kind, unplaced.slice(1).filter((other) => other === kind).length])),
        returned: { science: [], trade: [], politics: [] },
        roller: 0, acts: 0, turns: 1, rolled: 0, preset: null, draws: 0,
    };
    if (record.position) applyPosition(table, record.position as unknown as Position);
    return table;
}

/** Puts a card under its stack after it was played or discarded. */
function applyReturned(table: Table, event: GameEvent): void {
    const under = (card: string): void => void table.returned[trackOf(card)].push(card as ProgressCard);
    const action = event.action as { type: string; card?: string } | null;
    if (action?.type === 'play_progress_card' && action.card) under(action.card);
    if (action?.type !== 'discard_progress_card' || !action.card) return;
    const answers = (event as { reveals?: { player: number; action: { card?: string } }[] }).reveals;
    const players = table.hands.length;
    const order = ({ player }: { player: number }): number => (player - table.roller + players) % players;
    // Out of turn, several players discard together, and their cards return together.
    if (answers) for (const answer of [...answers].sort((a, b) => order(a) - order(b))) under(answer.action.card ?? '');
    else if (event.player === table.acts) under(action.card);
}

function applyTurn(table: Table, event: GameEvent): void {
    const dice = event.outcome as { yellow?: number; red?: number } | null;
    const action = event.action as { type: string; card?: string; yellow?: number; red?: number } | null;
    if (action?.type === 'play_progress_card' && action.card === 'alchemist') table.preset = [action.yellow ?? 0, action.red ?? 0];
    if (event.type === 'roll' && event.player !== null && dice?.yellow && dice.red) {
        table.roller = table.acts = event.player;
        table.rolled = dice.yellow + dice.red;
        table.preset = null;
    } else if (event.type === 'end_turn' && event.player === table.roller) {
        table.turns++;
        if (table.hands.length >= largePlayers) table.acts = (table.roller + pairDistance) % table.hands.length;
        table.rolled = 0;
        table.preset = null;
    }
}

/** Keeps the table after each of the latest events, because an undo goes back to one of them. */
export class Course {
    #states = new Map<number, Table>();

    constructor(public table: Table) {
        this.#states.set(0, structuredClone(table));
    }

    /** Brings the table to the state after the event, except for what it drew, which was removed when it was
     * checked. */
    apply(event: GameEvent): void {
        const action = event.action as { type: string; to_seq?: number } | null;
        if (action?.type === 'undo' && action.to_seq !== undefined) {
            const then = this.#states.get(action.to_seq);
            if (then) this.table = structuredClone(then);
        } else {
            applyEffects(this.table, event);
            applyReturned(this.table, event);
            applyTurn(this.table, event);
        }
        this.#states.set(event.seq, structuredClone(this.table));
        this.#states.delete(event.seq - keptStates);
    }
}
