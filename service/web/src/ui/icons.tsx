// SPDX-License-Identifier: AGPL-3.0-or-later
// Small drawings of our own: the kinds of cards differ in shape, not only in color.
import type { JSX } from 'preact';
import type { Kind } from '../types';

const shapes: Record<Kind, string> = {
    brick: 'M2 6h9v4H2zM13 6h9v4h-9zM2 12h4v4H2zM8 12h9v4H8zM19 12h3v4h-3zM2 18h9v3H2zM13 18h9v3h-9z',
    lumber: 'M12 2 19 12h-4l5 7h-6v3h-4v-3H4l5-7H5z',
    wool: 'M8 7a4 4 0 0 1 7-1 4 4 0 0 1 6 4 4 4 0 0 1-3 6v5h-3v-4h-4v4H8v-5a4 4 0 0 1-2-1.500c-3 .8-5-.5-5-2.500 0-2.500 2-3.500 4-3a4 4 0 0 1 3-2z',
    grain: 'M11 22V9c-3 0-4-2-4-4 3 0 5 1 5 3 0-2-1-4 0-6 1 2 2 4 1 6 0-2 2-3 4-3 0 2-1 4-4 4v3c1-2 2-3 4-3 0 2-1 4-4 4v9zM11 16c-3 0-4-2-4-4 3 0 4 1 4 3z',
    ore: 'M1 21 6.500 9l3 2.500L6 21zM8.500 21 15 3l8 18H15l1.500-9-3 2.500-1.500 6.500z',
    cloth: 'M5 3c2 0 3 2 3 5s-1 5-3 5-3-2-3-5 1-5 3-5zm3 0h11q3 0 3 4v14q-4-3-7 0-3-3-6 0v-6q2-2 2-6.500T8 3z',
    coin: 'M9 11c4.500 0 7 1.300 7 3s-2.500 3-7 3-7-1.300-7-3 2.500-3 7-3zM2 16.500c1.500 1.300 4 2 7 2s5.500-.7 7-2V18c0 1.800-2.500 3-7 3s-7-1.200-7-3zM16.500 2a5.500 5.500 0 0 1 1.500 10.700c-.6-1.700-2.800-3-6-3.400A5.500 5.500 0 0 1 16.500 2z',
    paper: 'M5 2h9v6h6v14H5zm10.500 0L20 6.500h-4.500zM8 11v2h9v-2zm0 5v2h9v-2zM8 6v2h4V6z',
};

export function KindIcon({ kind }: { kind: Kind }): JSX.Element {
    return (
        <svg class={`icon kind-${kind}`} viewBox="0 0 24 24" aria-hidden="true">
            <path d={shapes[kind]} />
        </svg>
    );
}
