// SPDX-License-Identifier: AGPL-3.0-or-later
// What teaches the game: the guide of a first game, good places, explanations, how to play.
import { readFileSync } from 'node:fs';
import { ownTurn } from './games.mjs';
import { accessible, open, run, settled, sound, until } from './harness.mjs';
import { inSight } from './inSight.mjs';
import { stage } from './scenes.mjs';
import { does, ui } from './ui.mjs';

const note = (page, id) => page.locator(`${ui.coach}[data-note="${id}"]`);
const sizes = [[360, 640], [390, 844], [844, 390], [1280, 720]].map(([width, height]) => ({ width, height }));

/** Everything stays visible next to the note. */
async function covered(t, page, what, wanted) {
    for (const size of sizes) {
        await page.setViewportSize(size);
        const faults = await inSight(page, [ui.board, ui.hand, ...wanted]);
        t.ok(`${what} at ${size.width}x${size.height}`, faults.length === 0, faults.slice(0, 3).join('; '));
    }
    await page.setViewportSize(sizes[1]);
}

/** Taps a lit place, the best one if some are recommended. */
async function settle(page, kind) {
    const place = page.locator(`${ui.board} [data-place^=${kind}][data-lit]`);
    await place.first().waitFor();
    const [best] = await page.locator(ui.hints).evaluateAll((all) => all.map(({ dataset }) => dataset.hint));
    await (best ? page.locator(`${ui.board} [data-place="${best}"]`) : place.first()).click();
}

/** Presses and holds LOCATOR until its explanation is shown. */
async function hold(phone, locator) {
    const { x, y, width, height } = await locator.boundingBox();
    const touch = { x: x + width / 2, y: y + height / 2 };
    const finger = await phone.context().newCDPSession(phone);
    // The code for it is loaded at the first touch.
    await until(async () => {
        await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [touch] });
        const shown = await phone.locator(`${ui.explain} p`).first().waitFor({ timeout: 2000 }).then(() => true, () => false);
        await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        return shown;
    });
}

const scenarios = readFileSync(new URL('../../service/texts/hexpost.pot', import.meta.url), 'utf8').match(/"page\.scenarios\./g).length;

await run('learning', {
    'a guest’s first game explains itself': async (t) => {
        const page = await open(t, '/', { width: 390, height: 844 });
        await page.locator('[data-do=play-now]').click();
        await note(page, 'settle').waitFor();
        await page.locator(ui.hints).nth(2).waitFor();
        t.ok('what wins is told at once', (await page.locator(`${ui.coach} .coach-aside`).innerText()).includes('10 points'));
        t.equal('three good places, each with its reasons', await page.locator(`${ui.coach} [data-reasons]`).count(), 3);
        await covered(t, page, 'the first note', [`${ui.board} [data-lit]`]);
        await sound(t, page, 'the first note');
        await settle(page, 'vertex');
        await note(page, 'road').waitFor();
        t.equal('good places are gone', await page.locator(ui.hints).count(), 0);
        await settle(page, 'edge');
        await note(page, 'second').waitFor();
        await settle(page, 'vertex');
        await page.locator(`${ui.board} [data-place^=edge][data-lit]`).first().waitFor();
        await settle(page, 'edge');
        await note(page, 'roll').waitFor();
        await covered(t, page, 'the note on the dice', ['[data-do=roll]']);
        t.ok('what has happened is told beside it', await page.locator(`${ui.latest} p:not(:empty)`).isVisible());
        await page.locator('[data-do=coach-next]').click();
        await note(page, 'idle').waitFor();
        await page.reload();
        await does(page, 'roll').waitFor();
        t.equal('what was read is not said again', await note(page, 'roll').count(), 0);
        await covered(t, page, 'between two notes', ['[data-do=roll]', ui.latest]);
        const top = async () => (await page.locator('[data-on="0"]').first().boundingBox()).y;
        const before = await top();
        const learned = () => page.evaluate(() => JSON.parse(localStorage.getItem('hexpost.settings')).learned);
        t.ok('how things explain themselves is told', await note(page, 'idle').locator('p').isVisible());
        t.ok('and not yet read', !(await learned()).includes('pointing'));
        await page.clock.setFixedTime(Date.now() + 60000);
        await does(page, 'roll').click();
        await does(page, 'roll').waitFor({ state: 'detached' });
        // After a seven the page asks where the robber goes, which takes up room.
        if ((await page.locator('[data-wanted=move_robber]').count()) === 0) t.equal('the board keeps its place', await top(), before);
        await page.locator(`${ui.latest} [data-do=log]`).click();
        await page.locator(ui.logEntry).first().waitFor();
        await until(async () => (await learned()).includes('pointing'));
    },
    'how things explain themselves is told once': async (t) => {
        const ada = await t.server.account('learning po');
        const { id } = await ownTurn(ada);
        const page = await open(t, `/games/${id}`, { account: ada, phone: true });
        for (const { learned, told } of [{ learned: ['settle'], told: 1 }, { learned: ['settle', 'pointing'], told: 0 }]) {
            await page.evaluate((all) => localStorage.setItem('hexpost.settings', JSON.stringify({ coach: 'on', learned: all })), learned);
            await page.reload();
            await page.locator(`${ui.board} [data-lit]`).first().waitFor();
            await settled(page);
            t.equal(`after ${learned}`, await note(page, 'idle').count(), told);
        }
    },
    'on a laptop a note can be a line, and stays one': async (t) => {
        const ada = await t.server.account('learning la');
        const { id } = await ownTurn(ada);
        const page = await open(t, `/games/${id}`, { account: ada, height: 720, prefs: { coach: 'on' } });
        const high = async () => (await page.locator(ui.coach).boundingBox()).height;
        await note(page, 'settle').waitFor();
        const whole = await high();
        await page.locator('[data-do=coach-unfold]').click();
        await page.locator(`${ui.coach}:not([data-open])`).waitFor();
        t.ok('it leaves the players their room', (await high()) < 50 && whole > 150, `${whole} and ${await high()}`);
        t.equal('the players, too', await inSight(page, [ui.glance, `${ui.player}[data-player="0"]`]), []);
        await settle(page, 'vertex');
        await note(page, 'road').waitFor();
        t.ok('so does the next', (await high()) < 50);
        await page.reload();
        await page.locator('[data-do=coach-unfold][aria-expanded=false]').click();
        t.ok('until it is opened again', await page.locator(`${ui.coach} p`).first().isVisible());
    },
    'it is closed, and asked for again': async (t) => {
        const ada = await t.server.account('learning ada');
        const game = await ownTurn(ada);
        const page = await open(t, `/games/${game.id}`, { account: ada });
        await page.locator(ui.board).waitFor();
        t.equal('not for everybody', await page.locator(ui.coach).count(), 0);
        t.equal('nor news of a game that has just begun', await page.locator(ui.news).count(), 0);
        await page.locator('[data-sheet=more]').click();
        await page.locator('[data-help=guide]').click();
        await note(page, 'settle').waitFor();
        await page.locator('[data-do=coach-close]').click();
        await note(page, 'settle').waitFor({ state: 'detached' });
    },
    'a hint says what to do, and what for': async (t) => {
        const ada = await t.server.account('learning eve');
        const { id } = await ownTurn(ada);
        const page = await open(t, `/games/${id}`, { account: ada, language: 'de' });
        await page.locator('[data-tool=hints]').click();
        const advice = page.locator(`${ui.coach}[data-note=advice] [data-advice]`);
        await advice.waitFor();
        const told = await ada.ask('GET', `/v1/games/${id}/hint`);
        t.equal('the move', [await advice.getAttribute('data-advice'), await page.locator(ui.hints).first().getAttribute('data-hint')], [told.action.type, `vertex-${told.action.vertex}`]);
        const reasons = () => advice.locator('[data-reason]').evaluateAll((all) => all.map(({ dataset }) => dataset.reason));
        t.equal('what for', await reasons(), told.reasons.map(({ about }) => about));
        const said = await advice.innerText();
        t.ok('in the reader’s language, with the number that brings it, and no chance in the set-up', /mehr \S+ \(die \d+ fällt in \d von 36 Würfen\)/.test(said) && !said.includes('%'), said);
        await covered(t, page, 'a hint', [`${ui.board} [data-lit]`]);
        await sound(t, page, 'a hint');
        await page.keyboard.press('h');
        await advice.waitFor({ state: 'detached' });
        await page.keyboard.press('h');
        await page.locator(ui.hints).first().waitFor();
        await settle(page, 'vertex');
        await note(page, 'advice').waitFor({ state: 'detached' });
        for (const kind of ['edge', 'vertex', 'edge']) await settle(page, kind);
        await does(page, 'roll').waitFor();
        await page.keyboard.press('h');
        await page.locator(`${ui.coach} [data-advice=roll]`).waitFor();
        t.equal('where it leads', await page.locator('[data-coached]').getAttribute('data-do'), 'roll');
    },
    'against people the page knows good places alone': async (t) => {
        const [ada, bo] = [await t.server.account('learning flo'), await t.server.account('learning gus')];
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base' }, seats: [{ account: 'me' }, { open: true }, { bot: 'greedy' }] });
        await bo.ask('POST', `/v1/games/${id}/join`, {});
        const first = await until(async () => (await Promise.all([ada, bo].map(async (one) => (await one.ask('GET', `/v1/games/${id}/actions`)).actions.length > 0 && one))).find(Boolean));
        const page = await open(t, `/games/${id}`, { account: first });
        await page.locator('[data-tool=hints]').click();
        await page.locator(ui.hints).nth(2).waitFor();
        await note(page, 'hints').waitFor();
        await covered(t, page, 'good places', [`${ui.board} [data-lit]`]);
        await settle(page, 'vertex');
        await note(page, 'hints').waitFor({ state: 'detached' });
    },
    'a guided game from the page for new games': async (t) => {
        const ada = await t.server.account('learning bo');
        const page = await open(t, '/new', { account: ada, language: 'de', phone: true });
        await page.locator('[data-start=guided-base]').click();
        await note(page, 'settle').waitFor();
        t.equal('nothing of the notation', await page.locator('[data-tool=coordinates]').count(), 0);
        t.ok('in German', (await page.locator(ui.coach).innerText()).includes('Siedlung'));
    },
    'a guided game of Cities & Knights, after the first one': async (t) => {
        const ada = await t.server.account('learning ed');
        const page = await open(t, '/new', { account: ada, width: 390, height: 844, prefs: { coach: 'on', learned: ['settle', 'road', 'second', 'roll', 'income'] } });
        await page.locator('[data-start=guided-cities_and_knights]').click();
        await note(page, 'ckSettle').waitFor();
        await settle(page, 'vertex');
        await settle(page, 'edge');
        await note(page, 'ckCity').waitFor();
        await settle(page, 'vertex');
        await settle(page, 'edge');
        await does(page, 'roll').waitFor();
        t.ok('every button has its word', await page.locator(`${ui.actions} button`).evaluateAll((all) => all.length > 9 && all.every((one) => one.querySelector('[data-part=label]').clientWidth > 9)));
        await page.locator('[data-sheet=knights]').click();
        await page.locator('[data-sheet-of=knights] p').waitFor(); // without knights it explains them
        await covered(t, page, 'what knights are', [`[data-sheet-of=knights] p`]);
    },
    'the guide at sea speaks of ships': async (t) => {
        const ada = await t.server.account('learning isa');
        const { id } = await ownTurn(ada, { rules: { game: 'base', scenario: 'new_shores', players: 3 } });
        const board = await ada.ask('GET', `/v1/games/${id}/board`);
        const sea = new Set(board.hexes.filter(({ terrain }) => terrain === 'sea').map(({ q, r }) => `${q},${r}`));
        const coast = new Set(board.vertices.filter(({ hexes }) => hexes.some((hex) => sea.has(hex.join()))).map((one) => one.id));
        const { seq, actions } = await ada.ask('GET', `/v1/games/${id}/actions`);
        await ada.ask('POST', `/v1/games/${id}/moves`, { seq, action: actions.find(({ type, vertex }) => type === 'build_settlement' && coast.has(vertex)) });
        const page = await open(t, `/games/${id}`, { account: ada, width: 390, height: 844, prefs: { coach: 'on', learned: [] } });
        await note(page, 'seaRoad').waitFor();
        await covered(t, page, 'the note on roads and ships', ['[data-do=build_road]', '[data-do=build_ship]']);
        await does(page, 'build_ship').click();
        await covered(t, page, 'the note while the ship is placed', [`${ui.board} [data-lit]`]);
    },
    'the guide says what the robber does at one’s own place': async (t) => {
        const ada = await t.server.account('learning jo');
        const { id } = await ownTurn(ada);
        const view = () => ada.ask('GET', `/v1/games/${id}/view`);
        const acts = ({ phase, turn, waiting_for: waits }) => phase === 'play' && turn.player === 0 && turn.step === 'actions' && waits.some(({ player }) => player === 0);
        await until(async () => {
            const { seq, actions } = await ada.ask('GET', `/v1/games/${id}/actions`);
            if (acts(await view())) return true;
            const [action] = actions.filter(({ type, open: isOpen }) => type !== 'undo' && !isOpen);
            if (action) await ada.ask('POST', `/v1/games/${id}/moves`, { seq, action });
            return false;
        });
        const [{ vertex }] = (await view()).pieces.settlements.filter(({ player }) => player === 0);
        const board = await ada.ask('GET', `/v1/games/${id}/board`);
        const beside = board.vertices.find((one) => one.id === vertex).hexes.map(String);
        const own = board.hexes.find(({ q, r, number }) => number && beside.includes(`${q},${r}`));
        const away = board.hexes.find(({ q, r, number }) => number && !beside.includes(`${q},${r}`));
        const page = await open(t, null, { account: ada, width: 390, height: 844, prefs: { coach: 'on', learned: ['many', 'seaShip'] } });
        for (const { robber, says } of [{ robber: own.id, says: true }, { robber: away.id, says: false }]) {
            await page.unrouteAll();
            await page.route(`**/v1/games/${id}/view*`, async (route) => {
                const response = await route.fetch();
                const json = await response.json();
                // Only the first settlement, so that the reader has no other hex.
                json.pieces.settlements = json.pieces.settlements.filter((one) => one.player !== 0 || one.vertex === vertex);
                await route.fulfill({ response, json: { ...json, robber } });
            });
            await page.goto(`/games/${id}`);
            await page.locator(`${ui.coach}[data-note]`).waitFor();
            t.equal(`with the robber at hex ${robber}`, await note(page, 'robbed').count() === 1, says);
            if (says) await covered(t, page, 'what the robber does', []);
        }
    },
    'how to play, from everywhere': async (t) => {
        const page = await open(t, '/', { width: 390, height: 844 });
        await page.locator('main a[href="/how-to-play"]').click();
        await page.locator(`${ui.rules} [data-rule=goal]`).waitFor();
        await sound(t, page, 'how to play');
        const contents = page.locator(ui.contents);
        t.equal('everything is in the list of contents', await contents.locator('dd a').count(), await page.locator('[data-rule]').count());
        await contents.getByRole('link', { name: 'A seven' }).click();
        t.equal('reading goes on there', await page.evaluate(() => document.activeElement.id), 'rule-robber');
        t.ok('in sight', (await page.locator('#rule-robber').boundingBox()).y < 200);
        await page.goto('/how-to-play#rule-pirate');
        await page.locator('#rule-pirate:focus').waitFor();
        const ada = await t.server.account('learning cy');
        const { id } = await ownTurn(ada, { rules: { game: 'cities_and_knights', players: 3 } });
        const game = await open(t, `/games/${id}`, { account: ada });
        await game.locator(ui.board).waitFor();
        await game.keyboard.press('?');
        await game.locator('[data-part=keys]').waitFor();
        const keys = (await game.locator('[data-part=keys] dd').allInnerTexts()).join(', ');
        t.ok('the keys are those of this game, in the set-up too', /knight/i.test(keys) && !/development|ship/i.test(keys), keys);
        await game.locator('dialog [data-help=rules]').click();
        await game.locator(ui.rules).waitFor();
        t.equal('what is played comes first', await game.locator('[data-rule]').first().getAttribute('data-rule'), 'commodities');
        t.equal('and all the rest after it', await game.locator('[data-chapter]').evaluateAll((all) => all.map(({ dataset }) => dataset.chapter)), ['cities_and_knights', 'base', 'sea', 'six']);
        await game.locator(`dialog ${ui.contents} a`).nth(3).click();
        t.ok('the game is still there', new URL(game.url()).hash === '' && (await game.locator(ui.rules).isVisible()));
        await sound(t, game, 'how to play, over a game');
    },
    'how to play at sea, and for six': async (t) => {
        const ada = await t.server.account('learning sea');
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', scenario: 'cloth', players: 5 }, seats: [{ account: 'me' }, ...Array(4).fill({ bot: 'random' })] });
        const page = await open(t, `/games/${id}`, { account: ada });
        await page.locator(ui.board).waitFor();
        await page.keyboard.press('?');
        await page.locator('dialog [data-help=rules]').click();
        await page.locator(ui.rules).waitFor();
        t.equal('what is played comes first', await page.locator('[data-chapter]').evaluateAll((all) => all.map(({ dataset }) => dataset.chapter)), ['sea', 'base', 'six', 'cities_and_knights']);
        t.equal('the scenario, too', await page.locator('[data-scenario]').first().getAttribute('data-scenario'), 'cloth');
        t.equal('all scenarios are told of', await page.locator('[data-scenario]').count(), scenarios);
        await sound(t, page, 'how to play at sea');
    },
    'the rule of a thing': async (t) => {
        const ada = await t.server.account('learning di');
        const { id } = await ownTurn(ada);
        const page = await open(t, `/games/${id}`, { account: ada });
        const about = (what) => page.locator(`${ui.explain}[data-about="${what}"] p`).first();
        await page.locator(`${ui.hand} [data-kind=ore]`).hover();
        await about('kind/ore').waitFor();
        await accessible(t, page, 'the rule of a thing');
        await page.locator(`${ui.head}`).hover();
        await page.locator(ui.explain).waitFor({ state: 'detached' });
        // Elements that move under a resting mouse were not pointed at.
        await page.evaluate(() => {
            const over = Object.assign(document.createElement('i'), { id: 'slid' });
            over.dataset.explain = 'kind/wool';
            over.style = 'position:fixed;inset:0;z-index:99';
            document.body.append(over);
            return over.animate([{ opacity: 1 }, { opacity: 0.9 }], 700).finished.then(() => null); // longer than an explanation takes
        });
        t.equal('nothing is said of it', await page.locator(ui.explain).count(), 0);
        await page.mouse.move(300, 300);
        await about('kind/wool').waitFor();
        await page.evaluate(() => document.getElementById('slid').remove());
        await page.locator(`${ui.head}`).hover();
        await page.locator(ui.explain).waitFor({ state: 'detached' });
        await page.locator(`${ui.glance} [data-explain=points]`).first().click();
        await about('points').waitFor();
        t.equal('a tap on the points opens nothing else', await page.locator(`${ui.glance} > button[aria-expanded=true]`).count(), 0);
        await page.locator('[data-tool=legend]').click();
        await page.locator('dialog[open] li').first().waitFor();
        await page.mouse.click(5, 450);
        await page.locator('dialog').waitFor({ state: 'detached' });
        const phone = await open(t, `/games/${id}`, { account: ada, phone: true });
        await phone.locator(ui.head).tap();
        await hold(phone, phone.locator(`${ui.hand} [data-kind=brick]`));
        t.ok('it stays when the finger goes', await until(() => phone.locator(ui.explain).isVisible()));
        await phone.locator(ui.head).tap();
        await phone.locator(ui.explain).waitFor({ state: 'detached' });
        await hold(phone, phone.locator(`${ui.bank} [data-bank=ore]`));
        t.ok('its figure, too', /ore.*4:1/.test(await phone.locator(`${ui.explain} p`).first().innerText()));
    },
    'every small figure says what it is': async (t) => {
        const ada = await t.server.account('learning fi');
        const { id } = await ownTurn(ada);
        const scenes = [id, (await stage(ada, 'edition ck2022\nuse field\nplayer 0 hand ore knight 29 basic active progress bishop\nplayer 1 hand ore trade 4 metropolis trade 41')).id];
        const told = new Set();
        for (const game of scenes) {
            const page = await open(t, `/games/${game}`, { account: ada });
            await page.locator(ui.bank).waitFor();
            const around = `:is(${ui.players}, ${ui.hand}, ${ui.head})`;
            const figures = page.locator(`${around} [title]:not(button, h1)`);
            const mute = await figures.evaluateAll((all) => all.filter((one) => !one.closest('[data-explain]') || (one.ariaHidden !== 'true' && one.textContent.trim() === '')).map((one) => one.outerHTML));
            t.equal('figures that are not explained, or have no words', mute, []);
            for (const about of new Set(await figures.evaluateAll((all) => all.map((one) => one.closest('[data-explain]')?.dataset.explain)))) {
                if (told.has(about)) continue;
                told.add(about);
                await page.locator(`${around} [data-explain="${about}"]`).first().hover();
                await page.locator(`${ui.explain}[data-about="${about}"] p`).last().waitFor();
            }
        }
        const least = ['points', 'cards', 'dev_cards', 'dev_stack', 'bank', 'wait', 'knights', 'progress', 'improvement/trade'];
        t.equal('what is left out', least.filter((one) => !told.has(one)), []);
    },
}, { share: 4 });
