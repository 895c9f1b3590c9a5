// SPDX-License-Identifier: AGPL-3.0-or-later
// Tells the reader that a moderator's decision about them holds, and where its reason is.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { Link } from '../../lib/router';
import { texts } from '../../texts';
import { useFetched } from '../../ui/forms';

export function Told(): JSX.Element | null {
    const latest = useFetched(async () => (await unwrap(api.GET('/v1/me/sanctions', { params: { query: { limit: 1 } } }))).items[0]);
    if (!latest.value?.active) return null;
    return (
        <p class="sheet" data-part="told">
            {texts().home.told} <Link href="/fair-play">{texts().home.toldWhy}</Link>
        </p>
    );
}
