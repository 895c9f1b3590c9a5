// SPDX-License-Identifier: AGPL-3.0-or-later
// One game on the page: its documents, kept up to date, and the moves made in it.
import { api, got, Problem } from '../api';
import { listen } from '../live';
import type { Action, ActionList, As, Board, Game, Outcome, View } from '../types';

export interface GameState {
    game: Game;
    board: Board;
    view: View;
    list: ActionList;
    /** Whose eyes these documents are for; null: the caller's own. */
    as: As;
}

export interface SendMore {
    outcome?: Outcome;
}

type Query = { as?: number | 'all' };

export class GameStore extends EventTarget {
    state: GameState | null = null;
    fault: unknown = null;
    /** A move is under way. */
    sending = false;
    #as: As = null;
    #stop: () => void = () => undefined;
    #loading: Promise<void> | null = null;
    #wanted = 0;

    constructor(readonly id: string) {
        super();
    }

    /** Loads, and keeps listening until close. */
    open(): void {
        this.#stop = listen(this.id, ({ game, kind }) => {
            if ((game === null || game === this.id) && kind === 'event') void this.refresh();
        });
        void this.refresh();
    }

    close(): void {
        this.#stop();
    }

    /** With other eyes: a seat's, or everybody's. */
    look(as: As): void {
        this.#as = as;
        void this.refresh();
    }

    /** Fetches what may have changed; calls during a fetch lead to one more after it. */
    refresh(): Promise<void> {
        this.#wanted++;
        this.#loading ??= this.#fetchAll().finally(() => {
            this.#loading = null;
        });
        return this.#loading;
    }

    async #fetchAll(): Promise<void> {
        for (let seen = 0; seen !== this.#wanted; ) {
            seen = this.#wanted;
            await this.#fetch();
        }
    }

    async #fetch(): Promise<void> {
        const path = { id: this.id };
        const as = this.#as;
        const query: Query = as === null ? {} : { as };
        try {
            const board = this.state?.board ?? (await got(api.GET('/v1/games/{id}/board', { params: { path } })));
            const [game, view, list] = await Promise.all([
                got(api.GET('/v1/games/{id}', { params: { path } })),
                got(api.GET('/v1/games/{id}/view', { params: { path, query } })),
                got(api.GET('/v1/games/{id}/actions', { params: { path, query } })),
            ]);
            this.#set({ game: game as Game, board: board as Board, view: view as View, list: list as ActionList, as }, null);
        } catch (fault) {
            this.#set(this.state, fault);
        }
    }

    #set(state: GameState | null, fault: unknown): void {
        this.state = state;
        this.fault = fault;
        this.dispatchEvent(new globalThis.Event('change'));
    }

    /** Makes a move; throws what the server refuses. Afterwards the state is the new one. */
    async send(action: Action, more: SendMore = {}): Promise<void> {
        const { state } = this;
        if (!state || this.sending) return;
        const seat = state.game.mode === 'table' ? { seat: state.list.player ?? 0, ...more } : {};
        this.sending = true;
        this.dispatchEvent(new globalThis.Event('change'));
        try {
            await api.POST('/v1/games/{id}/moves', { params: { path: { id: this.id } }, body: { action, seq: state.list.seq, ...seat } as never });
        } catch (fault) {
            if (fault instanceof Problem && fault.status === 409) await this.refresh();
            throw fault;
        } finally {
            this.sending = false;
        }
        await this.refresh();
    }
}
