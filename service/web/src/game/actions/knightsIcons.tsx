// SPDX-License-Identifier: AGPL-3.0-or-later
// Small drawings for Cities & Knights: bars show ranks, a filled shield an active knight.
import type { JSX } from 'preact';
import type { Track } from '../../types';

const shield = 'M12 2.5 20 5v6.5c0 5-3.4 8.4-8 10-4.6-1.6-8-5-8-10V5z';
const bars = ['M8 11h8v2.4H8z', 'M8 8.6h8V11H8zM8 13h8v2.4H8z', 'M8 6.6h8V9H8zM8 10.8h8v2.4H8zM8 15h8v2.4H8z'];

/** A knight's shield with as many bars as its strength; inactive ones are hollow. */
export function KnightIcon({ level, active }: { level: number; active: boolean }): JSX.Element {
    return (
        <svg class={active ? 'icon knight active' : 'icon knight'} viewBox="0 0 24 24" aria-hidden="true">
            <path class="knight-shield" d={shield} />
            <path class="knight-bars" d={bars[level - 1]} />
        </svg>
    );
}

export function MetropolisIcon(): JSX.Element {
    return (
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 21V9l3-3 3 3v3l3-9 3 9V9l3-3 3 3v12h-7v-5h-4v5z" />
        </svg>
    );
}

export function ShipIcon(): JSX.Element {
    return (
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M11 2h2v2l6 8h-6v2h9l-3 6H5l-3-6h9v-2H5l6-7z" />
        </svg>
    );
}

const signs: Record<Track, string> = {
    trade: 'M7 7h8v8H7zM9 15v2h8V9h-2v6z',
    politics: 'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12zm-1 3h2v6h-2z',
    science: 'M8 6h6l3 3v9H8zm2 5v1.5h5V11zm0 3v1.5h5V14z',
};

/** The back of an area's progress cards. */
export function BackIcon({ track }: { track: Track }): JSX.Element {
    return (
        <svg class={`icon back track-${track}`} viewBox="0 0 24 24" aria-hidden="true">
            <path class="back-card" d="M5 1h14a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2z" />
            <path class="back-sign" d={signs[track]} />
        </svg>
    );
}
