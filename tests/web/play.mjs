// SPDX-License-Identifier: AGPL-3.0-or-later
// Playing on the page: the base game's actions, by mouse, touch and keyboard.
import { setTimeout } from 'node:timers/promises';
import { chance, oneOf, seed } from '../support/chance.mjs';
import { act, isMove, movesUrl, moving, shown } from './clicker.mjs';
import { open, run, sound } from './harness.mjs';
import { inSight } from './inSight.mjs';
import { offered } from './listed.mjs';
import { path, stage } from './scenes.mjs';
import { boardAt, does, lit, making, picks, ui } from './ui.mjs';

/** Long for a response, short for a test. */
const slowMs = 300;

/** Opens a table game of a new account on the page. */
async function table(t, name, lines, options = {}) {
    const account = await t.server.account(name);
    const game = await stage(account, lines);
    const page = await open(t, `/games/${game.id}`, { account, ...options });
    await page.locator(ui.actions).waitFor({ state: 'attached' });
    return { account, page, id: game.id };
}

/** A simple strategy: build what can be built, else continue. Null: there is nothing to do now. */
async function next(account, id, actions, random) {
    const wish = ['build_city', 'build_settlement', 'discard', 'move_robber', 'play_dev_card', 'buy_dev_card', 'roll', 'build_road', 'maritime_trade', 'end_turn', 'decline_trade'];
    const whole = actions.filter(({ open: more, type }) => !more || type === 'discard');
    const useful = whole.filter(({ type }) => type !== 'maritime_trade' || random() < 0.3);
    const type = wish.find((one) => useful.some((action) => action.type === one)) ?? null;
    if (type === null) return null;
    const among = useful.filter((action) => action.type === type);
    const action = oneOf(random, among);
    if (type !== 'discard') return action;
    const view = await account.ask('GET', `/v1/games/${id}/view`);
    return { type, cards: someOf(view.players[view.viewer].cards, action.count) };
}

/** The first COUNT cards of a hand. */
function someOf(hand, count) {
    const cards = {};
    for (const [kind, n] of Object.entries(hand)) {
        const some = Math.min(n, count);
        if (some > 0) cards[kind] = some;
        count -= some;
    }
    return cards;
}

/** A game against bots, on the page from the first settlement to its end. Returns the types of the moves. */
async function wholeGame(t, account, page, id) {
    const made = new Set();
    const random = chance('a whole game');
    for (let i = 0; i < 400; i++) {
        const { seq, actions } = await account.ask('GET', `/v1/games/${id}/actions`);
        const { status } = await account.ask('GET', `/v1/games/${id}`);
        if (status !== 'active') return made;
        const action = await next(account, id, actions, random);
        if (!action) {
            await account.ask('GET', `/v1/games/${id}/events?after=${seq}&wait=5`);
            continue;
        }
        await shown(page, seq);
        t.note(`after ${seq}: ${JSON.stringify(action)}`);
        const { status: answer, sent } = await act(page, action);
        t.equal(`${action.type} is taken`, answer, 201);
        t.equal('what was sent is what was chosen', sent.action, action);
        made.add(action.type);
    }
    throw new Error('the game does not end');
}

/** Two people and a bot; the first is on turn with the dice rolled, and both have cards in hand. */
async function atTheTable(t, first, second) {
    const { id } = await first.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { open: true }, { bot: 'greedy' }] });
    await second.ask('POST', `/v1/games/${id}/join`, {});
    for (let i = 0; i < 300; i++) {
        const views = await Promise.all([first, second].map((one) => one.ask('GET', `/v1/games/${id}/view`)));
        const [mine, other] = views.map(({ viewer, players }) => players[viewer].cards);
        const { turn, waiting_for: waits, seq } = views[0];
        const held = (hand) => Object.keys(hand).filter((kind) => hand[kind]);
        const give = held(mine)[0];
        const want = held(other).find((kind) => kind !== give);
        if (turn.player === views[0].viewer && turn.step === 'actions' && waits[0]?.decision === 'turn' && give && want) return { id, give, want, seats: views.map(({ viewer }) => viewer) };
        const who = [first, second].find((_, n) => waits.some(({ player }) => player === views[n].viewer));
        if (who) {
            const { actions } = await who.ask('GET', `/v1/games/${id}/actions`);
            await who.ask('POST', `/v1/games/${id}/moves`, { action: await plain(who, id, actions) });
        } else await first.ask('GET', `/v1/games/${id}/events?after=${seq}&wait=5`);
    }
    throw new Error('nobody has cards');
}

/** Keeps the cards: makes only necessary moves. Settles inland, where an intersection has three hexes that may
 * produce. */
async function plain(account, id, actions) {
    const corners = actions.filter(({ type }) => type === 'build_settlement');
    if (corners.length > 20) return corners[corners.length >> 1];
    const must = actions.find(({ type }) => ['discard', 'roll', 'end_turn', 'build_settlement', 'build_road', 'move_robber', 'decline_trade'].includes(type) && type !== 'undo');
    const end = actions.find(({ type }) => type === 'end_turn') ?? must;
    return end.type === 'discard' ? next(account, id, actions, () => 0) : end;
}

/** Within this many games there is practically always a seven with both kinds of victims. */
const robberGamesMax = 10;

/** Plays until ACCOUNT moves the robber and can rob a player next to their own land, and another away from it; null:
 * the game ended before that. */
async function untilRobber(account, id) {
    const board = await account.ask('GET', `/v1/games/${id}/board`);
    for (;;) {
        const { seq, status, pieces, waiting_for: waits } = await account.ask('GET', `/v1/games/${id}/view`);
        if (status !== 'active') return null;
        const { actions } = await account.ask('GET', `/v1/games/${id}/actions`);
        const robs = actions.filter(({ type, victim }) => type === 'move_robber' && Number.isInteger(victim));
        const built = new Set([...pieces.settlements, ...pieces.cities].filter(({ player }) => player === 0).map(({ vertex }) => vertex));
        const around = (hex) => board.vertices.filter(({ id: vertex, hexes }) => built.has(vertex) && hexes.some(([q, r]) => q === hex.q && r === hex.r));
        const isOwn = ({ hex }) => around(board.hexes.find((one) => one.id === hex)).length > 0;
        const [own, other] = [robs.find(isOwn), robs.find((one) => !isOwn(one))];
        if (own && other) return { own, other };
        if (waits.some(({ player }) => player === 0)) await account.ask('POST', `/v1/games/${id}/moves`, { action: await plain(account, id, actions) });
        else await account.ask('GET', `/v1/games/${id}/events?after=${seq}&wait=5`);
    }
}

const cases = {
    'from signing up to the end of a whole game, by clicking': async (t) => {
        const page = await open(t, '/sign-in');
        await page.getByLabel('Name', { exact: true }).fill('play ada');
        await page.locator(`${ui.signUp} button`).click();
        const token = await page.getByLabel('Your key').inputValue();
        await page.locator('[data-do=key-kept]').click();
        const ada = { token, ask: (method, way, body) => t.server.ask(method, way, { token, body }) };
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 3, victory_points: 4 }, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }] });
        await page.goto(`/games/${id}`);
        // A slow response: in the meantime the page still shows the question, and nothing can be clicked.
        await page.route(movesUrl, async (route) => {
            if (route.request().postDataJSON().action.type === 'move_robber') await setTimeout(slowMs);
            await route.continue();
        });
        const made = await wholeGame(t, ada, page, id);
        t.ok('much was done', made.size >= 3, [...made].join());
        await page.locator(ui.head, { hasText: 'The game is over' }).waitFor();
        await sound(t, page, 'the end of a game');
    },

    'half of a hand with two taps on a phone, and the robber with two more': async (t) => {
        const { page, account, id } = await table(t, 'play phone', 'use three\nplayer 0 hand ore\nplayer 1 hand 5 wool 4 ore\nturn 0 before-roll', { phone: true });
        await moving(page, async () => {
            await picks(page, 'yellow=3').tap();
            await picks(page, 'red=4').tap();
        });
        await does(page, 'suggest').waitFor();
        await making(page, 'A seven! Discard 4 cards').waitFor();
        await sound(t, page, 'half of a hand on a phone');
        const { sent } = await moving(page, async () => {
            await does(page, 'suggest').tap();
            await does(page, 'confirm').tap();
        });
        t.equal('of what is held most', sent.action, { type: 'discard', cards: { wool: 3, ore: 1 } });
        await making(page, 'Move the robber').waitFor();
        await sound(t, page, 'the robber on a phone');
        const robbed = await moving(page, async () => {
            await lit(page, 'hex-6').tap();
            await picks(page, 'outcome=wool').tap();
        });
        t.equal('from there', robbed.sent.action, { type: 'move_robber', hex: 6, victim: 1 });
        t.equal('the stolen card', (await account.ask('GET', `/v1/games/${id}/view`)).players[0].cards.wool, 1);
    },

    'a whole turn by keyboard alone': async (t) => {
        const { page } = await table(t, 'play keys', 'use three\nplayer 0 hand 2 brick 2 lumber wool grain\nplayer 1 hand ore\nturn 0 before-roll');
        const press = async (keys, body) => moving(page, async () => {
            if (body) await body();
            for (const key of keys) await page.keyboard.press(key);
        });
        await picks(page, 'yellow=1').waitFor();
        await page.keyboard.press('?');
        await page.locator('[data-part=keys]').waitFor();
        const listed = await page.locator('[data-part=keys] dd').allInnerTexts();
        t.ok('all keys have names, and none is of another game', listed.length > 8 && !listed.some((name) => /_|ship|knight/i.test(name)), listed.join(', '));
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
        t.equal('two digits', (await press(['1', '1'])).sent.outcome, { yellow: 1, red: 1 });
        await does(page, 'build_road').waitFor();
        await tabTo(t, page, '[data-do=build_road]');
        const road = await press(['ArrowRight', 'Enter'], async () => {
            await page.keyboard.press('Enter');
            await page.waitForFunction(() => document.activeElement?.matches('[data-lit]'));
        });
        t.equal('a road by arrows', road.sent.action.type, 'build_road');
        t.equal('it lies', road.status, 201);
        await does(page, 'end_turn').waitFor();
        await tabTo(t, page, '[data-do=end_turn]');
        t.equal('the end', (await press(['Enter'])).sent.action, { type: 'end_turn' });
        await picks(page, 'yellow=1').waitFor();
    },

    'the set-up by keyboard alone': async (t) => {
        const account = await t.server.account('play setup');
        const { id } = await account.ask('POST', '/v1/games', { mode: 'table', rules: { game: 'base', players: 3 } });
        const page = await open(t, `/games/${id}`, { account });
        for (const type of ['build_settlement', 'build_road', 'build_settlement']) {
            await page.locator(`${ui.making} [data-picking=${type}]`).waitFor();
            await tabTo(t, page, '[data-place]');
            const { sent, status } = await moving(page, async () => page.keyboard.press('Enter'));
            t.equal('placed', [sent.action.type, status], [type, 201]);
        }
    },

    'a tap on a card gives it: to a trade that begins with it, or away on a seven': async (t) => {
        const { page } = await table(t, 'play tap', 'use three\nplayer 0 hand 4 wool\nplayer 1 hand 5 wool 4 ore', { phone: true });
        t.equal('one button for every trade', await page.locator(`${ui.actions} [data-do$=_trade]`).evaluateAll((all) => all.map(({ dataset }) => [dataset.do, dataset.also])), [['offer_trade', 'maritime_trade']]);
        for (let i = 0; i < 4; i++) await page.locator(`${ui.hand} [data-tap=wool]`).tap();
        await page.locator(`[data-side=want] [data-kind=ore] button`).last().tap();
        const { sent } = await moving(page, () => page.locator(`${ui.making} [data-do=maritime_trade][data-with=bank]`).tap());
        t.equal('with the bank', sent.action, { type: 'maritime_trade', give: { wool: 4 }, take: { ore: 1 } });
        await moving(page, () => does(page, 'end_turn').tap());
        await moving(page, async () => {
            await picks(page, 'yellow=3').tap();
            await picks(page, 'red=4').tap();
        });
        for (const kind of ['ore', 'ore', 'ore', 'wool', 'wool']) await page.locator(`${ui.hand} [data-tap=${kind}]`).tap();
        const gone = await moving(page, () => does(page, 'confirm').tap());
        t.equal('no more than has to go', gone.sent.action, { type: 'discard', cards: { ore: 3, wool: 1 } });
    },

    'what cannot be paid for says so when it is tapped': async (t) => {
        const { page } = await table(t, 'play lacking', 'use four\nplayer 0 hand brick', { phone: true });
        await page.locator('[data-lacking=build_road]').tap({ force: true });
        t.equal('said', await page.locator(ui.lacking).innerText(), 'Road: You still need 1 lumber.');
        await page.locator('[data-lacking=build_settlement]').tap({ force: true });
        t.equal('all of it', await page.locator(ui.lacking).innerText(), 'Settlement: You still need 1 lumber, 1 wool, 1 grain. None of your roads leads to a free spot yet.');
    },

    'where the robber goes stays marked, and who is robbed is asked by name': async (t) => {
        const { page } = await table(t, 'play robber', 'use four\nplayer 0 dev knight\nplayer 2 hand ore\nplayer 3 hand wool', { phone: true });
        await page.locator(`${ui.hand} [data-card=knight]`).tap();
        await lit(page, 'hex-10').click();
        await picks(page, 'victim=3').waitFor();
        t.equal('the hex', await page.locator(`${ui.board} [data-place][data-chosen]`).getAttribute('data-place'), 'hex-10');
        t.ok('the player', (await picks(page, 'victim=3').innerText()).includes('orange'));
    },

    'the tray for a trade is seen whole on a phone, and its buttons keep their places': async (t) => {
        const { page } = await table(t, 'play tray', 'use four\nplayer 0 hand 2 brick 4 wool\nplayer 1 hand ore', { phone: true, width: 390, height: 844 });
        await does(page, 'offer_trade').tap();
        const button = page.locator('[data-do=confirm][data-with=players]');
        const place = async () => (await button.boundingBox()).y;
        const before = await place();
        await page.locator('[data-side=give] [data-kind=wool] .card-more').tap();
        await page.locator('[data-side=want] [data-kind=ore] .card-more').tap();
        t.equal('where the button is', await place(), before);
        t.equal('what does not fit', await inSight(page, [ui.board, ui.hand, '[data-side=give]', '[data-side=want]', '[data-to]', '[data-do=confirm]']), []);
        const columns = async (side) => page.locator(`[data-side=${side}] ${ui.stepper}`).evaluateAll((all) => all.map((one) => [one.dataset.kind, Math.round(one.getBoundingClientRect().x)]));
        t.equal('the same columns', await columns('give'), await columns('want'));
    },

    'an offer, its counter, and who takes it, between two browsers': async (t) => {
        const [ada, ben] = [await t.server.account('play trade ada'), await t.server.account('play trade ben')];
        const { id, give, want, seats } = await atTheTable(t, ada, ben);
        const adasPage = await open(t, `/games/${id}`, { account: ada });
        const bensPage = await open(t, `/games/${id}`, { account: ben, phone: true });
        await does(adasPage, 'offer_trade').click();
        await sound(t, adasPage, 'making an offer');
        await does(adasPage, 'cancel').click();
        const offer = await act(adasPage, { type: 'offer_trade', give: { [give]: 1 }, want: { [want]: 1 }, to: [seats[1]] });
        t.equal('the offer', offer.status, 201);
        const [first] = offer.answer.view.offers;
        await making(bensPage, 'play trade ada offers you').waitFor();
        t.equal('the head says so', await bensPage.locator(`${ui.turn}[data-mine]`).innerText(), 'Trade offered by play trade ada');
        await sound(t, bensPage, 'an offer to me on a phone');
        const counter = await act(bensPage, { type: 'counter_trade', offer: first.id, give: { [want]: 1 }, want: { [give]: 1 } });
        t.equal('the counter begins with the terms', counter.status, 201);
        await making(adasPage, 'play trade ben offers you').waitFor();
        const declined = await act(adasPage, { type: 'decline_trade', offer: counter.answer.view.offers[1].id });
        t.equal('declined', declined.status, 201);
        // A move based on an event that Ben's page has not received would be refused.
        await shown(bensPage, declined.answer.view.seq);
        t.equal('it is gone', (await ben.ask('GET', `/v1/games/${id}/view`)).offers.length, 1);
        await bensPage.locator(ui.latest, { hasText: 'play trade ada refused your offer' }).waitFor({ state: 'attached' });
        t.equal('accepted', (await act(bensPage, { type: 'accept_trade', offer: first.id })).status, 201);
        await does(adasPage, 'confirm_trade').waitFor();
        await sound(t, adasPage, 'an offer that somebody takes');
        t.equal('nothing was traded yet', (await ada.ask('GET', `/v1/games/${id}/view`)).offers.length > 0, true);
        const before = (await ada.ask('GET', `/v1/games/${id}/view`)).players[seats[0]].cards[want] ?? 0;
        t.equal('traded', (await act(adasPage, { type: 'confirm_trade', offer: first.id, with: seats[1] })).status, 201);
        t.equal('the cards are there', (await ada.ask('GET', `/v1/games/${id}/view`)).players[seats[0]].cards[want], before + 1);
    },

    'asks once where a move is final, unless it is not to ask again': async (t) => {
        const [ada, ben] = [await t.server.account('play ask ada'), await t.server.account('play ask ben')];
        const { id, give, want, seats } = await atTheTable(t, ada, ben);
        const page = await open(t, `/games/${id}`, { account: ada });
        const bensPage = await open(t, `/games/${id}`, { account: ben });
        // To Ben only: the bot's answer would be an event in between, and Ben's would be refused.
        const propose = async (given, wanted, auto) => (await act(page, { type: 'offer_trade', give: { [given]: 1 }, want: { [wanted]: 1 }, to: [seats[1]], auto })).answer.view;
        const { offers } = await propose(give, want, false);
        const accepts = bensPage.locator(`${ui.making} [data-do=accept_trade]`);
        const would = await moving(bensPage, () => accepts.click());
        t.equal('that one would is not final', would.sent.action, { type: 'accept_trade', offer: offers[0].id });
        t.equal('and is taken', would.status, 201);
        const traded = await moving(page, () => does(page, 'confirm_trade').click());
        t.equal('whom to trade with is answer enough', traded.status, 201);
        await shown(bensPage, (await propose(want, give, true)).seq);
        await accepts.click();
        await bensPage.locator(`${ui.making} [data-asked=accept_trade]`, { hasText: `give 1 ${give}, get 1 ${want}` }).waitFor();
        await making(bensPage, 'Cards change hands').waitFor();
        await sound(t, bensPage, 'asked once more');
        await bensPage.getByLabel('Don’t ask').check();
        const sure = await moving(bensPage, () => does(bensPage, 'confirm').click());
        t.equal('traded', sure.status, 201);
        t.equal('not to ask again', await bensPage.evaluate(() => JSON.parse(localStorage.getItem('hexpost.settings')).confirm), false);
        await bensPage.reload();
        await shown(bensPage, (await propose(give, want, true)).seq);
        const once = await moving(bensPage, () => accepts.click());
        t.equal('without a question', once.status, 201);
        t.equal('and traded', (await ada.ask('GET', `/v1/games/${id}/view`)).offers.length, 0);
    },

    'who would put the robber on their own land is told so before': async (t) => {
        const ada = await t.server.account('play own hex');
        let [id, robs] = ['', null];
        for (let games = 0; !robs && games < robberGamesMax; games++) {
            ({ id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 3, victory_points: 15 }, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }] }));
            robs = await untilRobber(ada, id);
        }
        t.ok('somebody rolled a seven', robs !== null);
        const { own, other } = robs;
        const page = await open(t, `/games/${id}`, { account: ada });
        for (const [{ hex, victim }, warned] of [[own, 1], [other, 0]]) {
            await lit(page, `hex-${hex}`).click();
            const asked = page.locator(`${ui.making} [data-asked=move_robber]`);
            await asked.or(picks(page, `victim=${victim}`)).first().waitFor();
            if (await asked.count() === 0) await picks(page, `victim=${victim}`).click();
            await asked.waitFor();
            t.equal(`at hex ${hex}`, await asked.locator('[data-warns=own-hex]').count(), warned);
            await page.reload();
        }
    },

    'an answer counts although somebody else was quicker with theirs': async (t) => {
        const [ada, ben] = [await t.server.account('play quick ada'), await t.server.account('play quick ben')];
        const { id, give, want, seats } = await atTheTable(t, ada, ben);
        const offers = async (to) => ada.ask('POST', `/v1/games/${id}/moves`, { action: { type: 'offer_trade', give: { [give]: 1 }, want: { [want]: 1 }, to } });
        const { view } = await offers([seats[1]]);
        const page = await open(t, `/games/${id}`, { account: ben });
        const sent = [];
        await page.route(movesUrl, async (route) => {
            sent.push(route.request().postDataJSON());
            if (sent.length === 1) await offers([0, 1, 2].filter((seat) => !seats.includes(seat)));
            await route.continue();
        });
        await page.locator(`${ui.making} [data-do=accept_trade]`).click();
        await page.waitForResponse((response) => isMove(response) && response.status() === 201);
        t.ok('sent with the number of the last event each time', new Set(sent.map(({ seq }) => seq)).size === sent.length && sent.length > 1, JSON.stringify(sent));
        const { offers: open_ } = await ada.ask('GET', `/v1/games/${id}/view`);
        t.equal('accepted', open_.find((one) => one.id === view.offers[0].id).responses[seats[1]], 'accepted');
    },

    'an offer to the first who takes it is taken after a question': async (t) => {
        const [ada, ben] = [await t.server.account('play auto ada'), await t.server.account('play auto ben')];
        const { id, give, want, seats } = await atTheTable(t, ada, ben);
        const bensPage = await open(t, `/games/${id}`, { account: ben, phone: true });
        const { seq } = await ada.ask('GET', `/v1/games/${id}/actions`);
        await ada.ask('POST', `/v1/games/${id}/moves`, { seq, action: { type: 'offer_trade', give: { [give]: 1 }, want: { [want]: 1 }, to: [seats[1]], auto: true } });
        await bensPage.locator(`${ui.making} [data-do=accept_trade]`).tap();
        await bensPage.locator(`${ui.making} [data-asked=accept_trade]`, { hasText: `give 1 ${want}, get 1 ${give}` }).waitFor();
        const { answer } = await moving(bensPage, () => does(bensPage, 'confirm').tap());
        t.equal('traded', answer.view.offers.length, 0);
    },

    'the bank several times at once, and undo': async (t) => {
        const { page, account, id } = await table(t, 'play bank', 'use three\nplayer 0 hand 9 wool 3 ore brick lumber');
        await does(page, 'maritime_trade').click();
        await sound(t, page, 'the bank');
        await does(page, 'cancel').click();
        const { sent } = await act(page, { type: 'maritime_trade', give: { wool: 8 }, take: { grain: 2 } });
        t.equal('two at once', sent.action, { type: 'maritime_trade', give: { wool: 8 }, take: { grain: 2 } });
        t.equal('a city', (await act(page, { type: 'build_city', vertex: 28 })).status, 201);
        const undone = await moving(page, () => does(page, 'undo').click());
        t.equal('back', undone.sent.action, { type: 'undo', to_seq: sent.seq + 1 });
        t.equal('no city', (await account.ask('GET', `/v1/games/${id}/view`)).pieces.cities.length, 0);
        await page.locator(`${ui.making} [data-do=undo]`).waitFor();
        await does(page, 'offer_trade').click();
        await page.locator(`${ui.making} [data-do=confirm][data-with=players]:disabled`).waitFor();
        await act(page, { type: 'offer_trade', give: { ore: 1 }, want: { lumber: 1 } });
        await act(page, { type: 'cancel_trade', offer: (await account.ask('GET', `/v1/games/${id}/view`)).offers[0].id });
        await does(page, 'offer_trade').click();
        await does(page, 'again').click();
        const again = await moving(page, () => page.locator(`${ui.making} [data-do=confirm][data-with=players]`).click());
        t.equal('the last offer again', [again.sent.action.give, again.sent.action.want], [{ ore: 1 }, { lumber: 1 }]);
        await act(page, { type: 'cancel_trade', offer: again.answer.view.offers[0].id });
    },

    'a tap on the idle board tells what can be done there': async (t) => {
        const { page } = await table(t, 'play idle', 'use three\nplayer 0 hand 3 ore 2 grain brick lumber');
        await lit(page, 'vertex-28').click();
        await page.locator(`${ui.making} [data-here] [data-do=build_city]`).waitFor();
        await sound(t, page, 'what can be done here');
        await page.locator(`${ui.making} [data-here] [data-do=cancel]`).click();
        const edge = path('12-17') ?? 0;
        const place = (await lit(page, `edge-${edge}`).count()) > 0 ? `edge-${edge}` : await page.locator(`${ui.board} [data-place^=edge][data-lit]`).first().getAttribute('data-place');
        await lit(page, place).click();
        const { sent } = await moving(page, () => page.locator(`${ui.making} [data-here] [data-do=build_road]`).click());
        t.equal('a road there', sent.action, { type: 'build_road', edge: Number(place.slice(5)) });
    },

    'cards of the base game tell what they do': async (t) => {
        const { page } = await table(t, 'play cards', 'use three\nplayer 0 dev knight road_building year_of_plenty monopoly\nplayer 1 hand 2 ore');
        for (const [card, text] of [['knight', 'Largest Army'], ['road_building', 'for free'], ['year_of_plenty', 'from the bank'], ['monopoly', 'every other player']]) {
            await page.locator(`${ui.making} [data-do=play_dev_card][data-card=${card}]`).click();
            await page.locator(ui.picker, { hasText: text }).waitFor();
            await sound(t, page, card);
            await does(page, 'cancel').click();
        }
        const { sent } = await act(page, { type: 'play_dev_card', card: 'year_of_plenty', take: { ore: 1, wool: 1 } });
        t.equal('two kinds', sent.action.take, { wool: 1, ore: 1 });
    },

    'two players build for the neutral colors': async (t) => {
        const { page } = await table(t, 'play two', 'players 2\nuse two\nplayer 2 settlements 18\nplayer 3 settlements 35\nplayer 0 tokens 5 hand 2 brick 2 lumber\nplayer 1 hand 3 ore');
        await act(page, { type: 'build_road', edge: path('12-17') });
        await making(page, 'for a neutral color').waitFor();
        await sound(t, page, 'a neutral road');
        t.equal('a neutral road', (await act(page, { type: 'build_neutral', player: 2, kind: 'road', edge: path('18-24') })).status, 201);
        const forced = await act(page, { type: 'forced_trade' }, { cards: ['ore', 'ore'] });
        t.equal('two cards of theirs', forced.sent.outcome, { cards: ['ore', 'ore'] });
        t.equal('two cards back', (await act(page, { type: 'return_cards', cards: { ore: 2 } })).status, 201);
    },

    'what is refused says why': async (t) => {
        const { page } = await table(t, 'play refused', 'use three\nplayer 0 hand 2 brick 2 lumber');
        await page.route(movesUrl, (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify({ type: '/problems/illegal-move', title: 'no', status: 422, detail: 'the path has a road already', reason: 'edge_taken', rule: 'B-10' }) }));
        await does(page, 'build_road').click();
        await page.locator(`${ui.board} [data-lit]`).first().click();
        const fault = page.locator(`${ui.making} [role=alert]`, { hasText: 'B-10' });
        await fault.waitFor();
        await sound(t, page, 'a refusal');
        await page.unroute(movesUrl);
    },

    'what comes too late is told, with the game as it is by then': async (t) => {
        const { page, account, id } = await table(t, 'play late', 'use three\nplayer 0 hand 2 brick 2 lumber');
        await page.route(movesUrl, async (route) => {
            await account.ask('POST', `/v1/games/${id}/moves`, { action: { type: 'build_road', edge: path('12-17') } });
            await route.continue();
        });
        await does(page, 'build_road').click();
        const other = path('34-35') ?? path('29-34');
        const { status } = await moving(page, () => lit(page, `edge-${other}`).click());
        t.equal('too late', status, 409);
        await page.locator(`${ui.making} [role=alert]`, { hasText: 'has moved on' }).waitFor();
        await page.unroute(movesUrl);
        t.equal('chosen anew', (await act(page, { type: 'build_road', edge: other })).status, 201);
    },

    'what is begun before the last move has wholly come back stays begun': async (t) => {
        const { page, id } = await table(t, 'play soon', 'use three\nplayer 0 hand 4 brick 4 lumber');
        const seq = Number(await page.locator(ui.board).getAttribute('data-seq'));
        let answered = false;
        let release;
        const released = new Promise((done) => { release = done; });
        // The stream shows the result before the response arrives, and the page's next requests take a while.
        await page.route(movesUrl, async (route) => {
            const response = await route.fetch();
            await boardAt(page, seq + 1).waitFor();
            answered = true;
            await route.fulfill({ response });
        });
        await page.route(`**/v1/games/${id}/view*`, async (route) => {
            if (answered) await released;
            await route.continue();
        });
        await does(page, 'build_road').click();
        const asked = page.waitForRequest((request) => answered && request.url().includes(`/v1/games/${id}/view`));
        await moving(page, () => page.locator(`${ui.board} [data-lit]`).first().click());
        await asked;
        await does(page, 'build_road').click();
        const come = page.waitForResponse((response) => response.url().includes(`/v1/games/${id}/view`)).then((response) => response.finished());
        release();
        await come;
        for (let frames = 0; frames < 5; frames++) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
        t.equal('the road is still being placed', (await offered(page)).picking, 'build_road');
        await page.unroute(movesUrl);
        t.equal('and can be', (await moving(page, () => page.locator(`${ui.board} [data-lit]`).first().click())).status, 201);
    },

    'the event die and the cards that it brings': async (t) => {
        const { page } = await table(t, 'play event', 'edition ck2020\nuse ck3\nattacks 1\nplayer 0 trade 2\nplayer 1 trade 1\nturn 0 before-roll', { phone: true });
        for (const pick of ['yellow=4', 'red=2', 'event=trade']) await picks(page, pick).tap();
        const draws = page.locator(`${ui.diceEntry} select`);
        await draws.first().selectOption('merchant');
        await draws.nth(1).selectOption('trade_monopoly');
        await sound(t, page, 'cards that were drawn');
        const { sent, status } = await moving(page, () => page.locator(`${ui.diceEntry} [data-do=confirm]`).tap());
        t.equal('as on the table', sent.outcome, { yellow: 4, red: 2, event: 'trade', draws: [{ player: 0, card: 'merchant' }, { player: 1, card: 'trade_monopoly' }] });
        t.equal('recorded', status, 201);
    },

    'a real game is written down: dice by two taps, cards as they were': async (t) => {
        const { page, account, id } = await table(t, 'play table', 'use three\nplayer 0 hand ore wool grain\nplayer 1 hand 2 ore\nturn 0 before-roll');
        await sound(t, page, 'dice to be told');
        const rolls = [[2, 1], [6, 2], [5, 5]];
        let taps = 0;
        for (const [yellow, red] of rolls) {
            const { sent } = await moving(page, async () => {
                await picks(page, `yellow=${yellow}`).click();
                await picks(page, `red=${red}`).click();
            });
            taps += 2;
            t.equal('as on the table', sent.outcome, { yellow, red });
            if (yellow === 2) {
                await act(page, { type: 'buy_dev_card' }, { card: 'knight' });
                t.equal('the card bought', (await account.ask('GET', `/v1/games/${id}/view`)).players[0].new_dev_cards, { knight: 1 });
            }
            await moving(page, () => does(page, 'end_turn').click());
            taps++;
        }
        t.equal('three taps a turn', taps, 9);
        t.equal('nothing of it is news', await page.locator('[data-do=news]').count(), 0);
        const record = await account.ask('GET', `/v1/games/${id}/record`);
        t.equal('written down', record.events.filter(({ type }) => type === 'roll').map(({ outcome }) => [outcome.yellow, outcome.red]), rolls);
        await moving(page, () => page.locator('[data-pick="outcome=drawn"]').click());
    },

    'moves in words, one or many': async (t) => {
        const { page, account, id } = await table(t, 'play words', 'use three\nplayer 0 hand 8 wool 3 ore 2 grain', { language: 'de' });
        await page.locator(`${ui.actions} [data-sheet=more]`).click();
        const box = page.locator(`${ui.notation} input`);
        await box.fill('bank 4 wool for oer');
        await does(page, 'words').click();
        await page.locator(`${ui.notation} [role=alert]`, { hasText: 'Meinst du „ore“?' }).waitFor();
        t.equal('the wrong word is marked', await box.evaluate((one) => one.value.slice(one.selectionStart, one.selectionEnd)), 'oer');
        await sound(t, page, 'a word that cannot be read');
        await box.fill('bank 4 wool for ore; city 28');
        const { sent } = await moving(page, () => page.keyboard.press('Enter'));
        t.equal('as typed', sent.words, 'bank 4 wool for ore; city 28');
        t.equal('a city', (await account.ask('GET', `/v1/games/${id}/view`)).pieces.cities.length, 1);
        await page.goto(`/games/${id}?tab=table`);
        const area = page.locator(`${ui.batch} textarea`);
        await area.fill('bank 4 wool for ore\ncity 8');
        await page.locator('[data-do=batch]').click();
        await page.locator(`${ui.batch} [role=alert]`, { hasText: 'Nichts von allem' }).waitFor();
        await sound(t, page, 'many moves at once');
        await area.fill('bank 4 wool for ore\nend');
        await moving(page, () => page.locator('[data-do=batch]').click());
        t.equal('the next one', (await account.ask('GET', `/v1/games/${id}/view`)).turn.player, 1);
        const saved = page.waitForEvent('download');
        await page.locator('[data-do=position]').click();
        t.ok('the position', (await saved).suggestedFilename().includes('position'));
    },
};

/** Presses Tab until the focus is on SELECTOR. */
async function tabTo(t, page, selector) {
    for (let i = 0; i < 60; i++) {
        if (await page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector)) return;
        await page.keyboard.press('Tab');
    }
    t.fail(`the keyboard does not come to ${selector}`);
}

console.log(`TEST_SEED=${seed}`);
await run('play', cases, { share: 6 });
