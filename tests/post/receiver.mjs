// SPDX-License-Identifier: AGPL-3.0-or-later
// A receiver of webhooks. The path determines how it answers; waiting tests are notified when a message arrives.
import { createServer } from 'node:http';

const waitSeconds = 60;

export class Receiver {
    /** Received messages: { path, id, headers, body, answer } */
    messages = [];
    /** Connections, with or without requests. */
    connections = 0;
    /** Bytes of endless responses that could be written before the client gave up. */
    endless = 0;
    #waiting = [];
    #server = createServer((request, response) => this.#receive(request, response));

    async start(host = '127.0.0.1') {
        this.#server.on('connection', () => { this.connections += 1; });
        await new Promise((done) => { this.#server.listen(0, host, done); });
        this.port = this.#server.address().port;
        return this;
    }

    url(path) {
        return `http://127.0.0.1:${this.port}${path}`;
    }

    stop() {
        this.#server.closeAllConnections();
        this.#server.close();
    }

    #receive(request, response) {
        let body = '';
        request.on('data', (bytes) => { body += bytes; });
        request.on('end', () => {
            const message = { path: request.url, id: request.headers['webhook-id'], headers: request.headers, body };
            message.answer = (status, headers = {}) => { response.writeHead(status, headers); response.end('thank you'); };
            message.number = this.messages.filter(({ path }) => path === message.path).push(0);
            this.messages.push(message);
            this.#answer(message, response);
            this.#waiting = this.#waiting.filter((tell) => !tell());
        });
    }

    #answer(message, response) {
        const [, kind] = message.path.split('/');
        if (kind === 'ok') message.answer(200);
        else if (kind === 'fail') message.answer(500);
        else if (kind === 'flaky') message.answer(message.number === 1 ? 503 : 204);
        else if (kind === 'redirect') message.answer(302, { location: this.url('/ok/redirected') });
        else if (kind === 'gone') message.answer(410);
        else if (kind === 'busy') message.answer(429, { 'retry-after': '100' });
        else if (kind === 'huge') this.#endless(response);
        /* "hold": the test answers; "hang": nobody does */
    }

    #endless(response) {
        response.writeHead(200);
        const more = () => {
            while (!response.destroyed && this.endless < 1 << 28) {
                this.endless += 1 << 16;
                if (!response.write('x'.repeat(1 << 16))) return;
            }
        };
        response.on('drain', more);
        more();
    }

    /** The first message that satisfies WANTED, including earlier ones. */
    wait(what, wanted) {
        return new Promise((done, fail) => {
            const late = setTimeout(() => fail(new Error(`nobody sent ${what} in ${waitSeconds} s`)), waitSeconds * 1000);
            const tell = () => {
                const found = this.messages.find(wanted);
                if (!found) return false;
                clearTimeout(late);
                done(found);
                return true;
            };
            if (!tell()) this.#waiting.push(tell);
        });
    }
}
