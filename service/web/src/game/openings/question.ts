// SPDX-License-Identifier: AGPL-3.0-or-later
// What a game asks the opening explorer about an intersection.
import { pips, planOf } from '../../board/geometry';
import { landKind } from '../../board/worth';
import type { OpeningsQuery } from '../../lib/openings';
import type { Board, Game, View } from '../../types';

const settled = ({ pieces: { settlements = [], cities = [] } }: View, seat: number): number => [...settlements, ...cities].filter(({ player }) => player === seat).length;

/** What the hexes around an intersection bring, each once a hex, and their dots; as the game began. */
export function yieldAt(board: Board, vertex: number): { dots: number; kinds: string[] } {
    const plan = planOf(board);
    const hexes = (plan.vertices[vertex]?.hexes ?? []).flatMap((id) => plan.hexes[id] ?? []).filter(({ number, terrain }) => number !== null && (terrain === 'gold' || landKind[terrain] !== null));
    return { dots: hexes.reduce((sum, { number }) => sum + pips(number ?? 0), 0), kinds: hexes.map(({ terrain }) => landKind[terrain] ?? 'gold') };
}

/** The question about an intersection; null where nobody can settle for want of land. */
export function questionAt(game: Game, board: Board, view: View, vertex: number): OpeningsQuery | null {
    const { dots, kinds } = yieldAt(board, vertex);
    if (kinds.length === 0) return null;
    const [next] = view.waiting_for;
    // A settlement without its road is the one that is being decided about.
    const built = view.phase === 'setup' && next ? settled(view, next.player) - (next.decision === 'setup_road' ? 1 : 0) : 0;
    return { game: game.rules.game, players: game.rules.players, settlement: built > 0 ? 'second' : 'first', dots, resources: [...kinds].sort().join(',') };
}
