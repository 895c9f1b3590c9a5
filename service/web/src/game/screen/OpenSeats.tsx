// SPDX-License-Identifier: AGPL-3.0-or-later
// Before the game: how many seats are still free, and how to fill them.
import type { JSX } from 'preact';
import { Link } from '../../lib/router';
import { texts } from '../../texts';
import { useGame } from '../state/context';

export function OpenSeats(): JSX.Element {
    const { state } = useGame();
    const t = texts().game;
    const free = state.game.seats.filter(({ kind }) => kind === 'open' || kind === 'invited').length;
    return (
        <div class="open-game" data-part="open-game">
            <p>{t.openSeats(free)}</p>
            <Link class="button main" href={`/games/${state.game.id}/join`}>
                {t.invite}
            </Link>
        </div>
    );
}
