// SPDX-License-Identifier: AGPL-3.0-or-later
// Recommended places, numbered from the best. Taps go through to the place below.
import type { JSX } from 'preact';
import type { Place } from '../types';
import { placeKey, placePoint, type Plan } from './geometry';

export function HintSign({ rank }: { rank: number }): JSX.Element {
    return (
        <g class="hint-marks">
            <circle class="hint-ring" r={21} />
            <circle class="hint-sign" r={13} />
            <text y={6}>{rank}</text>
        </g>
    );
}

export function HintMarks({ plan, places }: { plan: Plan; places: Place[] }): JSX.Element {
    return (
        <g class="hint-marks">
            {places.map((place, i) => {
                const point = placePoint(plan, place);
                return (
                    point && (
                        <g key={placeKey(place)} transform={`translate(${point.x} ${point.y})`} data-hint={placeKey(place)}>
                            <HintSign rank={i + 1} />
                        </g>
                    )
                );
            })}
        </g>
    );
}
