// SPDX-License-Identifier: AGPL-3.0-or-later
// Clients that openapi-typescript (openapi-fetch), @hey-api/openapi-ts and orval generate from the description: they
// compile, strictly, and each plays a table game to its end, while every response is checked against the description. A
// short run takes one of the three, because generating and compiling them takes most of the time.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAnswer, root } from './description.mjs';
import { finish, report } from './count.mjs';
import { choose, dice } from './player.mjs';
import { taken } from '../support/slice.mjs';
import { baseOf, call, start, stop } from './server.mjs';

const tools = `${root}tests/tools/node_modules`;
const description = `${root}openapi/openapi.yaml`;
const folder = mkdtempSync(join(tmpdir(), 'hexpost-clients-'));
const made = join(folder, 'made');
const seed = Number(process.env.SEED ?? randomInt(1 << 30));
const games = {
    openapi_fetch: { game: 'base', players: 3, victory_points: 5 },
    orval: { game: 'cities_and_knights', players: 3, victory_points: 5 },
    hey_api: { game: 'base', players: 3, scenario: 'new_shores', victory_points: 4 },
};
const clients = Object.keys(games).filter((_, i) => taken(i, 3));
console.log(`SEED=${seed}`);

/** Runs a tool of tests/tools; returns its output as lines if it failed. */
function run(tool, ...args) {
    return new Promise((done) => {
        const child = spawn(process.execPath, [join(tools, '.bin', tool), ...args], { cwd: folder, env: { ...process.env, DO_NOT_TRACK: '1' } });
        let said = '';
        for (const from of [child.stdout, child.stderr]) from.on('data', (bytes) => { said += bytes; });
        child.on('close', (code) => done(code === 0 ? [] : said.split('\n').slice(-40)));
    });
}

async function generate() {
    cpSync(`${root}tests/openapi/clients`, folder, { recursive: true });
    mkdirSync(made);
    symlinkSync(tools, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
    const runs = {
        openapi_fetch: ['openapi-typescript', description, '-o', join(made, 'openapi_fetch.ts')],
        hey_api: ['openapi-ts', '-i', description, '-o', join(made, 'hey_api'), '-c', '@hey-api/client-fetch', '--no-log-file'],
        orval: ['orval', '--input', description, '--output', join(made, 'orval.ts'), '--client', 'fetch', '--mode', 'single'],
    };
    const settings = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, files: clients.map((name) => `${name}.ts`) }));
    await Promise.all(clients.map(async (name) => report(`${name} makes a client`, await run(...runs[name]))));
    report('the clients compile', await run('tsc', '--project', '.'));
}

/** fetch for a client: checks responses, and uses our server for addresses without one. */
function watched(asked) {
    const real = globalThis.fetch;
    return async (input, init) => {
        const request = input instanceof Request ? input : new Request(new URL(input, baseOf()), init);
        const response = await real(request);
        const path = new URL(request.url).pathname;
        const type = response.headers.get('content-type') ?? undefined;
        const body = await response.clone().json();
        const problems = checkAnswer({ method: request.method, path, status: response.status, type, headers: response.headers, body });
        report(`${request.method} ${path} → ${response.status}`, problems);
        asked.count += 1;
        return response;
    };
}

async function playWith(name, token) {
    const { play } = createRequire(join(folder, 'package.json'))(join(folder, 'built', `${name}.js`));
    const chance = dice(seed);
    const asked = { count: 0 };
    const real = globalThis.fetch;
    globalThis.fetch = watched(asked);
    try {
        const ends = await play(baseOf(), token, games[name], (...seen) => choose(chance, ...seen));
        report(`${name} plays a game of ${JSON.stringify(games[name])} to its end`, ends === 1 && asked.count > 100 ? [] : [`${ends} ends, ${asked.count} requests`]);
    } finally {
        globalThis.fetch = real;
    }
}

try {
    await generate();
    await start();
    const { body } = await call('POST', '/v1/accounts', { json: { name: 'ada' }, want: 201 });
    for (const name of clients) await playWith(name, body.token);
} catch (error) {
    report('the run came to its end', [error.stack]);
} finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
}
finish();
