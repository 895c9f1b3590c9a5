// SPDX-License-Identifier: AGPL-3.0-or-later
// What the guide shows on the board, and whether a hint was requested.
import { signal } from '@preact/signals';
import type { Place } from '../../types';

/** A place to build on, with a few short reasons. */
export interface Hint {
    place: Place;
    reasons: string[];
}

export class Guide {
    #asked = signal(-1);
    #hints = signal<Hint[]>([]);
    #moment = signal<number | null>(null);

    /** The event after which a hint was requested; the hint is for that moment only. */
    get asked(): number {
        return this.#asked.value;
    }

    /** Good places, best first. */
    get hints(): Hint[] {
        return this.#hints.value;
    }

    /** The places that were good at the past moment after event SEQ, or are good now (null). */
    placesAt(seq: number | null): Place[] {
        return this.#moment.value === seq ? this.#hints.value.map(({ place }) => place) : [];
    }

    /** Requests a hint after event SEQ; -1 ends it. */
    ask(seq: number): void {
        this.#asked.value = seq;
    }

    /** HINTS are for now, or for the past moment after event SEQ. */
    show(hints: Hint[], seq: number | null = null): void {
        if (hints.length === 0 && this.#hints.peek().length === 0) return;
        this.#moment.value = seq;
        this.#hints.value = hints;
    }
}
