// SPDX-License-Identifier: AGPL-3.0-or-later
// openapi/examples/library.sql in DuckDB and frames.py with pandas, on files of a real server's records; their figures are
// compared with the records that the server gives.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from '../openapi/count.mjs';

const examples = fileURLToPath(new URL('../../openapi/examples/', import.meta.url));
const tools = createRequire(new URL('../tools/package.json', import.meta.url));
const same = (name, got, want) => report(name, JSON.stringify(got) === JSON.stringify(want) ? [] : [`${JSON.stringify(got)}, not ${JSON.stringify(want)}`]);

/** Rows in an order of their own: a program leaves open which of two that are equal comes first. */
const sorted = (rows) => rows.toSorted((one, other) => (one.join(' ') < other.join(' ') ? -1 : 1));

/** How often each of KEYS occurs, as sorted rows. */
function count(keys) {
    const counts = new Map();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return sorted([...counts].map(([key, times]) => [...key.split(' '), times]));
}

/** The rows of both queries. */
async function inDuckDb(folder) {
    const { DuckDBInstance } = tools('@duckdb/node-api');
    const sql = readFileSync(join(examples, 'library.sql'), 'utf8').replace(/'(games\.csv|records\.ndjson)'/g, (_, name) => `'${join(folder, name)}'`);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = [];
    for (const query of sql.split(';').filter((text) => /\bSELECT\b/.test(text))) rows.push((await connection.runAndReadAll(query)).getRowsJson());
    connection.closeSync();
    return rows;
}

/** The library as a table and as records, of the same games: what has just ended comes a little later. */
async function library(base) {
    for (;;) {
        const lines = await (await fetch(`${base}/v1/records?limit=500`)).text();
        const table = execFileSync(join(examples, 'questions.sh'), ['table'], { env: { ...process.env, HEXPOST_URL: base }, encoding: 'utf8' });
        const games = lines.split('\n').length;
        if (games > 1 && table.split('\r\n').length === games + 1) return { table, lines };
    }
}

/** A Python that has pandas; undefined: none. */
const withPandas = () => ['python3', '/usr/bin/python3'].find((python) => spawnSync(python, ['-c', 'import pandas']).status === 0);

/** Compares the figures of both programs with the records of the server at BASE. */
export async function tables(base) {
    const folder = mkdtempSync(join(tmpdir(), 'hexpost-tables-'));
    try {
        const { table, lines } = await library(base);
        const records = lines.trim().split('\n').map((line) => JSON.parse(line));
        writeFileSync(join(folder, 'games.csv'), table);
        writeFileSync(join(folder, 'records.ndjson'), lines);
        const winners = count(records.filter(({ result }) => result.winner !== null).map(({ players, result }) => `${players.length} ${result.winner}`));

        const [won, events] = await inDuckDb(folder);
        same('DuckDB: who won', sorted(won.map(([players, seat, times]) => [players, seat, Number(times)])), winners);
        same('DuckDB: what happened', sorted(events.map(([type, times]) => [type, Number(times)])), count(records.flatMap((record) => record.events.map(({ type }) => type))));

        const python = withPandas();
        if (python === undefined) {
            console.log('pandas is not installed (Debian: python3-pandas), so frames.py is left out');
            return;
        }
        const said = execFileSync(python, ['-B', join(examples, 'frames.py')], { input: table, encoding: 'utf8' }).trim().split('\n');
        same('pandas: who won', sorted(said.slice(1, -1).map((line) => line.trim().split(/ +/).slice(0, 3)).map(([players, seat, times]) => [players, seat, Number(times)])), winners);
        report('pandas: how many games', said.at(-1).startsWith(`${records.length} games, `) ? [] : [said.at(-1)]);
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}
