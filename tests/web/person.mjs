// SPDX-License-Identifier: AGPL-3.0-or-later
// A player who uses only what the page shows, with touch or with the keyboard. Taps and key presses are counted by the
// page's events, so that none is missed.
import { oneOf } from '../support/chance.mjs';
import { until } from './harness.mjs';
import { aboutOffers, noStart, offered } from './listed.mjs';
import { awaySheet, begins, lit, ui } from './ui.mjs';

/** Preferred actions, in this order. */
const wishes = ['roll', 'build_city', 'build_settlement', 'build_wonder', 'attack_fortress', 'improve_city', 'build_knight', 'activate_knight', 'promote_knight', 'build_city_wall', 'build_ship', 'build_road', 'buy_dev_card', 'end_turn', 'next_player'];
/** More tab stops than any path through the page has. */
const tabsMax = 250;

const finger = {
    press: (page, locator) => locator.tap(),
    place: async (page, name) => {
        const { x, y, width, height } = await lit(page, name).boundingBox();
        await page.touchscreen.tap(x + width / 2, y + height / 2);
    },
};

/** Presses Tab until FOUND returns true; FOUND runs on the page and gets ARGUMENT. */
async function tabTo(page, found, argument) {
    for (let i = 0; i < tabsMax; i++) {
        if (await page.evaluate(found, argument)) return;
        await page.keyboard.press('Tab');
    }
    throw new Error('the keyboard does not come there');
}

const keys = {
    // Uses the button's shortcut, if it has one.
    async press(page, locator) {
        const own = await locator.getAttribute('aria-keyshortcuts');
        if (own) return page.keyboard.press(own);
        const element = await locator.elementHandle();
        await tabTo(page, (wanted) => document.activeElement === wanted, element);
        return page.keyboard.press('Enter');
    },
    // Arrow keys move from place to place; chooses any place, or the one with this name.
    async place(page, name, steps) {
        await tabTo(page, () => document.activeElement?.hasAttribute('data-lit') ?? false);
        for (let i = 0; i < steps; i++) await page.keyboard.press(oneOf(this.random, ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']));
        await page.keyboard.press('Enter');
    },
};

const counter = 'hexpost-test-taps';
class Person {
    constructor(page, hand, random) {
        Object.assign(this, { page, random, hand: { ...hand, random } });
    }

    async press(selector) {
        const button = this.page.locator(selector).first();
        const sheet = await awaySheet(button);
        if (sheet) await this.hand.press(this.page, this.page.locator(sheet));
        return this.hand.press(this.page, button);
    }

    /** Makes the next choice of the action in progress; false: there is none yet. */
    async choose({ lit: places, picks }) {
        const { page, random } = this;
        const chosen = await page.locator('[data-chosen]').evaluateAll((all) => all.map(({ dataset }) => dataset.place));
        const free = places.filter((place) => !chosen.includes(place));
        if (free.length > 0) return this.hand.place(page, oneOf(random, free), Math.floor(random() * 4));
        const confirm = `${ui.picker} ${begins('confirm')}:not(:disabled)`;
        if (await page.locator(confirm).count() > 0) return this.press(confirm);
        const suggest = `${ui.picker} [data-do=suggest]:not(:disabled), ${ui.picker} ${begins('commit-all')}:not(:disabled)`;
        if (await page.locator(suggest).count() > 0) return this.press(suggest);
        return picks.length > 0 && this.press(`${ui.picker} [data-pick="${oneOf(random, picks)}"]`);
    }

    /** The number of taps or key presses. */
    taps() {
        return this.page.evaluate((name) => Number(sessionStorage.getItem(name) ?? 0), counter);
    }

    /** Does the next thing that the page offers; returns what, null: nothing. */
    async act(now) {
        if (now.busy || now.loading) return null;
        if (now.asked) {
            await this.press(`${ui.asked} [data-do=confirm]`);
            return 'confirm';
        }
        if (now.picking) {
            return (await this.choose(now)) === false ? null : now.picking;
        }
        // The answer to a decision is not in the list, but then it is the only option.
        const type = wishes.find((wish) => now.starts.some((start) => start.type === wish)) ?? now.starts.map((start) => start.type).find((one) => !noStart.has(one) && !aboutOffers.has(one) && !/offer|-/.test(one));
        if (!type) return null;
        await this.press(`${ui.making} ${begins(type)}:not(:disabled)`);
        return type;
    }

    /** Plays until ENDED (which may be asynchronous) returns true; returns { taps, turns, done }, DONE being the names
     * of the actions. */
    async play(t, ended) {
        const { page } = this;
        const done = new Set();
        let turns = 0;
        while (!(await ended())) {
            const now = await offered(page);
            const did = await this.act(now);
            if (did) t.note(`${did} of ${JSON.stringify(now).slice(0, 200)}`);
            if (did) done.add(did);
            if (did === 'end_turn') turns++;
            const before = JSON.stringify(now);
            await until(async () => JSON.stringify(await offered(page)) !== before || ended());
        }
        return { taps: await this.taps(), turns, done };
    }
}

export const hands = { finger, keys };

/** A person at PAGE, who opens PATH there; actions are counted from then on. */
export async function person(page, path, hand, random) {
    await page.addInitScript((name) => {
        const count = (event) => event.isTrusted && sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name) ?? 0) + 1));
        for (const type of ['touchstart', 'keydown']) addEventListener(type, count, { capture: true, passive: true });
    }, counter);
    await page.goto(path);
    return new Person(page, hand, random);
}
