// SPDX-License-Identifier: AGPL-3.0-or-later
// Makes any listed action through the page, and checks at each choice that the page offers exactly what the list still
// has: nothing missing, nothing illegal.
import { alongPaths, forms as plain, isMove, keyOf } from './clicker.mjs';
import { patience } from './harness.mjs';
import { begins, lit, press, ui } from './ui.mjs';

const placeKinds = { hex: 'hex', hexes: 'hex', vertex: 'vertex', vertices: 'vertex', edge: 'edge', edges: 'edge' };
/** Buttons that do not begin an action. */
export const noStart = new Set(['confirm', 'cancel', 'back', 'undo', 'undo-more', 'resign', 'suggest', 'commit-all', 'turn-card']);
/** Offers are answered in place; each button is an action of its own. */
export const aboutOffers = new Set(['accept_trade', 'decline_trade', 'counter_trade', 'confirm_trade', 'cancel_trade']);

const placeKind = (action, field) => (field === 'from' || field === 'to' ? (alongPaths.includes(action.card ?? action.type) ? 'edge' : 'vertex') : (placeKinds[field] ?? null));
const unique = (values) => [...new Set(values)].sort();

/** What the page offers: keys of the actions that can begin, what is in progress, places and values to choose. */
function read(ui) {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const within = (selector) => all(`${ui.making} ${selector}`);
    const { picking = null, field = null, count = null } = within(ui.picker)[0]?.dataset ?? {};
    // What is still to be entered for a move at a table; for a roll the form opens without a button.
    const told = within(ui.outcome)[0]?.dataset.outcome ?? null;
    return {
        starts: within('[data-do]:not(:disabled)').flatMap(({ dataset }) => [dataset.do, dataset.also].filter(Boolean).map((type) => ({ type, card: dataset.card, pick: dataset.pick, offer: dataset.offer, with: dataset.with }))),
        picking, field, count, told,
        asked: within(ui.asked).length > 0,
        lit: all(`${ui.board} [data-lit]`).map((element) => element.getAttribute('data-place')),
        picks: all(`${ui.picker} [data-pick]:not(:disabled)`).map((element) => element.getAttribute('data-pick')),
        busy: all(ui.busy).length > 0,
        // Code of the page is still loading: that of the confirmation, for example.
        loading: 'loading' in document.documentElement.dataset,
    };
}
export const offered = (page) => page.evaluate(read, ui);

/** The actions of the list that can begin, as read() reports them. */
export function startsIn(list) {
    return unique(list.filter(({ type }) => type !== 'undo').map((action) => (aboutOffers.has(action.type) ? `${action.type} ${action.offer}${action.with === undefined ? '' : ` ${action.with}`}` : keyOf(action))));
}
export const startsOn = ({ starts, picking, told }) => unique([...starts.filter(({ type }) => !noStart.has(type)).map((start) => (start.offer === undefined ? keyOf(start) : `${start.type} ${start.offer}${start.with === undefined ? '' : ` ${start.with}`}`)), ...(picking ? [picking] : []), ...(told === 'roll' ? ['roll'] : [])]);

/** A field's values in an action, one after the other. */
function values(action, field, many) {
    const value = action[field];
    if (Array.isArray(value)) return value;
    if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([kind, n]) => Array(n).fill(kind));
    return value === undefined ? (many ? [] : [null]) : [value];
}

/** VALUES without one of each of TAKEN; null if one is missing. */
function rest(found, taken) {
    const left = [...found];
    for (const value of taken) {
        const at = left.indexOf(value);
        if (at < 0) return null;
        left.splice(at, 1);
    }
    return left;
}

class Click {
    /** Fields chosen so far: name → values. */
    taken = new Map();

    constructor(page, action, list, t) {
        Object.assign(this, { page, action, list: list.filter((listed) => keyOf(listed) === keyOf(action)), t });
    }

    /** Waits until what is offered satisfies WANTED; otherwise reports what was offered. */
    async until(what, wanted) {
        const ends = Date.now() + patience / 3;
        let now = await offered(this.page);
        while (!wanted(now)) {
            if (Date.now() > ends) throw new Error(`${keyOf(this.action)}: ${what}; offered: ${JSON.stringify(now).slice(0, 1500)}`);
            await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
            now = await offered(this.page);
        }
        return now;
    }

    async press(selector) {
        return press(this.page, this.page.locator(`${ui.making} ${selector}`).first());
    }

    async begin() {
        const { action, page } = this;
        const { type } = action;
        if (type === 'resign') {
            await this.more();
            await this.press('[data-do=resign]');
            return page.locator('dialog [data-do=confirm]').click();
        }
        if (type === 'undo') return this.undo();
        if (aboutOffers.has(type)) return this.press(`[data-do=${type}][data-offer="${action.offer}"]${type === 'confirm_trade' ? `[data-with="${action.with}"]` : ''}`);
        const now = await this.until('no button begins it', (state) => !state.busy && (state.picking === keyOf(action) || startsOn(state).includes(keyOf(action))));
        if (now.picking === keyOf(action) || now.told === type) return undefined;
        const picked = now.starts.find((start) => start.type === type && start.pick && `${start.pick.split('=')[0]}=${action[start.pick.split('=')[0]]}` === start.pick);
        if (picked) {
            const [field] = picked.pick.split('=');
            this.taken.set(field, values(action, field));
            return this.press(`[data-do=${type}][data-pick="${picked.pick}"]`);
        }
        return this.press(`${begins(type)}${type.startsWith('play_') ? `[data-card=${action.card}]` : ''}`);
    }

    async undo() {
        const backs = this.list.filter(({ type }) => type === 'undo').map(({ to_seq: seq }) => seq);
        if (this.action.to_seq === backs[0]) return this.press('[data-do=undo]');
        await this.more();
        return this.press(`[data-pick="to_seq=${this.action.to_seq}"]`);
    }

    /** Opens the sheet with rare actions, which is rendered when it is first opened. */
    async more() {
        if (!(await this.page.locator(`${ui.sheet}[data-shown=more]`).count())) await this.page.locator(`${ui.actions} [data-sheet=more]`).click();
    }

    /** The actions left by the choices so far, and the values that remain for FIELD. */
    left(field) {
        const many = this.list.some((listed) => typeof listed[field] === 'object' && listed[field] !== null);
        const fits = this.list.filter((listed) => [...this.taken].every(([name, taken]) => {
            const remains = rest(values(listed, name, many), taken);
            return remains !== null && (name === field || many || remains.length === 0);
        }));
        const rests = fits.map((listed) => rest(values(listed, field, many), this.taken.get(field) ?? []) ?? []);
        return { many, options: unique(rests.flat()), mayEnd: many && rests.some((remains) => remains.length === 0) };
    }

    /** Chooses one value of FIELD after waiting until exactly the right ones are offered. */
    async choose(field, value) {
        const { many, options, mayEnd } = this.left(field);
        const taken = this.taken.get(field) ?? [];
        const kind = placeKind(this.action, field);
        const places = unique([...options.filter((option) => kind && typeof option === 'number'), ...(kind ? taken : [])].map((id) => `${kind}-${id}`));
        const buttons = unique([...options.filter((option) => !kind || typeof option !== 'number').map(String), ...(mayEnd ? ['enough'] : [])].map((option) => `${field}=${option}`));
        const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
        const own = (picks) => unique(picks.filter((pick) => pick.startsWith(`${field}=`)));
        await this.until(`offers other values of ${field} than ${JSON.stringify([places, buttons])}`, (now) => now.field === field && Number(now.count ?? 0) === taken.length && (!kind || same(unique(now.lit), places)) && (kind ? buttons.every((button) => now.picks.includes(button)) : same(own(now.picks), buttons)));
        this.t?.ok('offered as listed', true);
        this.taken.set(field, many || Array.isArray(this.action[field]) ? [...taken, value] : [value]);
        if (value === enough) return this.press(`[data-pick="${field}=enough"]`);
        if (kind && typeof value === 'number') return this.place(`${kind}-${value}`);
        return this.press(`[data-pick="${field}=${value}"]`);
    }

    async place(name) {
        const place = lit(this.page, name);
        await place.scrollIntoViewIfNeeded();
        const box = await place.boundingBox();
        return this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    }

    /** Choice by choice, in the page's order. */
    async choices() {
        const { action } = this;
        for (;;) {
            const now = await this.until('neither a choice nor an end', (state) => this.sent || state.busy || state.told || state.asked || (state.field && state.picking === keyOf(action) && !this.done(state.field)));
            if (this.sent || now.busy || now.told || now.asked || this.done(now.field)) return;
            const { field } = now;
            const { many } = this.left(field);
            const wanted = values(action, field, many);
            const taken = this.taken.get(field) ?? [];
            await this.choose(field, taken.length < wanted.length ? wanted[taken.length] : enough);
            if (taken.length >= wanted.length) this.ended = field;
        }
    }

    done(field) {
        const { many, mayEnd } = this.left(field);
        return this.ended === field || ((this.taken.get(field) ?? []).length >= values(this.action, field, many).length && !(many && mayEnd && this.left(field).options.length > 0));
    }
}
const enough = Symbol('enough');

/** Forms that are not one value after the other. */
const forms = {
    async roads(click) {
        const { edges = [], pieces = edges.map((edge) => ({ edge })) } = click.action;
        for (const { kind, edge } of pieces) {
            if (kind) await click.press(`${ui.picker} [data-pick="kind=${kind}"]`);
            await lit(click.page, `edge-${edge}`).waitFor();
            await click.place(`edge-${edge}`);
        }
        await click.press(`${ui.picker} [data-do=confirm]`);
    },
    async dice(click) {
        await click.press(`${ui.picker} [data-pick="yellow=${click.action.yellow}"]`);
        await click.press(`${ui.picker} [data-pick="red=${click.action.red}"]`);
        await click.press(`${ui.picker} [data-do=confirm]`);
    },
    async bishop(click) {
        await click.choose('hex', click.action.hex);
        const there = Math.max(...click.list.filter(({ hex }) => hex === click.action.hex).map(({ victims = [] }) => victims.length));
        if (there === 0) return;
        for (const button of await click.page.locator(`${ui.making} ${ui.picker}[data-field=victims] [data-pick^="victims="]`).all()) {
            const seat = Number((await button.getAttribute('data-pick')).split('=')[1]);
            if (click.action.victims && !click.action.victims.includes(seat)) await button.click();
        }
        await click.press(`${ui.picker} [data-do=confirm]`);
    },
};

function formOf({ type, card }, list) {
    if (plain[type]) return (click) => plain[type](click.page, click.action);
    if (!type.startsWith('play_')) return null;
    if (card === 'road_building' && list.some((listed) => listed.card === card && (listed.open || listed.pieces))) return forms.roads;
    if (card === 'alchemist') return forms.dice;
    if (card === 'bishop') return forms.bishop;
    return null;
}

/** Makes ACTION, one of LIST, through PAGE. The server draws the outcomes of chance; a confirmation is given if the
 * page asks for one. TOLD are outcomes to enter instead, which must be enough for the page. Returns the body that the
 * page has sent and the server's status. */
export async function perform(page, action, list, t = null, told = []) {
    const click = new Click(page, action, list, t);
    const sent = page.waitForResponse(isMove, { timeout: patience }).then((response) => {
        click.sent = response;
        return response;
    });
    sent.catch(() => undefined);
    await click.begin();
    const form = formOf(action, click.list);
    if (form) await form(click);
    else if (!['undo', 'resign'].includes(action.type) && !aboutOffers.has(action.type)) await click.choices();
    for (const one of told) await click.press(`${ui.outcome} [data-pick="${one}"]`);
    if (told.length > 0) await click.press(`${ui.outcome} [data-do=confirm]`);
    const goes = `[data-asked] [data-do=confirm]:not(:disabled), ${ui.making} [data-pick="outcome=drawn"]:not(:disabled)`;
    for (let tries = 0; !click.sent && tries < 600; tries++) {
        if (await page.locator(`${ui.making} ${goes}`).first().isVisible()) {
            await click.press(goes);
            break;
        }
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
    const response = await sent;
    return { body: response.request().postDataJSON(), status: response.status() };
}
