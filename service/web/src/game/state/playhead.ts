// SPDX-License-Identifier: AGPL-3.0-or-later
// Which moment of the game is shown. Live play, a replay and looking back are the same thing: steps from one event to
// the next. Each is played (fx/director.ts) before the view after it is shown.
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { toastError } from '../../ui/toast';
import type { GameEvent, View } from '../../types';
import { moves, play } from '../fx/director';
import type { GameState, GameStore } from './gameStore';

/** If the page is further behind than this many events, it shows the current state without the steps in between. */
const behindMost = 12;
/** Dragging the slider passes many moments; only those where it rests are fetched, and the first one. */
const restMs = 60;
/** How long each event is shown in a replay. */
const stepMs = 1600;

/** Plays events (fx/director.ts). */
export interface Director {
    moves: typeof moves;
    play: typeof play;
}

/** A past moment; its view and event are those of an earlier one until they are loaded. */
interface Moment {
    seq: number;
    /** The perspective for which it was fetched. */
    eyes: string;
    view: View | null;
    event: GameEvent | null;
}

export class Playhead {
    #present = signal<GameState | null>(null);
    #moment = signal<Moment | null>(null);
    #playing = signal(false);
    #wanted = computed(() => (this.store.state && this.#moment.value ? `${this.#moment.value.seq} ${this.store.eyes}` : null));
    #walking = false;
    /** The number of the current walk or replay; any with a lower number stops. */
    #run = 0;
    /** When a past moment was last requested. */
    #askedAt = -restMs;
    #stops: (() => void)[] = [];

    /** `at`: the moment to show first; null: the present. */
    constructor(readonly store: GameStore, at: number | null, readonly director: Director = { moves, play }) {
        if (at !== null) this.#moment.value = { seq: at, eyes: '', view: null, event: null };
    }

    open(): void {
        this.#stops = [
            effect(() => {
                const { state } = this.store;
                untracked(() => this.#follow(state));
            }),
            effect(() => (this.#wanted.value === null ? undefined : untracked(() => this.#fetch()))),
        ];
    }

    close(): void {
        this.#run++;
        for (const stop of this.#stops) stop();
    }

    /** The game to show now: behind the server while events are played. */
    get present(): GameState | null {
        return this.#present.value;
    }

    /** Whether all events have been played: only then can a move be made. */
    get settled(): boolean {
        const { state } = this.store;
        return state === this.#present.value && (state === null || state.list.seq >= state.view.seq);
    }

    /** The requested past moment; null: the present is shown. */
    get seq(): number | null {
        return this.#moment.value?.seq ?? null;
    }

    /** The view of that moment, or of the previous one until it is loaded. */
    get view(): View | null {
        return this.#moment.value?.view ?? null;
    }

    /** The event that led to that moment. */
    get event(): GameEvent | null {
        const moment = this.#moment.value;
        return moment?.event?.seq === moment?.seq ? (moment?.event ?? null) : null;
    }

    /** Whether it advances by itself, one event at a time. */
    get playing(): boolean {
        return this.#playing.value;
    }

    /** Shows the moment after event SEQ; null, or a moment in the future, means the present. */
    go(seq: number | null): void {
        const last = this.store.state?.view.seq ?? 0;
        this.#run++;
        this.#walking = false;
        batch(() => {
            this.#playing.value = false;
            this.#present.value = this.store.state;
            const { eyes = '', view = null, event = null } = this.#moment.peek() ?? {};
            this.#moment.value = seq === null || seq >= last ? null : { seq: Math.max(0, seq), eyes, view, event };
        });
    }

    /** Replays the game from event FROM on, then returns to the present. */
    play(from: number): void {
        this.go(from);
        if (this.#moment.peek() === null) return;
        this.#playing.value = true;
        void this.#replay(this.#run);
    }

    pause(): void {
        this.#run++;
        this.#playing.value = false;
    }

    /** Takes a new state from the server: at once, or event by event. */
    #follow(state: GameState | null): void {
        if (state && (this.#moment.peek()?.seq ?? 0) > state.view.seq) this.#moment.value = null;
        const shown = this.#present.peek();
        const ahead = state && shown ? state.view.seq - shown.view.seq : 0;
        const same = state?.as === shown?.as && state?.view.viewer === shown?.view.viewer;
        if (same && ahead > 0 && ahead <= behindMost && this.#moment.peek() === null && this.director.moves()) {
            if (!this.#walking) void this.#walk(++this.#run);
            return;
        }
        if (this.#walking) this.#run++;
        this.#walking = false;
        this.#present.value = state;
    }

    /** Plays events until the latest one is shown. */
    async #walk(run: number): Promise<void> {
        this.#walking = true;
        try {
            for (let shown = this.#present.peek(); shown; shown = this.#present.peek()) {
                const { seq } = shown.view;
                const [[event], after] = await Promise.all([this.store.eventsAfter(seq), this.#viewAt(seq + 1)]);
                if (run === this.#run && event) await this.director.play(event, shown.view, after);
                if (run !== this.#run) return;
                if (seq + 1 >= (this.store.state?.view.seq ?? 0)) break;
                // The list of actions is known for the latest moment only.
                this.#present.value = { ...shown, view: after };
            }
        } catch {
            // If a step cannot be loaded, show the current state without it.
        }
        if (run !== this.#run) return;
        this.#walking = false;
        this.#present.value = this.store.state;
    }

    async #viewAt(seq: number): Promise<View> {
        const { state } = this.store;
        return state?.view.seq === seq ? state.view : this.store.viewAt(seq);
    }

    /** Fetches the requested moment once the slider rests on it. */
    #fetch(): () => void {
        const { seq, eyes, view, event } = this.#moment.peek() as Moment;
        const now = this.store.eyes;
        const put = (change: Partial<Moment>): void => {
            const moment = this.#moment.peek();
            if (moment?.seq === seq && this.store.eyes === now) this.#moment.value = { ...moment, eyes: now, ...change };
        };
        const step = view === null ? 0 : seq - view.seq;
        const rested = performance.now() - this.#askedAt > restMs;
        this.#askedAt = performance.now();
        const load = (): void => {
            this.store.viewAt(seq).then((found) => {
                put({ view: found });
                // Who goes step by step goes on: the next view is there when they do.
                if (Math.abs(step) === 1 && seq + step >= 0 && seq + step <= (this.store.state?.view.seq ?? 0)) this.#viewAt(seq + step).catch(() => undefined);
            }, (fault) => this.#moment.peek()?.seq === seq && toastError(fault));
            if (seq > 0) this.store.eventsAfter(seq - 1).then(([found]) => put({ event: found ?? null }), () => undefined);
        };
        const known = eyes === now && view?.seq === seq && event?.seq === seq;
        const timer = known ? undefined : setTimeout(load, view === null || rested ? 0 : restMs);
        return () => clearTimeout(timer);
    }

    async #replay(run: number): Promise<void> {
        try {
            for (let { seq } = this.#moment.peek() as Moment; ; seq++) {
                const last = this.store.state?.view.seq ?? 0;
                const [before] = await Promise.all([this.store.viewAt(seq), new Promise((done) => { setTimeout(done, stepMs); })]);
                if (run !== this.#run) return;
                if (seq >= last) break;
                const [[event], after] = await Promise.all([this.store.eventsAfter(seq), this.store.viewAt(seq + 1)]);
                if (run === this.#run && event && this.director.moves()) await this.director.play(event, before, after);
                if (run !== this.#run) return;
                this.#moment.value = { seq: seq + 1, eyes: this.store.eyes, view: after, event: event ?? null };
            }
            this.go(null);
        } catch (fault) {
            if (run !== this.#run) return;
            toastError(fault);
            this.pause();
        }
    }
}
