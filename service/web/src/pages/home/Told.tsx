// SPDX-License-Identifier: AGPL-3.0-or-later
// Tells the reader that a moderator's decision about them holds, and what they are invited to.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { useFetched } from '../../ui/forms';

interface Invitation {
    href: string;
    name: string;
}

async function loadInvitations(): Promise<Invitation[]> {
    const [clubs, tournaments] = await Promise.all([unwrap(api.GET('/v1/clubs', { params: { query: { mine: true, limit: 50 } } })), unwrap(api.GET('/v1/tournaments', { params: { query: { mine: true, status: 'open', limit: 20 } } }))]);
    return [
        ...clubs.items.filter(({ role }) => role === 'invited').map(({ id, name }) => ({ href: `/clubs/${id}`, name })),
        ...tournaments.items.filter(({ mine }) => mine?.state === 'invited').map(({ id, name }) => ({ href: `/tournaments/${id}`, name })),
    ];
}

function Invitations(): JSX.Element | null {
    const { value } = useFetched(loadInvitations);
    if (!value || value.length === 0) return null;
    return (
        <p class="sheet row" data-part="invitations">
            <span>{texts().home.invited}</span>
            {value.map(({ href, name }) => (
                <Link key={href} href={href}>
                    {name}
                </Link>
            ))}
        </p>
    );
}

export function Told(): JSX.Element {
    const me = useMe();
    const latest = useFetched(async () => (await unwrap(api.GET('/v1/me/sanctions', { params: { query: { limit: 1 } } }))).items[0]);
    return (
        <>
            {latest.value?.active && (
                <p class="sheet" data-part="told">
                    {texts().home.told} <Link href="/fair-play">{texts().home.toldWhy}</Link>
                </p>
            )}
            {me && !me.guest && <Invitations />}
        </>
    );
}
