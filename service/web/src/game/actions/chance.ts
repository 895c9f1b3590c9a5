// SPDX-License-Identifier: AGPL-3.0-or-later
// Which moves involve chance, and which cannot be taken back.
import { actsIn } from '../../lib/rules';
import type { GameState } from '../state/gameStore';
import type { HarborKind } from '../../types';
import type { Listed } from './fields';
import type { FreePiece } from './roads';

/** What has to be entered for a move at a real table: the dice, one die, one card, or several cards. */
export type ChancePart = 'dice' | 'die' | 'card' | 'cards';

export function partOf(action: Listed): ChancePart | null {
    const robs = action.victim !== null && action.victim !== undefined && action.take !== 'cloth';
    switch (action.type) {
        case 'roll': return 'dice';
        case 'buy_dev_card':
        case 'choose_progress_deck': return 'card';
        case 'attack_fortress': return 'die';
        case 'draw_victim':
        case 'move_robber':
        case 'move_pirate':
        case 'chase_robber': return robs ? 'card' : null;
        case 'play_dev_card': return action.card === 'knight' && robs ? 'card' : null;
        case 'forced_trade': return 'cards';
        case 'play_progress_card': return action.card === 'bishop' ? 'cards' : null;
        default: return null;
    }
}

/** Before the settlements: which harbors can be drawn after this one. */
export function nextHarbors({ board, view }: GameState, action: Listed): HarborKind[] {
    if (action.type !== 'place_harbor' || view.phase !== 'setup') return [];
    const gone = [...(view.harbors ?? []).map(({ kind }) => kind), ...view.waiting_for.flatMap((one) => ('harbor' in one ? [one.harbor] : []))];
    const count = (kind: HarborKind): number => gone.filter((other) => other === kind).length;
    return (Object.entries(board.harbor_pool ?? {}) as [HarborKind, number][]).filter(([kind, all]) => all > count(kind)).map(([kind]) => kind);
}

/** How many development cards the ships of an action reach: one, or two with Road Building. */
export function giftCards({ board, view }: GameState, { type, to, edge, pieces = [] }: Listed): number {
    const laid = [...(pieces as FreePiece[]), { kind: type.slice(-'ship'.length), edge: to ?? edge }];
    return laid.filter((piece) => piece.kind === 'ship' && view.gifts_left?.includes(piece.edge as number) && board.marks?.some((mark) => mark.gift === 'card' && mark.edge === piece.edge)).length;
}

/** Also considers the board: a ship that reaches a card, a harbor after which another is drawn. */
export const partIn = (state: GameState, action: Listed): ChancePart | null =>
    partOf(action) ?? (nextHarbors(state, action)[0] || giftCards(state, action) ? 'card' : null);

/** Why a move cannot be taken back. */
type Final = 'drawn' | 'shown' | 'turn' | 'trade' | 'answer';

const finals: Record<string, Final> = {
    harbor_offer: 'shown', give_commodity: 'answer', take_cards: 'answer', take_progress_card: 'answer', return_cards: 'answer',
    accept_trade: 'trade', confirm_trade: 'trade', end_turn: 'turn',
    choose_pillaged_city: 'answer', discard_progress_card: 'answer',
    'play_dev_card/monopoly': 'shown', 'play_progress_card/master_merchant': 'shown', 'play_progress_card/resource_monopoly': 'shown', 'play_progress_card/trade_monopoly': 'shown', 'play_progress_card/spy': 'shown', 'play_progress_card/wedding': 'shown',
};

export function finalOf(action: Listed): Final | null {
    return partOf(action) ? 'drawn' : (finals[`${action.type}/${String(action.card)}`] ?? finals[action.type] ?? null);
}

/** Forms whose own button is clear enough, and moves that lose nothing. */
const asksNever = new Set(['return_cards', 'choose_gold', 'take_cards', 'give_cards', 'discard', 'roll', 'buy_dev_card', 'confirm_trade']);
/** Nobody skips these on purpose: each gives a point. */
const points = new Set(['build_settlement', 'build_city']);

/** Whether accepting carries out the trade at once: if the player on turn accepts, or the offer goes to the first who
 * accepts. Any other acceptance only signals interest and can still be changed. */
function tradesAtOnce({ view, list }: GameState, action: Listed): boolean {
    return actsIn(view.turn) === list.player || view.offers.some(({ id, auto }) => id === action.offer && auto === true);
}

/** Whether to ask for confirmation, if the player wants that: when something is lost for good. Not at a table game,
 * where everything can be undone, not for routine moves (rolling, buying a card), and at the end of a turn only if a
 * building could still be built. */
export function asksFirst(state: GameState, action: Listed): boolean {
    if (state.game.mode === 'table' || finalOf(action) === null || asksNever.has(action.type)) return false;
    if (action.type === 'accept_trade') return tradesAtOnce(state, action);
    return action.type !== 'end_turn' || state.list.actions.some(({ type }) => points.has(type));
}
