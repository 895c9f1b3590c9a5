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

    /** The event after which a hint was requested; the hint is for that moment only. */
    get asked(): number {
        return this.#asked.value;
    }

    /** Good places, best first. */
    get hints(): Hint[] {
        return this.#hints.value;
    }

    /** Requests a hint after event SEQ; -1 ends it. */
    ask(seq: number): void {
        this.#asked.value = seq;
    }

    show(hints: Hint[]): void {
        if (hints.length > 0 || this.#hints.peek().length > 0) this.#hints.value = hints;
    }
}
