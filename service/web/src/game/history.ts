// SPDX-License-Identifier: AGPL-3.0-or-later
// A game as it was: its views after each event, and its events. Neither ever changes, so what has been
// fetched is kept, as long as the eyes that look stay the same.
import { api, got } from '../api';
import type { As, Event, View } from '../types';

const viewsKept = 500;
const eventsAPage = 1000;

interface LogPart {
    from: number;
    events: Event[];
}

type Query = { as?: number | 'all' };
export const asQuery = (as: As): Query => (as === null ? {} : { as });

export class History {
    #views = new Map<string, Promise<View>>();
    /** Parts of the log, each from some event on. */
    #log: LogPart[] = [];
    #eyes = '';
    #loading: Promise<void> | null = null;

    constructor(readonly id: string) {}

    /** Forgets everything: other eyes look, or the end of the game has shown what was hidden. */
    #look(eyes: string): void {
        if (eyes === this.#eyes) return;
        this.#eyes = eyes;
        this.#views.clear();
        this.#log = [];
        this.#loading = null;
    }

    /** The view after event SEQ. `eyes`: whose, and what else changes what they see. */
    view(seq: number, as: As, eyes: string): Promise<View> {
        this.#look(eyes);
        const key = String(seq);
        const known = this.#views.get(key);
        if (known) return known;
        const view = got(api.GET('/v1/games/{id}/view', { params: { path: { id: this.id }, query: { at: seq, ...asQuery(as) } } })) as Promise<View>;
        this.#views.set(key, view);
        view.catch(() => this.#views.delete(key));
        const [oldest] = this.#views.keys();
        if (this.#views.size > viewsKept && oldest !== undefined) this.#views.delete(oldest);
        return view;
    }

    /** Takes an event that the stream has told; what is carried on by it need not be fetched. */
    heard(event: Event, eyes: string): void {
        if (eyes !== this.#eyes) return;
        this.#log = this.#log.map((part) => (part.from + part.events.length === event.seq - 1 ? { ...part, events: [...part.events, event] } : part));
    }

    /** All events up to SEQ at least. */
    async events(seq: number, as: As, eyes: string): Promise<Event[]> {
        return this.eventsAfter(0, seq, as, eyes);
    }

    /** The events after FROM, up to SEQ at least. */
    async eventsAfter(from: number, seq: number, as: As, eyes: string): Promise<Event[]> {
        this.#look(eyes);
        for (;;) {
            const known = this.#log.find((part) => part.from <= from);
            if (known && known.from + known.events.length >= seq) return known.events.slice(from - known.from);
            if (this.#loading) await this.#loading;
            else {
                this.#loading = this.#load(known ?? { from, events: [] }, as, eyes).finally(() => {
                    this.#loading = null;
                });
                await this.#loading;
                if (eyes !== this.#eyes) return [];
            }
        }
    }

    /** Carries a part of the log on to its end. */
    async #load(part: LogPart, as: As, eyes: string): Promise<void> {
        let { events } = part;
        for (let more = true; more; ) {
            const query = { after: part.from + events.length, limit: eventsAPage, ...asQuery(as) };
            const page = (await got(api.GET('/v1/games/{id}/events', { params: { path: { id: this.id }, query } }))) as { items: Event[]; next: string | null };
            events = [...events, ...page.items];
            more = page.next !== null;
        }
        if (eyes === this.#eyes) this.#log = [...this.#log.filter(({ from }) => from !== part.from), { from: part.from, events }];
    }
}
