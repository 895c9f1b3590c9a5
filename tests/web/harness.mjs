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
import { blank, closeBrowser, leave, patience, take } from './profiles.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const axeSource = readFileSync(createRequire(join(root, 'tests/tools/package.json')).resolve('axe-core/axe.min.js'), 'utf8');
/** Where what failed is kept. */
const shots = resolve(process.env.WEB_SHOTS ?? join(root, process.env.BUILD ?? 'build', 'web-failed'));
/** Milliseconds by which an answer is late in an unsteady network: more than a bot takes for its move. */
const lateMax = 150;
const noteMax = 400;
const notesShown = 25;
const serverSaid = 2000;

export { patience };

/** Waits until LOOK gives something, where no event of a page tells of it. */
export async function until(look) {
    for (const end = Date.now() + patience; Date.now() < end;) {
        const found = await look();
        if (found) return found;
        await new Promise((done) => { setTimeout(done, 25); });
    }
    throw new Error('waited in vain');
}

let folder = '';
/** Whether another file of cases follows in this process, and where the server of the last one listened. */
let follows = false;
let port = 0;
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
function watch(profile) {
    const { page, context } = profile;
    const note = (text) => profile.holder?.note(text);
    const fault = (text) => profile.holder?.faults.push(text);
    page.on('pageerror', (error) => fault(`${error.stack ?? error}`));
    page.on('console', (message) => {
        note(`console ${message.type()}: ${message.text()}`);
        if (message.type() === 'error' && !/Failed to load resource|net::ERR_/.test(message.text())) fault(message.text());
    });
    page.on('requestfailed', (request) => {
        // So does Chromium call an answer 304, too.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') note(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
    });
    page.on('response', (response) => {
        const { pathname, search } = new URL(response.url());
        if (!pathname.startsWith('/v1/')) return;
        const request = response.request();
        note(`${response.status()} ${request.method()} ${pathname}${search} ${request.postData() ?? ''}`);
    });
    // A route would see the same, and turn off the browser's cache. What the page's policy has stopped did not go out.
    const mind = (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== profile.base && !profile.holder?.plays.includes(origin) && protocol.startsWith('http') && request.failure()?.errorText !== 'csp') fault(`asked elsewhere: ${request.url()}`);
    };
    context.on('response', (response) => mind(response.request())); // also where another port of this machine has answered
    context.on('requestfailed', mind);
}

/** Waits until the page has all that it has asked for: its data, and the code of its parts. */
export const settled = (page) => page.waitForFunction(() => document.querySelector('main') && !('loading' in document.documentElement.dataset) && !document.querySelector('[aria-busy=true]'));

/**
 * A page in a browser profile of its own; PATH null: nothing is loaded yet. Options: account (signed in as), language
 * ('en'), phone, prefs (the page's settings, as kept in the browser), motion, width and height, dark, touch, worker (with the page's service worker, which costs a process: only what is about it
 * needs one), fresh (never used before, for what is about a first visit). Nothing but the server's own address is reached (see launch), and to ask for anything else is a fault.
 */
export async function open(t, path = '/', { account, language = 'en', prefs, motion = false, phone = false, width = phone ? 360 : 1280, height = phone ? 740 : 900, dark = false, touch = phone, worker = false, fresh = false, server = t.server } = {}) {
    const profile = await take(t, { baseURL: server.base, locale: language, hasTouch: touch, serviceWorkers: worker ? 'allow' : 'block' }, { viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' }, { watch, fresh });
    const { context, page } = profile;
    t.profiles.push(profile);
    if (account) {
        const response = await fetch(`${server.base}/v1/session`, { method: 'POST', headers: { Authorization: `Bearer ${account.token}` } });
        const [name, value] = response.headers.get('set-cookie').split(';')[0].split('=');
        await context.addCookies([{ name, value, url: server.base, httpOnly: true, sameSite: 'Lax' }]);
    }
    if (motion) await page.emulateMedia({ reducedMotion: 'no-preference' });
    if (prefs) {
        await page.goto(blank);
        await page.evaluate((kept) => localStorage.setItem('hexpost.settings', kept), JSON.stringify(prefs));
    }
    if (path === null) return page;
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

/** What axe finds by colors, which alone are others in the dark. */
const byColor = ['color-contrast', 'link-in-text-block'];

/** axe's complaints about the page as it stands, or about a part of it, as failures; by some of its rules, or by all. */
export async function accessible(t, page, what, part = null, rules = null) {
    // The policy forbids scripts from elsewhere, so axe comes in through the debugger.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
    const { violations } = await page.evaluate(([inside, some]) => globalThis.axe.run(inside ?? document, { resultTypes: ['violations'], ...(some && { runOnly: some }) }), [part, rules]);
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
    await accessible(t, page, `${what}, dark`, null, byColor);
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
    profiles = [];
    /** Origins of other sites whose pages the case answers with itself. */
    plays = [];
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
        for (const [i, page] of this.profiles.flatMap(({ context }) => context.pages()).entries()) {
            await page.screenshot({ path: join(folder, `page-${i}.png`) }).catch(() => undefined);
            writeFileSync(join(folder, `page-${i}.html`), `<!-- ${page.url()} -->\n${await page.content().catch((error) => `${error}`)}`);
        }
        console.log(`    kept in ${folder}; TEST_SEED=${seed}; before it failed:`);
        for (const line of this.#notes.slice(-notesShown)) console.log(`      ${line}`);
        const { child, said } = this.server.serving;
        if (child.exitCode !== null || child.signalCode !== null) console.log(`    the server has ended (${child.exitCode ?? child.signalCode}): ${said.slice(-serverSaid)}`);
    }
    /** Has no more to do with PAGE, whose profile another open() may take. */
    async leave(page) {
        const [profile] = this.profiles.splice(this.profiles.findIndex((one) => one.page === page), 1);
        await leave(profile);
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
    // At the address of the last one, where profiles know the page's files already.
    const server = await Server.start({ settings, port });
    port = new URL(server.base).port;
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
            await Promise.all(t.profiles.map(leave));
            passed += t.failures.length === 0 ? Math.max(t.passed, 1) : t.passed;
            failed += t.failures.length;
        }
    } finally {
        if (!follows) await closeBrowser();
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    }
    console.log(`${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
}

/** Runs several files of cases with one browser, each with a server and a database of its own. */
export async function together(subjects) {
    follows = true;
    for (const subject of subjects) {
        await import(`./${subject}.mjs`).catch((error) => {
            console.log(`FAILED ${subject}: ${error.stack ?? error}\n0 passed, 1 failed`);
            process.exitCode = 1;
        });
    }
    await closeBrowser();
}
