// SPDX-License-Identifier: AGPL-3.0-or-later
/** The charts of a game's page. */
export const charts = {
    asTable: 'The figures as a table',
    nothing: 'There is nothing to show before the first event.',
    points: 'Points over time', turn: 'Turn', turns: 'turns', pointsSaid: (parts: string[]) => `Points at the end of each turn; the latest: ${parts.join(', ')}.`,
    dice: 'Dice', sum: 'Sum', rolled: 'Rolled', expected: 'Expected', rollsOf: 'Rolls of', everybody: 'everyone',
    diceSaid: (total: number) => `How often each sum came in ${total} rolls, against what was to be expected.`,
    diceKey: (total: number) => `Bars: ${total === 1 ? '1 roll' : `${total} rolls`}. Lines: what two dice make of so many on the average.`,
    sumSaid: (sum: number, count: number, expected: string) => `${sum}: rolled ${count}, expected ${expected}`,
    production: 'Production', inAll: 'in all',
    robber: 'Robber', moved: 'moved it', hit: 'was hit', stole: 'cards stolen', robbed: 'cards lost', discarded: 'discarded',
    trades: 'Trades', withBank: 'cards to and from the bank', withPlayers: 'cards to and from players', tradesWith: (who: string) => `trades with ${who}`,
};
