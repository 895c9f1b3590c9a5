// SPDX-License-Identifier: AGPL-3.0-or-later
// What the guide shows on the board, and whether a hint was asked for.
import { signal } from '@preact/signals';
import type { Place } from '../../types';

/** A place to build on, and why, in a few words each. */
export interface Hint {
    place: Place;
    reasons: string[];
}

export class Guide {
    #asked = signal(-1);
    #hints = signal<Hint[]>([]);

    /** After which event a hint was asked for; it is of that moment. */
    get asked(): number {
        return this.#asked.value;
    }

    /** Good places, the best first. */
    get hints(): Hint[] {
        return this.#hints.value;
    }

    /** Asks for a hint after event SEQ; -1: for none any more. */
    ask(seq: number): void {
        this.#asked.value = seq;
    }

    show(hints: Hint[]): void {
        if (hints.length > 0 || this.#hints.peek().length > 0) this.#hints.value = hints;
    }
}
