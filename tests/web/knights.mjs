// SPDX-License-Identifier: AGPL-3.0-or-later
// Cities & Knights on the page: a whole game, decisions on a phone, and the player's panels.
import { chance, oneOf, seed } from '../support/chance.mjs';
import { taken, whole } from '../support/slice.mjs';
import { isMove, shown } from './clicker.mjs';
import { accessible, fits, open, run, unsteady } from './harness.mjs';
import { perform } from './listed.mjs';
import { begin } from './scenes.mjs';
import { knightScenes } from './scenesKnights.mjs';
import { lit, making, reveal, ui } from './ui.mjs';

/** Preferred actions, in this order. Offers of bots are ignored: they do not wait for an answer. */
const wishes = [
    'choose_pillaged_city', 'choose_progress_deck', 'discard_progress_card', 'take_resource', 'relocate_knight', 'remove_knight', 'place_knight', 'give_commodity', 'take_progress_card', 'give_cards', 'take_cards', 'discard', 'move_robber', 'commit_knights',
    'improve_city', 'build_city', 'build_settlement', 'play_progress_card', 'harbor_offer', 'activate_knight', 'build_knight', 'promote_knight', 'build_city_wall', 'chase_robber', 'roll', 'maritime_trade', 'build_road', 'end_turn',
];
const movesMax = 400;

/** The first COUNT cards of a hand. */
function some(hand, count) {
    const all = Object.entries(hand).flatMap(([kind, n]) => Array(n).fill(kind)).slice(0, count);
    return Object.fromEntries([...new Set(all)].map((kind) => [kind, all.filter((other) => other === kind).length]));
}

/** Bishops who rob all players at a hex: another listed action omits the victims, and the page sends that one. */
const saidShorter = ({ card, hex, victims }, listed) => victims !== undefined && victims.length === Math.max(...listed.filter((other) => other.card === card && other.hex === hex).map((other) => other.victims?.length ?? 0));

/** A simple strategy; null if there is nothing to do. Trades with the bank are limited, or the game would never end. */
async function next(account, id, actions, traded, random) {
    const whole = actions.filter((action) => (!action.open || ['discard', 'give_cards'].includes(action.type)) && (action.type !== 'maritime_trade' || !traded));
    const type = wishes.find((wish) => whole.some((action) => action.type === wish));
    if (type === undefined) return null;
    const among = whole.filter((action) => action.type === type && !saidShorter(action, whole));
    const action = oneOf(random, among);
    if (!action.open) return action;
    const view = await account.ask('GET', `/v1/games/${id}/view`);
    return { type, cards: some(view.players[view.viewer].cards, action.count) };
}

/** Plays a game against bots to its end. Returns the actions made. */
async function playOut(t, account, page, id) {
    const made = new Set();
    const random = chance('a whole game');
    let traded = false;
    for (let i = 0; i < movesMax; i++) {
        const { seq, actions } = await account.ask('GET', `/v1/games/${id}/actions`);
        if ((await account.ask('GET', `/v1/games/${id}`)).status !== 'active') return made;
        const action = await next(account, id, actions, traded, random);
        if (!action) {
            await account.ask('GET', `/v1/games/${id}/events?after=${seq}&wait=5`);
            continue;
        }
        await shown(page, seq);
        t.note(`after ${seq}: ${JSON.stringify(action)}`);
        const { status, body } = await perform(page, action, actions, t);
        t.equal(`${action.type} is taken`, status, 201);
        t.equal('what was sent is what was chosen', body.action, action);
        made.add(action.type);
        traded = action.type === 'end_turn' ? false : traded || action.type === 'maritime_trade';
    }
    throw new Error('the game does not end');
}

/** A scene after this many of its moves. */
const after = (name, moves) => {
    const scene = knightScenes[name];
    return { ...scene, first: [...(scene.first ?? []), ...scene.moves.slice(0, moves).map((action) => ({ action }))] };
};

/** Opens the page at a moment of a scene. */
async function look(t, account, scene, options = {}) {
    const game = await begin(account, scene);
    const page = await open(t, `/games/${game.id}`, { account, ...options });
    await page.locator(ui.turn).waitFor();
    return page;
}

const before = 'edition ck2022\nuse field\nattacks 1\nrobber h8\nplayer 0 hand 4 cloth 2 coin 1 paper 4 wool 3 ore 2 grain 3 brick trade 3 politics 1 knight 29 strong active knight 34 basic progress bishop alchemist merchant\nplayer 1 hand wool knight 36 basic active progress spy crane trade 4 metropolis trade 41';

console.log(`TEST_SEED=${seed}`);
await run('knights', {
    'a whole game by clicking': async (t) => {
        const ada = await t.server.account('knights ada');
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'cities_and_knights', players: 3, victory_points: 6 }, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }] });
        const page = await open(t, `/games/${id}`, { account: ada });
        const made = await playOut(t, ada, page, id);
        t.ok('much was done', made.size >= 5, [...made].join());
        const { result } = await ada.ask('GET', `/v1/games/${id}`);
        t.ok('somebody has won', result.winner !== null);
        await page.locator(ui.head, { hasText: 'The game is over' }).waitFor();
    },
    'a whole game over an unsteady network': async (t) => {
        if (!whole) return;
        const ada = await t.server.account('knights una');
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'cities_and_knights', players: 3, victory_points: 5 }, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }] });
        const page = await open(t, null, { account: ada });
        await unsteady(page, chance('an unsteady network'));
        await page.goto(`/games/${id}`);
        await playOut(t, ada, page, id);
        await page.locator(ui.head, { hasText: 'The game is over' }).waitFor();
    },
    'what the barbarians bring is decided on a phone': async (t) => {
        const ada = await t.server.account('knights bo');
        const lookedAt = [['a city lost', /5 against 0|6 against 0/], ['knights declared', /strength/], ['a fifth card off turn', /four progress cards/], ['the Aqueduct', /Aqueduct/]];
        for (const [at, [name, says]] of lookedAt.entries()) {
            for (const dark of [false, true].filter((_, i) => taken(at + i, 3))) {
                const page = await look(t, ada, knightScenes[name], { phone: true, dark });
                t.ok(`${name}: said where it comes from`, says.test(await page.locator(ui.status).innerText()), await page.locator(ui.status).innerText());
                await fits(t, page, name);
                await accessible(t, page, `${name}, ${dark ? 'dark' : 'light'}`);
                await t.leave(page);
            }
        }
        const page = await look(t, ada, knightScenes['a city lost'], { phone: true });
        const answered = page.waitForResponse(isMove);
        await lit(page, 'vertex-28').tap();
        t.equal('one tap', (await answered).request().postDataJSON().action, { type: 'choose_pillaged_city', vertex: 28 });
    },
    'forms and panels in both themes and languages': async (t) => {
        const ada = await t.server.account('knights cy');
        const forms = [['Alchemist', 'alchemist'], ['Bishop, everybody', 'bishop'], ['Inventor', 'inventor'], ['Merchant Fleet', 'merchant_fleet']];
        for (const [i, options] of [{}, { phone: true, dark: true, language: 'de' }].entries()) {
            for (const [name, card] of forms.filter((_, at) => taken(at + i, 6))) {
                const page = await look(t, ada, knightScenes[name], options);
                await reveal(page, page.locator(`${ui.making} [data-card=${card}]`));
                await page.locator(`${ui.making} [data-card=${card}]`).click();
                await page.locator(`${ui.making} [data-picking="play_progress_card/${card}"]`).waitFor();
                await fits(t, page, name);
                await accessible(t, page, `${name}, ${i}`);
                await t.leave(page);
            }
            const moments = { 'everything at once': { lines: before }, 'a stack': after('knights declared', 2), 'a card of somebody': after('Spy', 1), 'a hand of somebody': after('Master Merchant', 1), 'a harbor': after('Commercial Harbor', 1), 'a gift': after('Wedding', 1), 'a deserter': after('Deserter', 2) };
            for (const [name, scene] of Object.entries(moments).filter((_, at) => taken(at + i, 6))) {
                const page = await look(t, ada, scene, options);
                await fits(t, page, name);
                await accessible(t, page, `${name}, ${i}`);
                await t.leave(page);
            }
        }
    },
    'a tap on a knight says what it can do': async (t) => {
        const ada = await t.server.account('knights di');
        const page = await look(t, ada, { lines: before });
        const offered = async () => (await page.locator(`${ui.making} [data-here] [data-do]:not([data-do=cancel])`).evaluateAll((buttons) => buttons.map(({ dataset }) => dataset.do))).sort();
        await lit(page, 'vertex-29').click();
        await page.locator(`${ui.making} [data-here]`).waitFor();
        t.equal('an active one', await offered(), ['chase_robber', 'move_knight']);
        await page.locator(`${ui.making} [data-here] [data-do=cancel]`).click();
        await reveal(page, page.locator(`${ui.making} [data-knight="34"]`));
        await page.locator(`${ui.making} [data-knight="34"]`).click();
        await page.locator(`${ui.making} [data-here] [data-do=activate_knight]`).waitFor();
        t.equal('an inactive one, from the list', await offered(), ['activate_knight', 'promote_knight']);
    },
    'the longest names fit on the narrowest phone': async (t) => {
        const ada = await t.server.account('knights narrow');
        const cards = 'progress engineer smith commercial_harbor trade_monopoly';
        const page = await look(t, ada, { lines: `edition ck2020\nuse ck\nattacks 1\nplayer 0 ${cards} hand 2 wool 2 ore 3 cloth` }, { language: 'de', width: 320, height: 640, prefs: { board: 'clear' } });
        t.equal('the board has the look that was chosen', await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--board-forest')), '#1a4631');
        await reveal(page, page.locator('[data-progress=commercial_harbor] [data-do=play_progress_card]'));
        await page.locator('[data-progress=commercial_harbor] [data-do=turn-card]').click();
        await page.locator('[data-progress=commercial_harbor] [aria-expanded=true]').getByText('Rohstoff').waitFor();
        await fits(t, page, 'a hand of progress cards');
        await accessible(t, page, 'a hand of progress cards');
    },
    'improvements are called as in the edition': async (t) => {
        const ada = await t.server.account('knights ed');
        for (const [edition, language, wanted] of [['ck2022', 'de', ['Bank', 'Botschaft', 'Schule']], ['ck2022', 'en', ['Bank', 'Embassy', 'School']], ['ck2020', 'en', ['Bank', 'Church', 'Abbey']], ['ck2020', 'de', ['Bank', 'Kirche', 'Abtei']]]) {
            const page = await look(t, ada, { lines: before.replace('ck2022', edition) }, { language });
            t.equal(`${edition}, ${language}`, await page.locator(`${ui.improvement} > b`).allInnerTexts(), wanted);
            await t.leave(page);
        }
        const page = await look(t, ada, { lines: before });
        t.equal('only what is listed can be pressed', await page.locator('[data-do=improve_city]').evaluateAll((buttons) => buttons.map(({ dataset }) => dataset.pick)), ['track=trade', 'track=politics', 'track=science']);
    },
    'everybody sees how strong the island is': async (t) => {
        const ada = await t.server.account('knights flo');
        const page = await look(t, ada, { lines: `${before}\nbarbarians 4` });
        const barbarians = page.locator(ui.barbarians);
        await barbarians.waitFor();
        t.equal('ships to go', await barbarians.getAttribute('data-ships'), '3');
        t.ok('strengths', (await barbarians.innerText()).includes('Barbarians 3 (3 cities), knights 3'), await barbarians.innerText());
        t.ok('what would come of it', /would hold.*Defender/.test((await barbarians.innerText()).replace(/\n/g, ' ')), await barbarians.innerText());
        const second = page.locator('[data-player="1"]');
        t.equal('levels', await second.locator(`${ui.levels} [data-track]`).evaluateAll((rows) => rows.map(({ dataset }) => `${dataset.track} ${dataset.level}`)), ['trade 4', 'politics 0', 'science 0']);
        t.equal('backs', await second.locator('[data-back]').evaluateAll((rows) => rows.map(({ dataset }) => dataset.back)), ['politics', 'science']);
    },
}, { share: 2 });
