// SPDX-License-Identifier: AGPL-3.0-or-later
// Whether each move that the server lists can be reached choice by choice: plays random games of all editions and
// variants, and checks each list with the page's own picker, without a browser.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './harness.mjs';

const web = fileURLToPath(new URL('../../service/web', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hexpost-picker-'));
execFileSync(join(web, 'node_modules/.bin/esbuild'), [join(web, 'src/game/actions/picker.ts'), '--bundle', '--format=esm', `--outfile=${join(folder, 'picker.mjs')}`, '--log-level=error']);
const { enough, narrow, starts } = await import(join(folder, 'picker.mjs'));
rmSync(folder, { recursive: true });

const movesEach = 250;
const choicesMax = 20;
const knights = (edition, variants, players) => ({ game: 'cities_and_knights', edition, variants, players });
const games = [knights('ck1998', ['nasty'], 3), knights('ck2007', ['knight_errant', 'easy_start'], 4), knights('ck2020', ['nasty'], 4), knights('ck2022', [], 3), { game: 'base', players: 4 }, { game: 'base', players: 2 }];

/** Random, but the same in each run. */
function chance(seed) {
    let state = seed;
    return (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * n);
    };
}

function values(value, many) {
    if (Array.isArray(value)) return value;
    if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([kind, n]) => Array(n).fill(kind));
    return value === undefined ? (many ? [] : [null]) : [value];
}

/** Where the choices of ACTION lead: to an action, or to a reason why not. */
function reach(start, action) {
    const picks = [];
    for (let i = 0; i < choicesMax; i++) {
        const { step, action: found } = narrow(start.actions, picks);
        if (!step) return found;
        const wanted = values(action[step.field], step.many);
        const taken = picks.filter(({ field }) => field === step.field).length;
        if (taken < wanted.length && !step.options.includes(wanted[taken])) return `${step.field} does not offer ${wanted[taken]}`;
        if (taken >= wanted.length && !step.mayEnd) return `${step.field} cannot end`;
        picks.push({ field: step.field, value: taken < wanted.length ? wanted[taken] : enough });
    }
    return 'no end of choices';
}

/** Actions by their effect: the order of two hexes does not matter, and a separate form asks whom the Bishop spares. */
const meaning = (action) => (typeof action === 'string' ? action : JSON.stringify({ ...action, victims: undefined, hexes: action.hexes && [...action.hexes].sort() }));

/** A listed move, preferring rare ones. */
function choose(list, random) {
    const whole = list.filter(({ open }) => !open);
    const pools = [whole.filter(({ type }) => type.startsWith('play_')), whole.filter(({ type }) => type.startsWith('improve') || type.startsWith('build') || type.endsWith('knight')), whole.filter(({ type }) => type !== 'end_turn' && type !== 'maritime_trade')];
    const pool = pools.find((some) => some.length > 0 && random(5) > 0) ?? whole;
    return pool[random(pool.length)];
}

/** An open answer: the first cards of the hand. */
async function fill(account, game, seat, { type, count }) {
    const view = await account.ask('GET', `/v1/games/${game}/view?as=${seat}`);
    const all = values(view.players[seat].cards).slice(0, count);
    return { type, cards: Object.fromEntries([...new Set(all)].map((kind) => [kind, all.filter((other) => other === kind).length])) };
}

await run('reach', Object.fromEntries(games.map((rules, i) => [`${rules.game} ${rules.edition ?? rules.players}`, async (t) => {
    const account = await t.server.account(`reach ${i}`);
    const random = chance(i + 1);
    const { id } = await account.ask('POST', '/v1/games', { mode: 'table', rules, board: { layout: 'random', seed: `reach ${i}` }, seed: String(i).padStart(64, '0') });
    for (let n = 0; n < movesEach; n++) {
        const { player, actions } = await account.ask('GET', `/v1/games/${id}/actions`);
        const list = actions.filter(({ type }) => type !== 'undo');
        if (list.length === 0) break;
        for (const start of starts(list)) {
            for (const action of start.actions.filter(({ open }) => !open)) t.equal(`after ${n} moves`, meaning(reach(start, action)), meaning(action));
        }
        const owed = list.find(({ open, count, type }) => open && count && !type.startsWith('play_'));
        const action = owed ? await fill(account, id, player, owed) : choose(list, random);
        await account.ask('POST', `/v1/games/${id}/moves`, { action, seat: player });
    }
}])));
