// SPDX-License-Identifier: AGPL-3.0-or-later
// A game at a table with the functions that orval makes of the description.
import type { Choose } from './choose';
import { createGame, getView, listActions, listEvents, makeMoves } from './made/orval';
import type { Action, NewGame } from './made/orval';

export async function play(_base: string, token: string, rules: NewGame['rules'], choose: Choose): Promise<number> {
    const options = { headers: { authorization: `Bearer ${token}` } };
    const made = await createGame({ mode: 'table', rules }, options);
    if (made.status !== 201) throw new Error(`no game: ${made.status}`);
    const { id } = made.data;
    for (;;) {
        const seen = await getView(id, { as: 'all' }, options);
        if (seen.status !== 200) throw new Error(`no view: ${seen.status}`);
        const view = seen.data;
        if (view.status !== 'active') break;
        const seat = view.waiting_for[0]!.player;
        const listed = await listActions(id, { as: seat }, options);
        if (listed.status !== 200) throw new Error(`no actions: ${listed.status}`);
        const action: Action = choose(listed.data.actions, view, seat);
        const moved = await makeMoves(id, { action, seat }, undefined, options);
        if (moved.status !== 201) throw new Error(`${JSON.stringify(action)}: ${moved.status}`);
    }
    const events = await listEvents(id, { type: 'finished' }, options);
    return events.status === 200 && typeof events.data === 'object' ? events.data.items.length : 0;
}
