// SPDX-License-Identifier: AGPL-3.0-or-later
// What the sea adds to the texts of a game (texts/index.ts lays them together).
import type { ActionType, Decision, PlaceMark, Scenario, View } from '../../types';
import { name, type Who } from './who';

export const log = {
    said: {
        build_ship: '{who} built a ship {edge}',
        move_ship: '{who} moved a ship: {from_edge}, now {to_edge}',
        move_pirate: '{who} moved the pirate to {hex}',
        move_pirate_steal: '{who} moved the pirate to {hex} and stole {card} from {victim}',
        choose_gold: '{who} chose {take} for gold',
        build_wonder: '{who} built a level of the {wonder}',
        place_harbor: '{who} placed a harbor {edge}',
        place_harbor_next: '{who} placed a harbor {edge}; next comes: {harbor}',
        choose_gold_hidden: '{who} chose cards for gold',
        attack_fortress: '{who} rolled {die} against the fortress',
        draw_victim: '{who} drew no card for the seven',
        draw_victim_steal: '{who} drew {card} from {victim} for the seven',
        fleet_reward: '{who} took {resource} for beating the fleet',
        dev_warship: '{who} made a ship a warship',
    },
    clauses: {
        linked: (who: Who, at: string) => `${name(who)} reach${who.you ? '' : 'es'} the village ${at}`,
        fleet: (to: string | null) => (to === null ? 'the fleet sails away' : `the fleet sails to ${to}`),
        fortress: (who: Who, left: number) => (left === 0 ? `${name(who)} freed the fortress` : `${name(who)} ${who.you ? 'have' : 'has'} ${left} of the fortress left`),
    },
};

export const board = {
    village: (number: number, cloth: number, linked: string[]) => `village ${number}, cloth left: ${cloth}${linked.length > 0 ? `, linked: ${linked.join(', ')}` : ''}`,
    marks: { strait: 'strait', wasteland: 'wasteland', no_start: 'nobody begins here', start: 'a line of ships starts here', way: 'way mark', fortress: 'pirate fortress' } satisfies Record<PlaceMark, string>,
    fleet: 'the fleet',
};

/** What cards bring that do more at sea than on land. */
const cards: Record<string, string> = {
    knight: 'Move the robber or the pirate, and take a card from a player there. Three knights face up, more than anybody else: Largest Army.',
    road_building: 'Build up to two roads or ships, or one of each, for free.',
};
const warship = 'Makes the first ship of your line that is none yet a warship. The more you have, the better you stand against the fleet and your fortress.';

export const play = {
    actions: {
        build_ship: 'Ship', move_ship: 'Move a ship', move_pirate: 'Move the pirate', choose_gold: 'Take cards for gold', build_wonder: 'Build a wonder',
        place_harbor: 'Place a harbor', attack_fortress: 'Attack the fortress', draw_victim: 'Draw a card', take_resource: 'Take a resource',
    } satisfies Partial<Record<ActionType, string>>,
    effects: {
        build_wonder: 'Levels are no points: four of them win, or enough points with the most levels.',
        attack_fortress: 'A die lower than your warships takes a piece of the fortress; as high, you lose a ship; higher, two. Your turn ends.',
    } as Record<string, string>,
    cardAtSea: (card: string, scenario: Scenario) => (scenario === 'pirate_islands' && (card === 'knight' || card === 'victory_point') ? warship : cards[card]),
    dock: { attack_fortress: 'Attack', move_robber: 'Robber', move_pirate: 'Pirate', move_ship: 'Move', build_wonder: 'Wonder' } as Record<string, string>,
    asks: {
        'build_ship.edge': 'Where does your ship go? Tap a path.', 'move_ship.from': 'Which ship? Tap it.', 'move_ship.to': 'Where does it go? Tap a path.', 'road_building.pieces': 'Tap a path for a free road or ship.',
        'place_harbor.edge': 'Where does your harbor go? Tap a path.', wonder: 'Which wonder?',
    },
    wantedPlain: { draw_victim: 'Draw a card from an opponent, or from nobody.' } as Record<string, string>,
    /** How a decision is called, and what it wants if that is other than on land. */
    decisionAtSea: (decision: Decision['decision'], { fleet, robber }: Pick<View, 'fleet' | 'robber'>): string[] => {
        if (decision === 'setup_road' && fleet === undefined) return ['Place a road or ship'];
        if (decision === 'draw_victim') return ['Draw a card'];
        if (decision === 'move_robber') return robber === null ? ['Move the pirate', 'Move the pirate to another hex.'] : ['Robber or pirate', 'Move the robber or the pirate to another hex.'];
        return decision === 'take_resource' && fleet !== undefined ? ['Take a resource', 'Your warships have beaten the fleet: take any resource.'] : [];
    },
    figures: { fortress: 'Pieces of the fortress left', warships: 'Warships' },
    fleetTakes: (name: string, n: number) => (n === 1 ? `The fleet takes a card of ${name}` : `The fleet takes ${n} cards of ${name}`),
};
