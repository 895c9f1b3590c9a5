// SPDX-License-Identifier: AGPL-3.0-or-later
// What can be chosen on the board, what is pointed at in words, and what a tap on a card of the own hand does. Several parts want places: the
// board lights those of the uppermost of them and has the others again when that one is done.
import { computed, signal } from '@preact/signals';
import type { BoardChoice } from '../../board/targets';
import type { Kind, Place } from '../../types';

/** From top to bottom: a place for standing orders, a form with a choice of its own, the move under way. */
const owners = ['orders', 'form', 'move'] as const;
type Owner = (typeof owners)[number];

export class Selection {
    #wanted = signal<Partial<Record<Owner, BoardChoice | null>>>({});
    #takeCard = signal<((kind: Kind) => void) | null>(null);
    #pointed = signal<Place | null>(null);
    /** The cards that were tapped before there was the form for the trade that the first of them has begun. */
    firstCards: Kind[] = [];
    #choice = computed(() => owners.map((owner) => this.#wanted.value[owner]).find(Boolean) ?? null);

    get choice(): BoardChoice | null {
        return this.#choice.value;
    }

    /** The place whose name the mouse rests on. */
    get pointed(): Place | null {
        return this.#pointed.value;
    }

    point(place: Place | null): void {
        this.#pointed.value = place;
    }

    /** Takes a card of the own hand into the form that is open; null: none does. */
    get takeCard(): ((kind: Kind) => void) | null {
        return this.#takeCard.value;
    }

    /** A form has TAKE get the cards that are tapped, until it is given back by what this answers. */
    takeCards(take: (kind: Kind) => void): () => void {
        this.#takeCard.value = take;
        return () => {
            if (this.#takeCard.peek() === take) this.#takeCard.value = null;
        };
    }

    /** Lights what OWNER wants, until null takes its place. */
    set(owner: Owner, choice: BoardChoice | null): void {
        this.#wanted.value = { ...this.#wanted.peek(), [owner]: choice };
    }
}
