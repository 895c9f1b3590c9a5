// SPDX-License-Identifier: AGPL-3.0-or-later
// All platforms on one local port: requests to them are stored, and answered as they would.
import { createServer } from 'node:http';

/** The parts of a multipart form: name to { type, file, data }. */
export function formOf(request) {
    const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1].replace(/^"|"$/g, '');
    const parts = {};
    if (!boundary) return parts;
    const text = request.body.toString('latin1');
    for (const piece of text.split(`--${boundary}`).slice(1, -1)) {
        const end = piece.indexOf('\r\n\r\n');
        const head = piece.slice(0, end);
        parts[/name="([^"]*)"/.exec(head)[1]] = {
            type: /content-type: *(\S+)/i.exec(head)?.[1],
            file: /filename="([^"]*)"/.exec(head)?.[1],
            data: Buffer.from(piece.slice(end + 4, -2), 'latin1'),
        };
    }
    return parts;
}

export const jsonOf = (request) => JSON.parse(request.body.toString('utf8'));

export async function startMock() {
    const kept = [];
    const waiting = [];
    const rules = [];
    const look = () => {
        for (const wait of [...waiting]) {
            const at = kept.findIndex(wait.matches);
            if (at < 0) continue;
            waiting.splice(waiting.indexOf(wait), 1);
            clearTimeout(wait.late);
            wait.done(kept.splice(at, 1)[0]);
        }
    };
    const server = createServer((request, response) => {
        const pieces = [];
        request.on('data', (piece) => pieces.push(piece));
        request.on('end', async () => {
            const seen = { method: request.method, path: request.url, headers: request.headers, body: Buffer.concat(pieces) };
            const rule = rules.find(({ matches }) => matches(seen));
            const answer = (await rule?.answer(seen)) ?? { status: 200, json: { ok: true, result: true } };
            if (!answer.quiet) kept.push(seen);
            response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
            response.end(answer.json === undefined ? '' : JSON.stringify(answer.json));
            look();
        });
    });
    await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
    const matcher = (path) => (typeof path === 'function' ? path : (seen) => (path instanceof RegExp ? path.test(seen.path) : seen.path === path));
    return {
        base: `http://127.0.0.1:${server.address().port}`,
        /** How requests of that path are answered from now on; later rules override earlier ones. */
        answer(path, answer) {
            rules.unshift({ matches: matcher(path), answer: typeof answer === 'function' ? answer : () => answer });
        },
        /** The next request of that path, removed from the stored ones. */
        next(path, seconds = 20) {
            const { stack } = new Error();
            return new Promise((done, fail) => {
                const wait = { matches: matcher(path), done };
                wait.late = setTimeout(() => {
                    waiting.splice(waiting.indexOf(wait), 1);
                    fail(new Error(`nothing came to ${path} in ${seconds} s; there was: ${kept.map(({ method, path: p }) => `${method} ${p}`).join(', ')}\n${stack}`));
                }, seconds * 1000);
                waiting.push(wait);
                look();
            });
        },
        /** Requests that arrived and were not taken. */
        kept: () => kept,
        /** Drops them, between two servers. */
        forget() { kept.length = 0; },
        stop: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }),
    };
}
