// SPDX-License-Identifier: AGPL-3.0-or-later
// Very many requests, each an earlier one with some change: whatever is sent, there is a response, it is not a failure
// of the server, and a refusal is a problem as described.
import { checkAnswer, operationAt, operationOf, operations } from './description.mjs';
import { report } from './count.mjs';
import { mutate } from './mutate.mjs';
import { Wire } from './wire.mjs';

const connections = 12;
const keptMax = 200; // requests of one operation that are varied
const accountsKept = 5; // of those made here, which are not ended
const madeMax = 60; // the latest of each kind that was made here: games, accounts, webhooks, …
const checkEvery = 16; // of the successes, whose bodies can be long
const tellEvery = 50000;
const oddTexts = ['', 'none', '0', '-1', '99999999999', 'x'.repeat(300), '%00', '%C3%28', '%2e%2e', 'a%20b', 'é', '"', '*', 'true', 'null'];
const oddHeaders = {
    'if-match': ['"x"', '*', 'x', '', '"1", "2"'],
    'if-none-match': ['*', '"x"', 'W/"x"', 'x'],
    'idempotency-key': ['"x"', '', 'k'.repeat(300), '"a'],
    'content-type': ['application/json; charset=utf-8', 'application/json; charset=latin1', 'text/plain', ''],
    'content-encoding': ['gzip', 'identity'],
    accept: ['text/html', 'application/json', 'image/png', '*/*;q=0'],
    origin: ['http://elsewhere.example', 'null', 'http://a'],
    cookie: ['hexpost=', 'hexpost=x; hexpost=y', ';;='],
    'sec-fetch-site': ['cross-site', 'same-origin', 'none', 'x'],
    'x-forwarded-for': ['::1', '1.2.3.4, x', ','],
    'x-request-id': ['ours-1', 'not ours'],
    'last-event-id': ['0', 'x', '-5'],
    authorization: ['Bearer x', 'Basic eDp5', 'Bearer ', 'bearer'],
};
/** These end the account or the session that other requests need. */
const endings = ['DELETE /v1/me', 'DELETE /v1/session'];
/** These return all data of an account; with the thousands of games created here that takes long. */
const wholesale = ['GET /v1/me/games', 'GET /v1/me/records', 'GET /v1/me/export', 'GET /v1/records'];

const nameOf = ({ method, path }) => `${method.toUpperCase()} ${path}`;

function keepLatest(list, thing) {
    list.push(thing);
    if (list.length > madeMax) list.shift();
}

class Storm {
    sent = 0;
    statuses = new Map();
    reached = new Set();
    lost = 0;
    wrong = new Map();
    /** What was made: by the path that describes it, where it is and whose. */
    made = new Map();
    tokens = [];

    constructor(chance, recorded) {
        this.chance = chance;
        this.groups = new Map();
        for (const request of recorded) {
            const operation = operationOf(request.method, request.address.split('?')[0]);
            if (!operation || request.headers.accept === 'text/event-stream') continue;
            const name = nameOf(operation);
            if (!this.groups.has(name)) this.groups.set(name, []);
            const group = this.groups.get(name);
            if (group.length < keptMax) group.push(request);
            else if (chance.below(4) === 0) group[chance.below(keptMax)] = request;
        }
        this.names = [...this.groups.keys()];
        this.good = [...new Set(recorded.map(({ headers }) => headers.authorization).filter(Boolean))];
    }

    /** A request to send: one of an operation's, unchanged, or with one or two changes. */
    next() {
        const { chance } = this;
        const name = chance.of(this.names);
        const { method, address, headers, body } = chance.of(this.groups.get(name));
        const request = { method, address, headers: { ...headers }, body };
        this.#askOfWhatWasMade(request);
        for (let n = chance.below(3); n > 0; n -= 1) this.#change(request);
        if (request.method === 'POST' && address === '/v1/accounts' && chance.below(2) === 0) request.body = JSON.stringify({ name: `storm-${this.sent}` });
        if (this.#is(request, endings)) {
            delete request.headers.cookie;
            request.headers.authorization = `Bearer ${this.tokens.length > accountsKept ? this.tokens.shift() : 'x'}`;
        }
        if (this.#is(request, wholesale)) request.headers.authorization = `Bearer ${this.tokens.length > 0 ? chance.of(this.tokens) : 'x'}`;
        // No long waits, and no streams.
        request.address = request.address.replace(/([?&]wait=)[1-9]\d*/, '$10').replaceAll(' ', '%20');
        if (/event-stream/.test(request.headers.accept ?? '')) delete request.headers.accept;
        return { ...request, body: request.body === undefined ? undefined : Buffer.from(request.body) };
    }

    #is({ method, address }, operations) {
        return operations.includes(`${method} ${address.split('?')[0]}`);
    }

    /** Half of the requests about a thing use recently created ones, mostly of their creator. */
    #askOfWhatWasMade(request) {
        const { chance } = this;
        const [path, query] = request.address.split('?');
        const parts = path.split('/');
        const described = operationOf(request.method, path)?.path.split('/') ?? [];
        for (let length = described.length; length > 1; length -= 1) {
            const made = this.made.get(described.slice(0, length).join('/'));
            if (!made) continue;
            if (chance.below(2) === 0) return;
            const { place, authorization } = chance.of(made);
            request.address = [place, ...parts.slice(length)].join('/') + (query === undefined ? '' : `?${query}`);
            if (authorization && chance.below(4) > 0) request.headers.authorization = authorization;
            return;
        }
    }

    #change(request) {
        const { chance } = this;
        const [path, query] = request.address.split('?');
        switch (chance.below(8)) {
            case 0: request.headers.authorization = chance.of(this.good); break;
            case 1: delete request.headers.authorization; break;
            case 2: {
                const name = chance.of(Object.keys(oddHeaders));
                request.headers[name] = chance.of(oddHeaders[name]);
                break;
            }
            case 3: {
                const parts = path.split('/');
                parts[1 + chance.below(parts.length - 1)] = encodeURI(chance.of(oddTexts)).replaceAll('%25', '%');
                request.address = parts.join('/') + (query === undefined ? '' : `?${query}`);
                break;
            }
            case 4: request.address = `${path}?${this.#query(query)}`; break;
            default: request.body = this.#body(request.body);
        }
    }

    #query(query) {
        const { chance } = this;
        const known = ['limit', 'after', 'cursor', 'as', 'at', 'seq', 'type', 'player', 'status', 'width', 'since', 'wait', 'words', 'mine', 'x'];
        const pair = `${chance.of(known)}=${encodeURIComponent(chance.of(oddTexts))}`;
        return query === undefined || chance.below(2) === 0 ? pair : `${query}&${pair}`;
    }

    #body(body) {
        const { chance } = this;
        if (body === undefined) return chance.of(['{}', '[]', 'null', '{', '']);
        if (chance.below(5) > 0) {
            try {
                return JSON.stringify(mutate(chance, JSON.parse(body)));
            } catch {
                // a form, or not JSON in the first place
            }
        }
        const text = String(body);
        const at = chance.below(text.length + 1);
        return chance.below(2) === 0 ? text.slice(0, at) : text.slice(0, at) + chance.of(['"', '}', '\\u0000', ',', '[[[[', '\ud83d\ude00']) + text.slice(at + 1);
    }

    /** Records the result of a request, and its faults. */
    take(request, found) {
        this.sent += 1;
        if (found.lost) {
            this.lost += 1;
            this.#tell(request, found.lost);
            return;
        }
        const { status } = found;
        const lines = new Map(found.head.split('\r\n').slice(1).map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]));
        const headers = { get: (name) => lines.get(name.toLowerCase()) };
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        const path = request.address.split('?')[0];
        const operation = operationOf(request.method, path);
        if (status < 300) {
            if (operation && request.method !== 'HEAD') this.reached.add(nameOf(operation));
            if (status === 201) this.#remember(request, headers.get('location'), found.body);
            if (this.sent % checkEvery > 0) return;
        }
        const type = headers.get('content-type');
        const json = /json\b/.test(type?.replace('ndjson', '') ?? '') && request.method !== 'HEAD';
        let body = type?.startsWith('image/png') && request.method !== 'HEAD' ? new ArrayBuffer(0) : found.body.toString();
        try {
            body = json && body !== '' ? JSON.parse(body) : body;
        } catch (error) {
            this.#tell(request, `the response is no JSON: ${error.message}`);
        }
        // Undescribed addresses have the page's files, and refusals of any kind.
        const page = !operation && !path.startsWith('/v1/') && type?.startsWith('text/html');
        if (operation || (status >= 400 && !page)) {
            const judged = operation ? status : 404;
            for (const problem of checkAnswer({ method: request.method, path, status: judged, type, headers, body })) this.#tell(request, problem);
        }
        if (status >= 500 && status !== 503) this.#tell(request, `${status}: ${JSON.stringify(body)}`);
        const problem = type?.startsWith('application/problem+json') && request.method !== 'HEAD';
        if (status >= 400 && problem && body.status !== status) this.#tell(request, `${status} with a problem of ${body.status}`);
    }

    #remember({ method, headers, address }, place, body) {
        const made = place && operationAt(place)?.path;
        if (made) {
            if (!this.made.has(made)) this.made.set(made, []);
            keepLatest(this.made.get(made), { place, authorization: headers.authorization });
        }
        if (method === 'POST' && address === '/v1/accounts') keepLatest(this.tokens, JSON.parse(body.toString()).token);
    }

    /** Repeated faults are reported once. */
    #tell({ method, address, headers, body }, problem) {
        const operation = operationOf(method, address.split('?')[0]);
        const key = `${operation ? nameOf(operation) : 'no operation'}: ${problem.replace(/\d+/g, 'N').slice(0, 120)}`;
        const count = this.wrong.get(key) ?? 0;
        this.wrong.set(key, count + 1);
        if (count === 0) report(`storm: ${method} ${address} ${JSON.stringify(headers)} ${body?.toString().slice(0, 600) ?? ''}`, [problem]);
    }

    #successes() {
        const names = operations().map((operation) => nameOf(operation));
        const others = names.filter((name) => !this.reached.has(name));
        const among = `${this.reached.size} of ${names.length} operations answered with success among these`;
        return `- ${among}${others.length === 0 ? '' : `, not ${others.join(', ')}`}`;
    }

    figures(seconds) {
        const share = [...this.statuses].sort().map(([status, n]) => `${status}: ${n.toLocaleString('en')}`).join(', ');
        const failed = [...this.statuses].filter(([status]) => status >= 500 && status !== 503).reduce((sum, [, n]) => sum + n, 0);
        return [
            `- ${this.sent.toLocaleString('en')} requests in ${Math.round(seconds)} s (${Math.round(this.sent / seconds).toLocaleString('en')} a second), ${connections} connections`,
            `- by status: ${share}`,
            `- ${failed} of them 5xx other than 503, ${this.lost} lost connections, ${this.wrong.size} kinds of responses that are not as described`,
            this.#successes(),
            ...[...this.wrong].map(([key, n]) => `- fell ${n} times: ${key}`),
        ];
    }
}

/** Sends COUNT varied requests, for at most SECONDS, to the server at BASE; prints figures. */
export async function storm(chance, recorded, { count, seconds, base }) {
    const all = new Storm(chance, recorded);
    const began = Date.now();
    const late = began + seconds * 1000;
    let begun = 0;
    const line = async () => {
        const wire = new Wire(base);
        while (begun < count && Date.now() < late) {
            begun += 1;
            const request = all.next();
            all.take(request, await wire.ask(request));
            if (all.sent % tellEvery === 0) console.error(`storm: ${all.sent} requests, ${all.lost} lost`);
        }
        wire.close();
    };
    await Promise.all(Array.from({ length: connections }, line));
    report(`${all.sent} varied requests`, all.wrong.size === 0 ? [] : [`${all.wrong.size} kinds of faults`]);
    console.log(all.figures((Date.now() - began) / 1000).join('\n'));
    return all.reached;
}
