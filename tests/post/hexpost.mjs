// SPDX-License-Identifier: AGPL-3.0-or-later
// A server of the test's own that can be killed and started again on the same database.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const binary = process.env.TEST_BINARY ?? fileURLToPath(new URL('../../build/hexpost', import.meta.url));

export class Hexpost {
    #child = null;
    #folder = mkdtempSync(join(tmpdir(), 'hexpost-post-'));
    stderr = '';
    base = '';

    constructor(settings = {}) {
        this.settings = settings;
    }

    /** Starts it, on a free port. */
    async start() {
        const env = { ...process.env, HEXPOST_RATE_PER_MINUTE: '0', HEXPOST_ACCOUNTS_PER_HOUR: '0', HEXPOST_ACCESS_LOG: 'no', ...this.settings };
        const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--db', join(this.#folder, 'test.db')], { env });
        this.#child = child;
        child.stderr.on('data', (bytes) => { this.stderr = (this.stderr + bytes).slice(-8000); });
        this.base = await new Promise((done, fail) => {
            let stdout = '';
            child.stdout.on('data', (bytes) => {
                const said = /listening on (http:\/\/\S+)/.exec(stdout += bytes);
                if (said) done(said[1]);
            });
            child.on('error', fail);
            child.on('exit', (code, signal) => fail(new Error(`the server ended (${code ?? signal}): ${this.stderr}`)));
        });
        return this;
    }

    /** Ends it with a signal; what it ended with. */
    async end(signal = 'SIGTERM') {
        const child = this.#child;
        this.#child = null;
        if (child === null) return 0;
        if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode;
        child.removeAllListeners('exit');
        const ended = new Promise((done) => { child.on('exit', (code, by) => done(code ?? by)); });
        child.kill(signal);
        const late = setTimeout(() => child.kill('SIGKILL'), 20000);
        const code = await ended;
        clearTimeout(late);
        return code;
    }

    /** Ends it for good. */
    async remove() {
        const code = await this.end();
        rmSync(this.#folder, { recursive: true, force: true });
        return code;
    }

    /** One request: { status, body, headers }. Throws where WANT is given and not the status. */
    async ask(method, address, { token, json, want } = {}) {
        const headers = token ? { authorization: `Bearer ${token}` } : {};
        if (json !== undefined) headers['content-type'] = 'application/json';
        const response = await fetch(this.base + address, { method, headers, body: json === undefined ? undefined : JSON.stringify(json) });
        const text = await response.text();
        const body = /json/.test(response.headers.get('content-type') ?? '') && text ? JSON.parse(text) : text;
        if (want !== undefined && response.status !== want) {
            throw new Error(`${method} ${address}: ${response.status}, not ${want}: ${text.slice(0, 500)}`);
        }
        return { status: response.status, body, headers: response.headers };
    }

    async signUp(name) {
        const { body } = await this.ask('POST', '/v1/accounts', { json: { name }, want: 201 });
        return body.token;
    }
}
