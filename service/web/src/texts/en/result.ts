// SPDX-License-Identifier: AGPL-3.0-or-later
// The end of a game.
const ordinals: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

export const result = {
    place: (place: number) => `${place}${ordinals[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)] ?? 'th'}`,
    sources: {
        settlements: 'Settlements', cities: 'Cities', longest_road: 'Longest Road', largest_army: 'Largest Army', metropolises: 'Metropolises', defender: 'Defender',
        merchant: 'Merchant', progress_cards: 'Progress cards', victory_point_cards: 'Victory point cards', islands: 'Islands', gifts: 'Gifts', cloth: 'Cloth',
    },
    cardsRolled: (count: number) => (count === 1 ? '1 card from the dice' : `${count} cards from the dice`),
    luck: (rolls: number, most: number, mostCount: number, mostExpected: string, least: number, leastCount: number, leastExpected: string) =>
        `Dice: in ${rolls === 1 ? '1 roll' : `${rolls} rolls`} ${most} came up ${mostCount}× (${mostExpected} expected), ${least} only ${leastCount}× (${leastExpected}).`,
    share: 'Share the picture',
    chances: 'Chances over time', chancesSaid: (parts: string[]) => `Everybody’s chance to win in percent, turn by turn; at the end: ${parts.join(', ')}.`,
    turning: 'Where they turned', turningTurn: (turn: number, who: string) => `Turn ${turn}, ${who}`,
    luckApart: 'Luck and play', luckDice: 'dice', luckCards: 'cards', luckRest: 'decisions',
    noChances: 'The game was over before its first turn.', chancesFrom: 'As the bot “hard” judges it. Luck is what came against what was to be expected; decisions are everybody’s.',
};
