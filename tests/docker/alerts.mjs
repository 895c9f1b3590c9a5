// SPDX-License-Identifier: AGPL-3.0-or-later
// The alerts use what /metrics has: names, and the values of labels that are listed from the start.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish, report } from '../openapi/count.mjs';
import { serve } from '../support/serving.mjs';

const alerts = readFileSync(fileURLToPath(new URL('../../docker/alerts.yaml', import.meta.url)), 'utf8');
const work = mkdtempSync(join(tmpdir(), 'hexpost-alerts-'));
const serving = await serve({ database: join(work, 'test.db') });
const metrics = await (await fetch(`${serving.base}/metrics`)).text();
await serving.end();
rmSync(work, { recursive: true });

const names = new Set([...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
const used = new Set(alerts.match(/hexpost_\w+/g));
report('the metrics of the alerts exist', [...used].filter((name) => !names.has(name)).map((name) => `${name} is not on /metrics`));
const results = [...alerts.matchAll(/result="(\w+)"/g)].map(([, result]) => result);
report('so do the results that they name', results.filter((result) => !metrics.includes(`result="${result}"`)));
report('there are alerts', used.size > 5 && results.length > 1 ? [] : ['nothing was compared']);
finish();
