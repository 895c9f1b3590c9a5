// SPDX-License-Identifier: AGPL-3.0-or-later
// The state of a game: its page is correct, stays correct, and tells what has happened.
import { readFileSync } from 'node:fs';
import { movesUrl, moving } from './clicker.mjs';
import { recorded } from './games.mjs';
import { accessible, open, run, Server } from './harness.mjs';
import { stage } from './scenes.mjs';
import { boardAt, ui } from './ui.mjs';

const record = (name) => JSON.parse(readFileSync(new URL(`../records/${name}.json`, import.meta.url), 'utf8'));
const viewRequest = (id) => (request) => request.url().includes(`/v1/games/${id}/view`);

/** A game of two people and their neutral colors; both still have to set up. */
async function twoInGame(server, names, more = {}) {
    const [ada, bo] = [await server.account(`${names} ada`), await server.account(`${names} bo`)];
    const game = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 2 }, seats: [{ account: 'me' }, { open: true }], name: `${names} match`, ...more });
    await bo.ask('POST', `/v1/games/${game.id}/join`, {});
    return { ada, bo, id: game.id, path: `/games/${game.id}` };
}

/** Makes the first listed move of whichever player has one; returns that player. */
async function moveOn({ ada, bo, id }) {
    for (const person of [ada, bo]) {
        const { actions, seq } = await person.ask('GET', `/v1/games/${id}/actions`);
        const action = actions.find(({ type, open: isOpen }) => type !== 'undo' && !isOpen);
        if (!action) continue;
        await person.ask('POST', `/v1/games/${id}/moves`, { action, seq });
        return person;
    }
    throw new Error('nobody can move');
}

async function mover({ ada, bo, id }) {
    const { waiting_for: [{ player }], seats } = await ada.ask('GET', `/v1/games/${id}`);
    return seats[player].account === ada.name ? [ada, bo] : [bo, ada];
}

/** The first cards of a hand, as many as must be discarded. */
function someDiscard(actions, cards) {
    let left = actions.find(({ type }) => type === 'discard')?.count ?? 0;
    if (left === 0) return null;
    const given = {};
    for (const [kind, count] of Object.entries(cards)) {
        const some = Math.min(count, left);
        if (some > 0) given[kind] = some;
        left -= some;
    }
    return { type: 'discard', cards: given };
}

/** The length of a long game, and the memory that the page can use for it. */
const eventsLong = 1500;
const heapMax = 25 * 1024 * 1024;

/** A table game with many turns of only rolling: each request has as many turns as it may. */
async function longGame(account) {
    const atOnce = 30;
    const game = await stage(account, 'use three\nturn 0 before-roll');
    for (let turn = 0; turn < eventsLong / 2; turn += atOnce) {
        const moves = Array.from({ length: atOnce }, (_, i) => (turn + i) % 3).flatMap((seat) => [{ action: { type: 'roll' }, seat, outcome: { yellow: 1, red: 1 } }, { action: { type: 'end_turn' }, seat }]);
        await account.ask('POST', `/v1/games/${game.id}/moves`, { moves });
    }
    return game;
}

const shownAt = (page, seq) => boardAt(page, seq).waitFor();
const seqOf = async ({ ada, id }) => (await ada.ask('GET', `/v1/games/${id}`)).seq;

/** Records layout shifts, as browsers measure them. */
const watchShifts = (page) => page.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.className ?? node?.nodeName)]);
    }).observe({ type: 'layout-shift', buffered: true });
});
/** The limit for layout shifts, as browsers measure them. */
const shiftMax = 0.02;
const shifted = async (page) => {
    const shifts = await page.evaluate(() => globalThis.shifts);
    return { sum: shifts.reduce((sum, [value]) => sum + value, 0), shifts };
};

await run('stand', {
    'two browsers in one game see each other move': async (t) => {
        const game = await twoInGame(t.server, 'live');
        const [first, second] = await mover(game);
        const [mine, theirs] = [await open(t, game.path, { account: first }), await open(t, game.path, { account: second })];
        t.ok('my turn is in the title', /^\(•\) /.test(await mine.title()));
        t.ok('not in theirs', !/^\(•\)/.test(await theirs.title()));
        await theirs.locator(ui.turn, { hasText: first.name }).waitFor();
        await theirs.locator('[data-do=looked]').click();
        let asked = 0;
        theirs.on('request', (request) => (asked += viewRequest(game.id)(request) ? 1 : 0));
        const before = await seqOf(game);
        await mine.locator('[data-place^=vertex][data-lit]').first().click();
        await shownAt(mine, before + 1);
        await shownAt(theirs, before + 1);
        t.equal('pieces there', await theirs.locator('[data-piece=settlement]').count(), await mine.locator('[data-piece=settlement]').count());
        await theirs.locator(`${ui.latest}[data-latest="${before + 1}"] p`, { hasText: first.name }).waitFor();
        await mine.locator('[data-place^=edge][data-lit]').first().click();
        await shownAt(theirs, before + 2);
        t.ok('the view was fetched once a move', asked <= 2, `${asked} times`);
        await theirs.locator(`${ui.turn}[data-mine]`).waitFor();
        await theirs.waitForFunction(() => document.title.startsWith('(•) '));
    },
    'two tabs of a browser share one connection': async (t) => {
        const game = await twoInGame(t.server, 'tabs');
        const [first] = await mover(game);
        const page = await open(t, game.path, { account: first });
        const other = await page.context().newPage();
        const streams = [];
        other.on('request', (request) => request.url().includes('/events?sentences=') && streams.push(request.url()));
        await other.goto(game.path);
        await other.locator(ui.board).waitFor();
        await moveOn(game);
        const seq = await seqOf(game);
        await Promise.all([shownAt(page, seq), shownAt(other, seq)]);
        t.equal('the second has no stream of its own', streams, []);
        const look = (tab) => Promise.all([tab.waitForRequest((request) => request.url().includes('/events?sentences=')), tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))]);
        await look(other);
        await moveOn(game);
        await Promise.all([shownAt(page, seq + 1), shownAt(other, seq + 1)]);
        await look(page);
        await moveOn(game);
        await Promise.all([shownAt(page, seq + 2), shownAt(other, seq + 2)]);
        const before = streams.length;
        await page.close();
        await moveOn(game);
        await shownAt(other, seq + 3);
        t.ok('the second reads when the first is gone', streams.length > before);
    },
    'the network is lost and found': async (t) => {
        const game = await twoInGame(t.server, 'lost');
        const [first, second] = await mover(game);
        const page = await open(t, game.path, { account: first, phone: true });
        await page.context().setOffline(true);
        await page.locator('[data-banner=lost]').waitFor();
        await accessible(t, page, 'without a network');
        const before = await seqOf(game);
        await page.locator('[data-place^=vertex][data-lit]').first().click();
        await page.locator('[data-banner=unsent]').waitFor();
        t.equal('said in one place', await page.locator(`${ui.toast}, ${ui.refusal}:not(:empty)`).count(), 0);
        t.equal('nothing has arrived', await seqOf(game), before);
        await page.context().setOffline(false);
        await shownAt(page, before + 1);
        t.equal('it is sent by itself, and counts once', await seqOf(game), before + 1);
        await page.context().setOffline(true);
        await page.locator('[data-banner=lost]').waitFor();
        while ((await moveOn(game)) !== second);
        await page.context().setOffline(false);
        await shownAt(page, await seqOf(game));
        t.equal('no banner is left', await page.locator('[data-banner]').count(), 0);
    },
    'a move of which the server cannot say whether it was made is sent again': async (t) => {
        const game = await twoInGame(t.server, 'unsure');
        const [first] = await mover(game);
        const page = await open(t, game.path, { account: first, phone: true });
        const before = await seqOf(game);
        const keys = [];
        let answers = 1;
        await page.route(movesUrl, async (route) => {
            keys.push(route.request().headers()['idempotency-key']);
            if (answers-- > 0) await route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"type":"/problems/outcome-unknown","status":503}' });
            else await route.continue();
        });
        await page.locator('[data-place^=vertex][data-lit]').first().click();
        await page.locator('[data-banner=unsent]').waitFor();
        t.equal('said in one place', await page.locator(`${ui.toast}, ${ui.refusal}:not(:empty)`).count(), 0);
        await page.locator('[data-do=send-again]').click();
        await shownAt(page, before + 1);
        t.equal('with the same key', keys[1], keys[0]);
        t.equal('no banner is left', await page.locator('[data-banner]').count(), 0);
    },
    'what a move brings is seen before it is known what can be done next': async (t) => {
        const game = await twoInGame(t.server, 'answer');
        const [first] = await mover(game);
        const page = await open(t, game.path, { account: first, phone: true });
        const before = await seqOf(game);
        let release;
        const held = new Promise((done) => { release = done; });
        await page.route('**/actions', async (route) => {
            await held;
            await route.continue();
        });
        await page.locator('[data-place^=vertex][data-lit]').first().click();
        await shownAt(page, before + 1);
        t.equal('nothing can be chosen yet', await page.locator('[data-lit]').count(), 0);
        release();
        await page.locator('[data-place^=edge][data-lit]').first().waitFor();
    },
    'after a sleep everything is right again': async (t) => {
        const game = await twoInGame(t.server, 'asleep');
        const page = await open(t, game.path, { account: game.ada });
        let streams = 0;
        page.on('request', (request) => (streams += request.url().includes('/events?sentences=') ? 1 : 0));
        const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/events?sentences='));
        await page.evaluate(() => document.dispatchEvent(new Event('freeze')));
        await closed;
        await moveOn(game);
        await moveOn(game);
        t.equal('it does not listen while it sleeps', streams, 0);
        await page.evaluate(() => document.dispatchEvent(new Event('resume')));
        await shownAt(page, await seqOf(game));
        await moveOn(game);
        await shownAt(page, await seqOf(game));
        t.equal('it listens again', streams, 1);
    },
    'the server goes away and comes back': async (t) => {
        const server = await Server.start();
        const game = await twoInGame(server, 'restart');
        const page = await open(t, game.path, { account: game.ada, server });
        const { port } = new URL(server.base);
        await server.stop();
        await page.locator('[data-banner=lost]').waitFor();
        const again = await Server.start({ database: server.database, port });
        try {
            const [ada, bo] = [game.ada, game.bo].map(({ name, token }) => ({ name, token, ask: (method, path, body) => again.ask(method, path, { token, body }) }));
            await moveOn({ ...game, ada, bo });
            await shownAt(page, await seqOf({ ...game, ada }));
            await page.locator('[data-banner=lost]').waitFor({ state: 'detached' });
            await moveOn({ ...game, ada, bo });
            await shownAt(page, await seqOf({ ...game, ada }));
            t.ok('what happens afterwards is seen', true);
        } finally {
            await again.stop();
        }
    },
    'what happened in the meantime is told and replayed': async (t) => {
        const game = await twoInGame(t.server, 'absent');
        const [first, second] = await mover(game);
        const page = await open(t, game.path, { account: first });
        await page.locator('[data-do=looked]').click();
        const looked = await seqOf(game);
        await page.goto('/about');
        await moveOn(game);
        await moveOn(game);
        for (let own = 0; own < 2; ) own += (await moveOn(game)) === second ? 1 : 0;
        const last = await seqOf(game);
        for (const [options, replay] of [[{ dark: true, language: 'de' }, false], [{ phone: true }, true]]) {
            const back = await open(t, game.path, { account: first, ...options });
            await back.locator('[data-fresh] li[data-seq]').first().waitFor();
            t.ok('it is marked on the board', Number(await back.locator(ui.board).getAttribute('data-marks')) > 0);
            t.ok('in three lines', (await back.locator('[data-fresh] li[data-seq]').count()) <= 3);
            const more = back.locator('[data-do=more-news]');
            if (await more.count()) await more.click();
            const told = await back.locator(`${ui.news} li[data-seq]`).evaluateAll((items) => items.map(({ dataset }) => Number(dataset.seq)));
            t.ok('nothing but what is new', told.every((seq) => seq > looked) && told.at(-1) === last, told.join(' '));
            await accessible(t, back, `the recap ${JSON.stringify(options)}`);
            if (!replay) {
                await t.leave(back);
                continue;
            }
            await back.locator('[data-do=replay]').click();
            await back.locator(ui.replay).waitFor();
            await accessible(t, back, 'the replay');
            await back.locator('[data-time=pause]').first().click();
            await back.locator(`${ui.timeline} input`).fill(String(last - 2));
            await back.locator('[data-time=play]').click();
            for (const seq of [last - 1, last]) await back.locator(`${ui.replay}[data-at="${seq}"] ${ui.replaySaid}:not(:empty)`).waitFor();
            await back.locator(ui.replay).waitFor({ state: 'detached' });
            await shownAt(back, last);
            t.equal('whoever has replayed it has seen it', await back.locator('[data-fresh]').count(), 0);
            await back.locator(`${ui.board}[data-marks="0"]`).waitFor();
            await t.leave(back);
        }
        await moveOn(game);
        while ((await mover(game))[0] === second) await moveOn(game);
        const again = await open(t, game.path, { account: first });
        const noted = again.waitForResponse((response) => response.url().endsWith('/looked'));
        await again.locator('[data-do=looked]').click();
        await noted;
        await again.reload();
        await again.locator(ui.latest).waitFor();
        t.equal('it is not told again', await again.locator(ui.news).count(), 0);
    },
    'news whose request fails are asked for again, and go with the first own move': async (t) => {
        const game = await twoInGame(t.server, 'again');
        const [first] = await mover(game);
        let cut = 0;
        const breakOff = (route) => (cut++ < 2 ? route.abort() : route.continue());
        const page = await open(t, null, { account: first });
        await page.route('**/recap*', breakOff);
        await page.goto(game.path);
        await page.locator('[data-do=looked]').waitFor();
        t.ok('asked again', cut > 2, `${cut} requests`);
        t.ok('with what is new', (await page.locator('[data-fresh] li[data-seq]').count()) > 0);
        const before = await seqOf(game);
        await page.locator('[data-place^=vertex][data-lit]').first().click();
        await shownAt(page, before + 1);
        await page.locator('[data-fresh]').waitFor({ state: 'detached' });
        t.equal('an own move is no news', await page.locator('[data-do=news]').count(), 0);
    },
    'events that do not come leave no empty box': async (t) => {
        const game = await twoInGame(t.server, 'events');
        const [first] = await mover(game);
        let cut = 0;
        const page = await open(t, null, { account: first });
        await page.route('**/v1/games/*/events?*', (route) => (cut++ < 2 ? route.abort() : route.continue()));
        await page.goto(game.path);
        await page.locator(ui.board).waitFor();
        t.equal('nothing is told with nothing in it', await page.locator('[data-fresh="0"]').count(), 0);
        await page.locator('[data-fresh] li[data-seq]').first().waitFor();
    },
    'how a game has ended: places, points and where they come from, dice, and its picture': async (t) => {
        const ada = await t.server.account('ended ada');
        const { id } = await ada.ask('POST', '/v1/games', { mode: 'table', record: record('play-knights') });
        const { result } = await ada.ask('GET', `/v1/games/${id}`);
        for (const options of [{}, { phone: true, dark: true, language: 'de' }]) {
            const page = await open(t, `/games/${id}`, { account: ada, ...options });
            await page.locator('[data-part=result] [data-place-of]').first().waitFor();
            const places = await page.locator('[data-place-of]').evaluateAll((items) => items.map((item) => [Number(item.dataset.placeOf), Number(item.querySelector('[data-points]').textContent)]));
            t.equal('the winner first, with all points', places[0], [result.winner, result.points[result.winner]]);
            t.equal('everyone', places.length, result.points.length);
            await page.locator('[data-part=result] [data-fold=points] summary').click();
            await page.locator('[data-part=result] [data-values]').first().waitFor();
            await page.locator('[data-part=result] [data-fold=chances] summary').first().click();
            await page.locator('[data-part=chances] [data-values]').first().waitFor();
            await page.locator('[data-fold=turn-luck] summary').click();
            await page.locator('[data-chart=turn-luck] tbody tr').nth(5).waitFor();
            const analysis = await ada.ask('GET', `/v1/games/${id}/analysis`);
            const drawn = await page.locator('[data-part=chances] .chart-line[data-values]').evaluateAll((all) => all.map((line) => line.dataset.values.split(',').map(Number)));
            t.equal('the chances at the end', drawn.map((line) => line.at(-1)), analysis.seats.map(({ end }) => end / 10));
            t.equal('the turns that changed most', await page.locator('[data-part=turning] > li').count(), analysis.largest.length);
            t.equal('the picture', await page.locator('[data-do=share]').getAttribute('href'), `/v1/games/${id}/board.png`);
            await accessible(t, page, 'the end of a game');
            await t.leave(page);
        }
    },
    'the moves that cost most, with what was better, on the board, and a table game from there': async (t) => {
        const ada = await t.server.account('learning ada');
        const { id } = await ada.ask('POST', '/v1/games', { mode: 'table', record: record('play-proved') });
        const { mistakes } = await ada.ask('GET', `/v1/games/${id}/mistakes?seat=2`);
        for (const options of [{}, { phone: true, dark: true, language: 'de' }]) {
            const page = await open(t, `/games/${id}`, { account: ada, ...options });
            await page.locator('[data-part=result] [data-fold=moments] summary').click();
            const moments = page.locator('[data-part=moments]');
            await moments.locator('select').selectOption('2');
            const first = moments.locator(`[data-moment="${mistakes[0].after}"]`);
            await first.waitFor();
            t.equal('all of them, the costliest first', await moments.locator('[data-moment]').evaluateAll((all) => all.map((item) => Number(item.dataset.moment))), mistakes.map(({ after }) => after));
            t.equal('why the better move is better', await first.locator('li').count(), mistakes[0].better.reasons.length);
            await accessible(t, page, 'the moves that cost most');
            await first.locator('[data-do=look]').click();
            await boardAt(page, mistakes[0].after).waitFor();
            await page.locator(ui.hints).first().waitFor();
            t.equal('the better place is marked', await page.locator(ui.hints).evaluateAll((all) => all.map((mark) => mark.dataset.hint)), [`vertex-${mistakes[0].better.action.vertex}`]);
            await page.locator('[data-time=now]').click();
            await page.locator(`${ui.board}[data-seq="${mistakes[0].after}"]`).waitFor({ state: 'detached' });
            t.equal('and no longer at the end', await page.locator(ui.hints).count(), 0);
            await page.locator('[data-part=result] [data-fold=moments] summary').waitFor();
            await t.leave(page);
        }
        const page = await open(t, `/games/${id}`, { account: ada });
        await page.locator('[data-part=result] [data-fold=moments] summary').click();
        await page.locator('[data-part=moments] select').selectOption('2');
        await page.locator(`[data-moment="${mistakes[0].after}"] [data-do=retry]`).click();
        await page.waitForURL((url) => url.pathname.startsWith('/games/') && url.pathname !== `/games/${id}`);
        await boardAt(page, mistakes[0].after).waitFor();
        const copy = new URL(page.url()).pathname.slice('/games/'.length);
        await ada.ask('POST', `/v1/games/${copy}/moves`, { seat: 2, action: mistakes[0].better.action });
        await boardAt(page, mistakes[0].after + 1).waitFor();
    },
    'through a whole game and back, with all hands in the end': async (t) => {
        const ada = await t.server.account('history ada');
        const { id, seq } = await ada.ask('POST', '/v1/games', { mode: 'table', record: record('play-proved') });
        const page = await open(t, `/games/${id}`, { account: ada });
        const slider = page.locator(`${ui.timeline} input`);
        await slider.focus();
        await page.keyboard.press('Home');
        await shownAt(page, 0);
        t.equal('no piece is there', await page.locator(`${ui.board} [data-piece=settlement]`).count(), 0);
        t.equal('nothing can be done then', await page.locator(`${ui.making} [data-do]`).count(), 0);
        await page.keyboard.press('ArrowRight');
        await shownAt(page, 1);
        await page.locator('[data-time=turn-forth]').click();
        await page.locator(ui.replaySaid, { hasText: /\w{4}/ }).waitFor();
        await slider.fill('77');
        await shownAt(page, 77);
        const all = await ada.ask('GET', `/v1/games/${id}/view?at=77&as=all`);
        for (const { seat, points, cards } of all.players) {
            t.equal(`points of ${seat} then`, Number(await page.locator(`${ui.glance}[data-seat="${seat}"] [data-figure=points] [aria-hidden]`).last().textContent()), points.total);
            t.ok(`the hand of ${seat} is open`, (await page.locator(`${ui.player}[data-player="${seat}"] ${ui.openHand}`).count()) === 1 && cards !== null);
        }
        await page.locator(`${ui.perspective} select`).selectOption('1');
        await page.locator('[data-hand="1"]').waitFor();
        await shownAt(page, 77);
        t.equal('others are covered', await page.locator(`${ui.player}[data-player="0"] ${ui.openHand}`).count(), 0);
        const own = await ada.ask('GET', `/v1/games/${id}/view?at=77&as=1`);
        t.equal('the hand of then', Number(await page.locator(`${ui.hand} [data-kind=lumber]`).getAttribute('data-count')), own.players[1].cards.lumber ?? 0);
        t.equal('a table game from here', await page.locator(`${ui.perspective} a`).getAttribute('href'), `/table?from=${id}&at=77`);
        await accessible(t, page, 'the past');
        const buttons = await page.locator(`${ui.timeline} button`).evaluateAll((all) => all.map((one) => [one.innerText.trim(), one.ariaLabel]));
        t.ok('each button has a word, and its name holds that', buttons.length === 5 && buttons.every(([word, name]) => word.length > 2 && new RegExp(`\\b${word}\\b`, 'i').test(name)), JSON.stringify(buttons));
        await page.locator('[data-time=now]').click();
        await shownAt(page, seq);
        t.equal('who won', await page.locator('[data-result]').getAttribute('data-result'), '1');
        t.equal('its record', (await (await page.request.get(`/v1/games/${id}/record`)).json()).format, 'hexpost-record/1');
    },
    'nothing of the moments looked at stays in memory, and a long game has room in it': async (t) => {
        const ada = await t.server.account('heap ada');
        const { id } = await longGame(ada);
        const { seq } = await ada.ask('GET', `/v1/games/${id}`);
        t.ok('it is long', seq >= eventsLong, String(seq));
        const page = await open(t, `/games/${id}`, { account: ada });
        await shownAt(page, seq);
        const debug = await page.context().newCDPSession(page);
        const sweep = async () => {
            for (let at = seq - 1; at > seq - 60; at--) {
                await page.locator(`${ui.timeline} input`).fill(String(at));
                if (at % 3 === 0) await shownAt(page, at);
            }
            await debug.send('HeapProfiler.collectGarbage');
            return (await debug.send('Runtime.getHeapUsage')).usedSize;
        };
        const first = await sweep();
        const grown = await sweep() - first;
        t.ok('the second time costs nothing', grown < 1024 * 1024, `${grown} bytes`);
        await page.locator('[data-time=turn-back]').click();
        for (let at = 0; at < seq; at += 100) {
            await page.locator(`${ui.timeline} input`).fill(String(at));
            await shownAt(page, at);
        }
        await debug.send('HeapProfiler.collectGarbage');
        const { usedSize } = await debug.send('Runtime.getHeapUsage');
        t.ok('all of it has been looked through', usedSize < heapMax, `${usedSize} bytes`);
        console.log(`    after ${seq} events: ${(usedSize / 1024 / 1024).toFixed(1)} MiB of heap`);
    },
    'the island is drawn once a move': async (t) => {
        const ada = await t.server.account('redraw ada');
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }] });
        const page = await open(t, `/games/${id}`, { account: ada });
        await page.locator('[data-lit]').first().waitFor();
        await page.evaluate(([board, drawing]) => {
            const drawn = { moments: 0, drawings: 0 };
            globalThis.drawn = drawn;
            new MutationObserver(() => { drawn.drawings++; }).observe(document.querySelector(drawing), { subtree: true, childList: true, attributes: true });
            new MutationObserver(() => { drawn.moments++; }).observe(document.querySelector(board), { attributeFilter: ['data-seq'] });
        }, [ui.board, ui.drawing]);
        for (const kind of ['vertex', 'edge', 'vertex', 'edge']) await moving(page, () => page.locator(`${ui.board} [data-place^=${kind}][data-lit]`).first().click());
        await page.locator('[data-do=roll]').waitFor();
        const { moments, drawings } = await page.evaluate(() => globalThis.drawn);
        t.ok('it was drawn', moments >= 4, String(moments));
        t.ok('not more often than there was something new', drawings <= moments, `${drawings} drawings of ${moments} moments`);
    },
    'a fault in one part of the page leaves the others': async (t) => {
        const ada = await t.server.account('fault ada');
        const { id, seq } = await ada.ask('POST', '/v1/games', { mode: 'table', record: record('play-proved') });
        const page = await open(t, `/games/${id}`, { account: ada });
        await page.route('**/stats', (route) => route.fulfill({ json: { seq, seats: null } }));
        await page.getByRole('tab', { name: 'Charts' }).click();
        await page.locator(ui.partFault).waitFor();
        await shownAt(page, seq);
        await page.unroute('**/stats');
        await page.locator(`${ui.partFault} [data-do=again]`).click();
        await page.locator(ui.charts).waitFor();
        t.ok('it is said where developers look', t.faults.splice(0).every((fault) => fault.includes('TypeError')));
    },
    'charts show the figures of the game': async (t) => {
        const ada = await t.server.account('charts ada');
        for (const [name, options] of [['play-proved', { phone: true, language: 'de' }], ['table-knights', { dark: true }]]) {
            const { id } = await ada.ask('POST', '/v1/games', { mode: 'table', record: record(name) });
            const { seats } = await ada.ask('GET', `/v1/games/${id}/stats`);
            const page = await open(t, `/games/${id}?tab=charts`, { account: ada, ...options });
            await page.locator(ui.charts).waitFor();
            const counts = await page.locator('[data-chart=dice] [data-sum]').evaluateAll((bars) => Object.fromEntries(bars.map(({ dataset }) => [dataset.sum, Number(dataset.count)])));
            const rolled = (sum) => seats.reduce((all, { rolls }) => all + (rolls[sum] ?? 0), 0);
            t.equal(`dice of ${name}`, counts, Object.fromEntries(Object.keys(counts).map((sum) => [sum, rolled(sum)])));
            for (const { seat, points, production } of seats) {
                t.equal(`points of ${seat}`, await page.locator(`[data-chart=points] g[data-seat="${seat}"]`).getAttribute('data-values'), points.join(','));
                const produced = Object.values(production).flatMap(Object.values).reduce((sum, n) => sum + n, 0);
                t.equal(`production of ${seat}`, Number(await page.locator(`[data-chart=production] li[data-seat="${seat}"]`).getAttribute('data-total')), produced);
            }
            await page.locator('[data-chart=dice] select').selectOption('0');
            t.equal('the rolls of one', Number(await page.locator('[data-chart=dice] [data-sum="7"]').getAttribute('data-count')), seats[0].rolls[7] ?? 0);
            await page.locator('[data-chart=points] summary').click();
            await accessible(t, page, `charts of ${name}`);
            await t.leave(page);
        }
    },
    'rounds are told, not the turns of all': async (t) => {
        const ada = await t.server.account('rounds ada');
        for (const [lines, round] of [['use three\nturn 2 actions\nturn-number 6', 2], ['use three\nturn 0 actions\nturn-number 7', 3], ['players 2\nturn 1 actions\nturn-number 6', 3]]) {
            const page = await open(t, `/games/${(await stage(ada, lines)).id}`, { account: ada });
            await page.locator(ui.head, { hasText: `round ${round}` }).waitFor();
            await t.leave(page);
        }
        // With six players, the second part of a turn is not a turn: each has rolled twice, then the first rolls again.
        const rolls = record('play-six').events.filter(({ type }) => type === 'roll');
        for (const [at, round] of [[11, 2], [12, 3]]) {
            const { id } = await recorded(ada, 'play-six', { at: rolls[at].seq });
            const page = await open(t, `/games/${id}`, { account: ada });
            await page.locator(ui.head, { hasText: `round ${round}` }).waitFor();
            await t.leave(page);
        }
    },
    'figures, deadlines and what a bystander sees': async (t) => {
        const game = await twoInGame(t.server, 'figures', { clock: { turn: 86400 } });
        const [first] = await mover(game);
        const page = await open(t, game.path, { account: first, phone: true });
        const { waiting_for: [{ deadline }] } = await game.ada.ask('GET', `/v1/games/${game.id}`);
        t.equal('until when', await page.locator(`${ui.head} time`).getAttribute('datetime'), deadline);
        t.equal('neutral colors are there', await page.locator(`${ui.players} ${ui.glance}`).count(), 4);
        t.ok('the hand is in sight', await page.locator(ui.hand).isVisible());
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        const { y, height } = await page.locator(ui.hand).boundingBox();
        t.ok('also below', y + height <= 741 && y > 300, `${y} ${height}`);
        await accessible(t, page, 'on a phone');
        const other = await open(t, game.path, { account: await t.server.account('figures cy'), dark: true });
        t.equal('a bystander has no hand', await other.locator(ui.hand).count(), 0);
        t.equal('nor orders', await other.getByRole('tab', { name: 'Orders' }).count(), 0);
        await moveOn(game);
        await shownAt(other, await seqOf(game));
        await accessible(t, other, 'as a bystander');
        const nobody = await open(t, `${game.path}?tab=log`, {});
        await moveOn(game);
        await shownAt(nobody, await seqOf(game));
        t.equal('a tab by its address', await nobody.locator('[role=tab][aria-selected=true]').textContent(), 'Log');
    },
    'a game that is over: who won, the hands, and the same again': async (t) => {
        const ada = await t.server.account('over ada');
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 3, victory_points: 3 }, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }] });
        const page = await open(t, `/games/${id}`, { account: ada });
        for (let status = 'active'; status === 'active'; ) {
            const { actions, seq } = await ada.ask('GET', `/v1/games/${id}/actions`);
            const { players } = await ada.ask('GET', `/v1/games/${id}/view`);
            const action = actions.find(({ type }) => type === 'end_turn') ?? actions.find(({ type, open: isOpen }) => type !== 'undo' && !isOpen) ?? someDiscard(actions, players[0].cards);
            if (action) await ada.ask('POST', `/v1/games/${id}/moves`, { action, seq }).catch(() => undefined);
            else await ada.ask('GET', `/v1/games/${id}/events?after=${seq}&wait=5`);
            ({ status } = await ada.ask('GET', `/v1/games/${id}`));
        }
        const { result, seq } = await ada.ask('GET', `/v1/games/${id}`);
        await page.locator(`${ui.head}[data-status=finished]`).waitFor();
        t.equal('who won', await page.locator('[data-result]').getAttribute('data-result'), String(result.winner));
        await shownAt(page, seq);
        t.equal('one\'s own eyes', await page.locator('[data-eyes]').getAttribute('data-eyes'), '');
        await page.locator(`${ui.perspective} select`).selectOption('all');
        await page.locator(ui.openHand).nth(2).waitFor();
        await accessible(t, page, 'a game that is over');
        await page.locator('[data-do=rematch]').click();
        await page.waitForURL((url) => !url.pathname.includes(id));
        const { rematch } = await ada.ask('GET', `/v1/games/${id}`);
        t.equal('the next game', new URL(page.url()).pathname, `/games/${rematch}`);
    },
    'an open game says what it waits for': async (t) => {
        const [ada, bo] = [await t.server.account('open ada'), await t.server.account('open bo')];
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { open: true }, { bot: 'greedy' }] });
        const page = await open(t, `/games/${id}`, { account: ada, phone: true });
        t.equal('the way to invite', await page.locator(`${ui.openGame} a`).getAttribute('href'), `/games/${id}/join`);
        await accessible(t, page, 'an open game');
        await bo.ask('POST', `/v1/games/${id}/join`, {});
        await page.locator(`${ui.head}[data-status=active]`).waitFor();
        t.ok('it begins when the last seat is taken', true);
    },
    'nothing moves about by itself': async (t) => {
        const game = await twoInGame(t.server, 'still');
        const [first, second] = await mover(game);
        for (const options of [{ phone: true }, {}]) {
            const page = await open(t, null, { account: second, ...options });
            await watchShifts(page);
            await page.goto(game.path);
            await page.locator(ui.players).first().waitFor({ state: 'attached' });
            await page.locator(`${ui.newsItem}, ${ui.latest} p:not(:empty)`).first().waitFor();
            const loaded = await shifted(page);
            t.ok('while it loads', loaded.sum < shiftMax, JSON.stringify(loaded));
            for (const path of ['/', `/people/${encodeURIComponent(second.name)}`]) {
                await page.goto(path);
                await page.locator(ui.gameCard).first().waitFor();
                const still = await shifted(page);
                t.ok(`${path} while it loads`, still.sum < shiftMax, JSON.stringify(still));
            }
        }
        const page = await open(t, null, { account: first });
        await watchShifts(page);
        await page.goto(game.path);
        await page.locator(ui.players).first().waitFor();
        await moveOn(game);
        await shownAt(page, await seqOf(game));
        const after = await shifted(page);
        t.ok('after a move', after.sum < shiftMax, JSON.stringify(after));
    },
}, { share: 4 });
