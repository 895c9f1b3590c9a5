// SPDX-License-Identifier: AGPL-3.0-or-later
/** Recording a game at a real table. */
export const table = {
    outcome: 'What came of it',
    whatRolled: 'What did the dice show? Tap both, or type two digits.',
    whichCard: 'Which card was it?',
    serverRolls: 'Let the server roll',
    serverDraws: 'Let the server draw',
    record: 'Record it',
    eventDie: 'The event die',
    ship: 'ship',
    draws: (name: string) => `${name} draws`,
};
