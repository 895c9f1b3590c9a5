// SPDX-License-Identifier: AGPL-3.0-or-later
// The guide as data: what it says, when, and where it points. A lesson is a list of notes; the first one that applies
// now and has not been learned is shown.
import { cardCount, commodities } from '../../lib/kinds';
import { actsIn } from '../../lib/rules';
import type { Texts } from '../../texts';
import { planOf } from '../../board/geometry';
import { numbersOf } from '../../board/pieces';
import type { Board, Cards, Decision, GameKind, View } from '../../types';
import { decisionOf, mover, offersTo, playerOf, startsOf } from '../actions/asked';
import { knightsOf, safeCards, shipsLeft } from '../actions/knights';
import { shipsOf } from '../actions/roads';
import { ownSeat } from '../state/context';
import type { GameState } from '../state/gameStore';

export type NoteId = keyof Texts['learning']['coach']['notes'];

/** What a note can depend on. */
export interface Moment {
    game: GameKind;
    /** The reader's pending decision. */
    decision: Decision['decision'] | null;
    /** The step of the reader's turn; null: it is another player's turn. */
    step: View['turn']['step'] | null;
    /** The latest roll of this turn. */
    sum: number | null;
    turn: number;
    settlements: number;
    knights: number;
    cards: Cards;
    /** How many cards are safe from a seven. */
    safe: number;
    progress: number;
    /** A harbor makes trading with the bank cheaper. */
    harbor: boolean;
    offered: boolean;
    /** Steps until the barbarians attack. */
    ships: number;
    /** The reader's ships, at sea. */
    fleet: number;
    /** Islands give extra points. */
    islands: boolean;
    /** There is a pirate: it can be moved instead of the robber, or takes its place. */
    pirate: boolean;
    /** The robber keeps a hex from producing for the reader. */
    robbed: boolean;
    /** The pirate is next to a ship of the reader's. */
    pirated: boolean;
    /** Types of actions that can be begun. */
    can: ReadonlySet<string>;
}

export interface Note {
    id: NoteId;
    when: (now: Moment) => boolean;
    /** A selector of what it points at. */
    anchor: string;
    /** When it counts as learned; default: as soon as it no longer applies. */
    until?: (now: Moment) => boolean;
    /** Also shows good places. */
    hints?: true;
    /** Also says how explanations are opened. */
    pointing?: true;
    /** Also says what wins the game. */
    goal?: true;
}

/** Whether one of the CORNERS touches the hex with the id HEX. */
function touches(board: Board, hex: number | null | undefined, corners: ReadonlySet<number>): boolean {
    const found = board.hexes.find(({ id }) => id === hex);
    return found !== undefined && board.vertices.some(({ id, hexes }) => corners.has(id) && hexes.some(([q, r]) => q === found.q && r === found.r));
}

/** Whether the robber blocks a hex that would produce for SEAT. */
function isRobbed({ board, view }: GameState, seat: number): boolean {
    const { settlements = [], cities = [] } = view.pieces;
    const own = new Set([...settlements, ...cities].filter(({ player }) => player === seat).map(({ vertex }) => vertex));
    return view.robber !== null && numbersOf(planOf(board), view).has(view.robber) && touches(board, view.robber, own);
}

/** Whether the pirate is next to one of the paths EDGES. */
function isPirated({ board, view }: GameState, edges: ReadonlySet<number>): boolean {
    return board.edges.some(({ id, vertices }) => edges.has(id) && vertices.every((vertex) => touches(board, view.pirate, new Set([vertex]))));
}

/** The current moment for the reader; null: they do not play, or not now. */
export function momentOf(state: GameState): Moment | null {
    const { game, view } = state;
    const seat = ownSeat(state);
    const own = playerOf(state, seat);
    if (seat === null || !own || seat !== mover(state) || view.status !== 'active' || game.mode !== 'play') return null;
    const roll = view.turn.rolls.at(-1);
    const decision = decisionOf(state)?.decision ?? null;
    const lines = new Set(shipsOf(view).filter(({ player }) => player === seat).map(({ edge }) => edge));
    return {
        game: game.rules.game,
        decision,
        step: view.phase === 'play' && actsIn(view.turn) === seat ? view.turn.step : null,
        sum: roll ? roll.yellow + roll.red : null,
        turn: view.turn.number,
        settlements: (view.pieces.settlements ?? []).filter(({ player }) => player === seat).length,
        knights: knightsOf(view, seat).length,
        cards: own.cards ?? {},
        safe: safeCards(view, seat),
        progress: (own.progress_cards ?? []).length,
        harbor: Object.values(own.rates).some((rate) => rate < 4),
        offered: offersTo(state).length > 0,
        ships: shipsLeft(view),
        fleet: lines.size,
        islands: own.island_points !== undefined,
        pirate: view.pirate !== undefined,
        robbed: isRobbed(state, seat),
        pirated: isPirated(state, lines),
        can: new Set(startsOf(state).map(({ type }) => type)),
    };
}

const part = (name: string): string => `[data-part=${name}]`;
/** The button of an action, or what replaces it while it cannot be used. */
export const action = (...types: string[]): string => types.map((type) => `${part('actions')} [data-do=${type}]`).join();
const trades = ['offer_trade', 'maritime_trade'];
/** Whichever of the two opens the trade tray: for players, or for the bank. */
const trade = action(...trades);
/** What begins a move of this type. */
export const beginsAt = (type: string): string => (trades.includes(type) ? trade : action(type));
/** The whole board: what is lit on it needs no frame. */
export const board = part('frame');

const acts = ({ decision, step }: Moment): boolean => decision === 'turn' && step === 'actions';
const builds = ['build_settlement', 'build_road'];
const buys = ['build_city', 'build_settlement', 'build_road', 'buy_dev_card', 'build_knight', 'improve_city', 'build_city_wall', 'build_ship'];
const canAny = ({ can }: Moment, types: string[]): boolean => types.some((type) => can.has(type));
const knights = ({ game }: Moment): boolean => game === 'cities_and_knights';

const setUp: Note[] = [
    { id: 'settle', when: ({ decision, settlements }) => decision === 'setup_settlement' && settlements === 0, anchor: board, hints: true, goal: true },
    { id: 'seaRoad', when: ({ decision, can }) => decision === 'setup_road' && can.has('build_ship'), anchor: board, pointing: true },
    { id: 'road', when: ({ decision, can }) => decision === 'setup_road' && !can.has('build_ship'), anchor: board, pointing: true },
    { id: 'second', when: ({ decision, settlements }) => decision === 'setup_settlement' && settlements > 0, anchor: board, hints: true },
];

const urgent: Note[] = [
    { id: 'offer', when: ({ offered }) => offered, anchor: part('sheet') },
    { id: 'discard', when: ({ decision }) => decision === 'discard', anchor: part('sheet') },
    { id: 'seaPirate', when: ({ decision, pirate }) => decision === 'move_robber' && pirate, anchor: board },
    { id: 'robber', when: ({ decision, pirate }) => decision === 'move_robber' && !pirate, anchor: board },
    { id: 'seaGold', when: ({ decision }) => decision === 'choose_gold', anchor: part('sheet') },
    { id: 'many', when: (now) => acts(now) && cardCount(now.cards) > now.safe, anchor: part('hand') },
    { id: 'roll', when: ({ decision, step }) => decision === 'turn' && step === 'before_roll', anchor: action('roll') },
    { id: 'robbed', when: (now) => acts(now) && now.robbed, anchor: board },
    { id: 'seaPirated', when: (now) => acts(now) && now.pirated, anchor: board },
];

/** A reader who comes from the first lesson knows how to settle, but not what to settle for here. */
const knightsSetUp: Note[] = [
    { id: 'ckSettle', when: ({ decision, settlements }) => decision === 'setup_settlement' && settlements === 0, anchor: board, hints: true, goal: true },
    { id: 'ckCity', when: ({ decision }) => decision === 'setup_city', anchor: board, hints: true },
];

const knightsNotes: Note[] = [
    { id: 'ckEvent', when: (now) => knights(now) && acts(now), anchor: part('ship') },
    { id: 'ckBarbarians', when: (now) => knights(now) && acts(now) && now.ships <= 3, anchor: part('ship') },
    { id: 'ckProgress', when: (now) => acts(now) && now.progress > 0, anchor: '[data-sheet=cards]' },
    { id: 'ckImprove', when: (now) => acts(now) && now.can.has('improve_city'), anchor: '[data-sheet=improve]' },
    { id: 'ckCommodities', when: (now) => acts(now) && commodities.some((kind) => now.cards[kind]), anchor: part('hand') },
    { id: 'ckActivate', when: (now) => acts(now) && now.can.has('activate_knight'), anchor: '[data-sheet=knights]' },
    { id: 'ckKnight', when: (now) => acts(now) && now.can.has('build_knight'), until: (now) => now.knights > 0, anchor: action('build_knight') },
    { id: 'ckWall', when: (now) => acts(now) && now.can.has('build_city_wall'), anchor: action('build_city_wall') },
];

/** What ships are for, and where they lead. */
const seaNotes: Note[] = [
    { id: 'seaShip', when: (now) => acts(now) && now.can.has('build_ship'), anchor: action('build_ship') },
    { id: 'seaIsland', when: (now) => acts(now) && now.islands && now.fleet > 0, anchor: board },
];

const turns: Note[] = [
    { id: 'income', when: (now) => acts(now) && now.sum !== 7 && cardCount(now.cards) > 0, anchor: part('hand') },
    { id: 'city', when: (now) => acts(now) && now.can.has('build_city'), anchor: action('build_city') },
    { id: 'build', when: (now) => acts(now) && canAny(now, builds), anchor: action(...builds) },
    { id: 'dev', when: (now) => acts(now) && now.can.has('buy_dev_card'), anchor: action('buy_dev_card') },
    { id: 'costs', when: (now) => acts(now) && !canAny(now, buys), anchor: '[data-lacking=build_settlement]' },
    { id: 'harbor', when: (now) => acts(now) && now.harbor, anchor: trade },
    { id: 'bank', when: (now) => acts(now) && !now.harbor && now.can.has('maritime_trade'), anchor: trade },
    { id: 'trade', when: (now) => acts(now) && now.can.has('offer_trade') && now.turn > 3, anchor: trade },
    { id: 'end', when: (now) => acts(now) && now.can.has('end_turn') && !canAny(now, buys), anchor: action('end_turn') },
];

/** The first lesson, and the second, which puts what is new in Cities & Knights before the rest. Both contain the notes
 * for the sea, which only apply there. */
export const lessons: Record<GameKind, Note[]> = {
    base: [...setUp, ...urgent, ...seaNotes, ...turns],
    cities_and_knights: [...knightsSetUp, ...setUp, ...urgent, ...knightsNotes, ...seaNotes, ...turns],
};

/** Whether the reader has learned all that a lesson can say in a game on land, or AT SEA. */
export const isOver = (game: GameKind, atSea: boolean, learned: string[]): boolean => lessons[game].every(({ id }) => learned.includes(id) || (!atSea && id.startsWith('sea')));

/** The note to show now. */
export const noteFor = (now: Moment, learned: string[]): Note | null => lessons[now.game].find(({ id, when }) => !learned.includes(id) && when(now)) ?? null;

/** Whether a shown note is learned: its end has come, or it no longer applies. */
export const isLearned = ({ when, until }: Note, now: Moment): boolean => (until ? until(now) : !when(now));
