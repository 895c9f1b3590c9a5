// SPDX-License-Identifier: AGPL-3.0-or-later
// Making a game.
import type { Edition, OptionKey, Options, Pace, Preset, Variant, Who } from '../../around/new/draft';

type OptionText = { [Key in OptionKey]-?: { name: string; values: Record<NonNullable<Options[Key]>, string> } };

const presets: Record<Preset, { name: string; help: string }> = {
    bots: { name: 'Against bots', help: 'Begins at once.' },
    friends: { name: 'With friends', help: 'You get a link to send around, or we write to them.' },
    all: { name: 'With anybody', help: 'Whoever likes takes a seat in the lobby.' },
};
const who: Record<Who, string> = { me: 'You', open: 'Open: whoever comes first', greedy: 'Bot that plays sensibly', random: 'Bot that plays anything', invite: 'Invited by mail' };
const paces: Record<Pace | 'own', string> = { none: 'No deadlines', daily: 'A day for a turn', slow: 'Three days for a turn', live: 'At one sitting: five minutes for a turn', bank: 'A week in hand, and half a day more for each turn', own: 'As set below' };
const editions: Record<Edition, string> = { ck1998: 'First printing (1998)', ck2007: 'Printing of 2007', ck2020: 'English printing of 2020', ck2022: 'German printing of 2022' };
const variants: Record<Variant, string> = { nasty: 'Knights declared one after the other', knight_errant: 'A knight may chase the robber before the roll', easy_start: 'Easy start' };
const optionTexts: OptionText = {
    robber_start: { name: 'The robber begins', values: { desert: 'on the desert', peninsula: 'on the peninsula, off the land' } },
    robber_freeze: { name: 'Before the first attack the robber', values: { on: 'stays where it is', off: 'moves' } },
    robber_release: { name: 'After the first attack the robber', values: { stay: 'stands where it stood', to_desert: 'is put on the desert' } },
    chase_target: { name: 'A knight chases the robber to', values: { any_other: 'any other hex', numbered: 'any hex with a number', near_opponent: 'a hex with an opponent’s settlement or city' } },
    fifth_card_on_turn: { name: 'A fifth progress card on one’s own turn', values: { end_of_turn: 'may be kept until the turn ends', play_now: 'has one card played at once' } },
    deserter_fallback: { name: 'If no knight of the deserter’s rank is left', values: { lower: 'any lower one', basic: 'a basic one' } },
    deserter_may_act: { name: 'A deserter that comes in active', values: { yes: 'may act at once', no: 'acts from the next turn on' } },
    saboteur: { name: 'The Saboteur', values: { invert_city: 'turns a city over until it is repaired', discard_half: 'halves the hands of those not behind' } },
    displace_origin_free: { name: 'A displaced knight', values: { no: 'may not go to where its attacker came from', yes: 'may go to where its attacker came from' } },
};

export const making = {
    title: 'New game',
    how: 'How do you want to play?', presets,
    what: 'What is played', players: 'Players', tableLead: 'Do you sit at a table with the box in front of you?', tableLink: 'Record a game or set up a position',
    seats: 'Who plays', seat: (n: number) => `Seat ${n}`, who, email: (n: number) => `Address for seat ${n}`, emailHelp: 'Gets a mail with a link; the seat is kept.',
    alone: 'You have no seat yourself.', lonely: 'Nobody could take an open seat of a private game. Invite by mail, or let in whoever has the link.',
    seatsHelp: 'Who begins is decided by the dice.',
    pace: 'Pace', paces,
    details: 'More settings', rules: 'Rules', board: 'Board', clock: 'Deadlines', access: 'Name and who may see it',
    points: 'Victory points to win', pointsHelp: (usual: number) => `Usually ${usual}.`,
    combined: 'Trade and build in any order', combinedHelp: 'Off: first trade, then build; a new harbor serves from the next turn on.',
    edition: 'Which printing', editions, variantsTitle: 'Variants', variants, options: 'Single rules', optionsHelp: 'Each as the printing has it, unless you choose otherwise.', asEdition: 'as printed', optionTexts,
    layout: 'Island', layouts: { random: 'Shuffled', beginner: 'The fixed one for a first game' }, numbers: 'Number tokens', numberings: { spiral: 'Along the spiral', random: 'Shuffled, no two red ones side by side' },
    seed: 'Word for the island (if you like)', seedHelp: 'The same word makes the same island. All can see it.', handmade: 'An island made by hand is for games at the table:', handmadeLink: 'Set up a position',
    clockKind: 'Kind', clockKinds: { none: 'No deadlines', turn: 'So much for each turn', bank: 'Time in hand for the whole game' },
    turn: 'For a turn', decision: 'For a decision on others’ turns', decisionHelp: 'Discarding, answering an offer and the like. Empty: a quarter of a turn.', bankStart: 'In hand at the start', increment: 'More after each turn', max: 'At most in hand', maxHelp: 'Empty: as much as at the start.',
    onTimeout: 'When time is up', timeouts: { default: 'the plainest move is made, and the turn ends', bot: 'a bot makes the move' }, voteAfter: 'Deadlines missed in a row until the others may vote about the seat',
    units: { minutes: 'minutes', hours: 'hours', days: 'days' }, unit: (what: string) => `${what}: unit`, sleep: 'Quiet hours and vacations of each player stop the clock; they are set in the settings.',
    name: 'Name of the game (if you like)', visibility: 'Who may see it', visibilities: { public: 'everybody', unlisted: 'whoever has the link', private: 'only those who play' }, visibilityHelp: { public: 'It is listed in the lobby, and anybody may join.', unlisted: 'It is listed nowhere; whoever has its link may join and look on.', private: 'It is listed nowhere. Seats are taken by invitation only.' },
    share: 'Put in a share of chance of my own', shareHelp: 'Your browser adds to the dice, so that not even this server can have chosen them. Your first settlement has to be placed in this browser then.',
    make: 'Make the game', wrong: { range: (low: string, high: string) => `From ${low} to ${high}.`, address: 'Not an address like name@example.org.', long: 'That is too long.', number: 'Say a whole number.', invisible: 'Nothing invisible in it, please.' }, somethingWrong: 'Something above is not right yet.', signIn: 'Sign in to make a game',
    summary: { rules: (points: number) => `to ${points} points`, clock: (turn: string) => `${turn} for a turn`, bank: (start: string) => `${start} in hand`, changed: (count: number) => (count === 1 ? 'one rule changed' : `${count} rules changed`) },
};
