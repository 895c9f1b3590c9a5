// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { Link, useLocation } from '../../lib/router';
import { texts } from '../../texts';
import { StartCards } from './StartCards';

/** Links to a new game, next to the existing ones. */
export function MoreGames(): JSX.Element {
    const { around: t, home } = texts();
    const { path } = useLocation();
    return (
        <aside class="more-games">
            <h2>{t.nav.make}</h2>
            <StartCards />
            <p class="row">
                {path !== '/lobby' && (
                    <Link class="button" href="/lobby">
                        {t.nav.lobby}
                    </Link>
                )}
                <Link class="button" href="/new">
                    {home.options}
                </Link>
            </p>
        </aside>
    );
}
