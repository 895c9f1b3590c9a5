// SPDX-License-Identifier: AGPL-3.0-or-later
// hexpost moderator and hexpost moderate: what an operator decides is what people then read, and what the log says.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, binary, forget, serve } from '../support/serving.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hexpost-moderate-'));
const database = join(folder, 'test.db');
let failed = 0;
let passed = 0;

function check(what, good, found) {
    passed += good ? 1 : 0;
    failed += good ? 0 : 1;
    if (!good) console.log(`FAILED ${what}: ${found}`);
}

function command(words, status = 0) {
    const ran = spawnSync(binary, [...words, '--db', addressOf(database)], { encoding: 'utf8' });
    check(words.join(' '), ran.status === status, `${ran.status} ${ran.stderr}`);
    return ran.stdout;
}

async function asked(base, method, path, { token, body } = {}) {
    const response = await fetch(base + path, {
        method, headers: { ...(token && { Authorization: `Bearer ${token}` }), ...(body && { 'Content-Type': 'application/json' }) }, body: body && JSON.stringify(body),
    });
    return response.status === 204 ? null : response.json();
}

forget(database);
let server = await serve({ database });
const [ada, bob] = await Promise.all(['ada', 'bob'].map(async (name) => (await asked(server.base, 'POST', '/v1/accounts', { body: { name } })).token));
const report = await asked(server.base, 'POST', '/v1/reports', { token: ada, body: { about: { account: 'bob' }, kind: 'name', text: 'A rude name.' } });
await server.end();

check('a report is listed', command(['moderate', 'reports']).includes(`${report.id}  name about bob, game -, by ada (0 of 1 reports led to something)\n    A rude name.`), 'not there');
command(['moderate', 'answer', report.id, 'sing', 'No.'], 1);
command(['moderate', 'answer', report.id, 'mute', 'No.'], 1);
command(['moderate', 'answer', report.id, 'mute', 'Choose another name.', '--days', '7']);
command(['moderate', 'answer', report.id, 'none', 'Again.'], 1);
command(['moderate', 'decide', 'nobody_is_called_so', 'warn', 'No.'], 1);
command(['moderate', 'decide', 'bob', 'warn'], 2);
command(['moderate', 'dance'], 2);
command(['moderate', 'annul-player', 'bob', 'No game is rated.'], 1);
command(['moderator', 'ada']);
command(['moderator', 'ada'], 1);
check('no pair stands out', command(['moderate', 'pairs']) === '', 'some pair');

server = await serve({ database });
const { items: [muted] } = await asked(server.base, 'GET', '/v1/me/sanctions', { token: bob });
check('whom it is about reads the reason', muted?.kind === 'mute' && muted.reason === 'Choose another name.', JSON.stringify(muted));
await asked(server.base, 'POST', `/v1/me/sanctions/${muted.id}/appeal`, { token: bob, body: { text: 'It is my name.' } });
check('who is appointed sees reports', Array.isArray((await asked(server.base, 'GET', '/v1/moderation/reports', { token: ada })).items), 'no list');
await server.end();

check('an appeal is listed', command(['moderate', 'appeals']).includes('appeal, to be answered: It is my name.'), 'not there');
command(['moderate', 'appeal', muted.id, 'lifted', 'So it is.']);
command(['moderate', 'lift', muted.id, 'Again.'], 1);
command(['moderator', '--remove', 'ada']);
const whats = [...command(['moderate', 'log']).matchAll(/operator: ([^,]+), /g)].map(([, what]) => what);
check('the log has all of it', whats.join() === 'dismiss,appeal_lifted,appoint,mute 7', whats.join());
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
