// SPDX-License-Identifier: AGPL-3.0-or-later
// An island as a picture: for the eye alone.
import type { JSX } from 'preact';

/** Rows from north to south: the land of each hex and its number. */
const rows: [string, number][][] = [
    [['mountains', 10], ['pasture', 2], ['forest', 9]],
    [['fields', 12], ['hills', 6], ['pasture', 4], ['hills', 10]],
    [['fields', 9], ['forest', 11], ['desert', 0], ['forest', 3], ['mountains', 8]],
    [['forest', 8], ['mountains', 3], ['fields', 4], ['pasture', 5]],
    [['hills', 5], ['fields', 6], ['pasture', 11]],
];
const half = 17.3;
const side = 20;
const corners = [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]].map(([x, y]) => `${(x ?? 0) * (half - 0.8)},${(y ?? 0) * (side - 0.8)}`).join(' ');

export function Island(): JSX.Element {
    return (
        <svg class="island" viewBox="-100 -90 200 180" aria-hidden="true">
            <circle r="88" class="sea" />
            {rows.flatMap((row, r) =>
                row.map(([land, number], i) => (
                    <g key={`${r} ${i}`} transform={`translate(${(2 * i - row.length + 1) * half} ${(r - 2) * 1.5 * side})`}>
                        <polygon points={corners} class={`land-${land}`} />
                        {number > 0 && <circle r="8.5" class="token" />}
                        {number > 0 && (
                            <text y="3.4" class={number === 6 || number === 8 ? 'hot' : undefined}>
                                {number}
                            </text>
                        )}
                    </g>
                )),
            )}
        </svg>
    );
}
