// SPDX-License-Identifier: AGPL-3.0-or-later
// Standing orders: what the server answers for somebody who is away.
import { formatter } from '../format';

/** {…} are the fields of a form; the same words label it, with … in the fields' place. */
const moves: Record<string, string> = {
    road: 'build a road {edge}', settlement: 'build a settlement {vertex}', city: 'build a city {vertex}', buy: 'buy a development card',
    bank: 'trade {give} for {take} with the bank', offer: 'offer {give} for {take}', knightCard: 'play a Knight: robber to {hex}', roadsCard: 'play Road Building: {first} {second}',
    plentyCard: 'play Year of Plenty for {cards}', monopolyCard: 'play the monopoly on {resource}', wall: 'build a city wall {vertex}', knight: 'hire a knight {vertex}',
    activate: 'activate the knight {vertex}', promote: 'promote the knight {vertex}', move: 'move the knight {from} to the place {to}', displace: 'with the knight {from} drive away the one {to}',
    chase: 'chase the robber to {hex} with the knight {vertex}', improve: 'improve {track}', repair: 'repair the city {vertex}', alchemist: 'play the Alchemist: {yellow} and {red}',
    crane: 'play the Crane', engineer: 'play the Engineer for a wall {vertex}', inventor: 'play the Inventor: swap {first} and {second}', irrigation: 'play Irrigation', medicine: 'play Medicine for a city {vertex}',
    mining: 'play Mining', smith: 'play the Smith on the knights {first} {second}', bishop: 'play the Bishop: robber to {hex}', deserter: 'play the Deserter against {seat}', diplomat: 'play the Diplomat on the road {from}',
    intrigue: 'play Intrigue against the knight {vertex}', saboteur: 'play the Saboteur', spy: 'play the Spy on {seat}', warlord: 'play the Warlord', wedding: 'play the Wedding', harborCard: 'play the Commercial Harbor',
    masterMerchant: 'play the Master Merchant on {seat}', merchant: 'play the Merchant on {hex}', fleet: 'play the Merchant Fleet for {kind}', tradeMonopoly: 'play the Trade Monopoly on {commodity}', end: 'end the turn',
    ship: 'build a ship {edge}', sail: 'move the ship {from}, now {to}', shipsCard: 'play Road Building for ships: {first} {second}', warshipCard: 'play a Knight: a ship becomes a warship',
    roadShipCard: 'play Road Building: a road {first}, a ship {second}', shipRoadCard: 'play Road Building: a ship {first}, a road {second}',
    wonder: 'build the next level: {wonder}', attack: 'attack your fortress', neutralRoad: 'build a road for {neutral} {edge}', neutralSettlement: 'build a settlement for {neutral} {vertex}',
    force: 'draw two cards from your opponent', giveBack: 'give back {cards}', desert: 'send the robber to the desert', tradeIn: 'trade in a played Knight',
};

const facts: Record<string, string> = {
    hold: 'you hold {compare} {count} {kind}', mine: 'you have {compare} {count} {own}', theirs: '{seat} has {compare} {count} {measure}', bank: 'the bank has {compare} {count} {kind}', rolled: 'the roll is {compare} {count}',
    vertexFree: 'the place {vertex} is free', edgeFree: 'the path {edge} is free', settlementAt: 'there is a settlement {vertex} {seat}', cityAt: 'there is a city {vertex} {seat}', knightAt: 'there is a knight {vertex} {seat}',
    roadAt: 'there is a road {edge} {seat}', shipAt: 'there is a ship {edge} {seat}', robberAt: 'the robber is on {hex}', pirateAt: 'the pirate is on {hex}', card: 'you hold the card {card}',
};

export const orders = {
    intro: 'Standing orders answer for you while you are away. Nobody else sees them, or that there are any: the server answers after a random while, as if you had come by.',
    notNow: 'Standing orders can be given once the game has begun, by those who play in it.',
    over: 'The game is over; standing orders have ended with it.',
    save: 'Save the orders', saving: 'Saving …', saved: 'Your orders are saved.', remove: 'Take all orders back', removeSure: 'Yes, take them all back', removed: 'All orders are taken back.',
    changed: 'Not saved yet', unchanged: 'Saved',
    undo: 'Back to what is saved',
    wrong: 'Something is not right yet; it is marked where it stands.',
    elsewhere: 'The orders have changed meanwhile: a rule was used, the plan went on, or you changed them elsewhere. Yours are still here.',
    saveAnyway: 'Save mine all the same', takeTheirs: 'Show those that are in force',
    notes: 'What became of them',
    noteKinds: [] as [string, string][],
    ask: 'ask me', up: 'Move up', down: 'Move down', add: 'Add', take: 'Take out',
    onBoard: 'Choose on the board', chooseOnBoard: (what: string) => `Choose on the board: ${what}`, onBoardNow: 'Choose on the board now …',
    nothing: 'nothing chosen yet',
    delay: {
        title: 'How fast', median: 'Usually after (minutes)', max: 'At the latest after (minutes)',
        help: 'Each answer waits a random while: half of them less than the first number, none more than the second. So nobody learns from its speed that it was an order.',
    },
    turn: {
        title: 'In my turn', roll: 'Rolling the dice', seven: 'On a seven', end: 'Ending the turn',
        rolls: { '': 'ask me', if_nothing_before: 'roll for me, unless I could play something before', always: 'always roll for me' },
        sevens: { '': 'ask me', robber: 'place the robber for me: the first hex where somebody can be robbed', pirate: 'place the pirate for me: the first sea hex where somebody can be robbed' },
        ends: { '': 'ask me', if_nothing: 'end it for me when nothing is left that I could do', if_nothing_but_trades: 'end it for me when only trades are left' },
    },
    parts: {
        label: 'In others’ turns', help: 'Only you see this. It is kept at once. The game never waits for you if you pass.',
        settings: { pass: 'Pass: don’t wait for me', ask: 'Ask me while I hold cards', plan: 'Carry out my plan' },
        empty: 'Nothing is planned yet: choose what to build.', order: 'Tried in this order every time. What is built leaves the list; what cannot be built stays.',
        skipped: (what: string) => `Could not be built last time: ${what}.`, give: 'Give', take: 'Get', trade: 'Trade with the bank',
    },
    emptyTurn: {
        title: 'Turns with nothing to do', help: 'The dice are rolled, and the turn ends when nothing but trades is left. It waits for you while an offer is open or while you hold more cards than a seven leaves.',
        pass: 'Let them pass by', passes: 'pass by', passesBut: (what: string) => `pass by; ignoring: ${what}`,
        ignore: 'No reason to wait for me', ignoreNone: 'nothing', bank: 'Wait for me if trades with the bank could pay for something', hand: 'With at most so many cards in hand', handLimit: 'as a seven leaves',
        ignorable: {
            build_settlement: 'settlements', build_city: 'cities', build_road: 'roads', buy_dev_card: 'buying cards', play_dev_card: 'playing cards',
            forced_trade: 'forced trades', robber_to_desert: 'robber to the desert', trade_in_knight: 'trading in knights',
            build_city_wall: 'city walls', build_knight: 'building knights', activate_knight: 'activating knights', promote_knight: 'promoting knights', move_knight: 'moving knights', displace_knight: 'displacing knights', chase_robber: 'chasing the robber',
            improve_city: 'city improvements', repair_city: 'setting cities upright', play_progress_card: 'progress cards',
            build_ship: 'ships', move_ship: 'moving ships', build_wonder: 'wonders',
        },
    },
    answers: {
        discard: { title: 'Cards to discard on a seven', help: 'The first kinds go first; what you keep goes last.' },
        saboteur: { title: 'Cards to discard for the Saboteur', help: 'Left to me, the answer for a seven is used.' },
        wedding: { title: 'Cards to give for a Wedding', help: 'Two cards, chosen the same way.' },
        harbor: { title: 'Commodity to give for a Commercial Harbor', help: 'The first one you hold.' },
        pillage: { title: 'City to lose to the barbarians', help: 'The first that can be lost.' },
        relocate: { title: 'Where a knight driven away goes', help: 'The first place that can be reached.' },
        deserter: { title: 'Knight to give up for a Deserter', help: 'The first of these that stands there.' },
        aqueduct: { title: 'Resource to take by the Aqueduct', help: 'The first that the bank has.' },
        deck: { title: 'Stack to draw from as a Defender', help: 'The first that is not empty.' },
        progress_discard: { title: 'Progress card to put back when there is one too many', help: 'The first of these that you hold.' },
        commit: { title: 'Knights to send against the barbarians', help: 'In the variant where each says who fights.' },
    },
    words: {
        first: 'These first, in this order', keep: 'Keep, if possible', cardsDefault: 'the server chooses what you hold most of', own: 'in my own order',
        most_held: 'the one I hold most of', fewest_pips: 'the city that produces least', nearest: 'the nearest place', weakest: 'the weakest knight', least_held: 'the one I hold fewest of', skip: 'take nothing', best: 'the area I am best in', last_drawn: 'the card drawn last',
        all: 'all active knights', as_needed: 'only as many as are needed', none: 'none',
    } as Record<string, string>,
    offers: {
        title: 'Offers from others', help: 'The first rule that matches an offer answers it. If none matches, you’re asked.', add: 'Add a rule', rule: (n: number) => `Rule ${n}`,
        answer: 'Answer', answers: { accept: 'accept', refuse: 'refuse', ask: 'ask me' },
        give: 'I give only', get: 'I get only', any: 'any kind', giveMost: 'I give at most', getLeast: 'I get at least', rate: 'Rate', rateNone: 'any', rateOf: (give: number, get: number) => `at most ${give} for ${get}`, keep: 'I keep at least', from: 'Only offers from', everybody: 'everyone',
        times: 'How often', unlimited: 'without limit', until: 'Until', untilTurn: 'Until turn number', more: 'More conditions',
        examples: 'Examples: accept if I give only wool and get ore; refuse everything else.',
        presets: { refuse: 'Refuse everything', wool: 'Wool for ore' },
    },
    plan: {
        title: 'Plan for my next turn', none: 'no plan', help: 'Played move by move as soon as your turn starts; the dice are rolled for you in between. If a move is no longer possible, the plan ends and it’s up to you.',
        forTurn: (turn: number) => `This plan is for turn ${turn}.`, add: 'Add a move', step: (n: number) => `Move ${n}`, move: 'Move', inWords: 'in words …', wordsHelp: 'As in chats: “city 12”, “bank 4 wool for ore”.',
        when: 'When', whens: { actions: 'after the roll', before_roll: 'before the roll' }, otherwise: 'If not', otherwises: { skip: 'skip this move', wait: 'save the rest for my next turn', drop: 'drop the plan' },
    },
    condition: {
        title: 'Only if', none: 'always', add: 'Add a condition', join: 'All of them, or one', joins: { and: 'all of these hold', or: 'one of these holds' }, not: 'not', what: 'Condition',
        words: 'In words', help: 'For example “3 ore and 2 grain”, “points of red > 7”, “12 is free”.',
    },
    moves, facts,
    compare: { '>=': 'at least', '<=': 'at most', '=': 'exactly', '>': 'more than', '<': 'fewer than' } as Record<string, string>,
    measures: { points: 'victory points', cards: 'cards', settlements: 'settlements', cities: 'cities', roads: 'roads', ships: 'ships', line: 'roads in a line', army: 'knights played', knights: 'knights', walls: 'city walls', strength: 'strength of knights', turn: 'as the number of the turn', barbarians: 'steps of the barbarians', trade: 'levels in trade', politics: 'levels in politics', science: 'levels in science' } as Record<string, string>,
    fields: { vertex: 'place', edge: 'path', hex: 'hex', seat: 'player', kind: 'kind', resource: 'resource', commodity: 'commodity', track: 'area', cards: 'cards', give: 'give', take: 'get', die: 'die', yellow: 'yellow die', red: 'red die', count: 'number', compare: 'how many', measure: 'of what', own: 'of what', card: 'card', neutral: 'color', wonder: 'wonder', first: 'first', second: 'second', from: 'from', to: 'to' } as Record<string, string>,
    mine: 'mine', ofMine: 'of yours', anybody: 'anybody', optional: 'not needed',
    of: (name: string) => `of ${name}`,
    say: {
        offer: (from: string, when: string[], answer: string, limits: string[]) => `Offers${from === '' ? '' : ` from ${from}`}${when.length === 0 ? '' : ` where ${formatter(Intl.ListFormat, 'en', {}).format(when)}`} are ${answer}${limits.length === 0 ? '' : ` (${limits.join(', ')})`}.`,
        answered: { accept: 'accepted', refuse: 'refused', ask: 'left to you' },
        giveOnly: (kinds: string) => `you give only ${kinds}`, getOnly: (kinds: string) => `you get only ${kinds}`, giveMost: (n: number) => `you give at most ${n}`, getLeast: (n: number) => `you get at least ${n}`,
        rate: (give: number, get: number) => `you give at most ${give} for ${get}`, keep: (cards: string) => `${cards} stay with you`, times: (n: number) => (n === 1 ? 'once' : `${n} times`), until: (when: string) => `until ${when}`, untilTurn: (n: number) => `up to turn ${n}`,
        step: (move: string, condition: string, otherwise: string, before: boolean) => `${before ? 'Before the roll, ' : ''}${condition === '' ? '' : `if ${condition}: `}${move}${otherwise === '' ? '' : `; if not, ${otherwise}`}.`,
        not: (fact: string) => `it is not true that ${fact}`, and: ' and ', or: ' or ',
        first: (what: string) => `first ${what}`, keepCards: (what: string) => `keeping ${what}`,
        kindsOr: (kinds: string[]) => formatter(Intl.ListFormat, 'en', { type: 'disjunction' }).format(kinds),
    },
};
