// SPDX-License-Identifier: AGPL-3.0-or-later
// Runs the unit tests of service/web/units and counts them as tests/run.sh reads it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { stdout, stderr } = spawnSync(process.execPath, ['build.mjs', '--units'], { cwd: fileURLToPath(new URL('../../service/web', import.meta.url)), encoding: 'utf8' });
console.log(stdout, stderr);
const count = (what) => Number(new RegExp(`^\\W+ ${what} (\\d+)`, 'm').exec(stdout)?.[1] ?? NaN);
const [passed, failed] = [count('pass'), count('fail')];
console.log(`${passed || 0} passed, ${Number.isNaN(passed) ? 1 : failed} failed`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
