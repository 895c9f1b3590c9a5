// SPDX-License-Identifier: AGPL-3.0-or-later
/** What is what on the board, and what things cost. */
export const legend = {
    gifts: 'For the first ship there', warship: 'Warship', village: 'Village: its number, and the cloth it has left', terrains: 'Terrain and what it produces', pieces: 'Pieces', prices: 'What things cost', seats: 'Players',
    cityYields: 'A city on forest, pasture or mountains yields one resource and one commodity instead of two resources:',
    signs: 'Marks', lit: 'You can build or go here: tap it', mark: 'Something has just happened here',
    hint: 'A good spot, the best first', knights: 'Active knights carry a sword; stripes show their rank.', wall: 'City wall: two more cards are safe', tower: 'Metropolis',
    tipped: 'Pillaged city on its side: counts as a settlement', sabotaged: 'Sabotaged city: yields as a settlement', robber: 'Robber: its hex produces nothing',
    merchant: 'Merchant: 2:1 for the kind of its hex', ship: 'Barbarian ship',
};
