// SPDX-License-Identifier: AGPL-3.0-or-later
// A bad connection to the server: passes requests on, and does to some what networks, limits and other players do.
import { createServer, request as ask } from 'node:http';

const cutStreamAfter = 3000; // bytes of each stream

export class Trouble {
    /** The faults of moves, in order; and each answered move: { key, replayed, status }. */
    done = [];
    moves = [];
    /** The Last-Event-ID of each stream. */
    resumed = [];
    #plan;
    #server = createServer((request, response) => this.#pass(request, response));

    /** PLAN: what happens to the moves, one after the other: 'lost', 'busy', 'away', 'stale', 'well'. */
    constructor(base, plan) {
        this.target = new URL(base);
        this.#plan = [...plan];
    }

    async start() {
        await new Promise((done) => { this.#server.listen(0, '127.0.0.1', done); });
        this.base = `http://127.0.0.1:${this.#server.address().port}`;
        return this;
    }

    stop() {
        this.#server.closeAllConnections();
        this.#server.close();
    }

    #pass(request, response) {
        const move = request.method === 'POST' && request.url.endsWith('/moves');
        const kind = move ? this.#plan.shift() ?? 'well' : 'well';
        if (kind !== 'well') this.done.push(kind);
        if (kind === 'busy' || kind === 'away') refuse(request, response, kind === 'busy' ? 429 : 503, 'trouble', { 'retry-after': '0' });
        else if (kind === 'stale') refuse(request, response, 409, 'stale', {});
        else this.#forward(request, response, { move, lost: kind === 'lost' });
    }

    #forward(request, response, { move, lost }) {
        const { hostname, port } = this.target;
        const onward = ask({ hostname, port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
            const { statusCode: status, headers } = answer;
            if (move) this.moves.push({ key: request.headers['idempotency-key'], replayed: headers['idempotency-replayed'] === 'true', status });
            if (lost) {
                answer.resume();
                response.destroy();
                return;
            }
            response.writeHead(status, headers);
            if (headers['content-type'] === 'text/event-stream') this.#stream(request, answer, response);
            else answer.pipe(response);
        });
        onward.on('error', () => response.destroy());
        request.pipe(onward);
    }

    /** A stream is cut in the middle of a message. */
    #stream(request, answer, response) {
        let passed = 0;
        this.resumed.push(request.headers['last-event-id'] ?? null);
        response.on('close', () => answer.destroy());
        answer.on('error', () => response.destroy());
        answer.on('data', (bytes) => {
            const part = bytes.subarray(0, cutStreamAfter - passed);
            passed += part.length;
            response.write(part, () => { if (passed >= cutStreamAfter) response.destroy(); });
        });
    }
}

function refuse(request, response, status, code, headers) {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
    response.end(JSON.stringify({ type: `/problems/${code}`, title: '', status, detail: 'a test', instance: '/requests/r', seq: 1 }));
}
