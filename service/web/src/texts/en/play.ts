// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ActionType, DevCard } from '../../types';
import { common } from './common';

const actions: Record<ActionType, string> = {
    build_settlement: 'Settlement', build_city: 'City', build_road: 'Road', roll: 'Roll the dice', discard: 'Discard', move_robber: 'Move the robber',
    maritime_trade: 'Trade with the bank', offer_trade: 'Make an offer', accept_trade: 'Accept', decline_trade: 'Decline', counter_trade: 'Counter', confirm_trade: 'Trade', cancel_trade: 'Withdraw',
    buy_dev_card: 'Development card', play_dev_card: 'Play a development card', end_turn: 'End my turn', resign: 'Resign', undo: 'Undo',
    build_neutral: 'Build for a neutral color', forced_trade: 'Forced trade', return_cards: 'Give cards back', robber_to_desert: 'Robber to the desert', trade_in_knight: 'Trade in a knight',
    build_city_wall: 'City wall', build_knight: 'Knight', activate_knight: 'Activate a knight', promote_knight: 'Promote a knight', move_knight: 'Move a knight', displace_knight: 'Displace a knight', chase_robber: 'Chase the robber',
    improve_city: 'City improvement', repair_city: 'Set a city upright', play_progress_card: 'Play a progress card', harbor_offer: 'Offer a resource (Commercial Harbor)', give_commodity: 'Give a commodity', give_cards: 'Give cards', take_cards: 'Take cards',
    take_progress_card: 'Take a progress card', remove_knight: 'Take a knight off the board', place_knight: 'Place a knight', skip: 'Do without', relocate_knight: 'Move the displaced knight', discard_progress_card: 'Put a progress card back',
    choose_progress_deck: 'Draw a progress card', choose_pillaged_city: 'Choose the pillaged city', take_resource: 'Take a resource', commit_knights: 'Send knights to the defense',
};

const devEffects: Record<DevCard, string> = {
    knight: 'Move the robber and take a card from a player there. Three knights face up, more than anybody else: Largest Army.',
    victory_point: 'Counts one point by itself and is never played.',
    road_building: 'Two roads, free of charge.',
    year_of_plenty: 'Two resource cards of your choice from the bank.',
    monopoly: 'Name a resource: every other player gives you all of it.',
};

/** What can be done, and what is asked. */
export const play = {
    actions, devEffects,
    title: 'What to do',
    groups: { dice: 'Dice', build: 'Build', knights: 'Knights', cards: 'Cards', trade: 'Trade', end: 'Turn', other: 'More' },
    pieces: { road: 'road', settlement: 'settlement' },
    levels: ['basic', 'strong', 'mighty'],
    playCard: (card: string) => `Play: ${card}`,
    seatWithCards: (name: string, cards: number) => `${name} (${common.cards(cards)})`,
    cost: (cards: string) => `Costs ${cards}.`,
    lacks: (cards: string) => `Still missing: ${cards}.`,
    noPlace: 'No place or no piece for it now.',
    offerNumber: (id: number) => `offer ${id}`,
    offerLine: (give: string, want: string) => `${give} for ${want}`,
    withWhom: { victim: (name: string) => `from ${name}`, with: (name: string) => `with ${name}` },

    yourTurn: 'Your turn',
    turnOf: (name: string) => `${name}'s turn`,
    forSeat: (name: string) => `For ${name}`,
    wantedOfYou: 'You have to decide',
    waitsFor: (names: string[]) => `Waiting for ${common.list(names)}.`,
    nothingToDo: 'Nothing is wanted of you.',
    answered: 'You have answered. Until the others have too you can change your answer.',
    looking: 'You are looking at the game as it was.',
    over: (name: string) => `The game is over: ${name} has won.`,
    ended: 'The game is over.',
    notStarted: 'The game begins when all seats are taken.',
    steps: { before_roll: 'Roll the dice, or play a card first.', between_rolls: 'Roll a second time, or move the robber first.', resolving: 'The roll is being worked out.', actions: 'Build, trade, play a card, or end your turn.' } as Record<string, string>,
    wanted: {
        discardSeven: (n: number) => `A seven: return ${common.cards(n)} of your hand to the bank.`,
        discardSaboteur: (n: number) => `Saboteur: return ${common.cards(n)} of your hand to the bank.`,
        buildNeutral: (piece: string, n: number) => (n === 1 ? `Build a ${piece} for a neutral color, free of charge.` : `Build ${n} ${piece}s for neutral colors, free of charge.`),
        returnCards: (n: number, name: string) => `Give ${common.cards(n)} of your choice to ${name}.`,
        giveCards: (n: number, name: string) => `Wedding: give ${common.cards(n)} of your choice to ${name}.`,
        takeCards: (n: number, name: string) => `Take ${common.cards(n)} from ${name}'s hand.`,
        takeProgressCard: (name: string) => `Spy: take one of ${name}'s progress cards, or none.`,
        giveCommodity: (name: string, resource: string) => `Commercial Harbor: ${name} gives you ${resource} for a commodity of your choice.`,
        discardProgressCard: (n: number) => `Only four progress cards may be kept: put back ${common.cards(n)}.`,
        relocateKnight: (level: string) => `Your ${level} knight was displaced: choose where it goes.`,
    },
    wantedPlain: {
        setup_settlement: 'Place a settlement, free of charge.', setup_city: 'Place a city, free of charge.', setup_road: 'Place a road at it.',
        move_robber: 'Move the robber to another hex.', commit_knights: 'The barbarians land: which of your active knights defend?', choose_pillaged_city: 'The barbarians pillage one of your cities: which?',
        choose_progress_deck: 'You defended as strongly as the best: draw a progress card from a stack of your choice.', fifth_card: 'That is your fifth progress card: play one, or put one back.',
        take_resource: 'The roll brought you nothing: take a resource of your choice.', remove_knight: 'Deserter: take one of your knights off the board.', place_knight: 'Place a knight like the one that deserted.',
    } as Record<string, string>,

    askPlace: { hex: 'Choose a hex on the board.', vertex: 'Choose an intersection on the board.', edge: 'Choose a path on the board.' },
    asks: {
        'build_settlement.vertex': 'Where does the settlement stand? Tap an intersection.', 'build_city.vertex': 'Which settlement becomes a city?', 'build_road.edge': 'Where does the road lie? Tap a path.',
        'move_robber.hex': 'Where does the robber go? Tap a hex.', 'knight.hex': 'Where does the robber go? Tap a hex.', victim: 'From whom do you take a card?', victims: 'From whom do you take a card?',
        'monopoly.resource': 'Which resource do all others give you?', 'year_of_plenty.take': 'Which resource do you take?', 'road_building.edges': 'Tap a path for a free road.',
        'build_neutral.player': 'For which neutral color?', 'undo.to_seq': 'How far back?', give: 'What do you give?', take: 'What do you take?', with: 'With whom?', offer: 'Which offer?', level: 'Which rank?', track: 'Which area?',
        'from': 'Which knight? Tap it.', 'displace_knight.to': 'Which knight is driven away?', 'move_knight.to': 'Where does it go?', 'chase_robber.vertex': 'Which knight chases the robber?', hex: 'Which hex? Tap it.', resource: 'Which resource?', commodity: 'Which commodity?', card: 'Which card?', kind: 'Which kind?', yellow: 'The yellow die', red: 'The red die', player: 'Which player?',
        'improve_city.vertex': 'Which city becomes the metropolis?',
    },
    nothing: { victim: 'nobody', to: 'put it nowhere', card: 'no card', vertex: 'no place' },
    noneOfThem: 'None', tapPlace: 'Tap a lit place to see what you can do there.', hereTitle: 'Here you can',
    enough: 'That is all',
    chosen: (n: number) => `${n} chosen`,
    stepsBack: (n: number) => (n === 1 ? 'the latest move' : `the latest ${n} moves`),

    confirmTitle: 'Really?',
    doIt: 'Yes, do it',
    neverAsk: 'Do not ask again on this device',
    final: { drawn: 'Chance decides, so it cannot be taken back.', shown: 'It shows what others hold, so it cannot be taken back.', turn: 'The next player begins, so it cannot be taken back.', trade: 'Cards change hands, so it cannot be taken back.', answer: 'Others act on it, so it cannot be taken back.' },
    stale: 'The game had moved on. You see it as it is now; look again and choose anew.',
    sending: 'Sending …',

    rolled: (yellow: number, red: number) => `yellow ${yellow} + red ${red} = ${yellow + red}`,
    resignAsk: 'Resign? A bot plays on for you; for you the game is lost.',
    moreBack: 'Take back several moves',
};
