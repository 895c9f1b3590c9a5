// SPDX-License-Identifier: AGPL-3.0-or-later
import type { GiftKind, HarborKind } from '../../types';

const kinds: Record<HarborKind, string> = { any: 'harbor 3:1', brick: 'brick harbor 2:1', lumber: 'lumber harbor 2:1', wool: 'wool harbor 2:1', grain: 'grain harbor 2:1', ore: 'ore harbor 2:1' };
const ranks: Record<number, string> = { 1: 'basic', 2: 'strong', 3: 'mighty' };

export const board = {
    board: 'The board',
    inWords: 'The board in words',
    hexes: 'Hexes', harbors: 'Harbors',
    place: { hex: 'Hex', vertex: 'Intersection', edge: 'Path' },
    harborAt: (kind: HarborKind) => kinds[kind],
    gift: ({ gift, harbor }: { gift?: GiftKind; harbor?: HarborKind }) => `gift: ${harbor ? kinds[harbor] : `a ${gift === 'vp' ? 'point' : gift}`}`,
    settlement: 'settlement', city: 'city', road: 'road', robber: 'the robber',
    settlementOf: (name: string) => `settlement of ${name}`,
    cityOf: (name: string, state: string[]) => `city of ${name}${state.length > 0 ? ` (${state.join(', ')})` : ''}`,
    roadOf: (name: string) => `road of ${name}`,
    knightOf: (name: string, rank: string, state: string) => `${rank} knight of ${name}, ${state}`,
    merchantOf: (name: string) => `merchant of ${name}`,
    metropolis: (track: string) => `metropolis of ${track}`,
    wall: 'city wall', tipped: 'on its side', sabotaged: 'upside down', active: 'active', inactive: 'inactive',
    ranks,
    robberOff: 'The robber stands beside the board.',
    nothingBuilt: 'nothing built yet',
    pieces: (settlements: number, cities: number, roads: number, knights: number) => [
        settlements === 1 ? '1 settlement' : `${settlements} settlements`,
        cities === 1 ? '1 city' : `${cities} cities`,
        roads === 1 ? '1 road' : `${roads} roads`,
        ...(knights > 0 ? [knights === 1 ? '1 knight' : `${knights} knights`] : []),
    ].join(', '),
    zoomIn: 'Zoom in', zoomOut: 'Zoom out', zoomReset: 'Show whole board',
    coordinates: 'Place numbers',
    legend: 'Legend',
    hints: 'Hint',
    dots: (count: number) => (count === 1 ? '1 dot' : `${count} dots`),
    chosen: 'chosen',
    keys: 'Arrow keys move between places, Enter chooses, Escape leaves.',
    shipTitle: 'The barbarians',
    ship: (position: number, steps: number, attacks: number) => `The barbarian ship: step ${position} of ${steps}; attacks so far: ${attacks}`,
    strengths: (barbarians: number, knights: number) => `Strength of the barbarians ${barbarians}, of the active knights ${knights}`,
    yields: (terrain: string, kind: string) => `${terrain}: ${kind}`,
    yieldsNothing: 'nothing',
    pipsMeaning: 'The dots under a number show how many times in 36 rolls it comes up on average.',
    harborMeaning: 'With a building at a harbor, you trade three of a kind for any card (3:1), or two of the kind shown (2:1).',
    costs: { build_road: 'Road', build_settlement: 'Settlement', build_city: 'City', buy_dev_card: 'Development card', build_city_wall: 'City wall', build_knight: 'Knight', promote_knight: 'Promote a knight', activate_knight: 'Activate a knight', improve_city: 'City improvement, level n' },
    improveCost: (kind: string) => `n ${kind}`,
};
