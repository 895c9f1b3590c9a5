// SPDX-License-Identifier: AGPL-3.0-or-later
import type { PrintedScenario } from '../../../types';
import { scenarioNames } from '../scenarios';

/** What games at sea, and five and six players, add to the rules in short. */
export const seaTopics = {
    sea: 'The sea adds', six: 'Five and six players',
    ships: { title: 'Ships', text: ['A ship costs lumber and wool. It lies on a path with sea on at least one side, and begins at one of your settlements or cities or continues your ships. Roads and ships meet only at a building of yours.', 'A settlement can be built where your ships lead, as at the end of a road.', 'Once a turn, after the roll, you may move a ship from the open end of a line to wherever you could build one. A ship built this turn stays, and so does a line that joins two of your buildings.'] },
    pirate: { title: 'The pirate', text: ['On a seven, or with a Knight, you move either the robber on land or the pirate at sea. The pirate steals a card from someone with a ship next to it.', 'No ship is built or moved along the pirate’s hex.'] },
    gold: { title: 'Gold', text: ['A gold field brings resources of your choice: one for a settlement, two for a city.'] },
    fog: { title: 'Fog', text: ['Whoever builds a road or ship up to a hex in the fog uncovers it. If it yields anything, they get one card of it at once.'] },
    route: { title: 'Longest Trade Route', text: ['It takes the place of Longest Road: roads and ships count together, wherever a settlement or city of yours joins them.'] },
    scenarios: 'The scenarios',
    aims: {
        new_shores: 'Start on the main island. Your first settlement on each small island is worth 2 extra points.',
        four_islands: 'Start on one or two islands, which become your home. Your first settlement on any other is worth 2 extra points.',
        fog_islands: 'Start on the islands you can see, and find out what the fog hides.',
        desert: 'Start on the near side of the desert. The small islands and the strip behind the desert are worth 2 extra points each.',
        forgotten_tribe: 'Nobody settles with the tribe, but whoever reaches its coast by ship takes a gift: a point, a development card or a harbor to place at home.',
        cloth: 'Sail to the villages. Each time a village’s number is rolled, everyone who has reached it gets a cloth; two are worth a point. With only three villages left the game ends.',
        pirate_islands: 'Sail along your own lane to the fortress that holds your settlement. Knights turn ships into warships: they stand against the fleet, and against the fortress. To win you need 10 points and a free settlement.',
        wonders: 'Build a wonder of your own. Its four levels win, and so do 10 points with the most levels.',
        new_world: 'Land and sea are shuffled. Start anywhere; your first settlement on every other island is worth an extra point.',
    } satisfies Record<PrintedScenario, string>,
    names: scenarioNames,
    larger: { title: 'A larger island', text: ['Five and six play on an island of 30 hexes, with more cards in the bank. Everything else is as usual, but nobody waits a whole round to build.'] },
    paired: { title: 'In pairs', text: ['After each turn the third player to the left has a part of it: they trade with the bank, build, and may play a development card, but neither roll nor trade with players. Their points count in that part, too.'] },
    special: { title: 'Or everyone builds', text: ['Games can be made so that, instead, all others may build after each turn. By default the game passes over you; say that you want to be asked, or leave a plan, and it is carried out when you hold the cards.'] },
};
