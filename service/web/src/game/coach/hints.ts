// SPDX-License-Identifier: AGPL-3.0-or-later
// Where to settle, and why.
import { planOf } from '../../board/geometry';
import { numbersOf } from '../../board/pieces';
import { bestOf, incomeOf, type Worth, worthOf } from '../../board/worth';
import { resources } from '../../lib/kinds';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { Cards, Kind } from '../../types';
import { decisionOf, mover, settleChoices } from '../actions/asked';
import type { GameState } from '../state/gameStore';
import type { Hint } from '../state/guide';

const hintsMost = 3;

const both = (kinds: Kind[], a: Kind, b: Kind): boolean => kinds.includes(a) && kinds.includes(b);

function reasonsOf({ dots, kinds, harbor }: Worth, income: Cards): string[] {
    const t = texts().learning.coach.hints;
    const { common, board } = texts();
    const names = (some: Kind[]): string => list(some.map((kind) => common.kinds[kind]));
    const fresh = kinds.filter((kind) => !income[kind] && resources.includes(kind));
    return [
        board.dots(dots),
        names(kinds),
        ...(Object.keys(income).length > 0 && fresh.length > 0 ? [t.fresh(names(fresh))] : []),
        ...(both(kinds, 'brick', 'lumber') ? [t.roads] : both(kinds, 'ore', 'grain') ? [t.cities] : []),
        ...(harbor ? [board.harborAt[harbor]] : []),
    ];
}

/** The best places to settle now, best first, with the reasons that the board gives. */
export function spotsFor(state: GameState): Hint[] {
    const plan = planOf(state.board);
    const numbers = numbersOf(plan, state.view);
    const { settlements = [], cities = [] } = state.view.pieces;
    const own = [...settlements, ...cities].filter(({ player }) => player === mover(state));
    const income = incomeOf(plan, numbers, own.map(({ vertex }) => vertex));
    const city = decisionOf(state)?.decision === 'setup_city';
    const all = settleChoices(state).map((vertex) => worthOf(plan, numbers, income, vertex, city));
    return bestOf(plan, all, hintsMost).map((worth) => ({ place: { kind: 'vertex', id: worth.vertex }, reasons: reasonsOf(worth, income) }));
}
