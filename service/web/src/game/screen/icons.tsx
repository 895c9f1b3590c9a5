// SPDX-License-Identifier: AGPL-3.0-or-later
// Small drawings for figures.
import type { JSX } from 'preact';

const shapes = {
    points: 'M12 2l3 6.6 7.2.8-5.4 4.9 1.6 7.1L12 17.8l-6.4 3.6 1.6-7.1L1.8 9.4 9 8.6z',
    cards: 'M4 5l9-2 1 4h5v14H9v-3l-3 .6zm2.3 1.6 1.9 9.8.8-.2V7h2.8l-.3-1.5z',
    dev: 'M6 2h12v20H6zm6 5-1.5 3-3.3.5 2.4 2.3-.6 3.3 3-1.6 3 1.6-.6-3.3 2.4-2.3-3.3-.5z',
    progress: 'M5 3h14v18H5zm3 4v2h8V7zm0 4v2h8v-2zm0 4v2h5v-2z',
    largest_army: 'M12 2l8 3v6c0 5-3.4 9-8 11-4.6-2-8-6-8-11V5z',
    longest_road: 'M9 3h6l5 18H4zm2.2 2-.4 4h2.4l-.4-4zm-.7 7-.5 6h4l-.5-6z',
    harbormaster: 'M12 1a3.5 3.5 0 0 1 1.3 6.8V9H17v2h-3.7v8.6c2.4-.4 4.200-2 5-4.300l-1.800.3 3.300-4 2.200 4.900-1.700-.4C19 20 16 22.5 12 22.5S5 20 4 16.100l-1.700.4 2.200-4.9 3.300 4-1.800-.3c.8 2.300 2.600 3.900 5 4.300V11H7V9h3.7V7.800A3.5 3.5 0 0 1 12 1zm0 2a1.5 1.5 0 1 0 .01 0z',
    metropolis: 'M3 21V11l4-3 4 3V6l4-4 4 4v15h-6v-5h-2v5z',
    merchant: 'M12 2a3 3 0 0 1 3 3c0 1-.6 2-1.4 2.5L18 21H6l4.4-13.5A3 3 0 0 1 12 2z',
    wait: 'M6 2h12v3l-4.5 7 4.5 7v3H6v-3l4.5-7L6 5z',
    turn: 'M5 3l15 9-15 9z',
    token: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm-4 6h8v2H8zm0 4h8v2H8z',
    bot: 'M11 2h2v3h5a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM7 9v3h3V9zm7 0v3h3V9zm-6 6v2h8v-2z',
    first: 'M5 4h2v16H5zm14 0v16L9 12z',
    back: 'M16 4v16L6 12z',
    forth: 'M8 4v16l10-8z',
    last: 'M17 4h2v16h-2zM5 4v16l10-8z',
    panels: 'M3 5h3v3H3zm5 0h13v3H8zm-5 6h3v3H3zm5 0h13v3H8zm-5 6h3v3H3zm5 0h13v3H8z',
    close: 'M5 3l7 7 7-7 2 2-7 7 7 7-2 2-7-7-7 7-2-2 7-7-7-7z',
    widen: 'M3 3h8v3H8.100l3.400 3.400-2.100 2.100L6 8.100V11H3zm18 18h-8v-3h2.900l-3.400-3.400 2.100-2.100 3.400 3.400V13h3z',
    yes: 'M4 12l3-3 3 3 8-8 3 3-11 11z',
    ship: 'M11 2h2v3l6 7h-6v3h8l-3 6H6l-3-6h8v-3H5l6-7z',
    pause: 'M6 4h4v16H6zm8 0h4v16h-4z',
} as const;

export type Figure = keyof typeof shapes;

export function FigureIcon({ figure }: { figure: Figure }): JSX.Element {
    return (
        <svg class={`icon figure-${figure}`} viewBox="0 0 24 24" aria-hidden="true">
            <path d={shapes[figure]} fill-rule="evenodd" />
        </svg>
    );
}

/** A figure with its icon; screen readers get the full label, and ABOUT is its explanation. */
export function Count({ figure, count, label, about }: { figure: Figure; count: number | string; label: string; about?: string }): JSX.Element {
    return (
        <span class="fig" data-figure={figure} data-explain={about} title={label}>
            <FigureIcon figure={figure} />
            <span aria-hidden="true">{count}</span>
            <span class="sr">{label}</span>
        </span>
    );
}
