// SPDX-License-Identifier: AGPL-3.0-or-later
// A server for the test, and requests to it whose responses are checked against the description.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, binary, serve } from '../support/serving.mjs';
import { checkAnswer, operationOf } from './description.mjs';
import { report } from './count.mjs';

let serving = null;
let folder = '';
let served = {};
const seen = new Map();
const sent = [];
const streamSeconds = 60;

/** Starts a server on a free port with an empty database. */
export async function start(settings = {}) {
    folder = mkdtempSync(join(tmpdir(), 'hexpost-openapi-'));
    mkdirSync(join(folder, 'mails'));
    const mail = { HEXPOST_MAIL_FROM: 'games@example.org', HEXPOST_MAIL_REPLIES: 'example.org', HEXPOST_MAIL_DIR: join(folder, 'mails'), HEXPOST_MAIL_HOLD_SECONDS: '0' };
    served = { database: join(folder, 'test.db'), settings: { ...mail, ...settings } };
    serving = await serve(served);
}

/** Ends the server, runs the program with WORDS on its database, and starts it again. */
export async function runBetween(words) {
    await serving.end();
    const ran = spawnSync(binary, [...words, '--db', addressOf(served.database)], { encoding: 'utf8' });
    report(`hexpost ${words.join(' ')}`, ran.status === 0 ? [] : [ran.stderr]);
    serving = await serve(served);
}

/** Waits for a mail to ADDRESS with PATTERN, whose first group is not SEEN, and returns that. */
async function mailedText(address, pattern, seen) {
    const late = Date.now() + streamSeconds * 1000;
    while (Date.now() < late) {
        for (const name of readdirSync(join(folder, 'mails')).filter((file) => file.endsWith('.eml'))) {
            const mail = readFileSync(join(folder, 'mails', name), 'latin1').replace(/=\r\n/g, '');
            const found = pattern.exec(mail);
            if (mail.includes(`\r\nTo: ${address}\r\n`) && found && found[1] !== seen) return found[1];
        }
        await new Promise((done) => { setTimeout(done, 20); });
    }
    throw new Error(`no mail to ${address} with ${pattern}`);
}

/** Waits for the code in a mail to ADDRESS whose text contains WORDS. */
export const mailedCode = (address, words) => mailedText(address, new RegExp(`${words}:\\r\\n\\s+\\S+/mail/([a-z2-7]{26})`));

/** Waits for the digits in a mail to ADDRESS for signing in, other than SEEN. */
export const mailedDigits = (address, seen) => mailedText(address, /\r\n {2}(\d{6})\r\n/, seen);

/** SIGTERM; the server must end by itself, with 0. */
export async function stop() {
    if (serving === null) return;
    const { said } = serving;
    const code = await serving.end();
    serving = null;
    rmSync(folder, { recursive: true, force: true });
    report('the server ends with 0 on SIGTERM', code === 0 ? [] : [`ended with ${code}: ${said}`]);
}

function note(method, path, status) {
    const operation = operationOf(method, path);
    if (!operation || method === 'HEAD') return;
    const key = `${operation.method.toUpperCase()} ${operation.path}`;
    if (!seen.has(key)) seen.set(key, new Set());
    seen.get(key).add(status);
}

/** Every request of this run: { method, address, headers, body }. */
export const requestsSent = () => sent;
/** The server's address. */
export const baseOf = () => serving.base;

/** Statuses seen of each operation: "GET /v1/games" to a set. */
export const statuses = () => seen;

/**
 * One request, checked: the response must be described, and its status must be WANT (one or several) if given. Returns
 * { status, body, headers }.
 */
export async function call(method, address, { token, json, raw, headers = {}, want, accept } = {}) {
    const given = { ...headers };
    if (token) given.authorization = `Bearer ${token}`;
    if (json !== undefined) given['content-type'] = 'application/json';
    if (accept) given.accept = accept;
    const text = raw ?? (json === undefined ? undefined : JSON.stringify(json));
    sent.push({ method, address, headers: given, body: text });
    const response = await fetch(serving.base + address, { method, headers: given, body: text, redirect: 'manual' });
    const path = address.split('?')[0];
    const type = response.headers.get('content-type') ?? undefined;
    let body = method !== 'HEAD' && type?.startsWith('image/png') ? await response.arrayBuffer() : await response.text();
    const problems = [];
    if (/json\b/.test(type?.replace('ndjson', '') ?? '') && body !== '') {
        try {
            body = JSON.parse(body);
        } catch (error) {
            problems.push(`the answer is no JSON: ${error.message}`);
        }
    }
    note(method, path, response.status);
    problems.push(...checkAnswer({ method, path, status: response.status, type, headers: response.headers, body }));
    if (body?.status !== undefined && type?.startsWith('application/problem+json') && body.status !== response.status) {
        problems.push(`the problem says ${body.status}, the answer ${response.status}`);
    }
    const wanted = want === undefined ? [] : [want].flat();
    if (wanted.length > 0 && !wanted.includes(response.status)) {
        problems.push(`answered ${response.status}, expected ${wanted.join(' or ')}: ${JSON.stringify(body)?.slice(0, 400)}`);
    }
    report(`${method} ${address} → ${response.status}${json === undefined ? '' : ` for ${JSON.stringify(json).slice(0, 300)}`}`, problems);
    return { status: response.status, body, headers: response.headers };
}

/**
 * Reads a stream until COUNT events have arrived; each is { id, event, data }. OPEN is called when the stream has
 * begun, at its end at the latest.
 */
export async function stream(address, { token, headers = {}, count, open = () => {} }) {
    const abort = new AbortController();
    const late = setTimeout(() => abort.abort(), streamSeconds * 1000);
    const sent = { accept: 'text/event-stream', ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const events = [];
    try {
        const response = await fetch(serving.base + address, { headers: sent, signal: abort.signal });
        note('GET', address.split('?')[0], response.status);
        report(`stream ${address}`, response.status === 200 && response.headers.get('content-type')?.startsWith('text/event-stream')
            ? [] : [`${response.status} ${response.headers.get('content-type')}`]);
        open();
        let text = '';
        const decoder = new TextDecoder();
        for await (const bytes of response.body) {
            text += decoder.decode(bytes, { stream: true });
            for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
                const fields = {};
                for (const line of text.slice(0, end).split('\n')) {
                    const found = /^(\w+): ?(.*)$/.exec(line);
                    if (found) fields[found[1]] = found[2];
                }
                text = text.slice(end + 2);
                if (fields.data !== undefined) events.push({ id: fields.id, event: fields.event, data: JSON.parse(fields.data) });
            }
            if (events.length >= count) break;
        }
    } catch (error) {
        if (error.name !== 'AbortError') throw error;
    } finally {
        clearTimeout(late);
        abort.abort();
        open();
    }
    report(`stream ${address} brings ${count} events`, events.length >= count ? [] : [`only ${events.length} in ${streamSeconds} s`]);
    return events;
}

/** Sends a request that is refused with 422, naming PLACE. */
export async function invalid(method, address, options, place) {
    const { body } = await call(method, address, { ...options, want: 422 });
    if (place !== undefined) {
        const places = (body?.errors ?? []).map((error) => error.pointer ?? error.parameter);
        report(`${method} ${address} names ${place}`, places.includes(place) ? [] : [`names ${JSON.stringify(body?.errors)}`]);
    }
}

/** Sends a request that is refused with this problem, and returns it. */
export async function problem(method, address, options, status, code) {
    const { body } = await call(method, address, { ...options, want: status });
    report(`${method} ${address} is ${code}`, body?.type === `/problems/${code}` ? [] : [`is ${body?.type}: ${body?.detail}`]);
    return body;
}
