// SPDX-License-Identifier: AGPL-3.0-or-later
// The boards of games as they began. The one of the address that the page opens with is asked for before the code
// that shows it is there: whether there is such a game is known by then.
import { api, unwrap } from '../../lib/api';
import type { Board } from '../../types';

const early = new Map<string, Promise<Board>>();

const ask = (id: string): Promise<Board> => unwrap(api.GET('/v1/games/{id}/board', { params: { path: { id }, query: { at: 0 } } })) as Promise<Board>;

/** Asks for the board of the game at PATH, if that is a game's. */
export function askEarly(path: string): void {
    const [, id] = /^\/games\/([\w-]+)$/.exec(path) ?? [];
    if (!id) return;
    const asked = ask(id);
    asked.catch(() => undefined);
    early.set(id, asked);
}

/** The board of a game; throws what the server refuses. */
export function boardOf(id: string): Promise<Board> {
    const asked = early.get(id) ?? ask(id);
    early.delete(id);
    return asked;
}
