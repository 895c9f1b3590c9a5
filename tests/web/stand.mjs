// SPDX-License-Identifier: AGPL-3.0-or-later
// Where one stands: the page of a game is right, stays right, and tells what has happened.
import { readFileSync } from 'node:fs';
import { accessible, open, run, Server } from './harness.mjs';

const record = (name) => JSON.parse(readFileSync(new URL(`../records/${name}.json`, import.meta.url), 'utf8'));
const viewRequest = (id) => (request) => request.url().includes(`/v1/games/${id}/view`);

/** A game of two people and their neutral colors; both have to set up still. */
async function twoInGame(server, names, more = {}) {
    const [ada, bo] = [await server.account(`${names} ada`), await server.account(`${names} bo`)];
    const game = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 2 }, seats: [{ account: 'me' }, { open: true }], name: `${names} match`, ...more });
    await bo.ask('POST', `/v1/games/${game.id}/join`, {});
    return { ada, bo, id: game.id, path: `/games/${game.id}` };
}

/** Makes the first move listed, of whichever player has one; answers who it was. */
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

/** The cards that come first, as many as have to go. */
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

const boardAt = (page, seq) => page.locator(`.board[data-seq="${seq}"]`).waitFor();
const seqOf = async ({ ada, id }) => (await ada.ask('GET', `/v1/games/${id}`)).seq;

/** How far things have moved about on the page by themselves, as browsers measure it. */
const watchShifts = (page) => page.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.className ?? node?.nodeName)]);
    }).observe({ type: 'layout-shift', buffered: true });
});
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
        await theirs.locator('.whose', { hasText: first.name }).waitFor();
        await theirs.locator('[data-do=looked]').click();
        let asked = 0;
        theirs.on('request', (request) => (asked += viewRequest(game.id)(request) ? 1 : 0));
        const before = await seqOf(game);
        await mine.locator('[data-place^=vertex][data-lit]').first().click();
        await boardAt(mine, before + 1);
        await boardAt(theirs, before + 1);
        t.equal('pieces there', await theirs.locator('[data-piece=settlement]').count(), await mine.locator('[data-piece=settlement]').count());
        await theirs.locator(`.news-line[data-latest="${before + 1}"] p`, { hasText: first.name }).waitFor();
        await mine.locator('[data-place^=edge][data-lit]').first().click();
        await boardAt(theirs, before + 2);
        t.ok('the view was fetched once a move', asked <= 2, `${asked} times`);
        await theirs.locator('.whose.mine').waitFor();
        await theirs.waitForFunction(() => document.title.startsWith('(•) '));
    },
    'two tabs of a browser share one connection': async (t) => {
        const game = await twoInGame(t.server, 'tabs');
        const [first] = await mover(game);
        const page = await open(t, game.path, { account: first });
        const other = await page.context().newPage();
        const streams = [];
        other.on('request', (request) => request.url().endsWith('/events') && streams.push(request.url()));
        await other.goto(game.path);
        await other.locator('.board').waitFor();
        await moveOn(game);
        const seq = await seqOf(game);
        await Promise.all([boardAt(page, seq), boardAt(other, seq)]);
        t.equal('the second has no stream of its own', streams, []);
        const look = (tab) => Promise.all([tab.waitForRequest((request) => request.url().endsWith('/events')), tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))]);
        await look(other);
        await moveOn(game);
        await Promise.all([boardAt(page, seq + 1), boardAt(other, seq + 1)]);
        await look(page);
        await moveOn(game);
        await Promise.all([boardAt(page, seq + 2), boardAt(other, seq + 2)]);
        const before = streams.length;
        await page.close();
        await moveOn(game);
        await boardAt(other, seq + 3);
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
        t.equal('said in one place', await page.locator('.notice, .play-fault:not(:empty)').count(), 0);
        t.equal('nothing has arrived', await seqOf(game), before);
        await page.context().setOffline(false);
        await page.locator('[data-banner=lost]').waitFor({ state: 'detached' });
        await page.locator('[data-do=send-again]').click();
        await boardAt(page, before + 1);
        t.equal('it counts once', await seqOf(game), before + 1);
        await page.context().setOffline(true);
        await page.locator('[data-banner=lost]').waitFor();
        while ((await moveOn(game)) !== second);
        await page.context().setOffline(false);
        await boardAt(page, await seqOf(game));
        t.equal('no banner is left', await page.locator('.banner').count(), 0);
    },
    'a move of which the server cannot say whether it was made is sent again': async (t) => {
        const game = await twoInGame(t.server, 'unsure');
        const [first] = await mover(game);
        const page = await open(t, game.path, { account: first, phone: true });
        const before = await seqOf(game);
        const keys = [];
        let answers = 1;
        await page.route('**/moves', async (route) => {
            keys.push(route.request().headers()['idempotency-key']);
            if (answers-- > 0) await route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"type":"/problems/outcome-unknown","status":503}' });
            else await route.continue();
        });
        await page.locator('[data-place^=vertex][data-lit]').first().click();
        await page.locator('[data-banner=unsent]').waitFor();
        t.equal('said in one place', await page.locator('.notice, .play-fault:not(:empty)').count(), 0);
        await page.locator('[data-do=send-again]').click();
        await boardAt(page, before + 1);
        t.equal('with the same key', keys[1], keys[0]);
        t.equal('no banner is left', await page.locator('.banner').count(), 0);
    },
    'after a sleep everything is right again': async (t) => {
        const game = await twoInGame(t.server, 'asleep');
        const page = await open(t, game.path, { account: game.ada });
        let streams = 0;
        page.on('request', (request) => (streams += request.url().endsWith('/events') ? 1 : 0));
        const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
        await page.evaluate(() => document.dispatchEvent(new Event('freeze')));
        await closed;
        await moveOn(game);
        await moveOn(game);
        t.equal('it does not listen while it sleeps', streams, 0);
        await page.evaluate(() => document.dispatchEvent(new Event('resume')));
        await boardAt(page, await seqOf(game));
        await moveOn(game);
        await boardAt(page, await seqOf(game));
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
            await boardAt(page, await seqOf({ ...game, ada }));
            await page.locator('[data-banner=lost]').waitFor({ state: 'detached' });
            await moveOn({ ...game, ada, bo });
            await boardAt(page, await seqOf({ ...game, ada }));
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
        for (const [options, replay] of [[{ phone: true }, true], [{ dark: true, language: 'de' }, false]]) {
            const back = await open(t, game.path, { account: first, ...options });
            await back.locator('.news .news-item').first().waitFor();
            const told = await back.locator('.news li[data-seq]').evaluateAll((items) => items.map(({ dataset }) => Number(dataset.seq)));
            t.ok('nothing but what is new', told.every((seq) => seq > looked) && told[0] === last, told.join(' '));
            t.ok('it is marked on the board', Number(await back.locator('.board').getAttribute('data-marks')) > 0);
            await accessible(t, back, `the recap ${JSON.stringify(options)}`);
            if (!replay) continue;
            await back.locator('[data-do=replay]').click();
            await back.locator(`.past-note[data-at="${told.at(-1) - 1}"]`).waitFor();
            await accessible(t, back, 'the replay');
            await back.locator('[data-time=pause]').first().click();
            await back.locator('.time-bar input').fill(String(last - 2));
            await back.locator('.past-note [data-time=play]').click();
            for (const seq of [last - 1, last]) await back.locator(`.past-note[data-at="${seq}"] .past-said:not(:empty)`).waitFor();
            await back.locator('.past-note').waitFor({ state: 'detached' });
            await boardAt(back, last);
        }
        const again = await open(t, game.path, { account: first });
        const noted = again.waitForResponse((response) => response.url().endsWith('/looked'));
        await again.locator('[data-do=looked]').click();
        await noted;
        await again.reload();
        await again.locator('.news-line').waitFor();
        t.equal('it is not told again', await again.locator('.news').count(), 0);
    },
    'through a whole game and back, with all hands in the end': async (t) => {
        const ada = await t.server.account('history ada');
        const { id, seq } = await ada.ask('POST', '/v1/games', { mode: 'table', record: record('play-proved') });
        const page = await open(t, `/games/${id}`, { account: ada });
        const slider = page.locator('.time-bar input');
        await slider.focus();
        await page.keyboard.press('Home');
        await boardAt(page, 0);
        t.equal('no piece is there', await page.locator('.board [data-piece=settlement]').count(), 0);
        t.equal('nothing can be done then', await page.locator('.play [data-do]').count(), 0);
        await page.keyboard.press('ArrowRight');
        await boardAt(page, 1);
        await page.locator('[data-time=turn-forth]').click();
        await page.locator('.past-said', { hasText: /\w{4}/ }).waitFor();
        await slider.fill('77');
        await boardAt(page, 77);
        const all = await ada.ask('GET', `/v1/games/${id}/view?at=77&as=all`);
        for (const { seat, points, cards } of all.players) {
            t.equal(`points of ${seat} then`, Number(await page.locator(`.glance[data-seat="${seat}"] [data-figure=points] [aria-hidden]`).last().textContent()), points.total);
            t.ok(`the hand of ${seat} is open`, (await page.locator(`.player[data-player="${seat}"] .hand-open`).count()) === 1 && cards !== null);
        }
        await page.locator('.eyes select').selectOption('1');
        await page.locator('[data-hand="1"]').waitFor();
        await boardAt(page, 77);
        t.equal('others are covered', await page.locator('.player[data-player="0"] .hand-open').count(), 0);
        const own = await ada.ask('GET', `/v1/games/${id}/view?at=77&as=1`);
        t.equal('the hand of then', Number(await page.locator('.hand [data-kind=lumber]').getAttribute('data-count')), own.players[1].cards.lumber ?? 0);
        t.equal('a table game from here', await page.locator('.eyes a').getAttribute('href'), `/table?from=${id}&at=77`);
        await accessible(t, page, 'the past');
        await page.locator('[data-time=now]').click();
        await boardAt(page, seq);
        t.equal('who won', await page.locator('[data-result]').getAttribute('data-result'), '1');
        t.equal('its record', (await (await page.request.get(`/v1/games/${id}/record`)).json()).format, 'hexpost-record/1');
    },
    'charts show the figures of the game': async (t) => {
        const ada = await t.server.account('charts ada');
        for (const [name, options] of [['play-proved', { phone: true, language: 'de' }], ['table-knights', { dark: true }]]) {
            const { id } = await ada.ask('POST', '/v1/games', { mode: 'table', record: record(name) });
            const { seats } = await ada.ask('GET', `/v1/games/${id}/stats`);
            const page = await open(t, `/games/${id}?tab=charts`, { account: ada, ...options });
            await page.locator('.charts').waitFor();
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
        }
    },
    'figures, deadlines and what a bystander sees': async (t) => {
        const game = await twoInGame(t.server, 'figures', { clock: { turn: 86400 } });
        const [first] = await mover(game);
        const page = await open(t, game.path, { account: first, phone: true });
        const { waiting_for: [{ deadline }] } = await game.ada.ask('GET', `/v1/games/${game.id}`);
        t.equal('until when', await page.locator('.deadline').getAttribute('datetime'), deadline);
        t.equal('neutral colors are there', await page.locator('.strip .glance').count(), 4);
        t.ok('the hand is in sight', await page.locator('.hand').isVisible());
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        const { y, height } = await page.locator('.hand').boundingBox();
        t.ok('also below', y + height <= 741 && y > 300, `${y} ${height}`);
        await accessible(t, page, 'on a phone');
        const other = await open(t, game.path, { account: await t.server.account('figures cy'), dark: true });
        t.equal('a bystander has no hand', await other.locator('.hand').count(), 0);
        t.equal('nor orders', await other.getByRole('tab', { name: 'Orders' }).count(), 0);
        await moveOn(game);
        await boardAt(other, await seqOf(game));
        await accessible(t, other, 'as a bystander');
        const nobody = await open(t, `${game.path}?tab=log`, {});
        await moveOn(game);
        await boardAt(nobody, await seqOf(game));
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
        await page.locator('.game-head[data-status=finished]').waitFor();
        t.equal('who won', await page.locator('[data-result]').getAttribute('data-result'), String(result.winner));
        await boardAt(page, seq);
        t.equal('one\'s own eyes', await page.locator('[data-eyes]').getAttribute('data-eyes'), '');
        await page.locator('.eyes select').selectOption('all');
        await page.locator('.hand-open').nth(2).waitFor();
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
        t.equal('the way to invite', await page.locator('.game-status a').getAttribute('href'), `/games/${id}/join`);
        await accessible(t, page, 'an open game');
        await bo.ask('POST', `/v1/games/${id}/join`, {});
        await page.locator('.game-head[data-status=active]').waitFor();
        t.ok('it begins when the last seat is taken', true);
    },
    'nothing moves about by itself': async (t) => {
        const game = await twoInGame(t.server, 'still');
        const [first, second] = await mover(game);
        for (const options of [{ phone: true }, {}]) {
            const page = await open(t, '/about', { account: second, ...options });
            await watchShifts(page);
            await page.goto(game.path);
            await page.locator('.player').first().waitFor();
            await page.locator('.news-item, .news-line p:not(:empty)').first().waitFor();
            const loaded = await shifted(page);
            t.ok('while it loads', loaded.sum < 0.05, JSON.stringify(loaded));
            for (const path of ['/', `/people/${encodeURIComponent(second.name)}`]) {
                await page.goto(path);
                await page.locator('.game-card').first().waitFor();
                const still = await shifted(page);
                t.ok(`${path} while it loads`, still.sum < 0.05, JSON.stringify(still));
            }
        }
        const page = await open(t, '/about', { account: first });
        await watchShifts(page);
        await page.goto(game.path);
        await page.locator('.player').first().waitFor();
        await moveOn(game);
        await boardAt(page, await seqOf(game));
        const after = await shifted(page);
        t.ok('after a move', after.sum < 0.05, JSON.stringify(after));
    },
});
