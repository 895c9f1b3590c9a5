// SPDX-License-Identifier: AGPL-3.0-or-later
// An address can create as many accounts per hour as one process allows, whichever of several it uses; the count
// survives a restart.
import { finish, report } from '../openapi/count.mjs';
import { Processes } from './processes.mjs';

const allowed = 6;
const processes = 3;
const cluster = await new Processes('signups', { HEXPOST_ACCOUNTS_PER_HOUR: String(allowed), HEXPOST_LIMIT_LOCAL: 'yes' }).start(processes);
const tries = Array.from({ length: 3 * allowed }, (_, i) => i);
const answers = await Promise.all(tries.map((i) => cluster.askOf(i % processes, 'POST', '/v1/accounts', { json: { name: `Crowd ${i}` } })));
const made = answers.filter(({ status }) => status === 201).length;
const refused = answers.filter(({ status }) => status === 429);
const wrong = [];
if (made !== allowed) wrong.push(`${made} accounts were made, ${allowed} are allowed`);
if (made + refused.length !== tries.length) wrong.push(`other answers: ${answers.map(({ status }) => status)}`);
report('an address has one allowance for all processes', wrong);
await cluster.kill(0);
await cluster.restart(0);
const again = await cluster.askOf(0, 'POST', '/v1/accounts', { json: { name: 'Once more' } });
report('also at a process that is started anew', again.status === 429 ? [] : [`${again.status}`]);
await cluster.end();
finish();
