// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ActionType, DevCard } from '../../types';
import { common } from './common';

const actions = {
    build_settlement: 'Settlement', build_city: 'City', build_road: 'Road', roll: 'Roll the dice', discard: 'Discard', move_robber: 'Move the robber',
    maritime_trade: 'Trade with the bank', offer_trade: 'Make an offer', accept_trade: 'Accept', decline_trade: 'Decline', counter_trade: 'Counter', confirm_trade: 'Trade', cancel_trade: 'Withdraw',
    buy_dev_card: 'Development card', play_dev_card: 'Play a development card', end_turn: 'End your turn', resign: 'Resign', undo: 'Undo',
    build_neutral: 'Build for a neutral color', forced_trade: 'Forced trade', return_cards: 'Give cards back', robber_to_desert: 'Robber to the desert', trade_in_knight: 'Trade in a knight', skip: 'Skip',
} satisfies Partial<Record<ActionType, string>>;

const devEffects: Record<DevCard, string> = {
    knight: 'Move the robber and take a card from a player there. Three knights face up, more than anybody else: Largest Army.',
    victory_point: 'Worth one point; you never play it.',
    road_building: 'Build up to two roads for free.',
    year_of_plenty: 'Take any two resource cards from the bank.',
    monopoly: 'Name a resource: every other player gives you all they have of it.',
};

const robberTo = 'Where does the robber go? Its hex pays nobody.';

/** What can be done, and what is asked. */
export const play = {
    actions, devEffects,
    title: 'Your options',
    /** What an action between two players brings and costs. */
    effects: {
        forced_trade: 'Draw two cards from the other hand and give two of your choice back. Costs one trade card, or two if you have more points.',
        robber_to_desert: 'The robber goes to the desert; nobody loses a card. Costs one trade card, or two if you have more points.',
        trade_in_knight: 'Put one of your played Knights away for two trade cards.',
    } as Record<string, string>,
    pieces: { road: 'road', settlement: 'settlement' },
    levels: ['basic', 'strong', 'mighty'],
    playCard: (card: string) => `Play ${card}`,
    seatWith: (name: string, what: string) => `${name} (${what})`,
    seatWithCards: (name: string, cards: number) => `${name} (${common.cards(cards)})`,
    cost: (cards: string) => `Costs ${cards}.`,
    lacks: (cards: string) => `You still need ${cards}.`,
    noPlace: 'Nowhere to build it, or no pieces left.', noPiece: 'You have no piece of it left.',
    noRoom: { build_road: 'There is no free path next to your roads.', build_settlement: 'None of your roads leads to a free spot yet.', build_city: 'You have no settlement to replace.', build_city_wall: 'You have no city without a wall.' } as Record<string, string>,
    offerFrom: (name: string, give: string, want: string) => `${name}: ${give} for ${want}`,
    offerLine: (give: string, want: string) => `${give} for ${want}`,
    swap: (give: string, want: string) => `give ${give}, get ${want}`,
    blocksOwn: 'This blocks you too.',
    withWhom: { victim: (name: string) => `take a card from ${name}`, with: (name: string) => `with ${name}` },

    /** The dock has room for a word. */
    dock: { build_road: 'Road', build_settlement: 'Settlement', build_city: 'City', buy_dev_card: 'Card', build_city_wall: 'Wall', build_knight: 'Knight', build_wonder: 'Wonder', offer_trade: 'Trade', maritime_trade: 'Trade', undo: 'Undo', roll: 'Roll the dice', end_turn: 'End turn' } as Record<string, string>,
    sheets: { knights: 'Knights', improve: 'Improve', cards: 'Progress cards', more: 'More' },
    notNow: 'Wait for your turn.', rollFirst: 'Roll the dice first.',
    guide: 'Guide me',
    nextGame: (name: string, left: string | null) => (left === null ? `Next: ${name}` : `Next: ${name}, ${left}`),
    nextUnnamed: 'your other game',
    keys: { title: 'Keys', next: 'Next game waiting for you', leave: 'Cancel, close, back to now', list: 'This list', board: 'On the board: arrow keys to move, Enter to choose.' },

    /** What is wanted on one's turn, in a word or two; what else is wanted is in the names of decisions. */
    stepNow: { before_roll: 'Roll the dice', between_rolls: 'The second roll', actions: 'Trade and build', part: 'The second part of the turn' } as Record<string, string>,
    waitsFor: (names: string[]) => `Waiting for ${common.list(names)}.`,
    answered: 'You’ve answered. You can change your answer until the others have answered too.',
    over: (name: string) => `The game is over: ${name} won.`,
    ended: 'The game is over.',
    notStarted: 'The game starts when all seats are taken.',
    steps: { before_roll: 'Roll the dice, or play a card first.', between_rolls: 'Roll a second time, or move the robber first.', resolving: 'The roll is being resolved.', actions: 'Build, trade, play a card, or end your turn.', part: 'The second part of the turn is yours: build, trade with the bank, play a card, or end it.' } as Record<string, string>,
    wanted: {
        discardSeven: (n: number) => `A seven! Discard ${common.cards(n)} from your hand.`,
        buildNeutral: (piece: string, n: number) => (n === 1 ? `Build a free ${piece} for a neutral color.` : `Build ${n} free ${piece}s for neutral colors.`),
        returnCards: (n: number, name: string) => `Give ${name} ${common.cards(n)} of your choice.`,
    },
    wantedPlain: {
        setup_settlement: 'Place a settlement.', setup_city: 'Place a city.', setup_road: 'Place a road next to it.',
        move_robber: 'Move the robber to another hex.',
    } as Record<string, string>,

    askPlace: { hex: 'Choose a hex on the board.', vertex: 'Choose an intersection on the board.', edge: 'Choose a path on the board.' },
    asks: {
        'build_settlement.vertex': 'Where does your settlement go? Choose an intersection.', 'build_city.vertex': 'Which settlement becomes a city?', 'build_road.edge': 'Where does your road go? Choose a path.',
        'move_robber.hex': robberTo, 'knight.hex': robberTo, victim: 'Who do you take a card from?', victims: 'Who do you take a card from?',
        'monopoly.resource': 'Which resource do the others give you?', 'year_of_plenty.take': 'Which resource do you take?', 'road_building.edges': 'Where do your free roads go? A far path takes both.',
        'build_neutral.player': 'Which neutral color?', 'undo.to_seq': 'How far back?', give: 'What do you give?', take: 'What do you take?', with: 'Who with?', offer: 'Which offer?', level: 'Which rank?', track: 'Which area?',
        hex: 'Which hex?', resource: 'Which resource?', commodity: 'Which commodity?', card: 'Which card?', kind: 'Which kind?', yellow: 'The yellow die', red: 'The red die', player: 'Which player?',
    },
    nothing: { take: 'a card', victim: 'nobody', to: 'put it nowhere', card: 'no card', vertex: 'no place' },
    noneOfThem: 'None', tapPlace: 'Choose a highlighted spot to see what you can do there.', hereTitle: 'Here you can',
    enough: 'Done',
    chosen: (n: number) => `${n} chosen`,
    stepsBack: (n: number) => (n === 1 ? 'your last move' : `your last ${n} moves`),

    confirmTitle: 'Are you sure?',
    doIt: 'Yes, do it',
    neverAsk: 'Don’t ask me to confirm again', neverAskHelp: 'On this device; the settings turn it back on.',
    final: { drawn: 'It’s random, so you can’t undo it.', shown: 'It reveals what others hold, so you can’t undo it.', turn: 'The next player starts, so you can’t undo it.', trade: 'Cards change hands, so you can’t undo it.', answer: 'Others will act on it, so you can’t undo it.' },
    stale: 'The game has moved on. This is how it looks now; please choose again.',
    sending: 'Sending …',

    answerFor: (name: string) => `Answer for ${name}`,
    goOn: (name: string) => `Continue with ${name}`,
    rolledBy: (name: string) => `${name} rolled this`,
    die: (color: 'yellow' | 'red', face: number) => `${color} ${face}`,
    resignAsk: 'Resign? A bot takes over your seat, and you lose the game.',
    moreBack: 'Undo several moves',

    chooseCards: (n: number) => `Choose ${common.cards(n)}`,
    stillToChoose: (n: number) => `${n} more to choose.`,
    allChosen: 'All chosen.',
    suggest: 'Pick for me',
    roadsChosen: (n: number, most: number) => `Tap paths on the board: ${n} of ${most} chosen.`,
    layRoads: (n: number) => (n === 1 ? 'Lay one road' : `Lay ${n} roads`),
    layPieces: (n: number) => (n === 1 ? 'Place one piece' : `Place ${n} pieces`),
    inBank: (n: number) => `${n} left`,
    toWhom: 'Offer to',
    autoOffer: 'First to accept gets the trade',
    autoHelp: 'Otherwise you choose from those who accept.',
    bothSides: 'You can’t trade a card for the same kind.',
    offerHelp: 'Tap the cards you give, then the cards you want.',
    iGive: 'I give', iWant: 'I want', sendOffer: 'Offer', tradeBank: 'Bank trade',
    offerAgain: (give: string, want: string) => `Again: ${give} for ${want}`,
    bankGives: (rate: number, kind: string) => `The bank takes ${rate} ${kind} for one card`,
    offers: 'Offers',
    offerMine: 'Your offer',
    offerToYou: (name: string) => `${name} offers you`,
    offerOf: (name: string) => `${name} offers`,
    gives: 'gives', wants: 'wants',
    countersOffer: (whose: string) => `Answers ${whose}.`,
    cannotAccept: 'You don’t have what they want.',
    tradeWith: (name: string) => `Trade with ${name}`,
    ownResponses: { accepted: 'you accept', declined: 'you decline', open: 'you haven’t answered' },
    responses: { accepted: (name: string) => `${name} accepts`, declined: (name: string) => `${name} declines`, open: (name: string) => `${name} hasn’t answered` },
};
