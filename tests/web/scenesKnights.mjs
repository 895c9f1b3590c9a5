// SPDX-License-Identifier: AGPL-3.0-or-later
// Moments of Cities & Knights, in all editions and variants that differ, in which every action and every progress card
// is made. The format is that of scenesBase.mjs.
const card = (name, fields = {}) => ({ type: 'play_progress_card', card: name, ...fields });
const rich = 'attacks 1\nplayer 0 hand 4 brick 4 lumber 4 wool 4 grain 4 ore';

const pieces = {
    'the city of the set-up': {
        rules: { game: 'cities_and_knights', players: 3 },
        first: [['build_settlement', 8, 'build_road', '8-12'], ['build_settlement', 14, 'build_road', '14-19'], ['build_settlement', 24, 'build_road', '24-30']].flatMap(([town, vertex, road, edge]) => [{ action: { type: town, vertex } }, { action: { type: road, edge } }]),
        moves: [{ type: 'build_city', vertex: 39 }, { type: 'build_road', edge: '39-44' }],
    },
    'a knight built, activated, promoted, and a wall': {
        lines: `edition ck2020\nuse ck\n${rich}`,
        moves: [{ type: 'build_knight', vertex: 34 }, { type: 'activate_knight', vertex: 34 }, { type: 'promote_knight', vertex: 34 }, { type: 'build_city_wall', vertex: 28 }],
    },
    'a knight moves': { lines: 'edition ck2007\nuse field\nattacks 1\nplayer 0 knight 29 strong active', moves: [{ type: 'move_knight', from: 29, to: 34 }] },
    'a knight drives another away': {
        lines: 'edition ck2022\nuse field\nattacks 1\nplayer 0 knight 29 strong active\nplayer 1 knight 35 basic active',
        moves: [{ type: 'displace_knight', from: 29, to: 35 }, { type: 'relocate_knight', vertex: 36 }],
    },
    ...Object.fromEntries([['ck1998', 5], ['ck2007', 10], ['ck2020', 14], ['ck2022', 10]].map(([edition, hex]) => [
        `a knight chases the robber (${edition})`,
        { lines: `edition ${edition}\nuse field\nattacks 1\nrobber h8\nplayer 0 knight 29 strong active\nplayer 1 hand wool\nplayer 2 hand ore`, moves: [{ type: 'chase_robber', vertex: 29, hex, victim: hex === 10 ? 2 : hex === 5 ? 1 : 1 }] },
    ])),
    'a knight-errant before the roll': {
        lines: 'edition ck2020\nvariant knight_errant\nuse field\nattacks 1\nrobber h8\nplayer 0 knight 29 strong active\nplayer 1 hand wool\nturn 0 before-roll',
        moves: [{ type: 'chase_robber', vertex: 29, hex: 14, victim: 1 }],
    },
    'an easy start': { lines: 'edition ck2007\nvariant easy_start\nuse ck\nturn 0 before-roll\nturn-number 1', moves: [{ type: 'roll' }] },
    'a city that lay on its side': { lines: 'edition ck2020\nplayers 3\nplayer 0 settlements 8 1 18 21 48 tipped 28 roads 28-34 hand 2 grain 3 ore\nplayer 1 settlements 14 cities 41 roads 14-19\nplayer 2 settlements 25 cities 39 roads 25-31', moves: [{ type: 'build_city', vertex: 28 }] },
    'commodities with bank and players': {
        lines: 'edition ck2022\nuse ck\nplayer 0 hand 4 cloth 2 coin\nplayer 1 hand 2 paper',
        moves: [{ type: 'maritime_trade', give: { cloth: 4 }, take: { ore: 1 } }, { type: 'offer_trade', give: { coin: 1 }, want: { paper: 1 }, to: [1], auto: true }, { as: 1, type: 'accept_trade', offer: 1 }],
    },
    'a city set up again': { lines: 'edition ck1998\nuse ck\nplayer 0 sabotaged 28 hand 1 lumber 1 ore', moves: [{ type: 'repair_city', vertex: 28 }] },
};

const improving = {
    'improvements': { lines: 'edition ck2022\nuse ck\nplayer 0 hand 3 cloth 1 coin 1 paper', moves: [{ type: 'improve_city', track: 'trade' }, { type: 'improve_city', track: 'science' }] },
    'a metropolis': { lines: 'edition ck2020\nuse ck\nplayer 0 cities 26 trade 3 hand 4 cloth', moves: [{ type: 'improve_city', track: 'trade', vertex: 28 }] },
    'the only city carries the metropolis': { lines: 'edition ck1998\nuse ck\nplayer 0 politics 3 hand 4 coin', moves: [{ type: 'improve_city', track: 'politics', vertex: 28 }] },
    'the Aqueduct': {
        lines: 'edition ck2020\nuse ck\nplayer 0 science 3\nturn 0 before-roll',
        first: [{ action: { type: 'roll' }, outcome: { yellow: 6, red: 6, event: 'trade' } }],
        moves: [{ type: 'take_resource', resource: 'ore' }],
    },
    'the Aqueduct left': {
        lines: 'edition ck2022\nuse ck\nplayer 0 science 3\nturn 1 before-roll',
        first: [{ seat: 1, action: { type: 'roll' }, outcome: { yellow: 6, red: 6, event: 'trade' } }],
        moves: [{ type: 'skip' }],
    },
};

const landings = {
    'knights declared': {
        lines: 'edition ck1998\nvariant nasty\nuse field\nplayer 0 knight 29 strong active knight 34 basic active knight 23 strong\nplayer 1 knight 36 strong active\nbarbarians 6\nturn 1 before-roll',
        first: [{ seat: 1, action: { type: 'roll' }, outcome: { yellow: 6, red: 6, event: 'ship' } }],
        moves: [{ type: 'commit_knights', vertices: [36] }, { type: 'commit_knights', vertices: [29] }, { type: 'choose_progress_deck', track: 'trade' }, { type: 'choose_progress_deck', track: 'science' }],
    },
    'nobody declared': {
        lines: 'edition ck2022\nvariant nasty\nuse field\nplayer 0 knight 29 strong active\nbarbarians 6\nturn 1 before-roll',
        first: [{ seat: 1, action: { type: 'roll' }, outcome: { yellow: 6, red: 6, event: 'ship' } }],
        moves: [{ type: 'commit_knights', vertices: [] }],
    },
    'a city lost': {
        lines: 'edition ck2020\nplayers 3\nplayer 0 settlements 26 cities 8 28 24 roads 28-34 trade 4 metropolis trade 8\nplayer 1 cities 14 41 roads 14-19 36-41\nplayer 2 settlements 52 cities 39 roads 39-44 48-52\nbarbarians 6\nturn 0 before-roll',
        first: [{ action: { type: 'roll' }, outcome: { yellow: 1, red: 2, event: 'ship' } }],
        moves: [{ as: 0, type: 'choose_pillaged_city', vertex: 28 }],
    },
    'a fifth card off turn': {
        lines: 'edition ck2020\nuse ck\nplayer 1 science 1 progress crane crane smith smith\nturn 0 before-roll',
        first: [{ action: { type: 'roll' }, outcome: { yellow: 2, red: 1, event: 'science', draws: [{ player: 1, card: 'inventor' }] } }],
        moves: [{ type: 'discard_progress_card', card: 'smith' }],
    },
    'a fifth card on turn, none of which can be played': {
        lines: 'edition ck2022\nuse ck\nplayer 0 science 1 progress alchemist alchemist smith smith\nturn 0 before-roll',
        first: [{ action: { type: 'roll' }, outcome: { yellow: 2, red: 1, event: 'science', draws: [{ player: 0, card: 'medicine' }] } }],
        moves: [{ type: 'discard_progress_card', card: 'alchemist' }],
    },
    'five equal cards at the end of a turn': { lines: 'edition ck2007\nuse ck\nplayer 0 progress merchant merchant merchant merchant merchant', moves: [{ type: 'end_turn' }, { type: 'discard_progress_card', card: 'merchant' }] },
    'a fifth card on turn, played at once': {
        lines: 'edition ck2022\nuse ck\nplayer 0 science 1 progress crane crane smith medicine\nturn 0 before-roll',
        first: [{ action: { type: 'roll' }, outcome: { yellow: 2, red: 1, event: 'science', draws: [{ player: 0, card: 'inventor' }] } }],
        moves: [card('crane')],
    },
};

const science = {
    Alchemist: { lines: 'edition ck2022\nuse ck\nplayer 0 progress alchemist\nturn 0 before-roll', moves: [card('alchemist', { yellow: 6, red: 5 })] },
    Crane: { lines: 'edition ck2007\nuse ck\nplayer 0 progress crane hand 1 cloth', moves: [card('crane')] },
    Engineer: { lines: 'edition ck1998\nuse ck\nplayer 0 progress engineer', moves: [card('engineer', { vertex: 28 })] },
    Inventor: { lines: 'edition ck2020\nuse ck\nplayer 0 progress inventor', moves: [card('inventor', { hexes: [3, 4] })] },
    Irrigation: { lines: 'edition ck2020\nuse ck\nplayer 0 progress irrigation', moves: [card('irrigation')] },
    Medicine: { lines: 'edition ck2020\nuse ck\nplayer 0 progress medicine hand 2 ore 1 grain', moves: [card('medicine', { vertex: 8 })] },
    Mining: { lines: 'edition ck2020\nuse ck\nplayer 0 progress mining', moves: [card('mining')] },
    'Road Building': { lines: 'edition ck2020\nuse ck\nplayer 0 progress road_building', moves: [card('road_building', { edges: ['12-17', '17-23'] })] },
    'Smith, both': { lines: 'edition ck2020\nuse field\nplayer 0 progress smith knight 29 basic knight 34 strong active politics 3', moves: [card('smith', { vertices: [29, 34] })] },
    'Smith, the second after the first alone': { lines: 'edition ck2020\nuse field\nplayer 0 progress smith knight 29 basic knight 34 strong knight 18 strong politics 3', moves: [card('smith', { vertices: [34, 29] })] },
    'Smith, one': { lines: 'edition ck2020\nuse field\nplayer 0 progress smith knight 29 basic knight 34 basic active', moves: [card('smith', { vertices: [34] })] },
};

const trade = {
    'Commercial Harbor': {
        lines: 'edition ck2020\nuse ck\nplayer 0 hand 3 wool 1 ore progress commercial_harbor\nplayer 1 hand 1 cloth 1 coin 2 ore',
        moves: [card('commercial_harbor'), { type: 'harbor_offer', player: 1, resource: 'wool' }, { type: 'give_commodity', commodity: 'coin' }],
    },
    'Commercial Harbor, the only commodity': {
        lines: 'edition ck2022\nuse ck\nplayer 0 hand 2 wool progress commercial_harbor\nplayer 1 hand 1 coin\nplayer 2 hand 1 ore',
        moves: [card('commercial_harbor'), { type: 'harbor_offer', player: 2, resource: 'wool' }, { type: 'harbor_offer', player: 1, resource: 'wool' }, { type: 'give_commodity', commodity: 'coin' }],
    },
    'Master Merchant': {
        lines: 'edition ck2022\nuse ck\nattacks 3\nplayer 0 progress master_merchant\nplayer 1 hand 1 wool 2 cloth defender 1\nplayer 2 hand 3 ore',
        moves: [card('master_merchant', { victim: 1 }), { type: 'take_cards', cards: { wool: 1, cloth: 1 } }],
    },
    Merchant: { lines: 'edition ck2020\nuse ck\nplayer 0 progress merchant', moves: [card('merchant', { hex: 7 })] },
    'Merchant Fleet': { lines: 'edition ck2020\nuse ck\nplayer 0 progress merchant_fleet hand 2 cloth', moves: [card('merchant_fleet', { kind: 'cloth' })] },
    'Resource Monopoly': { lines: 'edition ck2020\nuse ck\nplayer 0 progress resource_monopoly\nplayer 2 hand 3 ore', moves: [card('resource_monopoly', { resource: 'ore' })] },
    'Trade Monopoly': { lines: 'edition ck2022\nuse ck\nplayer 0 progress trade_monopoly\nplayer 2 hand 3 coin', moves: [card('trade_monopoly', { commodity: 'coin' })] },
};

const bishop = 'use ck\nattacks 1\nplayer 0 progress bishop\nplayer 2 hand 1 wool 1 cloth\nplayer 3 hand 2 ore';
const politics = {
    'Bishop, everybody': { lines: `edition ck2020\n${bishop}`, moves: [card('bishop', { hex: 10 })] },
    'Bishop, one': { lines: `edition ck2022\n${bishop}`, moves: [card('bishop', { hex: 10, victims: [3] })] },
    'Bishop, nobody': { lines: `edition ck2020\n${bishop}`, moves: [card('bishop', { hex: 10, victims: [] })] },
    'Bishop, to where nobody lives': { lines: `edition ck2007\n${bishop}`, moves: [card('bishop', { hex: 0 })] },
    Deserter: {
        lines: 'edition ck2020\nuse ck\nplayer 0 progress deserter\nplayer 1 knight 19 basic active knight 36 strong',
        moves: [card('deserter', { victim: 1 }), { type: 'remove_knight', vertex: 36 }, { type: 'place_knight', vertex: 34, level: 2 }],
    },
    'Deserter, lower ranks': {
        lines: 'edition ck1998\nuse field\nplayer 0 progress deserter knight 18 mighty knight 34 mighty\nplayer 1 knight 19 mighty active knight 36 strong',
        moves: [card('deserter', { victim: 1 }), { type: 'remove_knight', vertex: 19 }, { type: 'place_knight', vertex: 29, level: 1 }],
    },
    'Deserter, none placed': {
        lines: 'edition ck2022\nuse ck\nplayer 0 progress deserter\nplayer 1 knight 19 basic active knight 36 strong',
        moves: [card('deserter', { victim: 1 }), { type: 'remove_knight', vertex: 19 }, { type: 'skip' }],
    },
    'Diplomat, an opponent’s road': { lines: 'edition ck2020\nuse ck\nplayer 0 progress diplomat', moves: [card('diplomat', { edge: '14-19' })] },
    'Diplomat, one’s own elsewhere': { lines: 'edition ck2020\nuse ck\nplayer 0 progress diplomat', moves: [card('diplomat', { edge: '8-12', to: '28-33' })] },
    'Diplomat, one’s own kept': { lines: 'edition ck2022\nuse ck\nplayer 0 progress diplomat', moves: [card('diplomat', { edge: '8-12' })] },
    Intrigue: {
        lines: 'edition ck2020\nuse ck\nplayer 0 progress intrigue\nplayer 2 roads 34-39 39-43 43-47 knight 34 mighty active',
        moves: [card('intrigue', { vertex: 34 }), { type: 'relocate_knight', vertex: 47 }],
    },
    Saboteur: { lines: 'edition ck2020\nuse ck\nplayer 0 progress saboteur\nplayer 1 hand 4 wool 1 coin', moves: [card('saboteur'), { type: 'discard', cards: { wool: 1, coin: 1 } }] },
    'Saboteur of 1998': { lines: 'edition ck1998\nuse ck\nplayer 0 progress saboteur', moves: [card('saboteur', { vertex: 41 })] },
    Spy: { lines: 'edition ck2020\nuse ck\nplayer 0 progress spy\nplayer 1 progress crane wedding laid printer', moves: [card('spy', { victim: 1 }), { type: 'take_progress_card', card: 'wedding' }] },
    'Spy, nothing taken': { lines: 'edition ck2022\nuse ck\nplayer 0 progress spy\nplayer 1 progress crane\nplayer 2 progress merchant', moves: [card('spy', { victim: 2 }), { type: 'take_progress_card', card: null }] },
    Warlord: { lines: 'edition ck2020\nuse field\nplayer 0 progress warlord knight 29 knight 34 strong', moves: [card('warlord')] },
    Wedding: {
        lines: 'edition ck2020\nuse ck\nattacks 3\nplayer 0 hand 1 ore progress wedding\nplayer 1 defender 1 hand 3 wool 2 cloth',
        moves: [card('wedding'), { type: 'give_cards', cards: { wool: 1, cloth: 1 } }],
    },
};

export const knightScenes = { ...pieces, ...improving, ...landings, ...science, ...trade, ...politics };
