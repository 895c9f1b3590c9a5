// SPDX-License-Identifier: AGPL-3.0-or-later
// Sums up the other players' turns in one line: what each of them rolled, built, traded and took since the reader's own
// turn, and what the reader got.
import { cardName } from '../../lib/cardName';
import { addCards, cardCount } from '../../lib/kinds';
import { piecesText } from '../../lib/piecesText';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { Cards, GameEvent, Track } from '../../types';
import { cardsText } from '../../lib/cardsText';
import { type Award, awards } from '../../vocabulary';
import { type PhraseContext, who } from './phrase';

/** What happened to one player, in a few words each. */
export interface Doings {
    seat: number;
    parts: string[];
}

interface Facts {
    type: GameEvent['type'];
    player: number | null;
    action?: { victim?: number | null; card?: string; track?: Track } | null;
    outcome?: { yellow: number; red: number } | null;
    effects?: { player: number; gain?: Cards; lose?: Cards }[];
    changes?: Partial<Record<Award, number | null>> & { barbarians?: { position: number } };
}

const pieceOf: Partial<Record<GameEvent['type'], string>> = { build_road: 'road', build_settlement: 'settlement', build_city: 'city', build_city_wall: 'wall', build_knight: 'basic_knight' };
const robs: GameEvent['type'][] = ['move_robber', 'chase_robber', 'play_dev_card'];
const trades: GameEvent['type'][] = ['accept_trade', 'confirm_trade', 'give_commodity'];

/** What an event adds to the summary of the player who acted, apart from pieces. */
function partsOf({ type, player, action, outcome, effects = [], changes = {} }: Facts, told: PhraseContext): string[] {
    const t = texts().log.since;
    const parts: string[] = [];
    if (type === 'roll' && outcome) parts.push(t.rolled(outcome.yellow + outcome.red));
    if (changes.barbarians?.position === 0) parts.push(t.attack);
    if (type === 'buy_dev_card') parts.push(t.bought);
    if ((type === 'play_dev_card' || type === 'play_progress_card') && action?.card) parts.push(t.played(cardName(action.card)));
    if (type === 'improve_city' && action?.track) parts.push(t.improved(texts().common.tracks[action.track]));
    if (robs.includes(type) && typeof action?.victim === 'number') parts.push(t.robbed(who(told, action.victim)));
    else if (type === 'move_robber') parts.push(t.robber);
    const other = effects.find((effect) => effect.player !== player);
    if (trades.includes(type) && other) parts.push(t.traded(who(told, other.player)));
    for (const award of awards.filter((one) => changes[one] === player)) parts.push(t.took(texts().game.awards[award]));
    return parts;
}

/** What each of the other players did in EVENTS, in the order of their first action. */
export function doingsOf(events: GameEvent[], told: PhraseContext): Doings[] {
    const all = new Map<number, { parts: string[]; built: Map<string, number> }>();
    // Before the first turn, the free pieces of the set-up are not news.
    const rolled = events.some(({ type }) => type === 'roll');
    for (const event of events as unknown as Facts[]) {
        const { player, type } = event;
        if (player === null || player === undefined || player === told.own) continue;
        const found = all.get(player) ?? { parts: [], built: new Map<string, number>() };
        const piece = pieceOf[type];
        if (piece && (!rolled || event.effects?.some(({ lose }) => lose))) found.built.set(piece, (found.built.get(piece) ?? 0) + 1);
        found.parts.push(...partsOf(event, told));
        all.set(player, found);
    }
    const built = (pieces: Map<string, number>): string[] => (pieces.size > 0 ? [texts().log.since.built(list([...pieces].map(([piece, count]) => piecesText(piece, count))))] : []);
    return [...all].map(([seat, { parts, built: pieces }]) => ({ seat, parts: [...parts, ...built(pieces)] })).filter(({ parts }) => parts.length > 0);
}

/** What the reader gained from EVENTS of other players. */
export function gotBy(events: GameEvent[], own: number | null): Cards {
    const effects = (events as unknown as Facts[]).filter(({ player }) => player !== own).flatMap(({ effects: some = [] }) => some);
    return effects.filter(({ player }) => player === own).reduce<Cards>((sum, { gain = {} }) => addCards(sum, gain), {});
}

/** EVENTS since the reader's own turn in one line; null: the others did nothing worth telling. */
export function sinceTurn(events: GameEvent[], told: PhraseContext): string | null {
    const t = texts().log.since;
    const doings = doingsOf(events, told);
    if (doings.length === 0) return null;
    const got = gotBy(events, told.own);
    return t.line([...doings.map(({ seat, parts }) => t.doing(told.name(seat), parts.join(', '))), ...(cardCount(got) > 0 ? [t.got(cardsText(got))] : [])].join(' · '));
}
