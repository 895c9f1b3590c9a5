// SPDX-License-Identifier: AGPL-3.0-or-later
// Lessons as the server has them: steps with a position each, and the moves that are right in it.
import type { Listed } from '../../game/actions/fields';
import type { GameState } from '../../game/state/gameStore';
import { api, unwrap } from '../../lib/api';
import { loadRules } from '../../lib/rules';
import type { components } from '../../schema';
import { texts, type Texts } from '../../texts';
import type { Board, Game, View } from '../../types';

export type LessonName = components['schemas']['LessonName'];
type Told = components['schemas']['Lesson'];

/** Those that are taken step by step. */
export type Stepped = keyof Texts['lessons']['steps'];
export const stepped: Stepped[] = ['harbors', 'knights'];

export interface Step {
    name: string;
    seat: number;
    state: GameState;
    moves: Listed[];
    right: Record<string, unknown>[];
}

/** What is said in a step: what to do, and what to say to right and wrong moves. */
export interface StepTexts {
    ask: string;
    right: string;
    wrong: string;
}

export const textsOf = (lesson: Stepped, step: string): StepTexts => (texts().lessons.steps[lesson] as Record<string, StepTexts>)[step] as StepTexts;

function stepOf({ rules, board }: Told, { name, seat, view, actions, right }: Told['steps'][number]): Step {
    const game = { id: '', name: null, mode: 'play', rules, seats: [], status: 'active' } as unknown as Game;
    const list = { seq: 0, player: seat, actions } as unknown as GameState['list'];
    return {
        name,
        seat,
        state: { game, board: board as unknown as Board, view: view as unknown as View, list, as: seat },
        moves: (actions as Listed[]).filter(({ open }) => !open),
        right,
    };
}

export async function loadLesson(lesson: Stepped): Promise<Step[]> {
    const [told] = await Promise.all([unwrap(api.GET('/v1/lessons/{lesson}', { params: { path: { lesson } } })), loadRules()]);
    return told.steps.map((step) => stepOf(told, step));
}

/** Whether MOVE has all members of one of the right ones. */
export const isRight = ({ right }: Step, move: Listed): boolean => right.some((wanted) => Object.entries(wanted).every(([key, value]) => JSON.stringify(move[key]) === JSON.stringify(value)));
