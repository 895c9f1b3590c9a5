// SPDX-License-Identifier: AGPL-3.0-or-later
// What sentences are told with: who reads, and how players and places are called.
import { currentPrefs } from '../../lib/prefs';
import type { Who } from '../../texts/who';
import type { Cards, Track, View } from '../../types';
import { ownSeat, seatName } from '../state/context';
import type { GameState } from '../state/gameStore';
import { barePlaces, type PlaceWords, placeWords } from './places';

export interface KnownOffer {
    player: number;
    give: Cards;
    want: Cards;
}

export interface PhraseContext {
    /** The reader's seat. */
    own: number | null;
    name: (seat: number) => string;
    places: PlaceWords;
    /** What an offer was about, where that is known. */
    offer?: ((id: number) => KnownOffer | undefined) | undefined;
    /** Whether a fleet sails: a resource is taken there for beating it. */
    fleet?: boolean;
    /** Which level an improvement reached. */
    level?: ((improved: { seq: number; player: number | null; action: Record<string, unknown> }) => number | undefined) | undefined;
}

/** Offers of a game as the reader has seen them: what becomes of one is told when it is gone. */
let seen = { game: '', offers: new Map<number, KnownOffer>() };

function offersSeen({ game, view }: GameState): Map<number, KnownOffer> {
    if (seen.game !== game.id) seen = { game: game.id, offers: new Map() };
    for (const offer of view.offers) seen.offers.set(offer.id, offer);
    return seen.offers;
}

/** For the reader of a game; PAST is the view after the event, which the board shows instead of the present one. */
export function phraseContext(state: GameState, past: View | null = null): PhraseContext {
    const level: PhraseContext['level'] = ({ player, action }) => past?.players.find(({ seat }) => seat === player)?.improvements?.[action.track as Track];
    const offers = offersSeen(state);
    return { own: ownSeat(state), name: (seat) => seatName(state, seat), places: placeWords(state.board, past ?? state.view, currentPrefs().coordinates), offer: (id) => past?.offers.find((one) => one.id === id) ?? offers.get(id), fleet: state.view.fleet !== undefined, level };
}

/** Without a game at hand. */
export const barePhraseContext = (name: (seat: number) => string, own: number | null = null): PhraseContext => ({ own, name, places: barePlaces });

export const who = (told: PhraseContext, seat: number): Who => ({ name: told.name(seat), you: seat === told.own });
