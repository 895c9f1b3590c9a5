// SPDX-License-Identifier: AGPL-3.0-or-later
// The browser and its profiles. A profile is one page at a server; after use it is cleaned and used again. A new one
// starts two processes and compiles the whole page again, which takes three times as long as loading the page.
import { chromium } from '../tools/node_modules/playwright-core/index.mjs';

/** As root Chromium cannot use its sandbox; /dev/shm is small in containers. No other host name than localhost resolves, and only this
 * machine's addresses are reachable. */
const needed = ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'];
/** What saves CPU time: fewer processes, and no optimized code, which a page that lives for a second does not repay.
 * The first feature is playwright's, whose list this one replaces. */
const thrifty = ['--disable-gpu', '--in-process-gpu', '--disable-background-networking', '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2', '--js-flags=--no-maglev,--no-turbofan'];
/** Without memory for drawn parts nothing is drawn. Layout, places and colors are the same; screenshots are empty. */
const undrawn = '--force-gpu-mem-available-mb=0';
let drawn = false;
/** For tests that take pictures: the browser, which is not yet started, draws. */
export function draw() {
    drawn = true;
}
/** Headless Chromium uses a quarter less CPU time. */
const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', headless: true, args: [...needed, ...thrifty, ...(drawn ? [] : [undrawn])] });

/** The general timeout. Generous: a wait ends with its event. */
export const patience = 30000;

let browser = null;
/** Free profiles, by the settings that cannot be changed. */
const spare = new Map();
/** Calls that cannot be undone: a profile with one of these is not used again. */
const lasting = {
    page: ['addInitScript', 'addLocatorHandler', 'close', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'setDefaultTimeout', 'setExtraHTTPHeaders'],
    context: ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'routeWebSocket', 'setExtraHTTPHeaders', 'setGeolocation', 'setHTTPCredentials'],
    clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
};
/** How often a page is asked for what a test waits for, in milliseconds: asked in each frame, it makes frames. */
const polling = 40;
/** On the server's own address, so that the page's process stays; no script runs there. */
export const blank = '/icon.svg';

class Profile {
    /** The case that uses it now, which gets the page's errors. */
    holder = null;
    #stained = false;

    constructor(key, base, context, page) {
        Object.assign(this, { key, base, context, page });
        const { waitForFunction } = page;
        page.waitForFunction = (look, given, options) => waitForFunction.call(page, look, given, { polling, ...options });
        for (const [what, names] of Object.entries(lasting)) for (const name of names) this.#mark(what === 'clock' ? page.clock : this[what], name);
    }

    #mark(object, name) {
        const own = object[name];
        object[name] = (...given) => {
            this.#stained = true;
            return own.apply(object, given);
        };
    }

    /** Removes all state of the last user; returns whether it can be used again. */
    async clean() {
        const { context, page } = this;
        if (this.#stained) return false;
        await Promise.all(context.pages().filter((other) => other !== page).map((other) => other.close()));
        await Promise.all([page, context].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
        await context.setOffline(false);
        await page.mouse.move(0, 0);
        await page.goto(blank);
        await context.clearCookies();
        return page.evaluate(async () => {
            localStorage.clear();
            sessionStorage.clear();
            for (const name of await caches.keys()) await caches.delete(name);
            return (await indexedDB.databases()).length === 0;
        });
    }
}

/** A clean profile with a page for HOLDER, with these settings of profile and page. WATCH is called for a new one. */
export async function take(holder, { baseURL, locale, hasTouch, serviceWorkers }, { viewport, colorScheme }, { watch, fresh }) {
    browser ??= await launch();
    const key = JSON.stringify([baseURL, locale, hasTouch, serviceWorkers]);
    let profile = fresh ? null : spare.get(key)?.pop();
    if (profile) {
        await profile.page.setViewportSize(viewport);
        await profile.page.emulateMedia({ colorScheme, reducedMotion: 'reduce', media: null, forcedColors: null, contrast: null });
    } else {
        const context = await browser.newContext({ baseURL, locale, hasTouch, serviceWorkers, viewport, colorScheme, reducedMotion: 'reduce' });
        context.setDefaultTimeout(patience);
        profile = new Profile(key, baseURL, context, await context.newPage());
        watch(profile);
    }
    profile.holder = holder;
    return profile;
}

/** Returns a profile after use. */
export async function leave(profile) {
    profile.holder = null;
    const again = profile.context.serviceWorkers().length === 0 && await profile.clean().catch(() => false);
    if (!again) return profile.context.close();
    return spare.set(profile.key, [...(spare.get(profile.key) ?? []), profile]);
}

export async function closeBrowser() {
    await browser?.close();
    browser = null;
    spare.clear();
}
