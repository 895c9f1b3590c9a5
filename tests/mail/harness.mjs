// SPDX-License-Identifier: AGPL-3.0-or-later
// A server for the tests, a mail server that accepts its mail, and a count of checks.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binary, serve as serveOne } from '../support/serving.mjs';

const root = resolve(process.env.TEST_ROOT ?? '.');
export { binary };
const tools = createRequire(join(root, 'tests/tools/package.json'));
export const { SMTPServer } = tools('smtp-server');
export const { simpleParser } = tools('mailparser');
export const MailComposer = tools('nodemailer/lib/mail-composer');
export const nodemailer = tools('nodemailer');
export const { default: PostalMime } = await import(pathToFileURL(tools.resolve('postal-mime')));

export const folder = mkdtempSync(join(tmpdir(), 'hexpost-mail-'));
/** Whole games are played to their end. */
export const whole = process.env.TEST_THOROUGH === '1';
const testSeconds = whole ? 3600 : 240;
const servings = new Set();
const closers = [];
let passed = 0;
let failed = 0;

/** Counts; reports what failed. */
export function check(name, holds, detail = '') {
    if (holds) passed++;
    else {
        failed++;
        console.log(`failed: ${name}${detail === '' ? '' : `: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`}`);
    }
    return holds;
}

export const equal = (name, got, want) => check(name, got === want, `${JSON.stringify(got)}, not ${JSON.stringify(want)}`);

/** Rejects if TEST has not ended within testSeconds, so that a hanging test is named. */
async function limited(test) {
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error(`did not end within ${testSeconds} s`)), testSeconds * 1000);
    });
    await Promise.race([test(), late]).finally(() => clearTimeout(timer));
}

/** Runs the tests one after the other, stops everything, prints the count. */
export async function run(tests) {
    for (const test of tests) {
        try {
            await limited(test);
        } catch (error) {
            check(test.name, false, error.stack);
        }
    }
    await finish();
}

async function finish() {
    for (const serving of servings) await stop(serving);
    for (const close of closers) await new Promise((done) => { close(done); });
    rmSync(folder, { recursive: true, force: true });
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
}

/** Serves a database of that name. */
export async function serve(name, settings = {}) {
    const flags = Object.entries(settings.flags ?? {}).flatMap(([flag, value]) => [`--${flag}`, String(value)]);
    const db = join(folder, `${name}.db`);
    const serving = await serveOne({ database: db, settings: settings.env, flags });
    servings.add(serving);
    return { base: serving.base, db, serving, said: () => serving.said };
}

export async function stop(serving) {
    if (servings.delete(serving)) equal('the server ends with 0', await serving.end(), 0);
}

/** Waits until LOOK returns something; undefined if it never does. */
export async function until(look, seconds = 20) {
    const end = Date.now() + seconds * 1000;
    for (;;) {
        const found = await look();
        if (found || Date.now() > end) return found || undefined;
        await new Promise((done) => { setTimeout(done, 20); });
    }
}

/**
 * A mail server. WANTED: { rcpt(address) → an error's { code, text } or nothing, another() → what happens to another
 * mail on a connection that has carried one: 'hang up', a number to answer or nothing, plain, user, password }. Accepted
 * mails are in mails: { from, to, raw, secure, user }.
 */
export async function postOffice(wanted = {}) {
    const mails = [];
    const attempts = [];
    const carried = new Set();
    const server = new SMTPServer({
        ...(wanted.plain ? { disabledCommands: ['STARTTLS'] } : { key: wanted.key, cert: wanted.cert }),
        secure: wanted.secure === true,
        authOptional: wanted.user === undefined,
        authMethods: ['PLAIN', 'LOGIN'],
        onAuth(auth, session, callback) {
            if (auth.username === wanted.user && auth.password === wanted.password) callback(null, { user: auth.username });
            else callback(new Error('no such name and password'));
        },
        onMailFrom(address, session, callback) {
            const how = carried.has(session.id) ? wanted.another?.() : undefined;
            if (how === 'hang up') for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy();
            callback(typeof how === 'number' ? Object.assign(new Error('4.3.2 no more'), { responseCode: how }) : undefined);
        },
        onRcptTo(address, session, callback) {
            const refusal = wanted.rcpt?.(address.address);
            attempts.push(address.address);
            if (refusal) callback(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
            else callback();
        },
        onData(stream, session, callback) {
            const pieces = [];
            stream.on('data', (piece) => pieces.push(piece));
            stream.on('end', () => {
                carried.add(session.id);
                mails.push({ from: session.envelope.mailFrom.address, to: session.envelope.rcptTo.map((to) => to.address), raw: Buffer.concat(pieces), secure: session.secure, user: session.user });
                callback();
            });
        },
    });
    // A client that does not trust the certificate hangs up in the middle.
    server.on('error', (error) => attempts.push(error.message));
    await new Promise((done) => { server.listen(0, wanted.host ?? '127.0.0.1', done); });
    closers.push((done) => server.close(done));
    return { mails, attempts, port: server.server.address().port };
}

/** A certificate of our own for this machine. */
export function certificate() {
    const key = join(folder, 'key.pem');
    const cert = join(folder, 'cert.pem');
    const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,IP:127.0.0.2,DNS:localhost']);
    if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
    return { key: readFileSync(key), cert: readFileSync(cert), path: cert };
}

/** The next unread mail to ADDRESS, parsed by two parsers. */
export async function nextMail(office, address, seconds = 20) {
    const mail = await until(() => office.mails.find((one) => !one.read && one.to.includes(address)), seconds);
    if (mail === undefined) return undefined;
    mail.read = true;
    mail.parsed = await simpleParser(mail.raw);
    mail.postal = await PostalMime.parse(mail.raw);
    mail.links = [...mail.parsed.text.matchAll(/https?:\/\/\S+\/mail\/[a-z2-7]{26}\S*/g)].map((found) => found[0]);
    return mail;
}

/** A person at a server. */
export class Person {
    constructor(base, name, token) {
        Object.assign(this, { base, name, token });
    }

    static async signUp(base, name, email, language) {
        const made = await ask(base, 'POST', '/v1/accounts', { json: { name, email, language } });
        if (made.status !== 201) throw new Error(`no account: ${JSON.stringify(made.body)}`);
        return new Person(base, name, made.body.token);
    }

    ask(method, path, json, headers) {
        return ask(this.base, method, path, { json, headers: { authorization: `Bearer ${this.token}`, ...headers } });
    }
}

export async function ask(base, method, path, { json, form, raw, headers = {} } = {}) {
    const sent = { ...headers };
    let body = raw;
    if (json !== undefined) {
        sent['content-type'] = 'application/json';
        body = JSON.stringify(json);
    } else if (form !== undefined) {
        sent['content-type'] = 'application/x-www-form-urlencoded';
        body = new URLSearchParams(form).toString();
    }
    const response = await fetch(base + path, { method, headers: sent, body, redirect: 'manual' });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
}

/** A link's path on BASE, whatever host it names. */
export const pathOf = (link) => link.replace(/^https?:\/\/[^/]+/, '');

/** Passes a mail to the program like a mail server's pipe; returns its exit code. */
export function pipeIn(server, raw, recipient, more = []) {
    const ran = spawnSync(binary, ['mail-in', '--url', server.base, ...more, ...(recipient ? [recipient] : [])], { input: raw });
    if (ran.status !== 0) console.log(`mail-in: ${ran.stderr}`);
    return ran.status;
}

/** Makes all possible moves for PERSON's seat once, to get games started. */
export async function playOnce(person, game) {
    const listed = await person.ask('GET', `/v1/games/${game}/actions`);
    const action = listed.body.actions?.find((one) => !one.open && one.type !== 'offer_trade');
    if (action === undefined) return false;
    const made = await person.ask('POST', `/v1/games/${game}/moves`, { action });
    return made.status === 200;
}
