// SPDX-License-Identifier: AGPL-3.0-or-later
// The pictures of the progress cards.
import type { JSX } from 'preact';
import type { ProgressCard } from '../../types';
import { type Emblem, EmblemFace, roads } from '../../ui/DeckFace';
import { trackOfCard } from './knights';

const merchant = 'M0-17a5.500 5.500 0 0 1 3 10L10 15h-20L-3-7a5.500 5.500 0 0 1 3-10z';
const ship: Emblem = [
    ['light', 'M-2-16V3h-12zM2-12L14 3H2z'],
    ['wood', 'M-16 5h32l-5 10h-22z'],
];
const shield = 'M0-16L13-12V-2Q13 10 0 16Q-13 10-13-2V-12z';

const art: Record<ProgressCard, Emblem> = {
    alchemist: [
        ['light', 'M-4-16h8v10L15 12q2 5-4 5h-22q-6 0-4-5L-4-6z'],
        ['leaf', 'M-8 3H8l6 10q1 2-3 2h-22q-4 0-3-2z'],
    ],
    crane: [
        ['wood', 'M-9 17V-8h-6v-4h6v-5h4v5h20v4H-5v25z'],
        ['line', 'M11-8v9'],
        ['gold', 'M6 1h10v8H6z'],
    ],
    engineer: [['stone', 'M-16 14V-9h6v5h5v-5H5v5h5v-5h6v23z'], ['line', 'M-16 1h32M-16 8h32M-6 1v7M6 1v7M0 8v6']],
    inventor: [
        ['light', 'M-8-13a8 8 0 1 0 .1 0zM8-3a8 8 0 1 0 .1 0z'],
        ['line', 'M2-12q8 0 10 6M-2 12q-8 0-10-6'],
        ['red', 'M8-8l5 5 4-7zM-8 8l-5-5-4 7z'],
    ],
    irrigation: [
        ['line stalk', 'M0 6V-10M-3 6q-1-9-8-13M3 6q1-9 8-13'],
        ['gold', 'M0-17q5 6 0 12q-5-6 0-12zM-12-12q7 1 8 9q-8-2-8-9zM12-12q-7 1-8 9q8-2 8-9z'],
        ['blue', 'M-16 8q4-4 8 0t8 0t8 0t8 0v8h-32z'],
    ],
    medicine: [['red', 'M-5-16H5v11h11V5H5v11H-5V5h-11V-5h11z']],
    mining: [
        ['wood', 'M-2.500-10h5V17h-5z'],
        ['stone', 'M-17-3Q0-24 17-3Q0-13-17-3z'],
    ],
    printer: [
        ['light', 'M-12-16H5l8 8v24h-25z'],
        ['line', 'M-7-8H2M-7-2H8'],
        ['gold', 'M0 2l2 4.500 5 .5-4 3.200 1.200 4.800L0 12.500-4.200 15-3 10.200-7 7l5-.5z'],
    ],
    road_building: roads,
    smith: [['stone', 'M-16-8h32q-1 8-9 8H3l2 7h5v6h-21V7h5l2-7h-3q-7 0-9-8z']],
    commercial_harbor: [['stone', 'M0-17a5 5 0 0 1 2.500 9.300V-5H8v4H2.500v12.500Q9 10 11 4H7l7-7 3 9h-3Q11 16 0 17Q-11 16-14 6h-3l3-9 7 7h-4q2 6 8.500 7.500V-1H-8v-4h5.500v-2.700A5 5 0 0 1 0-17zm0 3a2 2 0 1 0 .1 0z']],
    master_merchant: [
        ['ink', merchant],
        ['gold', 'M9 0a7 7 0 1 0 .1 0z'],
    ],
    merchant: [['gold', merchant]],
    merchant_fleet: ship,
    resource_monopoly: [
        ['gold', 'M-9-3v-12l4.500 4L0-18l4.500 7L9-15v12z'],
        ['brick', 'M-15 0h14v7h-14zM1 0h14v7H1zM-7 9H7v7H-7z'],
    ],
    trade_monopoly: [
        ['gold', 'M-9-3v-12l4.500 4L0-18l4.500 7L9-15v12z'],
        ['cloth', 'M-14 0H14v14q-5-4-9 0t-9 0t-10 0z'],
    ],
    bishop: [
        ['light', 'M0-17Q13-6 10 8h-20Q-13-6 0-17z'],
        ['gold', 'M-11 10h22v6h-22z'],
        ['red', 'M-2-9h4v4h4v4H2v6h-4v-6h-4v-4h4z'],
    ],
    constitution: [
        ['light', 'M-12-16h24v24q0 4-4 4h-20z'],
        ['line', 'M-7-10H7M-7-4H7M-7 2H1'],
        ['red', 'M6 4a5.500 5.500 0 1 0 .1 0z'],
    ],
    deserter: [
        ['blue', shield],
        ['light', 'M-9-4H1v-6L11 1 1 12V6H-9z'],
    ],
    diplomat: [
        ['line wide', 'M-14 10L2-6'],
        ['line road', 'M-14 10L2-6'],
        ['red', 'M6-2q10 0 8-12l3 1-6-5-4 7 3-1q1 6-4 6z'],
    ],
    intrigue: [
        ['light', 'M0-18l4 5v12h-8v-12z'],
        ['gold', 'M-11-1h22v4h-22z'],
        ['wood', 'M-2.500 3h5v13h-5z'],
    ],
    saboteur: [
        ['wood', 'M-5 0H5L3 17h-6z'],
        ['fire', 'M0-18Q11-8 6 1H-6Q-11-8 0-18z'],
        ['gold', 'M0-9q5 5 2 9h-4q-3-4 2-9z'],
    ],
    spy: [
        ['light', 'M-17 0Q0-17 17 0Q0 17-17 0z'],
        ['blue', 'M0-7.500a7.500 7.500 0 1 0 .1 0z'],
        ['ink', 'M0-3a3 3 0 1 0 .1 0z'],
    ],
    warlord: [
        ['stone', 'M-15-15l6 2L9 8 6 11-13-9zM15-15l-6 2L-9 8l3 3L13-9z'],
        ['wood', 'M4 13l9-9 2 2-3 3 5 5-3 3-5-5-3 3zM-4 13l-9-9-2 2 3 3-5 5 3 3 5-5 3 3z'],
    ],
    wedding: [['gold', 'M-5-4a8.500 8.500 0 1 0 .1 0zm0 3.500a5 5 0 1 1-.1 0zM5-9a8.500 8.500 0 1 0 .1 0zm0 3.500a5 5 0 1 1-.1 0z']],
};

export function ProgressFace({ card }: { card: ProgressCard }): JSX.Element {
    return <EmblemFace art={art[card]} deck={trackOfCard(card)} />;
}
