// SPDX-License-Identifier: AGPL-3.0-or-later
// The program under test, serving on this machine: begun, and ended.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const binary = process.env.TEST_BINARY ?? fileURLToPath(new URL('../../build/hexpost', import.meta.url));
/** Tests come from one address, and ask more than a visitor is allowed to. */
const unlimited = { HEXPOST_RATE_PER_MINUTE: '0', HEXPOST_ACCOUNTS_PER_HOUR: '0', HEXPOST_ACCESS_LOG: 'no' };
const endMs = 20000;
const saidMax = 20000;

/** A server that listens: the process, its address, the end of what it has logged. */
class Serving {
    base = '';
    said = '';

    constructor(child) {
        this.child = child;
        child.stderr.on('data', (bytes) => { this.said = (this.said + bytes).slice(-saidMax); });
    }

    /** Ends it with a signal; what it ended with. */
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

/** What --db takes: the file, or a database of its name on the PostgreSQL server that TEST_DB leads to, made where it is not there. */
export function addressOf(file) {
    const server = process.env.TEST_DB;
    if (server === undefined) return file;
    const name = nameOn(file);
    const made = spawnSync('createdb', ['-h', server, '-U', 'hexpost', '-T', 'template0', name], { encoding: 'utf8' });
    if (made.error ?? (made.status !== 0 && !made.stderr.includes('already exists'))) throw made.error ?? new Error(made.stderr);
    return `postgresql://hexpost@/${name}?host=${server}`;
}

/** Serves a database on a free port, or on the one given; by another release where its program is given. */
export async function serve({ database, port = 0, settings = {}, flags = [], program = binary }) {
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
