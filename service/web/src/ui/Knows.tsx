// SPDX-License-Identifier: AGPL-3.0-or-later
// Who says that they know one another: groups on a profile, and at a table.
import type { JSX } from 'preact';
import { api, unwrap } from '../lib/api';
import { list } from '../lib/list';
import type { components } from '../schema';
import { texts } from '../texts';
import { useFetched } from './forms';

type Kind = components['schemas']['GroupKind'];
interface Known {
    id: string;
    kind: Kind;
    names: string[];
}

function Lines({ groups }: { groups: Known[] }): JSX.Element {
    const t = texts().club.groups;
    return (
        <ul class="trades" data-list="known">
            {groups.map(({ id, kind, names }) => (
                <li key={id}>{t.members(t.kinds[kind], list(names))}</li>
            ))}
        </ul>
    );
}

export function Knows({ groups }: { groups: components['schemas']['Group'][] }): JSX.Element | null {
    if (groups.length === 0) return null;
    return (
        <section data-part="knows">
            <h2>{texts().club.groups.knows}</h2>
            <Lines groups={groups.map(({ id, kind, members }) => ({ id, kind, names: members.map(({ account }) => account) }))} />
        </section>
    );
}

/** Of a game whose seats have these NAMES. */
export function KnowsAtTable({ game, names }: { game: string; names: string[] }): JSX.Element | null {
    const { value } = useFetched(() => unwrap(api.GET('/v1/games/{id}/groups', { params: { path: { id: game } } })), [game]);
    if (!value || value.items.length === 0) return null;
    return (
        <div data-part="knows">
            <p>{texts().club.groups.knows}:</p>
            <Lines groups={value.items.map(({ id, kind, seats }) => ({ id, kind: kind as Kind, names: seats.map((seat) => names[seat] ?? '') }))} />
        </div>
    );
}
