// SPDX-License-Identifier: AGPL-3.0-or-later
/** The rule of a thing, where one points at it. */
export const explain = {
    from: (land: string) => `Comes from ${land}.`,
    fromCity: (land: string) => `Cities next to ${land} bring it.`,
    buys: (things: string) => `Pays for: ${things}.`,
    improves: (area: string) => `Pays for improvements in ${area}.`,
    number: (sum: number) => `A ${sum}`,
    often: (count: number) => `Comes up in ${count} of 36 rolls on average.`,
    pays: 'Then everyone next to it gets cards: one per settlement, two per city.',
    points: 'Points',
    cards: 'Everyone sees how many cards you hold, but not which. On a seven, hands of more than 7 lose half.',
    bank: ['The plain numbers: how many cards of each kind the bank has left.', '4:1 means it takes four of a kind for any one card. A harbor makes that 3:1 or 2:1.'],
    wait: 'The game is waiting for them.',
    longestRoad: 'At least five roads in a row, and more than anyone else: 2 points. A longer road takes it over.',
    largestArmy: 'At least three knights played, and more than anyone else: 2 points.',
    actions: {
        build_road: 'Continues one of your roads, buildings or crossings. Leads to new spots, and counts for Longest Road.',
        build_settlement: 'On one of your roads, two steps from every other building. 1 point; one card per roll of its hexes.',
        build_city: 'Replaces one of your settlements. 2 points; two cards per roll of its hexes.',
        buy_dev_card: 'A knight, a special card or a point, drawn face down. Playable from your next turn on.',
        build_city_wall: 'Under one of your cities. Two more cards are safe from a seven.',
        build_knight: 'Next to one of your roads. Defends the island once you activate it.',
        offer_trade: 'Offer the others cards for cards. Anyone can accept, decline or make a counter-offer.',
        maritime_trade: 'Four cards of a kind for any one; three or two with a harbor.',
        roll: 'Every hex with that number pays everyone next to it. A seven moves the robber.',
        end_turn: 'The next player rolls. You earn on their rolls, too.',
        build_ship: 'Continues your ships, or begins at one of your buildings at the coast. Leads to other islands, and counts for the Longest Trade Route.',
        move_ship: 'Once a turn: a ship at the open end of a line goes to where you could build one.',
    } as Record<string, string>,
    /** The same at sea, where that is more. */
    sea: {
        'action/roll': 'Every hex with that number pays everyone next to it. On a seven, large hands lose half of their cards and somebody is robbed.',
        longest_road: 'At least five roads and ships in a row, and more than anyone else: 2 points. A longer route takes it over.',
        knights: 'At sea knights go along ships, too, and chase the pirate as they do the robber.',
    } as Record<string, string>,
};
