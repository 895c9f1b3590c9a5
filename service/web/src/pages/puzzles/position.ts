// SPDX-License-Identifier: AGPL-3.0-or-later
// The position of a puzzle, in the form in which a game's own page has it, and its moves by place.
import { placeKey } from '../../board/geometry';
import { askBoard } from '../../game/state/boards';
import { placesOf } from '../../game/state/eventPlaces';
import type { GameState } from '../../game/state/gameStore';
import type { Listed } from '../../game/actions/fields';
import { api, unwrap } from '../../lib/api';
import { loadRules } from '../../lib/rules';
import type { components } from '../../schema';
import type { Game, Place, View } from '../../types';

export type Puzzle = components['schemas']['Puzzle'];
export type Theme = components['schemas']['PuzzleTheme'];
export type Today = components['schemas']['PuzzleOfTheDay'];
export type Answer = components['schemas']['PuzzleAnswer'];

export const themes: Theme[] = ['opening', 'building', 'cards', 'trade'];

export interface Position {
    puzzle: Puzzle;
    state: GameState;
    moves: Listed[];
}

/** What the puzzle's seat saw, and what it could do. */
export async function loadPosition(id: string): Promise<Position> {
    const { actions, ...puzzle } = await unwrap(api.GET('/v1/puzzles/{puzzle}', { params: { path: { puzzle: id } } }));
    const path = { id: puzzle.game };
    const [game, board, view] = await Promise.all([
        unwrap(api.GET('/v1/games/{id}', { params: { path } })),
        askBoard(puzzle.game),
        unwrap(api.GET('/v1/games/{id}/view', { params: { path, query: { at: puzzle.after, as: puzzle.seat } } })),
        loadRules(),
    ]);
    const moves = (actions as Listed[]).filter(({ open }) => !open);
    const list = { seq: puzzle.after, player: puzzle.seat, actions } as unknown as GameState['list'];
    return { puzzle: puzzle as Puzzle, moves, state: { game: game as Game, board, view: view as View, list, as: puzzle.seat } };
}

/** A move's first place, by which it is chosen on the board; null: it has none. */
const handleOf = (move: Listed): Place | null => placesOf(move)[0] ?? null;

export const atPlace = (moves: Listed[], place: Place): Listed[] => moves.filter((move) => {
    const handle = handleOf(move);
    return handle !== null && placeKey(handle) === placeKey(place);
});

export const withoutPlace = (moves: Listed[]): Listed[] => moves.filter((move) => handleOf(move) === null);

/** All places by which moves are chosen, each once. */
export function handles(moves: Listed[]): Place[] {
    const found = new Map<string, Place>();
    for (const move of moves) {
        const place = handleOf(move);
        if (place) found.set(placeKey(place), place);
    }
    return [...found.values()];
}
