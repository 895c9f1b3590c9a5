// SPDX-License-Identifier: AGPL-3.0-or-later
// Starts and stops the program under test as a server on this machine.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const binary = process.env.TEST_BINARY ?? fileURLToPath(new URL('../../build/hexpost', import.meta.url));
/** Tests share one address, and send more requests than a visitor is allowed to. */
const unlimited = { HEXPOST_RATE_PER_MINUTE: '0', HEXPOST_ACCOUNTS_PER_HOUR: '0', HEXPOST_ACCESS_LOG: 'no' };
const endMs = 20000;
const saidMax = 20000;

/** A running server: the process, its address, the end of its log. */
class Serving {
    base = '';
    said = '';

    constructor(child) {
        this.child = child;
        child.stderr.on('data', (bytes) => { this.said = (this.said + bytes).slice(-saidMax); });
    }

    /** Ends it with a signal; returns how it ended. */
    async end(signal = 'SIGTERM') {
        const { child } = this;
        const ending = () => child.exitCode ?? child.signalCode;
        if (ending() !== null) return ending();
        const ended = new Promise((done) => { child.on('exit', done); });
        child.kill(signal);
        const late = setTimeout(() => child.kill('SIGKILL'), endMs);
        await ended;
        clearTimeout(late);
        return ending();
    }
}

/** The name of a database on a PostgreSQL server. */
const nameOn = (file) => file.replace(/[^a-z0-9]+/gi, '_').slice(-60);

/** Drops the database that an earlier run of a test has left on the server of TEST_DB. */
export function forget(file) {
    if (process.env.TEST_DB === undefined) return;
    const dropped = spawnSync('dropdb', ['-h', process.env.TEST_DB, '-U', 'hexpost', '--if-exists', '--force', nameOn(file)], { encoding: 'utf8' });
    if (dropped.error ?? dropped.status !== 0) throw dropped.error ?? new Error(dropped.stderr);
}

/** The value for --db: the file, or a database of its name on the PostgreSQL server of TEST_DB, created if
 * necessary. */
export function addressOf(file) {
    const server = process.env.TEST_DB;
    if (server === undefined) return file;
    const name = nameOn(file);
    const made = spawnSync('createdb', ['-h', server, '-U', 'hexpost', '-T', 'template0', name], { encoding: 'utf8' });
    if (made.error ?? (made.status !== 0 && !made.stderr.includes('already exists'))) throw made.error ?? new Error(made.stderr);
    return `postgresql://hexpost@/${name}?host=${server}`;
}

/** Begins with the file that tests/run.sh has made, if there is none and the database is no server's: applying all
 * migrations takes as long as the rest of a start. */
function layFresh(file) {
    const { TEST_FRESH: fresh, TEST_DB: server } = process.env;
    if (fresh !== undefined && server === undefined && !file.includes('://') && !existsSync(file)) copyFileSync(fresh, file);
}

/** Serves a database on a free port, or on the given one; with the program of another release, if given. */
export async function serve({ database, port = 0, settings = {}, flags = [], program = binary }) {
    if (program === binary) layFresh(database);
    const child = spawn(program, ['serve', '--listen', `127.0.0.1:${port}`, '--db', addressOf(database), ...flags], { env: { ...process.env, ...unlimited, ...settings } });
    const serving = new Serving(child);
    serving.base = await new Promise((done, fail) => {
        let stdout = '';
        child.stdout.on('data', (bytes) => {
            stdout += bytes;
            const found = /listening on (http:\/\/\S+)/.exec(stdout);
            if (found) done(found[1]);
        });
        child.on('error', fail);
        child.on('exit', (code, signal) => fail(new Error(`the server ended at once (${code ?? signal}): ${serving.said}`)));
    });
    return serving;
}
