// SPDX-License-Identifier: AGPL-3.0-or-later
// Around a game: signing up and in, home, lobby, joining, people, about.
import type { Decision } from '../../types';

/** What a game waits for, said to the one it waits for. */
export const mine: Record<Decision['decision'], string> = {
    setup_settlement: 'Place a settlement', setup_city: 'Place a city', setup_road: 'Place a road', turn: 'Your turn', discard: 'Discard cards', move_robber: 'Move the robber', build_neutral: 'Build for a neutral color', return_cards: 'Give cards back',
    commit_knights: 'Knights against the barbarians', choose_pillaged_city: 'Choose the city that is lost', choose_progress_deck: 'Choose a progress card', discard_progress_card: 'Discard a progress card', fifth_card: 'Play one of five progress cards', take_resource: 'Take a resource',
    relocate_knight: 'Your knight has to move', remove_knight: 'Give a knight up', place_knight: 'Place the knight', give_cards: 'Give cards', take_cards: 'Take cards', take_progress_card: 'Take a progress card', give_commodity: 'Give a commodity', special_build: 'Build between turns (see Orders)', choose_gold: 'Choose cards for gold', place_harbor: 'Place the harbor', draw_victim: 'Draw a card for the seven',
};

export const around = {
    games: { base: 'Base game', cities_and_knights: 'Cities & Knights' },
    players: (count: number) => `${count} players`,
    upTo: (points: number) => `to ${points} points`,
    untitled: (game: string) => game,
    nav: {
        menu: 'Menu', games: 'My games', lobby: 'Lobby', make: 'New game', table: 'Table games', rules: 'How to play', settings: 'Settings', about: 'About', signIn: 'Sign in', signOut: 'Sign out', signedOut: 'You’re signed out.',
        language: 'Language', theme: 'Colors', yourMove: 'your move', themes: { auto: 'same as device', light: 'light', dark: 'dark' },
        waiting: (count: number) => (count === 1 ? 'One game is waiting for you' : `${count} games are waiting for you`),
    },
    sign: {
        confirmTitle: 'Confirm your address',
        confirm: 'Confirm',
        confirmed: 'Address confirmed.',
        title: 'Sign in', upTitle: 'Sign up',
        upLead: 'All you need is a name.',
        name: 'Name', nameHelp: 'The others see it.',
        email: 'Email address (optional)', emailHelp: 'So we can tell you when it’s your turn, and let you back in if you lose your key. No one else sees it.',
        emailKept: 'Your seat is reserved for this address.',
        up: 'Sign up',
        inTitle: 'I have been here before', inBy: 'How to sign in', byMail: 'By email', byToken: 'By key',
        address: 'Email address', addressHelp: 'The one you confirmed here.', mailMe: 'Email me a link',
        mailed: (address: string) => `If ${address} is confirmed here, an email is on its way. Open the link in it, or copy its code:`,
        code: 'Code from the email', codeHelp: '26 letters and digits. It works once, for half an hour.', codeBad: 'That code isn’t valid: it may be mistyped, used already or expired.', another: 'Use another address',
        token: 'Key', tokenHelp: 'It starts with hxp_. You got it when you signed up.', tokenBad: 'No account has that key.', in: 'Sign in',
        nameTaken: (name: string) => `The name ${name} is taken, or too much like one that is. Please choose another.`, nameBad: 'Please choose another: something readable, without spaces at the start or end, and no word of the game such as “bank” or “red”.', nameEmpty: 'Enter a name.', nameLong: 'That’s too long.',
        emailBad: 'Enter an address like name@example.org.',
    },
    key: {
        title: (name: string) => `Welcome, ${name}!`,
        why: 'This is your key. It lets you sign in on other devices, and is only shown this once:',
        only: 'Without an email address, it’s the only way back in. Keep it with your passwords.',
        mailed: (address: string) => `We’ve sent an email to ${address}. Once you open the link in it, you can also sign in by email.`,
        label: 'Your key', download: 'Save as a file', file: (name: string) => `hexpost-key-${name}.txt`, on: 'I’ve saved it, continue',
    },
    keep: {
        title: 'Keep this account', lead: 'Then it stays, with all its games, and you get in from other devices.', do: 'Keep it', leave: 'Sign out and lose it', keyName: 'key',
        note: 'You are playing as a guest. Your games are kept for 30 days after your last visit.',
    },

    card: {
        mine,
        until: (when: string, left: string) => `until ${when} (${left})`, late: (when: string) => `was due ${when}`,
        turnOf: (names: string) => `${names} to move`, paused: (until: string) => `Paused until ${until}`,
        unread: (count: number) => (count === 1 ? 'one new message' : `${count} new messages`),
        won: (name: string) => `${name} won`, youWon: 'You won', abandoned: 'Abandoned', agreed: 'Ended without a result', damaged: 'Can’t be opened at the moment: its record on the server is damaged', free: (count: number) => (count === 1 ? 'one open seat' : `${count} open seats`), keptFor: 'a seat is reserved',
        seatPoints: (name: string, points: number) => `${name}: ${points === 1 ? '1 point' : `${points} points`}`,
        made: (when: string) => `created ${when}`, begun: (when: string) => `started ${when}`, ended: (when: string) => `ended ${when}`, invited: 'invited', tableGame: 'table game', private: 'private',
    },
    foot: { about: 'About Hexpost', fair: 'Randomness you can check', source: 'Free software (AGPL)' },
};
