// SPDX-License-Identifier: AGPL-3.0-or-later
// Selects the perspective: any seat's, or all hands open. For finished games, and for whoever records a table game.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Link, setQuery } from '../../lib/router';
import { texts } from '../../texts';
import { seatName, useGame } from '../state/context';

/** Selects the perspective, and starts a table game from the moment shown. */
export default function PerspectiveSelect({ at }: { at: number }): JSX.Element {
    const { state } = useGame();
    const id = useId();
    const t = texts().game;
    const seats = state.view.players.filter(({ neutral }) => !neutral);
    const options: [string, string][] = [
        ...(state.game.mode === 'play' ? [['', t.ownEyes] as [string, string]] : []),
        ['all', t.allEyes],
        ...seats.map(({ seat }): [string, string] => [String(seat), seatName(state, seat)]),
    ];
    const now = state.as === null ? (state.game.mode === 'play' ? '' : 'all') : String(state.as);
    return (
        <div class="eyes" data-part="perspective">
            <label for={id}>{t.eyes}</label>
            <select id={id} value={now} data-eyes={now} onChange={(event) => setQuery('as', event.currentTarget.value || null)}>
                {options.map(([value, name]) => (
                    <option key={value} value={value} selected={value === now}>
                        {name}
                    </option>
                ))}
            </select>
            <Link class="button plain" href={`/table?from=${state.game.id}&at=${at}`} title={t.fromHereWhat}>
                {t.fromHere}
            </Link>
        </div>
    );
}
