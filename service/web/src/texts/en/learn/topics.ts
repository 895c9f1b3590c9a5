// SPDX-License-Identifier: AGPL-3.0-or-later
/** The rules in short, in the order in which one meets them. */
export const topics = {
    contents: 'Contents',
    lead: 'Settle an island, collect what its land yields, and be the first to reach the goal.',
    guided: 'Play a guided game', guidedHelp: 'The quickest way to learn: the rules come along as you need them.',
    base: 'The base game', knights: 'Cities & Knights adds',
    goal: { title: 'The goal', text: ['The first to reach 10 points on their own turn wins (13 in Cities & Knights, unless you agree otherwise).', 'Settlement 1 point, city 2. Longest Road (at least 5 roads in a row) 2, Largest Army (at least 3 knights played) 2.'] },
    island: { title: 'The island', text: ['The island is made of hexes, its six-sided fields. Each yields one kind of card: forest lumber, hills brick, pasture wool, fields grain, mountains ore; the desert yields none.', 'Each has a number. When that number is rolled, everyone with a building on one of its corners gets cards.', 'The dots under a number show how many of the 36 possible rolls bring it up: 6 and 8 come up most often.'] },
    setup: { title: 'Setting up', text: ['In turn, everyone places a settlement and a road next to it; then once more in reverse order. For the second settlement you get a card from each hex around it.', 'Settlements keep their distance: the three neighboring corners must be free.'] },
    turn: { title: 'Your turn', text: ['Roll the dice: every hex with that number pays one card for a settlement, two for a city.', 'Then trade and build as much as you like, and end your turn.'] },
    building: { title: 'Building', text: ['A road continues one of yours. A settlement needs one of your roads to it, and its distance from other buildings. A city replaces one of your settlements.'] },
    trade: { title: 'Trading', text: ['With the bank: four cards of a kind for any one. With a building at a harbor: three, or two of the kind on its sign.', 'With the others: whatever you agree on. Only the player whose turn it is trades. An offer ends with the turn, or when its maker no longer has the cards.'] },
    robber: { title: 'A seven', text: ['Nobody earns anything. Whoever holds more than 7 cards discards half of them.', 'Then the player who rolled moves the robber. Its hex yields nothing while it stands there, and they steal a card from someone next to it.'] },
    devCards: { title: 'Development cards', text: ['You may play one per turn, but not in the turn you bought it. Victory point cards count by themselves.'] },
    two: { title: 'Two players', text: ['Two neutral colors play along: with each road or settlement of yours, you build one for them. You roll twice a turn.', 'Trade cards pay for a forced trade, or for sending the robber home.'] },
    commodities: { title: 'Commodities and improvements', text: ['In the set-up, your second building is a city. Next to pasture, mountains and forest, cities yield a commodity besides the resource: cloth, coin and paper.', 'Commodities pay for improvements in three areas: level 1 costs one, level 5 five. Level 3 brings a lasting advantage. Level 4 brings a metropolis worth 2 points; whoever reaches level 5 first takes it over for good.'] },
    eventDie: { title: 'The event die', text: ['A ship moves the barbarians one step. A gate gives a progress card to everyone whose level in its area is high enough for the red die.'] },
    barbarians: { title: 'The barbarians', text: ['After seven ships they land. All active knights together must be as strong as there are cities. If they are not, those who contributed least lose a city.', 'If they are, whoever contributed most becomes Defender and gets a point; if several did, each of them draws a progress card. Afterwards all knights are inactive.'] },
    knightsTopic: { title: 'Knights', text: ['Hiring and promoting a knight cost wool and ore, activating it costs grain. From the next turn on, an active knight may move, displace a weaker one, or chase the robber; then it is inactive again.', 'Mighty knights need level 3 in politics.'] },
    progress: { title: 'Progress cards', text: ['Play as many as you like after the roll; the Alchemist before it. You can keep four.'] },
    walls: { title: 'City walls', text: ['Each wall lets you hold two more cards when a seven is rolled.'] },
};
