// SPDX-License-Identifier: AGPL-3.0-or-later
// Small drawings of our own: a kind of card is told by its shape, not by its colour alone.
import type { JSX } from 'preact';
import type { Kind } from '../types';

const shapes: Record<Kind, string> = {
    brick: 'M2 6h9v4H2zM13 6h9v4h-9zM2 12h4v4H2zM8 12h9v4H8zM19 12h3v4h-3zM2 18h9v3H2zM13 18h9v3h-9z',
    lumber: 'M12 2 19 12h-4l5 7h-6v3h-4v-3H4l5-7H5z',
    wool: 'M7 8a4 4 0 0 1 8-2 4 4 0 0 1 4 7 4 4 0 0 1-5 4l-1 4h-2v-3H9v3H7l-1-4a4 4 0 0 1-2-6 3 3 0 0 1 3-3z',
    grain: 'M11 22V9c-3 0-4-2-4-4 3 0 5 1 5 3 0-2-1-4 0-6 1 2 2 4 1 6 0-2 2-3 4-3 0 2-1 4-4 4v3c1-2 2-3 4-3 0 2-1 4-4 4v9zM11 16c-3 0-4-2-4-4 3 0 4 1 4 3z',
    ore: 'M3 17 7 8l4 3 3-6 5 4 2 8-6 4H8z',
    cloth: 'M4 3h13a3 3 0 0 1 3 3v12H7v3a2 2 0 0 1-3-2zm3 4v9h10V7z',
    coin: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm-1 4h2v10h-2z',
    paper: 'M5 2h10l4 4v16H5zm3 7v2h8V9zm0 5v2h8v-2z',
};

export function KindIcon({ kind }: { kind: Kind }): JSX.Element {
    return (
        <svg class={`icon kind-${kind}`} viewBox="0 0 24 24" aria-hidden="true">
            <path d={shapes[kind]} />
        </svg>
    );
}
