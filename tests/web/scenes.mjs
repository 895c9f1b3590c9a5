// SPDX-License-Identifier: AGPL-3.0-or-later
// Moments of games in the notation of tests/rules (see its README): a few lines make a table game in exactly that
// position. Presets are those of tests/rules/presets.scn.
import { readFileSync } from 'node:fs';

const ranks = { basic: 1, strong: 2, mighty: 3 };
const tracks = ['trade', 'politics', 'science'];
const marks = ['active', 'activated', 'acted', 'promoted', 'committed'];
const isPathName = (value) => typeof value === 'string' && /^\d+-\d+$/.test(value);
const isNumber = (word) => word !== undefined && /^-?\d+$/.test(word);

const presets = new Map();
for (const [, name, body] of readFileSync(new URL('../rules/presets.scn', import.meta.url), 'utf8').matchAll(/^preset (\S+)\n((?:.+\n)+)/gm)) presets.set(name, body.trim().split('\n'));

const handKinds = new Set(['brick', 'lumber', 'wool', 'grain', 'ore', 'cloth', 'coin', 'paper']);
const devKinds = new Set(['knight', 'victory_point', 'road_building', 'year_of_plenty', 'monopoly']);

/** Cards: "2 wool ore" is two wool and an ore. */
function cards(words, kinds = handKinds) {
    const hand = {};
    while (words.length > 0 && (isNumber(words[0]) || kinds.has(words[0]))) {
        const n = isNumber(words[0]) ? Number(words.shift()) : 1;
        const kind = words.shift();
        hand[kind] = (hand[kind] ?? 0) + n;
    }
    return hand;
}

/** The role of a region: "start", "bonus 2". */
const regionOf = ([what, n]) => (what === 'start' ? { start: true } : what === 'bonus' ? { bonus: Number(n) } : {});

function many(words, wanted) {
    const found = [];
    while (words.length > 0 && wanted(words[0])) found.push(words.shift());
    return found;
}
const ids = (words) => many(words, isNumber).map(Number);

class Scene {
    rules = { game: 'base', players: 4 };
    pieces = { settlements: [], cities: [], roads: [], ships: [], knights: [] };
    players = new Map();
    position = { turn: { player: 0, step: 'actions' } };
    /** A board given hex by hex; regions are named by their numbers. */
    board = { hexes: [], harbors: [], regions: {} };

    player(seat) {
        if (!this.players.has(seat)) this.players.set(seat, { seat });
        return this.players.get(seat);
    }

    line(text) {
        const words = text.replace(/[,;:]( |$)/g, ' ').trim().split(/\s+/);
        const head = words.shift();
        const rule = this.heads[head];
        if (!rule) throw new Error(`scene: what is "${text}"?`);
        rule.call(this, words);
    }

    city(seat, vertex) {
        let city = this.pieces.cities.find((other) => other.vertex === vertex);
        if (!city) this.pieces.cities.push((city = { vertex, player: seat }));
        return city;
    }

    heads = {
        use: ([name]) => presets.get(name).forEach((line) => this.line(line)),
        players: ([n]) => { this.rules.players = Number(n); },
        edition: ([name]) => Object.assign(this.rules, { game: 'cities_and_knights', edition: name }),
        variant: ([name]) => { (this.rules.variants ??= []).push(name); },
        option: ([key, value]) => { (this.rules.options ??= {})[key] = value; },
        target: ([n]) => { this.rules.victory_points = Number(n); },
        sea: ([name]) => { this.rules.scenario = name; },
        region: (words) => { this.board.regions[Object.keys(this.board.regions).length + 1] = regionOf(words); },
        hex: ([q, r, terrain, ...more]) => {
            const number = isNumber(more[0]) ? Number(more.shift()) : null;
            const [, region] = more;
            this.board.hexes.push({ q: Number(q), r: Number(r), terrain, ...(number && { number }), ...(region && { region }) });
        },
        harbor: ([q, r, side, kind]) => { this.board.harbors.push({ q: Number(q), r: Number(r), side, kind }); },
        fog: (words) => {
            const [tiles, numbers] = [{}, {}];
            while (isNumber(words[0])) tiles[words[1]] = Number(words.splice(0, 2)[0]);
            for (const number of words.slice(1)) numbers[number] = (numbers[number] ?? 0) + 1;
            this.board.fog = { tiles, numbers };
        },
        pirate: ([hex]) => { this.position.pirate = Number(hex.slice(1)); },
        board: () => undefined,
        strict: () => { this.rules.combined_phases = false; },
        attacks: ([n]) => { this.barbarians.attacks = Number(n); },
        barbarians: ([n]) => { this.barbarians.position = Number(n); },
        robber: ([hex]) => { this.position.robber = hex === 'nowhere' ? null : Number(hex.slice(1)); },
        merchant: ([hex, seat]) => { this.position.merchant = { hex: Number(hex.slice(1)), player: Number(seat) }; },
        cranes: ([n]) => { this.position.turn.cranes = Number(n); },
        fleet: (words) => { this.position.turn.fleet = words; },
        returned: ([track, ...list]) => { (this.position.returned ??= {})[track] = list; },
        'largest-army': ([seat]) => { this.position.largest_army = { player: Number(seat), size: this.player(Number(seat)).knights_played }; },
        'turn-number': ([n]) => { this.position.turn.number = Number(n); },
        turn: ([seat, step = 'actions', yellow, red]) => {
            Object.assign(this.position.turn, { player: Number(seat), step: step.replace('-', '_') });
            if (yellow) this.position.turn.rolls = [{ yellow: Number(yellow), red: Number(red) }];
        },
        player: (words) => {
            const seat = Number(words.shift());
            while (words.length > 0) this.facts[words.shift()](words, seat, this.player(seat));
        },
    };

    facts = {
        settlements: (words, seat) => ids(words).forEach((vertex) => this.pieces.settlements.push({ vertex, player: seat })),
        cities: (words, seat) => ids(words).forEach((vertex) => this.city(seat, vertex)),
        walls: (words, seat) => ids(words).forEach((vertex) => { this.city(seat, vertex).wall = true; }),
        tipped: (words, seat) => ids(words).forEach((vertex) => { this.city(seat, vertex).tipped = true; }),
        sabotaged: (words, seat) => ids(words).forEach((vertex) => { this.city(seat, vertex).sabotaged = true; }),
        ships: (words, seat) => many(words, isPathName).forEach((word) => this.pieces.ships.push({ edge: word, player: seat })),
        home: (words, seat, player) => { player.home = ids(words).map(String); },
        roads: (words, seat) => many(words, (word) => /^\d+(-\d+)?$/.test(word)).forEach((word) => this.pieces.roads.push({ edge: word, player: seat })),
        hand: (words, seat, player) => { player.cards = cards(words); },
        dev: (words, seat, player) => { player.dev_cards = cards(words, devKinds); },
        new: (words, seat, player) => { player.new_dev_cards = cards(words, devKinds); },
        knights: (words, seat, player) => { player.knights_played = Number(words.shift()); },
        tokens: (words, seat, player) => { player.trade_tokens = Number(words.shift()); },
        defender: (words, seat, player) => { player.defender_points = Number(words.shift()); },
        progress: (words, seat, player) => { player.progress_cards = many(words, (word) => !(word in this.facts)); },
        laid: (words, seat, player) => { player.vp_cards = many(words, (word) => !(word in this.facts)); },
        metropolis: (words, seat) => { const track = words.shift(); this.city(seat, Number(words.shift())).metropolis = track; },
        knight: (words, seat) => {
            const knight = { vertex: Number(words.shift()), player: seat, level: ranks[words[0]] ?? 1 };
            if (words[0] in ranks) words.shift();
            many(words, (word) => marks.includes(word)).forEach((mark) => { knight[mark] = true; });
            this.pieces.knights.push(knight);
        },
        ...Object.fromEntries(tracks.map((track) => [track, (words, seat, player) => { (player.improvements ??= {})[track] = Number(words.shift()); }])),
    };

    get barbarians() {
        return (this.position.barbarians ??= { position: 0, attacks: 0 });
    }

    get sails() {
        return this.rules.scenario !== undefined;
    }

    get map() {
        return this.sails ? this.board : { layout: 'beginner' };
    }

    /** The body of POST /v1/games. EDGES: the ids of the map's paths by their names. */
    body(edges) {
        const { players, game } = this.rules;
        const { sails } = this;
        const { knights, ships, ...others } = this.pieces;
        const idOf = ({ edge, ...more }) => ({ ...more, edge: isPathName(edge) ? edges.get(edge) : Number(edge) });
        others.roads = others.roads.map(idOf);
        if (sails) others.ships = ships.map(idOf);
        const desert = sails ? 12 : game === 'base' ? 9 : 5;
        const peninsula = this.rules.edition === 'ck2022' && (this.position.barbarians?.attacks ?? 0) === 0;
        const position = {
            first: 0,
            robber: peninsula ? null : desert,
            ...this.position,
            turn: { number: 8, rolled: this.position.turn.step === 'actions', ...this.position.turn },
            pieces: game === 'base' ? others : { ...others, knights },
            players: Array.from({ length: game === 'base' && players === 2 ? 4 : players }, (_, seat) => this.player(seat)),
        };
        return { mode: 'table', rules: this.rules, board: this.map, position, seed };
    }
}

/** Chance gives the same in each run: no seven when a scene rolls. */
const seed = '01'.repeat(32);

/** The ids of paths by their names ("8-12"), for each map; both games' beginner boards have the same. */
const maps = new Map();
/** The paths of the game that was begun last. */
let edges = null;

/** Loads the paths of the map for RULES with a scenario and BOARD, or of the beginner boards. */
async function useMap(account, { scenario } = {}, board = { layout: 'beginner' }) {
    const key = JSON.stringify(board);
    if (!maps.has(key)) {
        const rules = { game: 'base', ...(scenario && { scenario, players: 3 }) };
        const { id } = await account.ask('POST', '/v1/games', { mode: 'table', rules, board });
        const drawn = await account.ask('GET', `/v1/games/${id}/board`);
        maps.set(key, new Map(drawn.edges.map(({ id: edge, vertices }) => [vertices.join('-'), edge])));
    }
    edges = maps.get(key);
}

/** A path's id by its two ends: path('8-12'). On the map of the game that was begun last. */
export const path = (name) => edges.get(name);

/** Creates the moment that LINES describe as a table game of ACCOUNT; returns its game object. */
export async function stage(account, lines) {
    const scene = new Scene();
    for (const line of lines.trim().split('\n')) scene.line(line.trim());
    await useMap(account, scene.rules, scene.map);
    return account.ask('POST', '/v1/games', scene.body(edges));
}

/** A move of a scene in the form of the interface: paths given by their ends become ids. */
export function moveOf({ as: _, ...action }) {
    const named = (value) => (isPathName(value) ? path(value) : Array.isArray(value) ? value.map(named) : typeof value === 'object' && value !== null ? ofAll(value) : value);
    const ofAll = (object) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, named(value)]));
    return ofAll(action);
}

/** Creates a scene's game, from LINES or from RULES and a POSITION, and makes the moves that precede its own. */
export async function begin(account, { lines, rules, board = { layout: 'beginner' }, position, first = [] }) {
    if (lines === undefined) await useMap(account);
    const game = lines === undefined ? await account.ask('POST', '/v1/games', { mode: 'table', rules, board, position, seed }) : await stage(account, lines);
    for (const { action, ...more } of first) {
        const { player } = await account.ask('GET', `/v1/games/${game.id}/actions`);
        await account.ask('POST', `/v1/games/${game.id}/moves`, { action: moveOf(action), seat: player, ...more });
    }
    return game;
}
