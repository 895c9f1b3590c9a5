// SPDX-License-Identifier: AGPL-3.0-or-later
// A server for the test that can be killed and restarted on the same database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../support/serving.mjs';

export class Hexpost {
    #serving = null;
    #folder = mkdtempSync(join(tmpdir(), 'hexpost-post-'));
    base = '';

    constructor(settings = {}) {
        this.settings = settings;
    }

    /** Starts it on a free port, and again on the same one. */
    async start() {
        const port = this.base === '' ? 0 : new URL(this.base).port;
        this.#serving = await serve({ database: join(this.#folder, 'test.db'), port, settings: this.settings });
        this.base = this.#serving.base;
        return this;
    }

    /** The log of the last run. */
    get stderr() {
        return this.#serving?.said ?? '';
    }

    /** Ends it with a signal; returns how it ended. */
    async end(signal = 'SIGTERM') {
        return this.#serving?.end(signal) ?? 0;
    }

    /** Ends it permanently. */
    async remove() {
        const code = await this.end();
        rmSync(this.#folder, { recursive: true, force: true });
        return code;
    }

    /** One request: { status, body, headers }. Throws if WANT is given and is not the status. */
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
