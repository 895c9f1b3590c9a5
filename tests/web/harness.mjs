// SPDX-License-Identifier: AGPL-3.0-or-later
// A server and browsers for a test. A test file is a list of cases, run one after the other:
//   await run('board', { 'lights what can be built': async (t) => { … } });
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seed } from '../support/chance.mjs';
import { serve } from '../support/serving.mjs';
import { taken } from '../support/slice.mjs';
import { blank, closeBrowser, draw, leave, patience, take } from './profiles.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const axeSource = readFileSync(createRequire(join(root, 'tests/tools/package.json')).resolve('axe-core/axe.min.js'), 'utf8');
/** Where screenshots and pages of failures go. */
const shots = resolve(process.env.WEB_SHOTS ?? join(root, process.env.BUILD ?? 'build', 'web-failed'));
/** The longest delay of a response in an unsteady network, in milliseconds: longer than a bot takes to move. */
const lateMax = 150;
const noteMax = 400;
const notesShown = 25;
const serverSaid = 2000;

export { patience };

/** Polls until LOOK returns something, if no event of a page reports it. */
export async function until(look) {
    for (const end = Date.now() + patience; Date.now() < end;) {
        const found = await look();
        if (found) return found;
        await new Promise((done) => { setTimeout(done, 25); });
    }
    throw new Error('waited in vain');
}

let folder = '';
/** Whether more files of cases follow in this process, and the port of the previous server. */
let follows = false;
let port = 0;
export let mails = '';

export class Server {
    constructor(serving, database) {
        Object.assign(this, { serving, base: serving.base, database });
    }

    /** Starts on a free port (or on the given one), with an empty database unless one is given. */
    static async start({ settings = {}, database = join(mkdtempSync(join(folder, 'db-')), 'test.db'), port = 0 } = {}) {
        const mail = { HEXPOST_MAIL_FROM: 'games@example.org', HEXPOST_MAIL_DIR: mails, HEXPOST_MAIL_HOLD_SECONDS: '0' };
        return new Server(await serve({ database, port, settings: { ...mail, ...settings } }), database);
    }

    stop() {
        return this.serving.end();
    }

    /** A request as a program sends it. Returns the body; throws if the status is not WANT. */
    async ask(method, path, { token, body, want } = {}) {
        const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...(body !== undefined && { 'Content-Type': 'application/json' }) };
        const response = await fetch(this.base + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
        const text = await response.text();
        if (want ? response.status !== want : !response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
        return text === '' ? null : JSON.parse(text);
    }

    /** Creates an account: { name, token, ask }. */
    async account(name, email) {
        const { token } = await this.ask('POST', '/v1/accounts', { body: { name, ...(email && { email }) } });
        return { name, token, ask: (method, path, body, want) => this.ask(method, path, { token, body, want }) };
    }
}

/** Records errors of the console and the page, and what else happened. Refused requests (4xx) are not errors. */
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
        // Chromium reports a 304 in the same way.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') note(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`);
    });
    page.on('response', (response) => {
        const { pathname, search } = new URL(response.url());
        if (!pathname.startsWith('/v1/')) return;
        const request = response.request();
        note(`${response.status()} ${request.method()} ${pathname}${search} ${request.postData() ?? ''}`);
    });
    // A route would see the same, but turns off the browser's cache. Requests blocked by the content policy were not
    // sent.
    const mind = (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== profile.base && !profile.holder?.plays.includes(origin) && protocol.startsWith('http') && request.failure()?.errorText !== 'csp') fault(`asked elsewhere: ${request.url()}`);
    };
    context.on('response', (response) => mind(response.request())); // also if another port of this machine responded
    context.on('requestfailed', mind);
}

/** Waits until the page has loaded everything it requested: its data, and the code of its parts. */
export const settled = (page) => page.waitForFunction(() => document.querySelector('main') && !('loading' in document.documentElement.dataset) && !document.querySelector('[aria-busy=true]'));

/** A page in a browser profile of its own; PATH null: nothing is loaded yet. Options: account (signed in as), language
 * ('en'), phone, prefs (the page's settings, as stored in the browser), motion, width and height, dark, touch, worker
 * (with the page's service worker, which costs a process: only tests about it need one), fresh (never used before, for
 * tests about a first visit). Only the server's own address is reachable (see launch), and a request to any other is
 * an error. */
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

/** Delays each response of the interface randomly, so that they arrive in another order than requested; RANDOM is a
 * chance(). Streams are not delayed. Cannot be combined with other routes. */
export const unsteady = (page, random) => page.route(/\/v1\/(?!.*\/events($|\?))/, async (route) => {
    const late = random() * lateMax;
    const response = await route.fetch().catch(() => null);
    await new Promise((done) => { setTimeout(done, late); });
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined);
});

/** axe's rules about colors, the only ones whose result differs in the dark theme. */
export const byColor = ['color-contrast', 'link-in-text-block'];

/** Reports axe's violations on the page, or in a part of it, as failures; by some of its rules, or by all. */
export async function accessible(t, page, what, part = null, rules = null) {
    // The policy forbids external scripts, so axe is injected through the debugger.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
    const { violations } = await page.evaluate(([inside, some]) => globalThis.axe.run(inside ?? document, { resultTypes: ['violations'], ...(some && { runOnly: some }) }), [part, rules]);
    for (const { id, help, nodes } of violations) t.fail(`axe, ${what}: ${id} (${help}): ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
    t.passed++;
}

/** Only tables may scroll sideways. */
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

/** A folder for the artifacts of a failed case. */
export function kept(name) {
    const folder = join(shots, name.replace(/[^\w]+/g, '-').slice(0, 60));
    mkdirSync(folder, { recursive: true });
    return folder;
}

class Case {
    failures = [];
    faults = [];
    profiles = [];
    /** Origins of other sites whose pages the case itself serves. */
    plays = [];
    passed = 0;
    #notes = [];
    #began = Date.now();
    constructor(server) {
        this.server = server;
    }
    /** Records what was done, in case something fails. */
    note(text) {
        this.#notes.push(`${String(Date.now() - this.#began).padStart(6)} ms  ${text.slice(0, noteMax)}`);
    }
    /** Reports what led to a failure: the last notes here, all of them in a folder with each page's screenshot and
     * document. */
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
    /** Releases PAGE; another open() can take its profile. */
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

/** Runs the cases, or those whose name contains the first argument of the command line. With `share`, a short run runs
 * one in that many. With `pictures`, the browser draws what it shows. */
export async function run(subject, cases, { settings = {}, share = 1, pictures = false } = {}) {
    if (pictures) draw();
    const wanted = process.argv[2] ?? '';
    const chosen = Object.entries(cases).filter(([name], i) => name.includes(wanted) && taken(i, share));
    let passed = 0;
    let failed = 0;
    folder = mkdtempSync(join(tmpdir(), `hexpost-web-${subject}-`));
    mails = join(folder, 'mails');
    mkdirSync(mails);
    // At the address of the previous server, whose files the profiles have cached.
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

/** Runs several files of cases with one browser; each has a server and a database of its own. */
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
