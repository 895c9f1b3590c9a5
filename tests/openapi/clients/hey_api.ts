// SPDX-License-Identifier: AGPL-3.0-or-later
// A game at a table with the functions that @hey-api/openapi-ts makes of the description.
import type { Choose } from './choose';
import { createGame, getView, listActions, listEvents, makeMoves } from './made/hey_api';
import type { Action, NewGame } from './made/hey_api';
import { client } from './made/hey_api/client.gen';

export async function play(base: string, token: string, rules: NewGame['rules'], choose: Choose): Promise<number> {
    client.setConfig({ baseUrl: base, auth: token });
    const made = await createGame({ body: { mode: 'table', rules }, throwOnError: true });
    const path = { id: made.data.id };
    for (;;) {
        const { data: view } = await getView({ path, query: { as: 'all' }, throwOnError: true });
        if (view.status !== 'active') break;
        const seat = view.waiting_for[0]!.player;
        const { data: listed } = await listActions({ path, query: { as: seat }, throwOnError: true });
        const action: Action = choose(listed.actions, view, seat);
        await makeMoves({ path, body: { action, seat }, throwOnError: true });
    }
    const { data: events } = await listEvents({ path, query: { type: 'finished' }, throwOnError: true });
    // As JSON, since nothing else was asked for.
    return typeof events === 'object' ? events.items.length : 0;
}
