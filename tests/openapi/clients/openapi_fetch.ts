// SPDX-License-Identifier: AGPL-3.0-or-later
// A game at a table with openapi-fetch, whose types openapi-typescript makes of the description.
import createClient from 'openapi-fetch';
import type { Choose } from './choose';
import type { components, paths } from './made/openapi_fetch';

type Schemas = components['schemas'];

export async function play(base: string, token: string, rules: Schemas['NewGame']['rules'], choose: Choose): Promise<number> {
    const client = createClient<paths>({ baseUrl: base, headers: { authorization: `Bearer ${token}` } });
    const made = await client.POST('/v1/games', { body: { mode: 'table', rules } });
    if (made.data === undefined) throw new Error(made.error.detail);
    const path = { id: made.data.id };
    for (;;) {
        const { data: view, error } = await client.GET('/v1/games/{id}/view', { params: { path, query: { as: 'all' } } });
        if (view === undefined) throw new Error(error.detail);
        if (view.status !== 'active') break;
        const seat = view.waiting_for[0]!.player;
        const listed = await client.GET('/v1/games/{id}/actions', { params: { path, query: { as: seat } } });
        if (listed.data === undefined) throw new Error(listed.error.detail);
        const action: Schemas['Action'] = choose(listed.data.actions, view, seat);
        const moved = await client.POST('/v1/games/{id}/moves', { params: { path }, body: { action, seat } });
        if (moved.error !== undefined) throw new Error(`${JSON.stringify(action)}: ${moved.error.detail}`);
    }
    const events = await client.GET('/v1/games/{id}/events', { params: { path, query: { type: 'finished' } } });
    // As JSON, since nothing else was asked for.
    return typeof events.data === 'object' ? events.data.items.length : 0;
}
