// SPDX-License-Identifier: AGPL-3.0-or-later
// The browser, and its profiles: each is one page at a server, as clean as a new one, and is cleaned and taken again.
// A new one begins two processes and compiles all of the page anew, which takes three times as long as to load the page.
import { chromium } from '../tools/node_modules/playwright-core/index.mjs';

/**
 * Chromium without its windows takes a quarter less of the processor. As root it has no sandbox of its own;
 * /dev/shm is small in containers. No name leads anywhere, and no address but this machine's.
 */
const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', headless: true, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--in-process-gpu', '--disable-background-networking', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'] });

/** How long anything is waited for. Generous: a wait ends with its event. */
export const patience = 30000;

let browser = null;
/** Profiles that nobody has, by what cannot be changed of them. */
const spare = new Map();
/** What cannot be taken back: a profile of which one of these was asked is not used again. */
const lasting = {
    page: ['addInitScript', 'addLocatorHandler', 'close', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'setDefaultTimeout', 'setExtraHTTPHeaders'],
    context: ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'routeWebSocket', 'setExtraHTTPHeaders', 'setGeolocation', 'setHTTPCredentials'],
    clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
};
/** On the server's own address, so that the page's process stays; nothing in it runs. */
export const blank = '/icon.svg';

class Profile {
    /** Who has it now: what the page does is theirs. */
    holder = null;
    #stained = false;

    constructor(key, base, context, page) {
        Object.assign(this, { key, base, context, page });
        for (const [what, names] of Object.entries(lasting)) for (const name of names) this.#mark(what === 'clock' ? page.clock : this[what], name);
    }

    #mark(object, name) {
        const own = object[name];
        object[name] = (...given) => {
            this.#stained = true;
            return own.apply(object, given);
        };
    }

    /** Forgets all that its holder left behind; whether it can be used again. */
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

/** A clean profile with a page for HOLDER, by what it is made with and what is set on its page. WATCH is told of a new one. */
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

/** Gives a profile back that nobody looks at any more. */
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
