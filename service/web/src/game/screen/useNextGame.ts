// SPDX-License-Identifier: AGPL-3.0-or-later
import { texts } from '../../texts';
import { relative } from '../../ui/time';
import { useGame } from '../state/context';
import { urgent, useMyGames } from '../state/myGames';

/** The next game that waits for the reader, for when there is nothing to do here. */
export function useNextGame(): { href: string; label: string } | null {
    const { state } = useGame();
    const { games } = useMyGames();
    const next = urgent(games).find(({ game }) => game.id !== state.game.id);
    if (!next) return null;
    const deadline = next.decisions.flatMap(({ deadline: end }) => end ?? []).sort()[0];
    const t = texts().play;
    const name = next.game.name ?? t.nextUnnamed;
    return { href: `/games/${next.game.id}`, label: deadline ? t.nextGameIn(name, relative(deadline, Date.now(), true)) : t.nextGame(name) };
}
