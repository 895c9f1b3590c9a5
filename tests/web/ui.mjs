// SPDX-License-Identifier: AGPL-3.0-or-later
// Where things are on the page. Tests know its parts by these names only: a redesign that keeps the attributes changes
// nothing here; any other changes this file and no other one.

const at = (name) => `[data-part=${name}]`;

/** Selectors of the page's parts. `making` is where moves are made: the row of actions, the sheets over it, the
 * hand. */
export const ui = {
    making: `:is(${at('actions')}, ${at('sheet')}, ${at('hand')})`, actions: at('actions'), label: at('label'), sheet: at('sheet'), status: at('status'), refusal: at('refusal'), lacking: at('lacking'), openGame: at('open-game'), diceEntry: at('dice-entry'), notation: at('notation'), batch: at('batch'), bank: at('bank'), result: at('result'),
    // The row of actions while a move is being sent, and otherwise.
    busy: `[aria-busy=true] > ${at('actions')}`, ready: `:not([aria-busy=true]) > ${at('actions')}`,
    // What is in progress: a choice, a confirmation, an outcome of chance, the actions at a place.
    picker: '[data-picking]', asked: '[data-asked]', outcome: '[data-outcome]', here: '[data-here]', stepper: at('stepper'),
    board: at('board'), frame: at('frame'), drawing: at('drawing'), lights: at('lights'), placeLine: at('place-line'), coordinates: at('coordinates'), token: '[data-token]', ship: at('ship'), strengths: at('strengths'), costs: at('costs'),
    game: at('game'), head: at('head'), turn: at('turn'), progress: at('progress'), players: at('players'), glance: at('glance'), hand: at('hand'), openHand: at('open-hand'), panels: at('panels'), player: at('player'), barbarians: at('barbarians'), levels: at('levels'), improvement: at('improvement'),
    news: at('news'), newsItem: at('news-item'), latest: at('latest'), replay: at('replay'), replaySaid: at('replay-said'), proposal: at('proposal'), timeline: at('timeline'), perspective: at('perspective'), charts: at('charts'),
    logEntry: at('log-entry'), logText: at('log-text'), saidPlace: at('said-place'), message: at('message'), mention: at('mention'), talkTo: at('talk-to'), orders: at('orders'), meaning: at('meaning'), stepFault: at('step-fault'), placeField: at('place-field'), filters: at('filters'),
    coach: at('coach'), explain: at('explain'), rules: at('rules'), contents: at('contents'), hints: `${at('lights')} [data-hint]`,
    toast: at('toast'), fault: at('fault'), partFault: at('part-fault'), menuButton: at('menu-button'), menu: at('menu'), ownName: at('own-name'), badge: at('badge'), copy: at('copy'),
    signUp: at('sign-up'), keep: at('keep'), guestNote: at('guest-note'), guestForm: at('guest-form'), rename: at('rename'), options: at('options'), gameCard: at('game-card'), seats: at('seats'), seatName: at('seat-name'), figures: at('figures'), optionGroup: at('option-group'), optionBody: at('option-body'), mapShelf: at('map-shelf'),
    settings: at('settings'), how: at('how'), thisDevice: at('this-device'), verdict: at('verdict'), fairNumbers: at('fair-numbers'), proof: at('proof'),
    setUp: at('set-up'), position: at('position'), paint: at('paint'), faults: at('faults'),
};

/** What begins or ends something: an action by its type, or confirm, cancel, undo … Trades with the bank and with
 * players share one button. */
export const begins = (name) => `:is([data-do="${name}"], [data-also="${name}"])`;
export const does = (page, name) => page.locator(`${ui.making} ${begins(name)}`).first();
/** Any other choice: "field=value". */
export const picks = (page, what) => page.locator(`${ui.making} [data-pick="${what}"]`);
/** A place that can be chosen: "vertex-29". */
export const lit = (page, place) => page.locator(`${ui.board} [data-place="${place}"][data-lit]`);
/** The board, once it shows the game after event SEQ. */
export const boardAt = (page, seq) => page.locator(`${ui.board}[data-seq="${seq}"]`);
/** The part where moves are made, once it contains TEXT. */
export const making = (page, text) => page.locator(ui.making, { hasText: text }).first();

/** The button that opens the hidden sheet with LOCATOR; null: it is not hidden, or the sheet returns by itself. */
export async function awaySheet(locator) {
    const sheet = await locator.evaluate((element) => element.closest('[data-sheet-of][hidden]')?.getAttribute('data-sheet-of') ?? null);
    return sheet && sheet !== 'auto' ? `[data-sheet="${sheet}"]` : null;
}

/** For how long a button that a sheet may cover is tried at first, and how often; each time is longer. */
const pressMs = 2000;
const pressesMax = 6;
/** Playwright's log line of a click that the page has received; any delay after it is Playwright's own waiting. */
const clicked = /click action done/;

/** Opens the sheet with LOCATOR, if that sheet is hidden. */
export async function reveal(page, locator) {
    const sheet = await awaySheet(locator);
    if (sheet) await page.locator(sheet).click();
}

/** Clicks LOCATOR, in whichever sheet it is; the response to a move may hide that sheet in between. */
export async function press(page, locator) {
    for (let tries = 1; ; tries += 1) {
        try {
            await reveal(page, locator);
            return await locator.click({ timeout: pressMs * tries });
        } catch (fault) {
            if (clicked.test(fault.message)) return undefined;
            if (tries === pressesMax) throw fault;
        }
    }
}
