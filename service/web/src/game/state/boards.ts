// SPDX-License-Identifier: AGPL-3.0-or-later
// The documents of a game. For the address with which the page is opened they are requested before the code that shows
// them is loaded: first the board, and the rest once it is known that the game exists.
import { api, unwrap } from '../../lib/api';
import { loadRules } from '../../lib/rules';
import { currentMe } from '../../lib/session';
import type { ActionList, As, Board, Game, Recap, View } from '../../types';

/** A game with the ETag of its response, and what its reader sees and can do. These can be from different moments. */
export interface Documents {
    game: Game;
    tag: string;
    view: View;
    list: ActionList;
    /** Without a network: as they were last seen here (app/offline.ts). */
    kept: boolean;
}

/** The mark of what the service worker has kept. */
const keptHeader = 'X-Hexpost-Kept';

interface Early {
    board: Promise<Board>;
    documents: Promise<Documents>;
    /** Null if the reader is not signed in, or not known to be yet. */
    recap: Promise<Recap | null>;
}

const early = new Map<string, Early>();

export const asQuery = (as: As): { as?: NonNullable<As> } => (as === null ? {} : { as });

/** The board of a game as it began; throws the server's refusal. */
export const askBoard = (id: string): Promise<Board> => unwrap(api.GET('/v1/games/{id}/board', { params: { path: { id }, query: { at: 0 } } })) as Promise<Board>;

/** What has happened after event SINCE; default: since the reader last looked. */
export const askRecap = (id: string, since?: number): Promise<Recap> => unwrap(api.GET('/v1/games/{id}/recap', { params: { path: { id }, query: since === undefined ? {} : { since } } })) as Promise<Recap>;

/** The game from the perspective of AS; VIEW if it is already known. Throws the server's refusal. */
export async function askDocuments(id: string, as: As, known: View | null = null): Promise<Documents> {
    const path = { id };
    const query = asQuery(as);
    const [answer, view, list] = await Promise.all([
        api.GET('/v1/games/{id}', { params: { path } }),
        known ?? unwrap(api.GET('/v1/games/{id}/view', { params: { path, query } })),
        unwrap(api.GET('/v1/games/{id}/actions', { params: { path, query } })),
        loadRules(),
    ]);
    return { game: answer.data as Game, tag: answer.response.headers.get('ETag') ?? '', view: view as View, list: list as ActionList, kept: answer.response.headers.has(keptHeader) };
}

/** Requests the game at PATH, if it is the path of a game. */
export function askEarly(path: string, search: string): void {
    const [, id] = /^\/games\/([\w-]+)$/.exec(path) ?? [];
    if (!id || search !== '') return;
    const board = askBoard(id);
    const documents = board.then(() => askDocuments(id, null));
    const recap = board.then(() => currentMe() && askRecap(id));
    for (const promise of [documents, recap]) promise.catch(() => undefined);
    early.set(id, { board, documents, recap });
}

/** Returns what was requested early, only once. */
export function takeEarly(id: string): Early | undefined {
    const asked = early.get(id);
    early.delete(id);
    return asked;
}
