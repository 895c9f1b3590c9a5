// SPDX-License-Identifier: AGPL-3.0-or-later
// A game on the page: its documents, kept up to date, and the moves made in it.
import { batch, signal } from '@preact/signals';
import { api, unwrap, isOpen, LostNetwork, Problem, randomId } from '../../lib/api';
import { storedDraft, storeDraft } from '../../lib/drafts';
import { nameBots } from '../../lib/bots';
import { shareOf, shareSent } from '../../lib/clientSeed';
import { knowOwn, listen } from '../../lib/live';
import { loadParts } from '../../lib/parts';
import { onSession } from '../../lib/session';
import { language } from '../../texts';
import type { Action, ActionList, As, Board, GameEvent, Game, MovesMade, Outcome, Recap, View } from '../../types';
import { wanted } from '../actions/asked';
import { rowOf } from '../actions/controls';
import { OutcomeForm } from '../actions/outcome';
import { loadRealm } from '../realm';
import { Trades } from '../trade/Offers';
import { askBoard, askDocuments, takeEarly } from './boards';
import { isMyGame } from './myGames';
import { Timeline } from './timeline';

const tornMax = 5;
/** How often a move is sent again because unrelated events came first. */
const overtakenMax = 3;

export interface GameState {
    game: Game;
    /** As at the beginning of the game; the view says which numbers have moved since. */
    board: Board;
    view: View;
    list: ActionList;
    /** The perspective of these documents; null: the caller's own. */
    as: As;
}

interface SendMore {
    outcome?: Outcome;
}

/** A move that may or may not have reached the server. */
interface Unsent {
    body: object;
    /** Null for typed moves. */
    action: Action | null;
    /** Sent again with the same key, it counts once in any case. */
    key: string;
}

/** Loads in advance what only some games need and what opens by itself. */
async function loadWhatItNeeds(state: GameState): Promise<void> {
    const { mode, rules } = state.game;
    await Promise.all([
        rules.game === 'cities_and_knights' ? Promise.all([loadParts('knights'), loadRealm()]) : null,
        rules.scenario !== undefined ? loadParts('sea') : null,
        mode === 'table' ? OutcomeForm.fetch() : null,
        state.view.offers.length > 0 ? Trades.fetch() : null,
    ]);
    const opened = wanted(state);
    await (opened && rowOf(opened).Form?.fetch?.());
}

/** Whether a refusal is about the move itself: not the session, the rate, or a server that is busy. */
const isFinal = ({ status }: Problem): boolean => status !== 401 && status !== 429 && status < 500;

const isStale = (fault: unknown): boolean => fault instanceof Problem && fault.code === 'stale';

/** Whether the reader can do the same in the same turn: the events in between, such as answers to an offer, were about
 * other players. */
function asksTheSame(before: GameState, after: GameState): boolean {
    const asked = ({ view, list, as }: GameState): string => JSON.stringify([as, view.turn.number, list.actions.filter(({ type }) => type !== 'undo')]);
    return asked(before) === asked(after);
}

export class GameStore {
    #state = signal<GameState | null>(null);
    /** The first documents, while the code that shows them is still loading. */
    #arrived = signal<GameState | null>(null);
    #fault = signal<unknown>(null);
    #sending = signal(false);
    #unsent = signal<Unsent | null>(null);
    #refused = signal<Problem | null>(null);
    readonly timeline: Timeline;
    #as: As = null;
    #stop: (() => void)[] = [];
    #loading: Promise<void> | null = null;
    #wanted = 0;
    /** The ETag of the game document that is shown. */
    #tag = '';
    /** How often in a row the documents were from different moments. */
    #torn = 0;
    /** The view from the response to a move, which need not be fetched. */
    #answered: View | null = null;
    /** The recap since the reader last looked, if it was requested before the store existed. */
    recap: Promise<Recap | null> | undefined;

    constructor(readonly id: string) {
        this.timeline = new Timeline(id);
    }

    get #draft(): string {
        return `move.${this.id}`;
    }

    /** The latest state from the server. */
    get state(): GameState | null {
        return this.#state.value;
    }

    /** The same, slightly earlier while the page opens: enough to request more, but not to be rendered. */
    get arrived(): GameState | null {
        return this.state ?? this.#arrived.value;
    }

    /** Why the last request failed. */
    get fault(): unknown {
        return this.#fault.value;
    }

    /** Whether a move is being sent. */
    get sending(): boolean {
        return this.#sending.value;
    }

    /** The move that waits for the network; it also waits while the page is closed. */
    get unsent(): Unsent | null {
        return this.#unsent.value;
    }

    /** Why a move that waited was not made. */
    get refused(): Problem | null {
        return this.#refused.value;
    }

    /** Loads the game, and listens for events until close. */
    open(): void {
        this.#unsent.value = JSON.parse(storedDraft(this.#draft) ?? 'null');
        this.#stop = [
            listen(this.id, (event) => {
                if (event.kind === 'talk') return;
                if (event.game !== null && this.#as === null) this.timeline.heard(event.data, this.eyes);
                // Events of the reader's own moves are already known.
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

    /** The perspective of the next requests. */
    get as(): As {
        return this.#as;
    }

    /** Changes the perspective: a seat's, or all hands open. */
    look(as: As): void {
        this.#as = as;
        this.#tag = '';
        void this.refresh();
    }

    /** The perspective and everything else that changes what it shows and in which language: the key for cached parts
     * of the past. */
    get eyes(): string {
        const state = this.arrived;
        return `${state?.view.viewer ?? ''} ${state?.as ?? ''} ${state?.game.status === 'finished'} ${language()}`;
    }

    /** The view after event SEQ. */
    async viewAt(seq: number): Promise<View> {
        const view = await this.timeline.view(seq, this.#as, this.eyes);
        return this.state ? nameBots(this.state.game, view) : view;
    }

    /** All events so far. */
    events(): Promise<GameEvent[]> {
        return this.timeline.events(this.state?.view.seq ?? 0, this.#as, this.eyes);
    }

    /** The events after SEQ, without the rest of the log. */
    eventsAfter(seq: number): Promise<GameEvent[]> {
        return this.timeline.eventsAfter(seq, this.arrived?.view.seq ?? 0, this.#as, this.eyes);
    }

    /** Fetches what may have changed; calls during a fetch cause one more after it. */
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

    /** Whether the server has a newer version of the game: a small request. */
    async #isOld(): Promise<boolean> {
        const { response } = await api.GET('/v1/games/{id}', { params: { path: { id: this.id } }, headers: { 'If-None-Match': this.#tag } });
        return response.status !== 304;
    }

    async #fetchState(): Promise<void> {
        const as = this.#as;
        const asked = this.#wanted;
        const early = this.state ? undefined : takeEarly(this.id);
        this.recap ??= early?.recap;
        const known = this.state?.board ?? early?.board ?? askBoard(this.id);
        // If the game may not exist, make a single request first: a refusal is final.
        if (!this.state && !isMyGame(this.id)) await known;
        const [board, { game, tag, view, list, kept }] = await Promise.all([known, (as === null && early?.documents) || askDocuments(this.id, as, this.#answered)]);
        // What was last seen here is better than nothing, but not than what is shown.
        if (kept && this.state) throw new LostNetwork();
        this.#answered = null;
        const arrived = { game, board, view: nameBots(game, view), list, as };
        this.#arrived.value = arrived;
        await loadWhatItNeeds(arrived);
        // Fetch again if a move happened between the responses, or the perspective has changed.
        const { seq } = game;
        // The reader's own move may have brought a newer state in the meantime.
        const newest = this.state?.as === as ? this.state.view.seq : 0;
        const whole = seq === view.seq && seq === list.seq && seq >= newest && as === this.#as;
        this.#torn = whole ? 0 : this.#torn + 1;
        if (!whole && asked === this.#wanted && this.#torn < tornMax) this.#wanted++;
        if (!whole && this.state && this.#torn < tornMax) return;
        this.#tag = whole && !kept ? tag : '';
        this.#set(arrived, kept ? new LostNetwork() : null);
    }

    #set(state: GameState | null, fault: unknown): void {
        batch(() => {
            this.#state.value = state;
            this.#fault.value = fault;
        });
    }

    /** Makes a move; throws the server's refusal. The state is up to date when it resolves. */
    async send(action: Action, more: SendMore = {}): Promise<void> {
        const { state } = this;
        if (!state || this.sending || this.unsent) return;
        const seat = state.game.mode === 'table' ? { seat: state.list.player ?? 0, ...more } : {};
        for (let overtaken = 0, now = state; ; overtaken++) {
            try {
                await this.#post({ body: { action, seq: now.list.seq, ...seat, ...this.#share(now) }, action, key: randomId() });
                return;
            } catch (fault) {
                const next = this.state;
                if (overtaken === overtakenMax || !isStale(fault) || !next || !asksTheSame(state, next)) throw fault;
                now = next;
            }
        }
    }

    /** Makes typed moves: all of them or none. */
    async sendWords(words: string): Promise<void> {
        const { state } = this;
        if (!state || this.sending) return;
        await this.#post({ body: { words, seq: state.list.seq, ...this.#share(state) }, action: null, key: randomId() });
    }

    /** The commitment for the player's own contribution to the dice, which is sent with their first settlement only. */
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

    /** Sends the move again whose outcome is unknown. If it no longer fits, it is dropped. */
    async sendAgain(): Promise<void> {
        const { unsent } = this;
        if (!unsent || this.sending) return;
        try {
            await this.#post(unsent);
        } catch (fault) {
            if (!(fault instanceof Problem) || isOpen(fault)) throw fault;
            if (isFinal(fault)) this.#refused.value = fault;
            else this.#wait(unsent);
        }
    }

    forgetUnsent(): void {
        this.#wait(null);
        this.#refused.value = null;
    }

    #wait(move: Unsent | null): void {
        this.#unsent.value = move;
        storeDraft(this.#draft, move && JSON.stringify(move));
    }

    /** Shows the result of a move at once; the list of actions is fetched afterwards. */
    #show({ events, view }: MovesMade): void {
        const { state } = this;
        if (!state || view.viewer !== state.view.viewer || view.seq <= state.view.seq) return;
        for (const event of events) this.timeline.heard(event, this.eyes);
        this.#answered = view;
        this.#set({ ...state, view: nameBots(state.game, view) }, null);
    }

    async #post(move: Unsent): Promise<void> {
        const promised = this.state && this.#promised(this.state);
        batch(() => {
            this.#sending.value = true;
            this.#unsent.value = null;
            this.#refused.value = null;
        });
        try {
            const made = await unwrap(api.POST('/v1/games/{id}/moves', { params: { path: { id: this.id }, header: { 'Idempotency-Key': move.key }, query: { sentences: language() } }, body: move.body as never }));
            storeDraft(this.#draft, null);
            this.#show(made as MovesMade);
            if ('client_seed' in move.body && promised) shareSent(promised);
        } catch (fault) {
            if (isOpen(fault)) this.#wait(move);
            else storeDraft(this.#draft, null);
            if (fault instanceof Problem && fault.status === 409) {
                this.#tag = '';
                await this.refresh();
            }
            throw fault;
        } finally {
            this.#sending.value = false;
        }
        this.#tag = '';
        await this.refresh();
    }
}
