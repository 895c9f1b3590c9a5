// SPDX-License-Identifier: AGPL-3.0-or-later
// Shared by all parts of the form: the orders being edited, what is wrong with them, and texts.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Speaker } from './explain';
import type { Change, Ignored, Orders } from './model';
import type { Scope } from './notation';

export interface OrderError {
    pointer: string;
    detail: string;
}

export interface Editing {
    orders: Orders;
    change: (change: Change<Orders>) => void;
    errors: OrderError[];
    speaker: Speaker;
    knights: boolean;
    scopes: ReadonlySet<Scope>;
    /** Which of the two a seven can move in this game. */
    thieves: ('robber' | 'pirate')[];
    /** What an empty turn can ignore in this game. */
    ignorable: Ignored[];
    /** The other players, by seat and color. */
    others: { seat: number; color: string; name: string }[];
    /** The neutral colors. */
    neutral: string[];
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
    const found = useContext(EditingContext);
    if (!found) throw new Error('useEditing outside of the orders');
    return found;
}

/** What is wrong at or below a place of the orders, except below some of its members. */
export function errorsAt(errors: OrderError[], at: string, except: string[] = []): string[] {
    const within = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`);
    return errors.filter(({ pointer }) => within(pointer, `/orders${at}`) && !except.some((member) => within(pointer, `/orders${at}/${member}`))).map(({ detail }) => detail);
}
