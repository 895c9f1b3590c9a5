// SPDX-License-Identifier: AGPL-3.0-or-later
// The context for sentences: who reads, and the names of players and places.
import { currentPrefs } from '../../lib/prefs';
import type { Who } from '../../texts/who';
import type { View } from '../../types';
import { ownSeat, seatName } from '../state/context';
import type { GameState } from '../state/gameStore';
import { type PlaceWords, placeWords } from './places';

export interface PhraseContext {
    /** The reader's seat. */
    own: number | null;
    name: (seat: number) => string;
    /** Absent without a board. */
    places?: PlaceWords;
}

/** The context for the reader of a game; PAST is the view after the event, if the board shows that instead of the
 * present. */
export const phraseContext = (state: GameState, past: View | null = null): PhraseContext & { places: PlaceWords } => ({ own: ownSeat(state), name: (seat) => seatName(state, seat), places: placeWords(state.board, past ?? state.view, currentPrefs().coordinates) });

export const who = (told: PhraseContext, seat: number): Who => ({ name: told.name(seat), you: seat === told.own });
