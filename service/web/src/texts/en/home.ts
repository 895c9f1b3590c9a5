// SPDX-License-Identifier: AGPL-3.0-or-later
/** The front door, and one's own games. */
export const home = {
    title: 'My games',
    lead: 'Settle an island together, each in their own time.',
    what: 'A board game of dice, trading and building for 2 to 6 players: the base game, Cities & Knights and the sea, against friends, strangers or bots.',
    points: [
        { title: 'Two minutes a day', text: 'The page, an email or a chat message tells you it’s your turn, and you can move right from there.' },
        { title: 'Every edition, every rule', text: 'Four printings of Cities & Knights, clocks that respect your nights and weekends, and games at a real table to record.' },
        { title: 'Fair, and you can check it', text: 'Once a game is over, your own browser works out every roll and every card again.' },
    ],
    play: 'Play now', playHelp: 'Against two bots, at once. No sign-up.', start: 'Sign up or sign in', watch: 'Watch public games', options: 'All options',
    waiting: 'Waiting for you', running: 'In progress', open: 'Waiting for players', over: 'Over', tables: 'Table games',
    noneWaiting: 'No one is waiting for you.', none: 'You have no games yet.', noneLead: 'Start one against bots, invite friends, or join one in the lobby.',
    allOver: 'All my finished games',
};
