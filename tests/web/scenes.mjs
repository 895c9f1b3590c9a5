// SPDX-License-Identifier: AGPL-3.0-or-later
// Moments of games in the words of tests/rules (see its README): a few lines make a table game that
// stands just there. Presets are those of tests/rules/presets.scn.
import { readFileSync } from 'node:fs';

const ranks = { basic: 1, strong: 2, mighty: 3 };
const tracks = ['trade', 'politics', 'science'];
const marks = ['active', 'activated', 'acted', 'promoted', 'committed'];
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

function many(words, wanted) {
    const found = [];
    while (words.length > 0 && wanted(words[0])) found.push(words.shift());
    return found;
}
const ids = (words) => many(words, isNumber).map(Number);

class Scene {
    rules = { game: 'base', players: 4 };
    pieces = { settlements: [], cities: [], roads: [], knights: [] };
    players = new Map();
    position = { turn: { player: 0, step: 'actions' } };

    constructor(edgeOf) {
        this.edgeOf = edgeOf;
    }

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
        roads: (words, seat) => many(words, (word) => /^\d+(-\d+)?$/.test(word)).forEach((word) => this.pieces.roads.push({ edge: this.edgeOf(word), player: seat })),
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

    /** The body of POST /v1/games. */
    body() {
        const { players, game } = this.rules;
        const { knights, ...others } = this.pieces;
        const desert = game === 'base' ? 9 : 5;
        const peninsula = this.rules.edition === 'ck2022' && (this.position.barbarians?.attacks ?? 0) === 0;
        const position = {
            first: 0,
            robber: peninsula ? null : desert,
            ...this.position,
            turn: { number: 8, rolled: this.position.turn.step === 'actions', ...this.position.turn },
            pieces: game === 'base' ? others : { ...others, knights },
            players: Array.from({ length: game === 'base' && players === 2 ? 4 : players }, (_, seat) => this.player(seat)),
        };
        return { mode: 'table', rules: this.rules, board: { layout: 'beginner' }, position, seed };
    }
}

/** What is left to chance falls the same in each run: no seven where a scene rolls. */
const seed = '01'.repeat(32);

/** The paths' names ("8-12") and ids; both games' beginner boards have the same. */
let edges = null;
async function edgeNames(account) {
    if (edges) return edges;
    const game = await account.ask('POST', '/v1/games', { mode: 'table', rules: { game: 'base' }, board: { layout: 'beginner' } });
    const board = await account.ask('GET', `/v1/games/${game.id}/board`);
    edges = new Map(board.edges.map(({ id, vertices }) => [vertices.join('-'), id]));
    return edges;
}

/** A path's id, said by its two ends: path('8-12'). Only after the first stage(). */
export const path = (name) => edges.get(name);

/** Makes the moment that LINES describe as a table game of ACCOUNT; answers its game object. */
export async function stage(account, lines) {
    const names = await edgeNames(account);
    const scene = new Scene((word) => (word.includes('-') ? names.get(word) : Number(word)));
    for (const line of lines.trim().split('\n')) scene.line(line.trim());
    return account.ask('POST', '/v1/games', scene.body());
}

const isPathName = (value) => typeof value === 'string' && /^\d+-\d+$/.test(value);

/** A move of a scene as the interface takes it: paths said by their ends become ids. */
export function moveOf({ as: _, ...action }) {
    const named = (value) => (isPathName(value) ? path(value) : Array.isArray(value) ? value.map(named) : value);
    return Object.fromEntries(Object.entries(action).map(([key, value]) => [key, named(value)]));
}

/** Makes a scene's game and what has happened in it before its moves. */
export async function begin(account, { lines, rules, first = [] }) {
    await edgeNames(account);
    const game = lines === undefined ? await account.ask('POST', '/v1/games', { mode: 'table', rules, board: { layout: 'beginner' }, seed }) : await stage(account, lines);
    for (const { action, ...more } of first) {
        const { player } = await account.ask('GET', `/v1/games/${game.id}/actions`);
        await account.ask('POST', `/v1/games/${game.id}/moves`, { action: moveOf(action), seat: player, ...more });
    }
    return game;
}
