// SPDX-License-Identifier: AGPL-3.0-or-later
// Several processes of the program on one database, and requests for which it does not matter which of them responds.
import { spawnSync } from 'node:child_process';
import { addressOf, forget, serve } from '../support/serving.mjs';

const patienceMs = 120000;
/** How long a request waits for one process before it tries another. */
const answerMs = 30000;

export class Processes {
    #running = [];
    #database;
    /** Called with each response that only reports a fault. */
    failed = () => {};

    constructor(database, settings) {
        this.#database = database;
        this.settings = settings;
        process.on('exit', () => { for (const { child } of this.#running) child.kill('SIGKILL'); });
    }

    async start(count) {
        forget(this.#database);
        for (let at = 0; at < count; at += 1) await this.restart(at);
        return this;
    }

    /** Starts a process at the place, or restarts it on the same port after `kill`; with settings of its own besides
     * the common ones, and a program of its own. */
    async restart(at, own = {}, program = undefined) {
        const port = this.#running[at] ? new URL(this.#running[at].base).port : 0;
        this.#running[at] = await serve({ database: this.#database, port, settings: { ...this.settings, ...own }, program });
    }

    get pids() {
        return this.#running.map(({ child }) => child.pid);
    }

    get count() {
        return this.#running.length;
    }

    kill(at) {
        return this.#running[at].end('SIGKILL');
    }

    /** Suspends it, with everything it holds, until it is resumed. */
    stop(at) {
        this.#running[at].child.kill('SIGSTOP');
    }

    wake(at) {
        this.#running[at].child.kill('SIGCONT');
    }

    said(at) {
        return this.#running[at].said;
    }

    /** Ends all of them in order; returns how each ended. */
    end() {
        return Promise.all(this.#running.map((one) => one.end()));
    }

    /** SQL on their database; returns the result, one line per row. */
    sql(text) {
        const { stdout, stderr, status } = spawnSync('psql', ['-qAtX', '-v', 'ON_ERROR_STOP=1', addressOf(this.#database), '-c', text], { encoding: 'utf8' });
        if (status !== 0) throw new Error(`${text}: ${stderr}`);
        return stdout.trim();
    }

    /** The database's name on the server of TEST_DB. */
    get databaseName() {
        return /@\/(\w+)/.exec(addressOf(this.#database))[1];
    }

    /** One request to one of them: { status, body, etag }; status 0: no response. */
    async askOf(at, method, path, { token, json, key, headers: more } = {}) {
        const headers = {
            ...more, ...(token && { authorization: `Bearer ${token}` }), ...(key && { 'idempotency-key': key }),
            ...(json !== undefined && { 'content-type': 'application/json' }),
        };
        try {
            const response = await fetch(this.#running[at].base + path, {
                method, headers, body: json === undefined ? undefined : JSON.stringify(json), signal: AbortSignal.timeout(answerMs),
            });
            const text = await response.text();
            return { status: response.status, etag: response.headers.get('etag'), body: /json/.test(response.headers.get('content-type') ?? '') && text ? JSON.parse(text) : text };
        } catch {
            return { status: 0, body: '' };
        }
    }

    /** The same, of one after the other, until one of them gives a final response. */
    async ask(method, path, options = {}) {
        for (let at = Math.floor(Math.random() * this.count), until = Date.now() + patienceMs; Date.now() < until; at = (at + 1) % this.count) {
            const answer = await this.askOf(at, method, path, options);
            if (answer.status !== 0 && answer.status < 500) return answer;
            this.failed(answer);
        }
        throw new Error(`${method} ${path}: nobody has answered`);
    }

    async need(method, path, options = {}) {
        const answer = await this.ask(method, path, options);
        if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return answer.body;
    }
}
