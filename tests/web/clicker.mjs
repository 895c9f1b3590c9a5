// SPDX-License-Identifier: AGPL-3.0-or-later
// Makes any action of a game through the page, as a person does: with the buttons and places on it.
//   await act(page, { type: 'build_road', edge: 20 });
import { begins, does, lit, press, reveal, ui } from './ui.mjs';

const playsCard = ['play_dev_card', 'play_progress_card'];
const placeKinds = { hex: 'hex', hexes: 'hex', vertex: 'vertex', vertices: 'vertex', edge: 'edge', edges: 'edge', from: 'vertex', to: 'vertex' };
const steppers = ['discard', 'return_cards', 'give_cards', 'take_cards', 'choose_gold'];
/** Cards whose from and to are paths. */
export const alongPaths = ['diplomat', 'move_ship'];
/** More choices than any action has. */
const choicesMax = 30;
/** How often, and for how long each time, to try to close an unfinished action. */
const closingsMax = 10;
const closingMs = 1000;

/** The key of the control that begins an action. */
export const keyOf = (action) => (playsCard.includes(action.type) ? `${action.type}/${action.card}` : action.type);

/** The address for moves, for page.route; whether RESPONSE is the response to one. */
export const movesUrl = '**/moves?*';
export const isMove = (response) => response.request().method() === 'POST' && response.url().includes('/moves?');

/** Waits for the response to the move that BODY causes. BODY gets a promise of it that never rejects. Returns { sent,
 * status, answer }. */
export async function moving(page, body) {
    const answered = page.waitForResponse(isMove).then((response) => ({ response }), (error) => ({ error }));
    await body(answered);
    const { response, error } = await answered;
    if (error) throw error;
    return { sent: response.request().postDataJSON(), status: response.status(), answer: await response.json().catch(() => null) };
}

/** What is in progress on the page: a confirmation, an outcome of chance, or a choice. */
const underWay = [ui.asked, ui.outcome, ui.picker].map((one) => `${ui.making} ${one}`).join();

/** What is in progress, with everything in it that could change, both read at the same moment. */
const here = (page) => page.evaluate((selector) => {
    const found = document.querySelector(selector);
    if (!found) return { at: null, seen: '' };
    return { at: { ...found.dataset }, seen: JSON.stringify([found.dataset, [...document.querySelectorAll('[data-chosen]')].map((one) => one.dataset.place), found.textContent]) };
}, underWay);

/** Sets the steppers of a form, whatever their initial values are. */
async function count(page, scope, cards) {
    await page.locator(`${scope} ${ui.stepper}`).first().waitFor();
    for (const step of await page.locator(`${scope} ${ui.stepper}`).all()) {
        const by = (cards[await step.getAttribute('data-kind')] ?? 0) - Number(await step.locator('b').textContent());
        for (let i = 0; i < Math.abs(by); i++) await step.locator('button').nth(by > 0 ? 1 : 0).click();
    }
}

async function terms(page, action) {
    await count(page, '[data-side=give]', action.give);
    await count(page, '[data-side=want]', action.want);
    if (action.to) {
        for (const box of await page.locator('[data-to]').all()) await box.locator('input').setChecked(action.to.includes(Number(await box.getAttribute('data-to'))));
    }
    if (action.auto) await page.locator(`${ui.picker} input[name=auto]`).check();
    await page.locator(`${ui.picker} [data-do=confirm][data-with=players]`).click();
}

async function bank(page, { give, take }) {
    await count(page, '[data-side=give]', give);
    await count(page, '[data-side=want]', take);
    await page.locator(`${ui.picker} ${begins('confirm')}[data-with=bank]`).click();
}

/** Custom forms, by the type of action: (page, action). */
export const forms = { maritime_trade: bank, offer_trade: terms, counter_trade: terms };
for (const type of steppers) forms[type] = async (page, action) => {
    await count(page, ui.picker, action.cards ?? action.take);
    await page.locator(`${ui.picker} ${begins('confirm')}`).click();
};

/** Enters the given outcome of chance, or leaves it to the server. */
async function tell(page, outcome) {
    if (!outcome) return page.locator('[data-pick="outcome=drawn"]').click();
    if (outcome.card) return page.locator(`[data-pick="outcome=${outcome.card}"]`).click();
    if (outcome.cards) {
        for (const [i, card] of outcome.cards.entries()) await page.locator(`[data-pick="outcome-${i}=${card.card ?? card}"]`).click();
        return page.locator(`${ui.outcome} [data-do=confirm]`).click();
    }
    for (const part of ['yellow', 'red', 'event']) if (outcome[part] !== undefined) await page.locator(`[data-pick="${part}=${outcome[part]}"]`).click();
    return undefined;
}

/** The values of a field that are still to be chosen, one by one. */
function values(action, field) {
    const value = action[field];
    if (Array.isArray(value)) return value;
    if (value && typeof value === 'object') return Object.entries(value).flatMap(([kind, n]) => Array(n).fill(kind));
    return [value ?? null];
}

function placeKind(action, field) {
    if (['from', 'to'].includes(field) && alongPaths.includes(action.card ?? action.type)) return 'edge';
    return placeKinds[field];
}

/** Makes the next choice of the picker. TAKEN counts the chosen values of each field. */
async function choose(page, action, field, taken) {
    const all = values(action, field);
    const n = taken[field] ?? 0;
    taken[field] = n + 1;
    if (n >= all.length) return page.locator(`[data-pick="${field}=enough"], ${ui.picker} ${begins('confirm')}`).first().click();
    const value = all[n];
    const kind = value === null ? undefined : placeKind(action, field);
    const target = kind ? lit(page, `${kind}-${value}`) : page.locator(`[data-pick="${field}=${value}"]`);
    return target.click();
}

/** Waits until the page shows something else than BEFORE, or the move was answered. */
const changed = (page, before, done) => Promise.race([
    done,
    page.waitForFunction(([selector, was]) => {
        const found = document.querySelector(selector);
        const at = found ? JSON.stringify([found.dataset, [...document.querySelectorAll('[data-chosen]')].map((one) => one.dataset.place), found.textContent]) : '';
        return at !== was;
    }, [underWay, before]),
]);

async function begin(page, action) {
    await page.locator(ui.ready).waitFor({ state: 'attached' });
    const { at } = await here(page);
    if (at?.picking === keyOf(action) || (at?.outcome === action.type)) return;
    const offer = action.offer === undefined ? '' : `[data-offer="${action.offer}"]`;
    const partner = action.with === undefined ? '' : `[data-with="${action.with}"]`;
    const card = playsCard.includes(action.type) ? `[data-card="${action.card}"]` : '';
    const button = page.locator(`${ui.making} ${begins(action.type)}${offer}${partner}${card}`).first();
    await button.waitFor({ state: 'attached' });
    await reveal(page, button);
    // It may have closed by itself in the meantime, because its move was answered.
    for (let i = 0; at && i < closingsMax && !(await button.isVisible()); i++) await does(page, 'cancel').click({ timeout: closingMs }).catch(() => {});
    await press(page, button);
}

/** Makes an action (at a table with its outcome) by clicking. Returns { sent, status, answer }. */
export async function act(page, action, outcome) {
    return moving(page, async (answered) => {
        let over = false;
        const done = answered.then(() => { over = true; });
        await begin(page, action);
        const taken = {};
        for (let i = 0; i < choicesMax; i++) {
            await Promise.race([done, page.locator(ui.ready).waitFor({ state: 'attached' })]);
            if (over) return;
            const { at, seen } = await here(page);
            // If another action is in progress, it began after this one, whose response has practically arrived.
            if (at?.asked === action.type) await does(page, 'confirm').click();
            else if (at?.outcome === action.type) await tell(page, outcome);
            else if (at?.picking && forms[action.type]) {
                await forms[action.type](page, action);
                return;
            } else if (at?.field && at.picking === keyOf(action)) await choose(page, action, at.field, taken);
            await changed(page, seen, done);
        }
    });
}

/** Waits until the page shows the game after event SEQ, or a later one. */
export const shown = (page, seq) => page.waitForFunction(([board, want]) => Number(document.querySelector(board)?.dataset.seq ?? -1) >= want, [ui.board, seq]);
