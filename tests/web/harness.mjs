// SPDX-License-Identifier: AGPL-3.0-or-later
// A server and browsers of the test's own. A test file is a list of cases, run one after the other:
//     await run('board', { 'lights what can be built': async (t) => { … } });
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seed } from '../support/chance.mjs';
import { serve } from '../support/serving.mjs';
import { taken } from '../support/slice.mjs';
import { chromium } from '../tools/node_modules/playwright-core/index.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const axeSource = readFileSync(createRequire(join(root, 'tests/tools/package.json')).resolve('axe-core/axe.min.js'), 'utf8');
/** Where what failed is kept. */
const shots = resolve(process.env.WEB_SHOTS ?? join(root, process.env.BUILD ?? 'build', 'web-failed'));
/** Milliseconds by which an answer is late in an unsteady network: more than a bot takes for its move. */
const lateMax = 150;
const noteMax = 400;
const notesShown = 25;
const serverSaid = 2000;
/** How long anything is waited for. Generous: a wait ends with its event. */
export const patience = 30000;

/** Waits until LOOK gives something, where no event of a page tells of it. */
export async function until(look) {
    for (const end = Date.now() + patience; Date.now() < end;) {
        const found = await look();
        if (found) return found;
        await new Promise((done) => { setTimeout(done, 25); });
    }
    throw new Error('waited in vain');
}

/**
 * Chromium without its windows takes a quarter less of the processor. As root it has no sandbox of its own;
 * /dev/shm is small in containers. No name leads anywhere, and no address but this machine's.
 */
const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', headless: true, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'] });

let browser = null;
let folder = '';
export let mails = '';

export class Server {
    constructor(serving, database) {
        Object.assign(this, { serving, base: serving.base, database });
    }

    /** Starts on a free port (or on the one given), with an empty database unless one is given. */
    static async start({ settings = {}, database = join(mkdtempSync(join(folder, 'db-')), 'test.db'), port = 0 } = {}) {
        const mail = { HEXPOST_MAIL_FROM: 'games@example.org', HEXPOST_MAIL_DIR: mails, HEXPOST_MAIL_HOLD_SECONDS: '0' };
        return new Server(await serve({ database, port, settings: { ...mail, ...settings } }), database);
    }

    stop() {
        return this.serving.end();
    }

    /** A request as a program sends it. Answers the body; throws on a status that is not WANT. */
    async ask(method, path, { token, body, want } = {}) {
        const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...(body !== undefined && { 'Content-Type': 'application/json' }) };
        const response = await fetch(this.base + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
        const text = await response.text();
        if (want ? response.status !== want : !response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
        return text === '' ? null : JSON.parse(text);
    }

    /** A new account: { name, token, ask }. */
    async account(name, email) {
        const { token } = await this.ask('POST', '/v1/accounts', { body: { name, ...(email && { email }) } });
        return { name, token, ask: (method, path, body, want) => this.ask(method, path, { token, body, want }) };
    }
}

/** What the console and the page have complained about, and what went on besides. Refused requests (4xx) are no faults. */
function watch(t, page) {
    page.on('pageerror', (error) => t.faults.push(`${error.stack ?? error}`));
    page.on('console', (message) => {
        t.note(`console ${message.type()}: ${message.text()}`);
        if (message.type() === 'error' && !/Failed to load resource|net::ERR_/.test(message.text())) t.faults.push(message.text());
    });
    page.on('requestfailed', (request) => {
        // So does Chromium call an answer 304, too.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') t.note(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
    });
    page.on('response', (response) => {
        const { pathname, search } = new URL(response.url());
        if (!pathname.startsWith('/v1/')) return;
        const request = response.request();
        t.note(`${response.status()} ${request.method()} ${pathname}${search} ${request.postData() ?? ''}`);
    });
}

/** Waits until the page has all that it has asked for: its data, and the code of its parts. */
export const settled = (page) => page.waitForFunction(() => document.querySelector('main') && !('loading' in document.documentElement.dataset) && !document.querySelector('[aria-busy=true]'));

/**
 * A page in a browser profile of its own. Options: account (signed in as), language ('en'), phone,
 * width and height, dark, touch, worker (with the page's service worker, which costs a process: only what is about it
 * needs one). Nothing but the server's own address is reached (see launch), and to ask for anything else is a fault.
 */
export async function open(t, path = '/', { account, language = 'en', phone = false, width = phone ? 360 : 1280, height = phone ? 740 : 900, dark = false, touch = phone, worker = false, server = t.server } = {}) {
    const context = await browser.newContext({ baseURL: server.base, viewport: { width, height }, locale: language, colorScheme: dark ? 'dark' : 'light', hasTouch: touch, reducedMotion: 'reduce', serviceWorkers: worker ? 'allow' : 'block' });
    t.contexts.push(context);
    context.setDefaultTimeout(patience);
    // A route would see the same, and turn off the browser's cache. What the page's policy has stopped did not go out.
    const mind = (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== server.base && protocol.startsWith('http') && request.failure()?.errorText !== 'csp') t.faults.push(`asked elsewhere: ${request.url()}`);
    };
    context.on('response', (response) => mind(response.request())); // also where another port of this machine has answered
    context.on('requestfailed', mind);
    if (account) {
        const response = await fetch(`${server.base}/v1/session`, { method: 'POST', headers: { Authorization: `Bearer ${account.token}` } });
        const [name, value] = response.headers.get('set-cookie').split(';')[0].split('=');
        await context.addCookies([{ name, value, url: server.base, httpOnly: true, sameSite: 'Lax' }]);
    }
    const page = await context.newPage();
    watch(t, page);
    await page.goto(path);
    await settled(page);
    return page;
}

/**
 * Has each answer of the interface come late, by chance and so in another order than it was asked for; RANDOM
 * as of chance(). Streams stay as they are. Not to be combined with other routes.
 */
export const unsteady = (page, random) => page.route(/\/v1\/(?!.*\/events($|\?))/, async (route) => {
    const late = random() * lateMax;
    const response = await route.fetch().catch(() => null);
    await new Promise((done) => { setTimeout(done, late); });
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined);
});

/** axe's complaints about the page as it stands, or about a part of it, as failures. */
export async function accessible(t, page, what, part = null) {
    // The policy forbids scripts from elsewhere, so axe comes in through the debugger.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
    const { violations } = await page.evaluate((inside) => globalThis.axe.run(inside ?? document, { resultTypes: ['violations'] }), part);
    for (const { id, help, nodes } of violations) t.fail(`axe, ${what}: ${id} (${help}): ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
    t.passed++;
}

/** Sideways scrolling is for tables alone. */
export async function fits(t, page, what) {
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    t.ok(`${what} fits`, beyond <= 0, `${beyond} px beyond`);
}

/** The page fits, and axe finds nothing, in both themes. */
export async function sound(t, page, what) {
    await accessible(t, page, what);
    await page.emulateMedia({ colorScheme: 'dark' });
    await accessible(t, page, `${what}, dark`);
    await page.emulateMedia({ colorScheme: 'light' });
    await fits(t, page, what);
}

/** A folder in which something of a failed case is kept. */
export function kept(name) {
    const folder = join(shots, name.replace(/[^\w]+/g, '-').slice(0, 60));
    mkdirSync(folder, { recursive: true });
    return folder;
}

class Case {
    failures = [];
    faults = [];
    contexts = [];
    passed = 0;
    #notes = [];
    #began = Date.now();
    constructor(server) {
        this.server = server;
    }
    /** Remembers what was done, for the case that something fails. */
    note(text) {
        this.#notes.push(`${String(Date.now() - this.#began).padStart(6)} ms  ${text.slice(0, noteMax)}`);
    }
    /** Tells what led to a failure: the last notes here, all of them with each page's picture and document in a folder. */
    async explain(name) {
        const folder = kept(name);
        writeFileSync(join(folder, 'notes.txt'), [`TEST_SEED=${seed}`, ...this.failures, ...this.#notes, ''].join('\n'));
        for (const [i, page] of this.contexts.flatMap((context) => context.pages()).entries()) {
            await page.screenshot({ path: join(folder, `page-${i}.png`) }).catch(() => undefined);
            writeFileSync(join(folder, `page-${i}.html`), `<!-- ${page.url()} -->\n${await page.content().catch((error) => `${error}`)}`);
        }
        console.log(`    kept in ${folder}; TEST_SEED=${seed}; before it failed:`);
        for (const line of this.#notes.slice(-notesShown)) console.log(`      ${line}`);
        const { child, said } = this.server.serving;
        if (child.exitCode !== null || child.signalCode !== null) console.log(`    the server has ended (${child.exitCode ?? child.signalCode}): ${said.slice(-serverSaid)}`);
    }
    fail(text) {
        this.failures.push(text);
    }
    ok(what, good, detail = '') {
        if (good) this.passed++;
        else this.fail(`${what}${detail === '' ? '' : `: ${detail}`}`);
    }
    equal(what, got, want) {
        this.ok(what, JSON.stringify(got) === JSON.stringify(want), `${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
    }
}

/**
 * Runs the cases, or those whose name holds the first argument of the command line. With `share` one of so many is run
 * where a run has to be short.
 */
export async function run(subject, cases, { settings = {}, share = 1 } = {}) {
    const wanted = process.argv[2] ?? '';
    const chosen = Object.entries(cases).filter(([name], i) => name.includes(wanted) && taken(i, share));
    let passed = 0;
    let failed = 0;
    folder = mkdtempSync(join(tmpdir(), `hexpost-web-${subject}-`));
    mails = join(folder, 'mails');
    mkdirSync(mails);
    browser = await launch();
    const server = await Server.start({ settings });
    try {
        for (const [name, body] of chosen) {
            const t = new Case(server);
            const started = Date.now();
            try {
                await body(t);
            } catch (error) {
                t.fail(String(error.stack ?? error));
            }
            for (const fault of t.faults) t.fail(`in the browser: ${fault}`);
            console.log(`${t.failures.length === 0 ? 'ok    ' : 'FAILED'} ${subject}: ${name} (${Date.now() - started} ms)`);
            for (const failure of t.failures) console.log(`    ${failure}`);
            if (t.failures.length > 0) await t.explain(`${subject} ${name}`);
            await Promise.all(t.contexts.map((context) => context.close()));
            passed += t.failures.length === 0 ? Math.max(t.passed, 1) : t.passed;
            failed += t.failures.length;
        }
    } finally {
        await browser.close();
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
}
