// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';

export type DieColor = 'yellow' | 'red';

/** Pips of each face on a three by three grid. */
const pips: number[][] = [[4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A die, drawn by the page; without a LABEL it is decorative. */
export function DieFace({ color, face, label }: { color: DieColor; face: number; label?: string }): JSX.Element {
    return (
        <svg class={`play-die play-die-${color}`} viewBox="0 0 30 30" {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}>
            <rect x="1" y="1" width="28" height="28" rx="6" />
            {(pips[face - 1] ?? []).map((at) => (
                <circle key={at} cx={7.5 + (at % 3) * 7.5} cy={7.5 + Math.floor(at / 3) * 7.5} r="2.4" />
            ))}
        </svg>
    );
}
