// SPDX-License-Identifier: AGPL-3.0-or-later
// What can be chosen on the board, which place in a text is pointed at, and what a tap on one of the player's cards
// does. If several components want places, the board lights those of the highest priority; when that one is done, the
// others are lit again.
import { computed, signal } from '@preact/signals';
import type { BoardChoice } from '../../board/targets';
import type { Kind, Place } from '../../types';

/** By priority: a place for standing orders, a form with a choice of its own, the move in progress. */
const owners = ['orders', 'form', 'move'] as const;
type Owner = (typeof owners)[number];

export class Selection {
    #wanted = signal<Partial<Record<Owner, BoardChoice | null>>>({});
    #takeCard = signal<((kind: Kind) => void) | null>(null);
    #pointed = signal<Place | null>(null);
    /** Cards tapped before the form was mounted: the first of them began the trade. */
    firstCards: Kind[] = [];
    #choice = computed(() => owners.map((owner) => this.#wanted.value[owner]).find(Boolean) ?? null);

    get choice(): BoardChoice | null {
        return this.#choice.value;
    }

    /** The place whose name is under the mouse. */
    get pointed(): Place | null {
        return this.#pointed.value;
    }

    point(place: Place | null): void {
        this.#pointed.value = place;
    }

    /** Puts a card of the hand into the open form; null: no form takes cards. */
    get takeCard(): ((kind: Kind) => void) | null {
        return this.#takeCard.value;
    }

    /** Passes tapped cards to TAKE until the returned function is called. */
    takeCards(take: (kind: Kind) => void): () => void {
        this.#takeCard.value = take;
        return () => {
            if (this.#takeCard.peek() === take) this.#takeCard.value = null;
        };
    }

    /** Lights the places that OWNER wants, until it is called with null. */
    set(owner: Owner, choice: BoardChoice | null): void {
        this.#wanted.value = { ...this.#wanted.peek(), [owner]: choice };
    }
}
