// SPDX-License-Identifier: AGPL-3.0-or-later
// Actions, choices and decisions as text.
import { seatName } from '../state/context';
import type { GameState } from '../state/gameStore';
import { cardName } from '../../lib/cardName';
import { type Texts, texts } from '../../texts';
import type { DevCard, Decision, Game, HarborKind, Kind, ProgressCard, Scenario, Track, Wonder } from '../../types';
import { cardsText } from '../../lib/cardsText';
import { phraseContext } from '../narration/phrase';
import { mover, playerOf } from './asked';
import type { Listed, Value } from './fields';
import { actionHelp, cardEffect as progressEffect } from './knights';
import type { Start, Step } from './picker';

/** The label of a button that begins with this. */
export function startLabel({ type, card }: Pick<Start, 'type' | 'card'>): string {
    const t = texts().play;
    if (card !== null) return t.playCard(cardName(card));
    return (t.actions as Record<string, string>)[type] ?? type;
}

/** A one-word label for the buttons of the dock. */
export function dockLabel(start: Pick<Start, 'type' | 'card'>): string {
    return (start.card === null && texts().play.dock[start.type]) || startLabel(start);
}

/** The effect of a card that does more at sea than on land. */
function cardAtSea(card: string, scenario: Scenario): string | undefined {
    const t = texts().play.cardsAtSea;
    return scenario === 'pirate_islands' && (card === 'knight' || card === 'victory_point') ? t.warship : t[card];
}

/** What a card or action does, as text; null if its name is enough. */
export function startHelp({ type, card }: Pick<Start, 'type' | 'card'>, rules: Game['rules']): string | null {
    if (card === null) return texts().play.effects[type] ?? actionHelp(type, rules);
    if (type !== 'play_dev_card') return progressEffect(card as ProgressCard, rules);
    return (rules.scenario && cardAtSea(card, rules.scenario)) ?? texts().play.devEffects[card as DevCard];
}

/** Questions of Cities & Knights; their texts are loaded only with such a game. */
const knightsAsks = (): Record<string, string> => (texts() as Partial<Texts>).knights?.asks ?? {};

/** The question of a choice. The set-up's city has a text of its own, as it is not built on a settlement. */
export function prompt({ view }: GameState, start: Start, { field, place }: Step): string {
    const t = texts().play;
    if (view.phase === 'setup' && start.type === 'build_city') return t.askPlace.vertex;
    const asks: Record<string, string> = { ...t.asks, ...knightsAsks() };
    return asks[`${start.card ?? start.type}.${field}`] ?? asks[field] ?? (place ? t.askPlace[place] : startLabel(start));
}

const seats = new Set(['victim', 'victims', 'player', 'with', 'to']);

/** A field's value as the label of a button. */
export function valueLabel(state: GameState, start: Start, field: string, value: Value): string {
    const t = texts();
    if (value === null) return knightsAsks()[`${start.card ?? start.type}.${field}.nothing`] ?? (t.play.nothing as Record<string, string>)[`${start.card ?? start.type}.${field}`] ?? (t.play.nothing as Record<string, string>)[field] ?? t.common.none;
    if (typeof value === 'boolean') return value ? t.common.yes : t.common.no;
    if (typeof value === 'number') {
        if (start.card === 'spy') return t.play.seatWith(seatName(state, value), t.game.progress(playerOf(state, value)?.progress_count ?? 0));
        if (start.card === 'deserter' && field === 'victim') return seatName(state, value);
        if (seats.has(field)) return seatLabel(state, value);
        if (field === 'level') return t.play.levels[value - 1] ?? String(value);
        if (field === 'offer') return offerLabel(state, value);
        return String(value);
    }
    if (field === 'track') return t.common.tracks[value as Track];
    if (field === 'wonder') return t.common.wonders[value as Wonder];
    if (start.type === 'place_harbor') return t.board.harborAt[value as HarborKind];
    if (value === 'road' || value === 'settlement') return t.play.pieces[value];
    return cardName(value);
}

/** An offer, by its maker and its terms. */
function offerLabel(state: GameState, id: number): string {
    const offer = state.view.offers.find((one) => one.id === id);
    return offer ? texts().play.offerFrom(seatName(state, offer.player), cardsText(offer.give), cardsText(offer.want)) : String(id);
}

/** A player who can be robbed: the name, and the number of cards. */
export function seatLabel(state: GameState, seat: number): string {
    const player = state.view.players.find((other) => other.seat === seat);
    const name = seatName(state, seat);
    return player?.neutral ? name : texts().play.seatWithCards(player?.cloth ? `${name}, ${cardsText({ cloth: player.cloth })}` : name, player?.card_count ?? 0);
}

/** The step of the turn as a key of the texts: the second part with five and six players has a key of its own. */
const stepOf = ({ view: { turn } }: GameState): string => (turn.pair?.part === 2 ? 'part' : turn.step);

/** A decision's name and prompt where a game at sea offers more, or different, choices. */
function atSea({ game, view: { fleet, robber } }: GameState, { decision }: Decision): { name?: string; wanted?: string } {
    if (!game.rules.scenario) return {};
    const t = texts().play.decisionsAtSea;
    switch (decision) {
        case 'setup_road': return fleet === undefined ? t.setup_road : {};
        case 'draw_victim': return { name: t.draw_victim.name };
        case 'move_robber': return robber === null ? t.pirate : t.robber;
        case 'take_resource': return fleet === undefined ? {} : t.fleet;
        default: return {};
    }
}

/** What a decision asks of the player. */
export function decisionText(state: GameState, decision: Decision): string {
    const t = texts().play;
    const d = decision as Decision & { count?: number; for?: string; to?: number; from?: number; kind?: string; resource?: Kind; level?: number };
    const name = (seat: number | undefined): string => (seat === undefined ? '' : seatName(state, seat));
    switch (decision.decision) {
        case 'turn': return t.steps[stepOf(state)] ?? '';
        case 'discard': return d.for === 'saboteur' ? t.wanted.discardSaboteur(d.count ?? 0) : t.wanted.discardSeven(d.count ?? 0);
        case 'build_neutral': return t.wanted.buildNeutral[d.kind === 'settlement' ? 'settlement' : 'road'](d.count ?? 1);
        case 'return_cards': return t.wanted.returnCards(d.count ?? 0, name(d.to));
        case 'give_cards': return t.wanted.giveCards(d.count ?? 0, name(d.to));
        case 'take_cards': return t.wanted.takeCards(d.count ?? 0, name(d.from));
        case 'take_progress_card': return t.wanted.takeProgressCard(name(d.from));
        case 'give_commodity': return t.wanted.giveCommodity(name(d.to), d.resource ? texts().common.kinds[d.resource] : '');
        case 'discard_progress_card': return t.wanted.discardProgressCard(d.count ?? 1);
        case 'relocate_knight': return t.wanted.relocateKnight(t.levels[(d.level ?? 1) - 1] ?? '');
        case 'place_harbor': return `${t.asks['place_harbor.edge']} (${texts().board.harborAt[decision.harbor]})`;
        default: return atSea(state, decision).wanted ?? t.wantedPlain[decision.decision] ?? '';
    }
}

/** The same in a word or two, as in the list of games. */
export function decisionName(state: GameState, one: Decision): string {
    return one.decision === 'turn' ? (texts().play.stepNow[stepOf(state)] ?? '') : (atSea(state, one).name ?? texts().around.card.mine[one.decision]);
}

/** The card that an action plays. */
export const cardOf = (action: Listed): string | null => (action.type === 'play_dev_card' || action.type === 'play_progress_card' ? String(action.card) : null);

/** A complete action in a few words, for confirmation. */
export function actionText(state: GameState, action: Listed): string {
    const t = texts().play;
    const what = startLabel({ type: action.type, card: cardOf(action) });
    const details: string[] = [];
    const offer = state.view.offers.find(({ id }) => id === action.offer);
    // The terms from the mover's side: a player who accepts gives what is wanted.
    const [pays, gets] = offer?.player === mover(state) ? [offer?.give, offer?.want] : [offer?.want, offer?.give];
    if (pays && gets) details.push(t.swap(cardsText(pays), cardsText(gets)));
    if (typeof action.hex === 'number') details.push(phraseContext(state).places.hex(action.hex));
    for (const field of ['victim', 'with'] as const) if (typeof action[field] === 'number') details.push(t.withWhom[field](seatName(state, action[field])));
    if (typeof action.resource === 'string') details.push(cardName(action.resource));
    return details.length > 0 ? `${what}: ${details.join(', ')}` : what;
}
