// SPDX-License-Identifier: AGPL-3.0-or-later
// One game on the page: its documents, kept up to date, and the moves made in it.
import { api, got, isOpen, Problem, randomId } from '../api';
import { shareOf, shareSent } from '../fair/client';
import { knowOwn, listen } from '../live';
import { onSession } from '../session';
import type { Action, ActionList, As, Board, Event, Game, Outcome, View } from '../types';
import { asQuery, History } from './history';

const tornMax = 5;

export interface GameState {
    game: Game;
    /** As it was at the beginning; the view says which numbers have moved since. */
    board: Board;
    view: View;
    list: ActionList;
    /** Whose eyes these documents are for; null: the caller's own. */
    as: As;
}

interface SendMore {
    outcome?: Outcome;
}

/** A move of which it is not known whether it has reached the server. */
interface Unsent {
    body: object;
    /** Null for moves in words. */
    action: Action | null;
    /** Sent again with the same key it counts once, whatever became of it. */
    key: string;
}

export class GameStore extends EventTarget {
    state: GameState | null = null;
    fault: unknown = null;
    /** A move is under way. */
    sending = false;
    unsent: Unsent | null = null;
    readonly history: History;
    #as: As = null;
    #stop: (() => void)[] = [];
    #loading: Promise<void> | null = null;
    #wanted = 0;
    /** The ETag of the game's document that is shown. */
    #tag = '';
    /** How often in a row the documents did not belong together. */
    #torn = 0;

    constructor(readonly id: string) {
        super();
        this.history = new History(id);
    }

    /** Loads, and keeps listening until close. */
    open(): void {
        this.#stop = [
            listen(this.id, (event) => {
                if (event.kind === 'talk') return;
                if (event.game !== null && this.#as === null) this.history.heard(event.data, this.eyes);
                // Of our own moves we have heard already.
                if (event.game !== null && event.data.seq <= (this.state?.view.seq ?? -1)) return;
                if (event.game !== null) this.#tag = '';
                void this.refresh();
            }),
            onSession(() => {
                this.#tag = '';
                void this.refresh();
            }),
        ];
        void this.refresh();
    }

    close(): void {
        for (const stop of this.#stop) stop();
    }

    /** With other eyes: a seat's, or everybody's. */
    look(as: As): void {
        this.#as = as;
        this.#tag = '';
        void this.refresh();
    }

    /** Whose eyes, and what else decides what they see: for what is kept of the past. */
    get eyes(): string {
        const { state } = this;
        return `${state?.view.viewer ?? ''} ${state?.as ?? ''} ${state?.game.status === 'finished'}`;
    }

    /** The view after event SEQ. */
    viewAt(seq: number): Promise<View> {
        return this.history.view(seq, this.#as, this.eyes);
    }

    /** All events until now. */
    events(): Promise<Event[]> {
        return this.history.events(this.state?.view.seq ?? 0, this.#as, this.eyes);
    }

    /** The events after SEQ: for what is new there is no need of the whole log. */
    eventsAfter(seq: number): Promise<Event[]> {
        return this.history.eventsAfter(seq, this.state?.view.seq ?? 0, this.#as, this.eyes);
    }

    /** Fetches what might have changed; calls during a fetch lead to one more after it. */
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
        try {
            if (this.#tag === '' || !this.state) await this.#fetchState();
            else if (await this.#isOld()) await this.#fetchState();
            else if (this.fault) this.#set(this.state, null);
            const { state } = this;
            if (state) knowOwn(this.id, state.game.mode === 'play' && typeof state.view.viewer === 'number' && state.game.status !== 'finished');
        } catch (fault) {
            this.#set(this.state, fault);
        }
    }

    /** Whether the server has another game by now than is shown: a small question. */
    async #isOld(): Promise<boolean> {
        const { response } = await api.GET('/v1/games/{id}', { params: { path: { id: this.id } }, headers: { 'If-None-Match': this.#tag } });
        return response.status !== 304;
    }

    async #fetchState(): Promise<void> {
        const path = { id: this.id };
        const as = this.#as;
        const query = asQuery(as);
        const asked = this.#wanted;
        const [board, answer, view, list] = await Promise.all([
            this.state?.board ?? got(api.GET('/v1/games/{id}/board', { params: { path, query: { at: 0 } } })),
            api.GET('/v1/games/{id}', { params: { path } }),
            got(api.GET('/v1/games/{id}/view', { params: { path, query } })),
            got(api.GET('/v1/games/{id}/actions', { params: { path, query } })),
        ]);
        // Somebody moved between two of the answers, or other eyes look by now: once more.
        const { seq } = answer.data as Game;
        const whole = seq === (view as View).seq && seq === (list as ActionList).seq && as === this.#as;
        this.#torn = whole ? 0 : this.#torn + 1;
        if (!whole && asked === this.#wanted && this.#torn < tornMax) this.#wanted++;
        if (!whole && this.state && this.#torn < tornMax) return;
        this.#tag = whole ? (answer.response.headers.get('ETag') ?? '') : '';
        this.#set({ game: answer.data as Game, board: board as Board, view: view as View, list: list as ActionList, as }, null);
    }

    #set(state: GameState | null, fault: unknown): void {
        this.state = state;
        this.fault = fault;
        this.#changed();
    }

    #changed(): void {
        this.dispatchEvent(new globalThis.Event('change'));
    }

    /** Makes a move; throws what the server refuses. Afterwards the state is the new one. */
    async send(action: Action, more: SendMore = {}): Promise<void> {
        const { state } = this;
        if (!state || this.sending) return;
        const seat = state.game.mode === 'table' ? { seat: state.list.player ?? 0, ...more } : {};
        await this.#post({ body: { action, seq: state.list.seq, ...seat, ...this.#share(state) }, action, key: randomId() });
    }

    /** Makes moves told in words: all of them or none. */
    async sendWords(words: string): Promise<void> {
        const { state } = this;
        if (!state || this.sending) return;
        await this.#post({ body: { words, seq: state.list.seq, ...this.#share(state) }, action: null, key: randomId() });
    }

    /** The promise of the player's own share in the dice, which goes with their first settlement and nothing else. */
    #promised({ game, view }: GameState): string | null {
        const { viewer } = view;
        if (view.phase !== 'setup' || typeof viewer !== 'number' || game.mode !== 'play') return null;
        if (view.pieces.settlements?.some(({ player }) => player === viewer)) return null;
        return game.fairness.client_commitments?.[viewer] ?? null;
    }

    #share(state: GameState): { client_seed?: string } {
        const promised = this.#promised(state);
        const seed = promised === null ? null : shareOf(promised);
        return seed === null ? {} : { client_seed: seed };
    }

    /** Sends the move again of which it is open whether it was made. */
    async sendAgain(): Promise<void> {
        if (this.unsent && !this.sending) await this.#post(this.unsent);
    }

    forgetUnsent(): void {
        this.unsent = null;
        this.#changed();
    }

    async #post(move: Unsent): Promise<void> {
        const promised = this.state && this.#promised(this.state);
        this.sending = true;
        this.unsent = null;
        this.#changed();
        try {
            await api.POST('/v1/games/{id}/moves', { params: { path: { id: this.id }, header: { 'Idempotency-Key': move.key } }, body: move.body as never });
            if ('client_seed' in move.body && promised) shareSent(promised);
        } catch (fault) {
            if (isOpen(fault)) this.unsent = move;
            if (fault instanceof Problem && fault.status === 409) {
                this.#tag = '';
                await this.refresh();
            }
            throw fault;
        } finally {
            this.sending = false;
            this.#changed();
        }
        this.#tag = '';
        await this.refresh();
    }
}
