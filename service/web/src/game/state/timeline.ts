// SPDX-License-Identifier: AGPL-3.0-or-later
// The history of a game: its views after each event, and its events. Neither ever changes, so what was fetched is
// cached as long as the perspective stays the same: every event, and the most recently used views.
import { api, unwrap } from '../../lib/api';
import { language } from '../../texts';
import type { As, GameEvent, View } from '../../types';
import { asQuery } from './boards';

const viewsKept = 60;
/** The most events with sentences that one request returns. */
const eventsAPage = 500;

export class Timeline {
    #views = new Map<string, Promise<View>>();
    /** The events after the first #before ones, without a gap. */
    #events: GameEvent[] = [];
    #before = 0;
    #eyes = '';
    #loading: Promise<void> | null = null;

    constructor(readonly id: string) {}

    /** Clears the cache if the perspective has changed, or the end of the game has revealed what was hidden. */
    #look(eyes: string): void {
        if (eyes === this.#eyes) return;
        this.#eyes = eyes;
        this.#views.clear();
        this.#events = [];
        this.#before = 0;
        this.#loading = null;
    }

    /** How much is cached. */
    get kept(): { events: number; views: number } {
        return { events: this.#events.length, views: this.#views.size };
    }

    /** The view after event SEQ. `eyes`: the perspective, and what else changes the result. */
    view(seq: number, as: As, eyes: string): Promise<View> {
        this.#look(eyes);
        const key = String(seq);
        const known = this.#views.get(key);
        if (known) return known;
        const view = unwrap(api.GET('/v1/games/{id}/view', { params: { path: { id: this.id }, query: { at: seq, ...asQuery(as) } } })) as Promise<View>;
        this.#views.set(key, view);
        view.catch(() => this.#views.delete(key));
        const [oldest] = this.#views.keys();
        if (this.#views.size > viewsKept && oldest !== undefined) this.#views.delete(oldest);
        return view;
    }

    get #last(): number {
        return this.#before + this.#events.length;
    }

    /** Adds an event from the stream; it then need not be fetched. */
    heard(event: GameEvent, eyes: string): void {
        if (eyes === this.#eyes && this.#events.length > 0 && event.seq === this.#last + 1) this.#events.push(event);
    }

    /** All events, at least up to SEQ. */
    async events(seq: number, as: As, eyes: string): Promise<GameEvent[]> {
        return this.eventsAfter(0, seq, as, eyes);
    }

    /** The events after FROM, at least up to SEQ. */
    async eventsAfter(from: number, seq: number, as: As, eyes: string): Promise<GameEvent[]> {
        this.#look(eyes);
        for (let had = -1; seq > from && (from < this.#before || this.#last < seq) && this.#events.length > had; ) {
            had = this.#events.length;
            this.#loading ??= this.#startLoading(from, as);
            await this.#loading;
            if (eyes !== this.#eyes) return [];
        }
        return from < this.#before ? [] : this.#events.slice(from - this.#before);
    }

    #startLoading(from: number, as: As): Promise<void> {
        if (this.#events.length === 0) this.#before = from;
        const loading = (from < this.#before ? this.#loadEarlier(as) : this.#loadLater(as)).finally(() => {
            if (this.#loading === loading) this.#loading = null;
        });
        return loading;
    }

    /** The events after AFTER up to END, or to the last one. */
    async #fetch(after: number, end: number, as: As): Promise<GameEvent[]> {
        const events: GameEvent[] = [];
        for (let more = true; more && after + events.length < end; ) {
            const query = { after: after + events.length, limit: Math.min(eventsAPage, end - after - events.length), sentences: language(), ...asQuery(as) };
            const page = (await unwrap(api.GET('/v1/games/{id}/events', { params: { path: { id: this.id }, query } }))) as { items: GameEvent[]; next: string | null };
            events.push(...page.items);
            more = page.next !== null;
        }
        return events;
    }

    /** Loads everything before the first cached event: readers who go back go back further. */
    async #loadEarlier(as: As): Promise<void> {
        const eyes = this.#eyes;
        const earlier = await this.#fetch(0, this.#before, as);
        if (eyes !== this.#eyes) return;
        this.#events = [...earlier, ...this.#events];
        this.#before = 0;
    }

    /** Loads the events after the last cached one. */
    async #loadLater(as: As): Promise<void> {
        const eyes = this.#eyes;
        const later = await this.#fetch(this.#last, Infinity, as);
        // The stream may have added some of them in the meantime.
        if (eyes === this.#eyes) this.#events.push(...later.filter(({ seq }) => seq > this.#last));
    }
}
