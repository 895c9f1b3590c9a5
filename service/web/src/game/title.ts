// SPDX-License-Identifier: AGPL-3.0-or-later
// The tab's title: what game, and whether it is one's own move.
import { useEffect } from 'preact/hooks';
import { texts } from '../texts';
import type { GameState } from './store';
import { gameTitle, isMine } from './who';

export function useTitle(state: GameState | null): void {
    const t = texts();
    const title = state ? `${isMine(state) && state.game.mode === 'play' ? `(•) ${t.game.yourTurnTitle} · ` : ''}${gameTitle(state)} · ${t.common.name}` : t.common.name;
    useEffect(() => {
        document.title = title;
    }, [title]);
    useEffect(
        () => () => {
            document.title = texts().common.name;
        },
        [],
    );
}
