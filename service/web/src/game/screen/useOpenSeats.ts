// SPDX-License-Identifier: AGPL-3.0-or-later
// A visitor who opens the link of a game that has not begun wants a seat, not to watch a board.
import { useEffect } from 'preact/hooks';
import { navigate } from '../../lib/router';
import { useMe } from '../../lib/session';
import type { GameState } from '../state/gameStore';

export function useOpenSeats(state: GameState | null): void {
    const stranger = useMe() === null;
    const free = state?.game.status === 'open' && state.game.seats.some(({ kind }) => kind === 'open');
    const id = state?.game.id ?? '';
    useEffect(() => {
        if (stranger && free) navigate(`/games/${id}/join`, true);
    }, [stranger, free, id]);
}
