// SPDX-License-Identifier: AGPL-3.0-or-later
// The move that a good player would make, as text: what, where, and what it is good for.
import { dotsOn, pips, planOf } from '../../board/geometry';
import { numbersOf } from '../../board/pieces';
import { cityKind, landKind } from '../../board/worth';
import { api, unwrap } from '../../lib/api';
import { cardName } from '../../lib/cardName';
import { commodities, resources } from '../../lib/kinds';
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import type { Action, Cards, Hint as Told, Kind, Place, Track } from '../../types';
import { cardsText } from '../../lib/cardsText';
import { cardOf, startLabel } from '../actions/say';
import type { Listed } from '../actions/fields';
import { phraseContext } from '../narration/phrase';
import { seatName } from '../state/context';
import { placesOf } from '../state/eventPlaces';
import type { GameState } from '../state/gameStore';
import { asQuery } from '../state/boards';

export interface Advice {
    title: string;
    /** Where, with whom, for what; empty if the title is enough. */
    details: string[];
    reasons: { about: string; text: string }[];
    /** The chance of winning, as a sentence. */
    chance: string | null;
    places: Place[];
    type: Action['type'];
}

const numbers = (value: unknown): number[] => [value ?? []].flat().filter((one): one is number => typeof one === 'number');

/** What an action says besides its name. */
function detailsOf(state: GameState, action: Listed): string[] {
    const t = texts();
    const { places } = phraseContext(state);
    const cards = (field: string): string | null => (action[field] && typeof action[field] === 'object' ? cardsText(action[field] as Cards) : null);
    const [give, take] = [cards('give'), cards('take') ?? cards('want')];
    return [
        ...(give && take ? [t.play.swap(give, take)] : [give, take].filter((one) => one !== null)),
        ...[cards('cards')].filter((one) => one !== null),
        ...(typeof action.track === 'string' ? [t.common.tracks[action.track as Track]] : []),
        ...(['resource', 'commodity', 'kind'] as const).flatMap((field) => (typeof action[field] === 'string' ? [cardName(action[field])] : [])),
        ...['hex', 'hexes'].flatMap((field) => numbers(action[field]).map(places.hex)),
        ...['vertex', 'vertices', 'from'].flatMap((field) => numbers(action[field]).map(places.vertex)),
        ...['edge', 'edges'].flatMap((field) => numbers(action[field]).map(places.edge)),
        ...(typeof action.victim === 'number' ? [t.play.withWhom.victim(seatName(state, action.victim))] : []),
    ];
}

/** The number that produces most of a card's kind at an intersection; null: none. */
function numberFor(state: GameState, vertex: number, kind: Kind): number | null {
    const plan = planOf(state.board);
    const numbers = numbersOf(plan, state.view);
    const hexes = (plan.vertices[vertex]?.hexes ?? []).filter((hex) => {
        const terrain = plan.hexes[hex]?.terrain ?? 'desert';
        return landKind[terrain] === kind || cityKind[terrain] === kind;
    });
    const [best] = hexes.sort((a, b) => dotsOn(numbers, b) - dotsOn(numbers, a));
    return (best !== undefined && numbers.get(best)) || null;
}

const isKind = (of: string): of is Kind => [...resources, ...commodities].includes(of as Kind);

function reasonOf(state: GameState, { action, about, of }: Told['reasons'][number] & { action: Listed }): string {
    const t = texts().learning.coach.hints;
    if (!of) return t.about[about];
    if (!isKind(of)) return t.sooner[of];
    const more = t.more(cardName(of));
    const number = typeof action.vertex === 'number' ? numberFor(state, action.vertex, of) : null;
    return number ? t.often(more, number, pips(number)) : more;
}

/** A move in one line: what, where, with whom, for what. */
export const moveText = (state: GameState, action: Listed): string => [startLabel({ type: action.type, card: cardOf(action) }), ...detailsOf(state, action)].join(' · ');

/** A move and its reasons as text. During the set-up, before BEGUN, a chance of winning means nothing. */
export function adviceOf(state: GameState, { action, chance, reasons }: Pick<Told, 'action' | 'chance' | 'reasons'>, begun: boolean): Advice {
    const t = texts().learning.coach.hints;
    const listed = action as Listed;
    const share = formatter(Intl.NumberFormat, language(), { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 });
    return {
        title: startLabel({ type: action.type, card: cardOf(listed) }),
        details: detailsOf(state, listed),
        reasons: reasons.map((reason) => ({ about: reason.about, text: [begun && share.format(reason.gain / 1000), reasonOf(state, { ...reason, action: listed })].filter(Boolean).join(' ') })),
        chance: begun ? (action.type === 'offer_trade' ? t.chanceTaken : t.chance)(Math.round(chance / 10)) : null,
        places: placesOf(listed),
        type: action.type,
    };
}

/** What a good player would do now; null: the server gives no hint. */
export async function askAdvice(state: GameState): Promise<Advice | null> {
    const told = await unwrap(api.GET('/v1/games/{id}/hint', { params: { path: { id: state.game.id }, query: asQuery(state.as) } })).catch(() => null);
    return told && told.seq === state.list.seq ? adviceOf(state, told, state.view.phase !== 'setup') : null;
}
