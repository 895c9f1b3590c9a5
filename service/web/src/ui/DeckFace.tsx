// SPDX-License-Identifier: AGPL-3.0-or-later
// The picture of a development or progress card, on a card as those of the resources are.
import type { JSX } from 'preact';
import type { DevCard, Track } from '../types';

/** Layers: a paint (a class in hand.css), and a path around (0,0). */
export type Emblem = [paint: string, path: string][];

const crown = 'M-11 5V-8l5.500 5L0-12l5.500 9L11-8V5z';
export const roads: Emblem = [
    ['line wide', 'M-15 7L-1-7M1 9L15-5'],
    ['line road', 'M-15 7L-1-7M1 9L15-5'],
];

const devArt: Record<DevCard, Emblem> = {
    knight: [
        ['red', 'M0-17L14-12V-2Q14 11 0 17Q-14 11-14-2V-12z'],
        ['light', 'M0-10a8 8 0 0 1 8 8v9H2V0h-4v7h-6v-9a8 8 0 0 1 8-8z'],
    ],
    road_building: roads,
    year_of_plenty: [
        ['leaf', 'M-9-2q-1-8 5-13q5 5 4 13zM1-3q1-7 8-10q4 5 1 11z'],
        ['red', 'M-12-3a4.500 4.500 0 1 1 .1 0zM6-2a4.500 4.500 0 1 1 .1 0z'],
        ['wood', 'M-16-1h32q-2 15-9 15H-7Q-14 14-16-1z'],
        ['line', 'M-13 5h26M-10 10h20'],
    ],
    monopoly: [
        ['gold', crown],
        ['ink', 'M-12 8h24v4h-24z'],
        ['red', 'M0-4a2.500 2.500 0 1 0 .1 0z'],
    ],
    victory_point: [['gold', 'M0-17l5 11 12 1.400-9 8.200 2.400 11.900L0 9.500l-10.400 6L-8 3.600l-9-8.200L-5-6z']],
};

/** DECK: whose back and color it has. */
export function EmblemFace({ art, deck }: { art: Emblem; deck: Track | 'dev' }): JSX.Element {
    return (
        <svg class={`card-face board-art deck-${deck}`} viewBox="0 0 48 64" aria-hidden="true">
            <rect class="face" x="1" y="1" width="46" height="62" rx="6" />
            <rect class="deck-field" x="5" y="5" width="38" height="54" rx="3" />
            <g transform="translate(24 32)">
                {art.map(([paint, path], i) => (
                    <path key={i} class={`deck-${paint.replace(' ', ' deck-')}`} d={path} fill-rule="evenodd" />
                ))}
            </g>
        </svg>
    );
}

export function DevFace({ card }: { card: DevCard }): JSX.Element {
    return <EmblemFace art={devArt[card]} deck="dev" />;
}
