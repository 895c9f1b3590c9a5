// SPDX-License-Identifier: AGPL-3.0-or-later
// Moments of the base game in which each of its actions is made. A scene has the LINES of a position (see scenes.mjs),
// what has happened since (`first`, sent to the server) and the moves made through the page. `edge` and `edges` give
// paths by their ends.
export const baseScenes = {
    'the first settlement and road': { rules: { game: 'base', players: 3 }, moves: [{ type: 'build_settlement', vertex: 8 }, { type: 'build_road', edge: '8-12' }] },
    'roll, build, undo, end': {
        lines: 'use four\nplayer 0 hand 5 brick 5 lumber 3 wool 5 grain 5 ore roads 12-17\nturn 0 before-roll',
        moves: [
            { type: 'roll' }, { type: 'build_road', edge: '17-23' }, { type: 'build_settlement', vertex: 23 }, { type: 'build_city', vertex: 28 }, { type: 'undo', to_seq: 4 }, { type: 'buy_dev_card' }, { type: 'end_turn' },
        ],
    },
    'half of a hand, and the robber': {
        lines: 'use four\nplayer 1 hand 5 wool 4 ore\nturn 0 before-roll',
        first: [{ action: { type: 'roll' }, outcome: { yellow: 3, red: 4 } }],
        moves: [{ type: 'discard', cards: { wool: 3, ore: 1 } }, { type: 'move_robber', hex: 6, victim: 1 }],
    },
    'with the bank': { lines: 'use four\nplayer 0 hand 8 wool 3 ore', moves: [{ type: 'maritime_trade', give: { wool: 4 }, take: { grain: 1 } }] },
    'an offer accepted and confirmed': {
        lines: 'use four\nplayer 0 hand 2 wool\nplayer 1 hand 2 ore',
        moves: [{ type: 'offer_trade', give: { wool: 1 }, want: { ore: 1 } }, { as: 1, type: 'accept_trade', offer: 1 }, { as: 0, type: 'confirm_trade', offer: 1, with: 1 }],
    },
    'offers declined, countered and cancelled': {
        lines: 'use four\nplayer 0 hand 2 wool\nplayer 1 hand 2 ore',
        moves: [
            { type: 'offer_trade', give: { wool: 1 }, want: { ore: 1 } }, { as: 2, type: 'decline_trade', offer: 1 }, { as: 1, type: 'counter_trade', offer: 1, give: { ore: 1 }, want: { wool: 2 } }, { as: 0, type: 'cancel_trade', offer: 1 },
        ],
    },
    'a knight': { lines: 'use four\nplayer 0 dev knight\nplayer 1 hand ore\nturn 0 before-roll', moves: [{ type: 'play_dev_card', card: 'knight', hex: 6, victim: 1 }] },
    'two free roads': { lines: 'use four\nplayer 0 dev road_building', moves: [{ type: 'play_dev_card', card: 'road_building', edges: ['12-17', '17-23'] }] },
    'two cards of one kind': { lines: 'use four\nplayer 0 dev year_of_plenty', moves: [{ type: 'play_dev_card', card: 'year_of_plenty', take: { ore: 2 } }] },
    'a monopoly': { lines: 'use four\nplayer 0 dev monopoly\nplayer 1 hand 3 wool', moves: [{ type: 'play_dev_card', card: 'monopoly', resource: 'wool' }] },
    'neutral pieces': {
        lines: 'players 2\nuse two\nplayer 2 settlements 18\nplayer 3 settlements 35\nplayer 0 tokens 5 hand 2 brick 2 lumber\nplayer 1 hand 3 ore',
        moves: [{ type: 'build_road', edge: '12-17' }, { type: 'build_neutral', player: 2, kind: 'road', edge: '18-24' }],
    },
    'a neutral settlement': {
        lines: 'players 2\nuse two\nplayer 2 settlements 18 roads 18-24 19-24 19-25\nplayer 3 settlements 35\nplayer 0 roads 12-17 17-23 hand 1 brick 1 lumber 1 wool 1 grain',
        moves: [{ type: 'build_settlement', vertex: 17 }, { type: 'build_neutral', player: 2, kind: 'settlement', vertex: 25 }],
    },
    'a forced trade': {
        lines: 'players 2\nuse two\nplayer 2 settlements 18\nplayer 3 settlements 35\nplayer 0 tokens 5 hand 2 brick\nplayer 1 hand 3 ore',
        moves: [{ type: 'forced_trade' }, { type: 'return_cards', cards: { ore: 2 } }],
    },
    'trade cards': {
        lines: 'players 2\nuse two\nplayer 2 settlements 18\nplayer 3 settlements 35\nplayer 0 tokens 3 knights 1\nrobber h3',
        moves: [{ type: 'robber_to_desert' }, { type: 'trade_in_knight' }],
    },
    'giving up': { lines: 'use four', moves: [{ type: 'resign' }] },
};
