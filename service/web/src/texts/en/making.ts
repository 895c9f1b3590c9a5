// SPDX-License-Identifier: AGPL-3.0-or-later
// Making a game.
import type { Edition, GameKind, OptionKey, Options, Pace, Preset, Scenario, SeatKind, Variant } from '../../types';
import { scenarioNames } from './scenarios';

type OptionText = { [Key in OptionKey]-?: { name: string; values: Record<NonNullable<Options[Key]>, string> } };

const presets: Record<Preset, { name: string; help: string }> = {
    bots: { name: 'Against bots', help: 'Starts right away.' },
    friends: { name: 'With friends', help: 'You get a link to send them.' },
    all: { name: 'With anyone', help: 'Anyone can take a seat from the lobby.' },
};
const who: Record<SeatKind, string> = { me: 'You', open: 'Open to anyone', easy: 'Bot: easy', normal: 'Bot: normal', hard: 'Bot: hard', random: 'Bot: plays anything', invite: 'Invite by email' };
const paces: Record<Pace | 'own', string> = { none: 'No deadlines', daily: 'One day per turn', slow: 'Three days per turn', live: 'In one sitting: five minutes per turn', bank: 'One week in total, plus half a day per turn', own: 'Custom' };
const editions: Record<Edition, string> = { ck1998: 'First printing (1998)', ck2007: 'Printing of 2007', ck2020: 'English printing of 2020', ck2022: 'German printing of 2022' };
const variants: Record<Variant, string> = { nasty: 'Knights declared one after the other', knight_errant: 'A knight may chase the robber before the roll', easy_start: 'Easy start' };
const optionTexts: OptionText = {
    robber_start: { name: 'The robber starts', values: { desert: 'on the desert', peninsula: 'on the peninsula, off the island' } },
    robber_freeze: { name: 'Before the first attack the robber', values: { on: 'stays where it is', off: 'moves' } },
    robber_release: { name: 'After the first attack the robber', values: { stay: 'stands where it stood', to_desert: 'is put on the desert' } },
    chase_target: { name: 'A knight chases the robber to', values: { any_other: 'any other hex', numbered: 'any hex with a number', near_opponent: 'a hex with an opponent’s settlement or city' } },
    fifth_card_on_turn: { name: 'A fifth progress card on one’s own turn', values: { end_of_turn: 'may be kept until the turn ends', play_now: 'has one card played at once' } },
    deserter_fallback: { name: 'If no knight of the deserter’s rank is left', values: { lower: 'any lower one', basic: 'a basic one' } },
    deserter_may_act: { name: 'A deserter that comes in active', values: { yes: 'may act at once', no: 'acts from the next turn on' } },
    saboteur: { name: 'The Saboteur', values: { invert_city: 'turns a city over until it is repaired', discard_half: 'halves the hands of those not behind' } },
    displace_origin_free: { name: 'A displaced knight', values: { no: 'may not go to where its attacker came from', yes: 'may go to where its attacker came from' } },
    sea_pirate_freeze: { name: 'Before the first attack the pirate', values: { on: 'stays where it is', off: 'moves' } },
    sea_pirate_start: { name: 'The pirate starts', values: { hex: 'on its hex', track: 'beside the board' } },
    sea_knight_switch: { name: 'A knight changes between roads and ships', values: { building: 'only at a building of its owner', anywhere: 'anywhere' } },
};

export const making = {
    title: 'New game',
    guided: 'With the guide', guidedHelp: 'Short notes tell you what you can do, and why.',
    lessons: { base: { name: 'Guided game', help: 'Learn as you play.' }, cities_and_knights: { name: 'Guided Cities & Knights', help: 'Once you know the base game.' } } as Record<GameKind, { name: string; help: string }>,
    how: 'How do you want to play?', presets,
    friends: { players: 'How many play?', bots: 'How many of them are bots?', open: (n: number) => (n === 1 ? 'One seat for a friend: you get a link to send.' : `${n} seats for friends: you get a link to send.`), make: 'Create the game' },
    what: 'Game', players: 'Players', tableLead: 'Playing at a real table?', tableLink: 'Record a game or set up a position',
    seats: 'Seats', seat: (n: number) => `Seat ${n}`, who, email: (n: number) => `Address for seat ${n}`, emailHelp: 'They get an email with a link; the seat is reserved.',
    alone: 'You don’t have a seat yourself.', lonely: 'No one could take an open seat in a private game. Invite people by email, or let in anyone with the link.',
    seatsHelp: 'The dice decide who goes first.',
    pace: 'Pace', paces,
    details: 'More settings', rules: 'Rules', board: 'Board', clock: 'Deadlines', access: 'Name and visibility',
    points: 'Victory points to win', pointsHelp: (usual: number) => `Usually ${usual}.`,
    hints: 'Hints', hintsHelp: 'Who plays against bots alone may ask what a good player would do.',
    combined: 'Trade and build in any order', combinedHelp: 'Off: trade first, then build; a new harbor can be used from your next turn.',
    edition: 'Edition', editions, variantsTitle: 'Variants', variants, options: 'Individual rules', optionsHelp: 'As in the edition, unless you choose otherwise.', asEdition: 'as in the edition', optionTexts,
    others: 'To learn it, or at a real table', shelf: 'At sea, and for six', six: 'Five or six players', mapName: (scenario: Scenario) => scenarioNames[scenario as keyof typeof scenarioNames] ?? '',
    map: 'Map', onLand: 'One island', mapOf: (scenario: Scenario) => (scenario === 'custom' ? 'At sea: a map of its own' : `At sea: ${scenarioNames[scenario]}`), harborsRandom: 'The server has drawn where harbors lie', harborsDrawn: 'The server places the harbors', harborsDrawnHelp: 'Off: you all place them in turn, before the settlements.', mapPicture: (name: string) => `The map: ${name}`,
    turns: 'After a turn', turnsOf: { paired: 'a second player has a part of it', special_build: 'all others may build' },
    layout: 'Island', layouts: { random: 'Shuffled', beginner: 'The fixed layout for beginners' }, numbers: 'Number tokens', numberings: { spiral: 'Along the spiral', random: 'Shuffled, with no two red numbers side by side' },
    seed: 'Seed for the island (optional)', seedHelp: 'The same word always makes the same island. Everyone can see it.', handmade: 'Islands you draw yourself are for table games:', handmadeLink: 'Set up a position',
    clockKind: 'Kind', clockKinds: { none: 'No deadlines', turn: 'So much for each turn', bank: 'Time in hand for the whole game' },
    turn: 'For a turn', decision: 'For a decision on others’ turns', decisionHelp: 'Discarding, answering an offer and the like. Empty: a quarter of a turn.', bankStart: 'In hand at the start', increment: 'More after each turn', max: 'At most in hand', maxHelp: 'Empty: as much as at the start.',
    onTimeout: 'When time is up', timeouts: { default: 'the plainest move is made, and the turn ends', bot: 'a bot makes the move' }, voteAfter: 'Deadlines missed in a row until the others may vote about the seat',
    units: { minutes: 'minutes', hours: 'hours', days: 'days' }, unit: (what: string) => `${what}: unit`, sleep: 'Quiet hours and vacations of each player stop the clock; they are set in the settings.',
    name: 'Name of the game (if you like)', visibility: 'Who may see it', visibilities: { public: 'everyone', unlisted: 'whoever has the link', private: 'only those who play' }, visibilityHelp: { public: 'It is listed in the lobby, and anybody may join.', unlisted: 'It is listed nowhere; whoever has its link may join and look on.', private: 'Not listed. Seats are by invitation only.' },
    share: 'Add my own randomness', shareHelp: 'Your browser contributes to the dice, so not even this server can choose them. You then have to place your first settlement in this browser.',
    more: 'Options', notForGuests: 'For players who keep their account.', make: 'Create game', wrong: { range: (low: string, high: string) => `From ${low} to ${high}.`, address: 'Not an address like name@example.org.', long: 'That’s too long.', number: 'Enter a whole number.', invisible: 'It contains invisible characters.' }, somethingWrong: 'Something above needs fixing.', signIn: 'Sign in to create a game',
    summary: { rules: (points: number) => `to ${points} points`, clock: (turn: string) => `${turn} per turn`, bank: (start: string) => `${start} in total`, changed: (count: number) => (count === 1 ? 'one rule changed' : `${count} rules changed`) },

    // Of the pages on which games and people are found.
    about: {
        title: 'About Hexpost',
        what: ['Hexpost is a server for correspondence play: you move when you have the time, and hear when it’s your turn.', 'It plays the base game for two to six players and Cities & Knights for three to six, with every rule in the printed books, and tells you which rule a move would break.'],
        editionsTitle: 'Rules', editions: 'Cities & Knights has been printed several times with different rules. Each game says which edition it follows; you can choose the books’ variants when you create a game.',
        fairTitle: 'Chance', fair: 'Before a game starts, the server commits to its dice and cards, and players can add randomness of their own. When it’s over, everything is revealed and your browser can check it: see “Fairness” in any game.',
        dataTitle: 'Your data', data: 'Hexpost stores your name, your email address if you give one, and your games. There are no ads and no tracking, and this page contacts no other server. In the settings you can download everything, or delete your account.',
        licenceTitle: 'Free software', licence: 'Hexpost is free software under the GNU Affero General Public License, version 3 or later: anyone who runs it must offer its source code to its users.', docs: 'API documentation', openApi: 'OpenAPI description', notices: 'Third-party notices',
        marksTitle: 'Names', marks: 'Hexpost is an independent project, compatible with the rules of well-known board games. It is not made or endorsed by their authors or publishers; the games’ names belong to their owners.',
        noScript: 'Games can also be played by mail, from a chat, or on pages without scripts.',
    },
    join: {
        title: 'An invitation', made: (name: string) => `${name} created this game.`,
        seats: 'Seats', rules: 'Rules', take: 'Take this seat', takeAny: 'Take a seat', bots: 'Nobody else coming?', botsLead: 'Bots can take the open seats. The game begins once no seat is free.', signFirst: 'Sign up to take the seat', guestTitle: 'Join the game', guestName: 'Your name', guestHelp: 'The others see it. Leave it empty and we find one.', guestDo: 'Join', haveAccount: 'I have an account', inSeat: 'You have a seat here.',
        waitFor: (count: number) => (count === 1 ? 'The game starts when the last seat is taken.' : `The game starts when the other ${count} seats are taken.`), leave: 'Give up my seat', left: 'You’ve given up your seat.',
        remove: 'Delete this game', removeSure: 'Delete this game? No one will be able to join it.', removed: 'Game deleted.', begun: 'This game has started.', over: 'This game is over.', toGame: 'To the game',
        invite: 'Invite somebody', inviteLead: 'Anyone with this link can take an open seat:', link: 'Link to this game', share: 'Share the link', mailText: (link: string) => `Come and play at Hexpost: ${link}`, mailSubject: 'A game at Hexpost', byMail: 'Send by email', privateLead: 'This game is private: only people you’ve invited by email can take a seat.',
        unseen: 'You can’t see this game', unseenLead: 'There’s no such game, or it’s private. If you were invited by email, sign in and confirm the address the invitation went to.', confirmLead: (address: string) => `We’ve sent an email to ${address}. Open the link in it and come back, or copy its code. Then you can take the seat reserved for you.`, 
    },
    lobby: {
        title: 'Lobby', lead: 'Public games: take a seat, or watch.',
        status: 'Which games', open: 'Open seats', active: 'In progress', finished: 'Over', anyGame: 'Any game', game: 'Game', anyCount: 'Any number', count: 'Players', clock: 'Pace', anyClock: 'Any pace', withClock: 'With deadlines', noClock: 'Without deadlines',
        more: 'Show more', none: 'No games like that at the moment.', make: 'Create one',
    },
    person: {
        none: 'There’s no one by that name.', figures: 'Statistics', active: 'in progress', finished: 'finished', won: 'won', lost: 'lost', rate: 'win rate', resigned: 'resigned', rolls: 'Dice', rollsLead: 'How often each number was rolled, and how often you’d expect it.', sum: 'Sum', rolled: 'Rolled', expected: 'Expected', games: 'Games', noGames: 'No games you can see.', discarded: 'cards discarded', stole: 'cards stolen', robbed: 'cards lost to the robber', trades: 'Trades with', bots: 'bots and others', tradeCount: (count: number) => (count === 1 ? 'one trade' : `${count} trades`),
        cards: 'Cards', kind: 'Kind', produced: 'from rolls', toBank: 'to the bank', fromBank: 'from the bank', toOthers: 'to others', fromOthers: 'from others',
        points: 'Points in recent games', pointsOf: (points: number) => `ended with ${points} points`,
    },
    found: {
        title: 'Events', lead: 'Search everything that happened in games you can see.', type: 'What', anything: 'anything', order: 'Order', orders: { newest: 'newest first', oldest: 'oldest first' },
        from: 'From', to: 'Until', find: 'Look', more: 'Keep searching', none: 'Nothing found.', noneYet: 'Nothing found so far, but there’s more to search.',
    },
};
