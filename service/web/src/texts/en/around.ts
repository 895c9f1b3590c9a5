// SPDX-License-Identifier: AGPL-3.0-or-later
// Around a game: signing up and in, home, lobby, joining, people, about.
import type { Decision } from '../../types';

/** What a game waits for, said to the one it waits for. */
export const mine: Record<Decision['decision'], string> = {
    setup_settlement: 'Place a settlement', setup_city: 'Place a city', setup_road: 'Place a road', turn: 'Your turn', discard: 'Discard cards', move_robber: 'Move the robber', build_neutral: 'Build for a neutral color', return_cards: 'Give cards back',
    commit_knights: 'Knights against the barbarians', choose_pillaged_city: 'Choose the city that is lost', choose_progress_deck: 'Choose a progress card', discard_progress_card: 'Discard a progress card', fifth_card: 'Play one of five progress cards', take_resource: 'Take a resource',
    relocate_knight: 'Your knight has to move', remove_knight: 'Give a knight up', place_knight: 'Place the knight', give_cards: 'Give cards', take_cards: 'Take cards', take_progress_card: 'Take a progress card', give_commodity: 'Give a commodity',
};

export const around = {
    games: { base: 'Base game', cities_and_knights: 'Cities & Knights' },
    players: (count: number) => `${count} players`,
    upTo: (points: number) => `to ${points} points`,
    untitled: (game: string) => game,
    nav: {
        menu: 'Menu', games: 'My games', lobby: 'Lobby', make: 'New game', table: 'At the table', settings: 'Settings', about: 'About', signIn: 'Sign in', signOut: 'Sign out', signedOut: 'You are signed out.',
        language: 'Language', theme: 'Colors', themes: { auto: 'as the device', light: 'light', dark: 'dark' },
        waiting: (count: number) => (count === 1 ? 'One game waits for you' : `${count} games wait for you`),
    },
    sign: {
        title: 'Sign in', upTitle: 'Sign up',
        upLead: 'A name is all that is needed.',
        name: 'Name', nameHelp: 'The others see it. It cannot be changed later.',
        email: 'Mail address (if you like)', emailHelp: 'So that we can tell you when it is your turn, and let you in again if you lose your key. Nobody sees it.',
        emailKept: 'Your seat is kept for this address.',
        up: 'Sign up',
        inTitle: 'I have been here before', inBy: 'How to sign in', byMail: 'By mail', byToken: 'By key',
        address: 'Mail address', addressHelp: 'The one you have confirmed here.', mailMe: 'Mail me a link',
        mailed: (address: string) => `If ${address} is confirmed here, a mail is on its way. Open its link, or copy the code from it:`,
        code: 'Code from the mail', codeHelp: '26 letters and digits. It works once, within half an hour.', codeBad: 'That is no code, or it has been used, or its time is over.', another: 'To another address',
        token: 'Key', tokenHelp: 'It begins with hxp_. You were shown it when you signed up.', tokenBad: 'That is not the key of an account.', in: 'Sign in',
        nameTaken: (name: string) => `The name ${name} is taken. Choose another one.`, nameBad: 'No spaces at the ends, and nothing invisible.', nameEmpty: 'Say what you want to be called.', nameLong: 'That is too long.',
        emailBad: 'That is not an address like name@example.org.',
    },
    key: {
        title: (name: string) => `Welcome, ${name}!`,
        why: 'This is your key. With it you get in from other devices. It is shown this once only:',
        only: 'You have given no mail address, so it is the only way back in. Keep it where you keep passwords.',
        mailed: (address: string) => `We have sent a mail to ${address}. Once you have opened its link, you can also get back in by mail.`,
        label: 'Your key', download: 'Save as a file', file: (name: string) => `hexpost-key-${name}.txt`, on: 'I have kept it, go on',
    },
    home: {
        title: 'My games',
        lead: 'Settle an island together, each in their own time.',
        points: ['The base game and Cities & Knights, with all rules, against friends, strangers or bots.', 'Two minutes a day are enough: the page, a mail or a chat tells you when it is your turn, and you answer from there.', 'Fair and open: every roll can be checked afterwards, by you, in your browser.'],
        start: 'Start', watch: 'Look at public games',
        waiting: 'Waiting for you', running: 'Going on', open: 'Waiting for players', over: 'Over', tables: 'At the table',
        noneWaiting: 'Nobody waits for you.', none: 'You have no game yet.', noneLead: 'Start one against bots, invite friends, or take a seat in the lobby.',
        allOver: 'All my finished games',
    },
    card: {
        mine,
        until: (when: string, left: string) => `until ${when} (${left})`, late: (when: string) => `was due ${when}`,
        turnOf: (names: string) => `${names} to move`, paused: (until: string) => `Paused until ${until}`,
        unread: (count: number) => (count === 1 ? 'one new message' : `${count} new messages`),
        won: (name: string) => `${name} won`, youWon: 'You won', abandoned: 'Given up', damaged: 'Cannot be read at the moment: its record on the server is damaged', free: (count: number) => (count === 1 ? 'one free seat' : `${count} free seats`), keptFor: 'a seat is kept',
        seatPoints: (name: string, points: number) => `${name}: ${points === 1 ? '1 point' : `${points} points`}`,
        made: (when: string) => `made ${when}`, begun: (when: string) => `begun ${when}`, ended: (when: string) => `ended ${when}`, invited: 'invited', tableGame: 'table game', private: 'private',
    },
    lobby: {
        title: 'Lobby', lead: 'Public games: take a seat, or look on.',
        status: 'Which games', open: 'Free seats', active: 'Going on', finished: 'Over', anyGame: 'Any game', game: 'Game', anyCount: 'Any number', count: 'Players', clock: 'Pace', anyClock: 'Any pace', withClock: 'With deadlines', noClock: 'Without deadlines',
        more: 'Show more', none: 'There is none such at the moment.', make: 'Make one',
    },
    join: {
        title: 'An invitation', made: (name: string) => `${name} made this game.`,
        seats: 'Seats', rules: 'Rules', take: 'Take this seat', takeAny: 'Take a seat', signFirst: 'Sign up, and the seat is yours', inSeat: 'You have a seat here.',
        waitFor: (count: number) => (count === 1 ? 'The game begins when the last seat is taken.' : `The game begins when the other ${count} seats are taken.`), leave: 'Give my seat back', left: 'Your seat is free again.',
        remove: 'Delete this game', removeSure: 'Delete this game? Nobody can join it any more.', removed: 'The game is deleted.', begun: 'This game has begun.', over: 'This game is over.', toGame: 'To the game',
        invite: 'Invite somebody', inviteLead: 'Whoever has this link can take a free seat:', link: 'Link to this game', share: 'Share the link', mailText: (link: string) => `Come and play at Hexpost: ${link}`, mailSubject: 'A game at Hexpost', byMail: 'Send it by mail', privateLead: 'This game is private: only those whom you invited by mail can take a seat.',
        unseen: 'This game cannot be seen', unseenLead: 'Either there is no such game, or it is private. If you were invited by mail: sign in, and confirm the address to which the invitation went.', confirmTitle: 'Confirm your address', confirmLead: (address: string) => `We have sent a mail to ${address}. Open its link and come back, or copy the code from it. Then the seat kept for you can be taken.`, confirm: 'Confirm', confirmed: 'Your address is confirmed.',
    },
    person: {
        none: 'There is nobody of this name.', figures: 'Figures', active: 'going on', finished: 'finished', won: 'won', lost: 'lost', rate: 'win rate', resigned: 'resigned', rolls: 'Dice', rollsLead: 'How often each sum was rolled, and how often it was to be expected.', sum: 'Sum', rolled: 'Rolled', expected: 'Expected', games: 'Games', noGames: 'No games that you can see.', discarded: 'cards discarded', stole: 'cards stolen', robbed: 'cards lost to the robber', trades: 'Trades with', bots: 'bots and others', tradeCount: (count: number) => (count === 1 ? 'one trade' : `${count} trades`),
        cards: 'Cards', kind: 'Kind', produced: 'from rolls', toBank: 'to the bank', fromBank: 'from the bank', toOthers: 'to others', fromOthers: 'from others',
        points: 'Points in the latest games', pointsOf: (points: number) => `ended with ${points} points`,
    },
    found: {
        title: 'Events', lead: 'Look through everything done in games that you may see.', type: 'What', anything: 'anything', order: 'Order', orders: { newest: 'newest first', oldest: 'oldest first' },
        from: 'From', to: 'Until', find: 'Look', more: 'Look on', none: 'Nothing found.', noneYet: 'Nothing found so far; there is more to look through.',
    },
    about: {
        title: 'About Hexpost',
        what: ['Hexpost is a server for playing by correspondence: one moves when one has the time, and is told when it is one’s turn.', 'It knows the base game for two to four players and Cities & Knights for three or four, with every rule of the printed books, and says which rule forbids a move.'],
        editionsTitle: 'Rules', editions: 'Cities & Knights was printed several times with different rules. Each game says which printing it follows; the variants of the books can be chosen when a game is made.',
        fairTitle: 'Chance', fair: 'Before a game begins, the server commits itself to its dice and cards; players can add a share of their own. When it is over everything is laid open, and your browser works it out again: see “Fairness” in any game.',
        dataTitle: 'Your data', data: 'Hexpost keeps your name, your mail address if you give one, and your games. It has no advertising, follows nobody, and this page asks no other server for anything. In the settings you can take everything with you, or leave.',
        licenceTitle: 'Free software', licence: 'Hexpost is free software under the GNU Affero General Public License, version 3 or later: whoever runs it must offer its source to those who use it.', docs: 'The interface for programs', openApi: 'The same as an OpenAPI document', notices: 'Notices of the packages in the page',
        marksTitle: 'Names', marks: 'Hexpost is an independent project, compatible with the rules of well-known board games. It is neither made nor approved by their authors or publishers, and names of games belong to their owners.',
        noScript: 'Games can also be played by mail, from a chat, or on pages without scripts.',
    },
    foot: { about: 'About Hexpost', fair: 'Chance you can check', source: 'Free software (AGPL)' },
};
