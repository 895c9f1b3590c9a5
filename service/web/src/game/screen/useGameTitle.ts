// SPDX-License-Identifier: AGPL-3.0-or-later
// The document's title: which game, and whether it is the reader's move.
import { texts } from '../../texts';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import type { GameState } from '../state/gameStore';
import { gameTitle, isMyMove } from '../state/seats';

export function useGameTitle(state: GameState | null): void {
    const t = texts();
    const title = state ? `${isMyMove(state) && state.game.mode === 'play' ? `(•) ${t.game.yourTurnTitle} · ` : ''}${gameTitle(state)} · ${t.common.name}` : t.common.name;
    useDocumentTitle(title);
}
