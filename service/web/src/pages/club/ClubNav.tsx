// SPDX-License-Identifier: AGPL-3.0-or-later
// The places of the club side by side: what is about people and not about one game. A new place is a row here.
import type { JSX } from 'preact';
import { Link, useLocation } from '../../lib/router';
import { texts } from '../../texts';

const places = [
    ['/ladder', 'ladder'],
    ['/tournaments', 'tournaments'],
    ['/clubs', 'clubs'],
    ['/people', 'people'],
    ['/fair-play', 'fairPlay'],
] as const;

export function ClubNav(): JSX.Element {
    const t = texts().club;
    const { path } = useLocation();
    return (
        <nav class="club-nav" aria-label={t.places} data-part="club-nav">
            {places.map(([href, place]) => (
                <Link key={href} href={href} aria-current={path === href ? 'page' : undefined}>
                    {t.place[place]}
                </Link>
            ))}
        </nav>
    );
}
