// SPDX-License-Identifier: AGPL-3.0-or-later
// The move that a good player would make, in words: what, where, and what it is good for.
import { api, unwrap } from '../../lib/api';
import { cardName } from '../../lib/cardName';
import { texts } from '../../texts';
import type { Action, Cards, Hint as Told, Place, Track } from '../../types';
import { cardsText } from '../../ui/Cards';
import { cardOf, startLabel } from '../actions/say';
import type { Listed } from '../actions/fields';
import { phraseContext } from '../narration/phrase';
import { seatName } from '../state/context';
import { placesOf } from '../state/eventPlaces';
import type { GameState } from '../state/gameStore';
import { asQuery } from '../state/boards';

export interface Advice {
    title: string;
    /** Where, with whom, for what; empty where the title says it all. */
    details: string[];
    reasons: string[];
    /** Of winning, in a sentence. */
    chance: string;
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

function adviceOf(state: GameState, { action, chance, reasons }: Told): Advice {
    const t = texts().learning.coach.hints;
    const listed = action as Listed;
    return {
        title: startLabel({ type: action.type, card: cardOf(listed) }),
        details: detailsOf(state, listed),
        reasons: reasons.map(({ about }) => t.about[about]),
        chance: t.chance(Math.round(chance / 10)),
        places: placesOf(listed),
        type: action.type,
    };
}

/** What a good player would do now; null: the server gives no hint. */
export async function askAdvice(state: GameState): Promise<Advice | null> {
    const told = await unwrap(api.GET('/v1/games/{id}/hint', { params: { path: { id: state.game.id }, query: asQuery(state.as) } })).catch(() => null);
    return told && told.seq === state.list.seq ? adviceOf(state, told) : null;
}
