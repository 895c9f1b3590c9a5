// SPDX-License-Identifier: AGPL-3.0-or-later
// After a guided game: the badge of the first lesson, and the way to the next.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { Link } from '../../lib/router';
import { texts } from '../../texts';
import { useFetched } from '../../ui/forms';
import { Badge } from '../../ui/LessonBadge';
import { useGame } from '../state/context';

export default function FirstGame(): JSX.Element | null {
    const { store } = useGame();
    const t = texts().lessons;
    const { value } = useFetched(() => unwrap(api.POST('/v1/lessons/{lesson}/pass', { params: { path: { lesson: 'first_game' } }, body: { game: store.id } })), [store]);
    if (!value) return null;
    return (
        <p class="row first-game" data-part="first-game">
            <Badge lesson="first_game" /> {t.passed(t.badgeOf.first_game)}
            <Link class="button" href="/lessons">
                {t.title}
            </Link>
        </p>
    );
}
