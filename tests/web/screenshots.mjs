// SPDX-License-Identifier: AGPL-3.0-or-later
// Takes pictures of the main pages for the README: make screenshots. They go to the folder WEB_SHOTS.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { letters, lettersTo } from '../mail/letters.mjs';
import { ownTurn, recorded } from './games.mjs';
import { open, run, Server } from './harness.mjs';
import { ui } from './ui.mjs';

const folder = process.env.WEB_SHOTS ?? 'service/web/screenshots';
const bytesMax = 150 * 1000;
/** The board has too many shades for small PNGs. */
const quality = 72;
/** Mails are long, and shown completely. */
const mailQuality = 60;
const desktop = { width: 1200, height: 800 };
const phone = { phone: true, width: 390, height: 780 };

async function take(t, name, page) {
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    await page.evaluate(() => document.fonts.ready);
    const path = join(folder, `${name}.jpg`);
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path, type: 'jpeg', quality });
    taken.push([name, path]);
    const { size } = statSync(path);
    t.ok(`${name} is small enough`, size < bytesMax, `${size} bytes`);
}

/** The pictures taken, in that order: [name, path]. */
const taken = [];

/** A mail as a program shows it that supports all of its HTML. */
async function takeMail(t, name, mail, shape) {
    const html = mail.html.replace(/cid:board@[^"]+/, `data:image/png;base64,${mail.picture?.toString('base64')}`);
    const page = await open(t, '/robots.txt', shape);
    await page.goto(`data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`);
    const path = join(folder, `${name}.jpg`);
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path, type: 'jpeg', quality: mailQuality, fullPage: true });
    t.ok(`${name} is small enough`, statSync(path).size < bytesMax, `${statSync(path).size} bytes`);
    t.ok(`${name} is no wider than its window`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}

/** Makes moves for some accounts (by seat), useful ones first, until the first of them is on turn in turn TURN or
 * later, with the dice rolled and a card in hand. */
async function playTo(accounts, id, turn) {
    const wanted = ['build_city', 'build_settlement', 'roll', 'move_robber', 'build_road', 'end_turn'];
    for (;;) {
        const views = await Promise.all(accounts.map((account) => account.ask('GET', `/v1/games/${id}/view`)));
        if (views[0].status !== 'active') return;
        const seat = accounts.findIndex((_, i) => views[i].waiting_for.some(({ player }) => player === i));
        if (seat < 0) continue;
        const view = views[seat];
        const list = await accounts[seat].ask('GET', `/v1/games/${id}/actions`);
        const types = list.actions.map(({ type }) => type);
        if (view.turn.number >= turn && view.turn.player === 0 && types.includes('end_turn') && view.players[0].card_count > 0) return;
        const { decision, count } = view.waiting_for.find(({ player }) => player === seat);
        const action = decision === 'discard' ? { type: 'discard', cards: some(view.players[seat].cards, count) } : (wanted.map((type) => list.actions.find((one) => one.type === type)).find(Boolean) ?? list.actions.find(({ type }) => /^(decline|build|choose)/.test(type)) ?? list.actions[0]);
        await accounts[seat].ask('POST', `/v1/games/${id}/moves`, { action, seq: list.seq }).catch(() => undefined);
    }
}

/** A game in which the first account offers the second a trade. */
async function offered(from, to) {
    const { id } = await from.ask('POST', '/v1/games', { rules: { game: 'base' }, name: 'Lunch break', seats: [{ account: 'me' }, { open: true }, { bot: 'greedy' }], clock: { turn: 86400 } });
    await to.ask('POST', `/v1/games/${id}/join`);
    await playTo([from, to], id, 9);
    const view = await from.ask('GET', `/v1/games/${id}/view`);
    const [give] = Object.keys(some(view.players[0].cards, 1));
    await from.ask('POST', `/v1/games/${id}/moves`, { action: { type: 'offer_trade', give: { [give]: 1 }, want: { [give === 'ore' ? 'wool' : 'ore']: 1 } } });
    return id;
}

function some(cards, count) {
    const given = {};
    let left = count;
    for (const [kind, held] of Object.entries(cards)) {
        const part = Math.min(left, held);
        if (part > 0) given[kind] = part;
        left -= part;
    }
    return given;
}

let shown = null;
async function games(t) {
    if (shown) return shown;
    const ada = await t.server.account('Ada');
    const bo = await t.server.account('Bo');
    const base = await ownTurn(ada, { name: 'Sunday evening' });
    await playTo([ada], base.id, 25);
    const asked = await offered(bo, ada);
    await ada.ask('POST', '/v1/games', { name: 'Knights of the round table', rules: { game: 'cities_and_knights', players: 4 } });
    const knights = await recorded(ada, 'play-knights', { at: 232, title: 'At the long table' });
    const table = await recorded(ada, 'table-position', { title: 'Kitchen table' });
    shown = { ada, base, asked, knights, table };
    return shown;
}

await run('screenshots', {
    'the welcome page': async (t) => {
        const page = await open(t, '/', desktop);
        await page.locator('[aria-hidden=true] > svg').first().waitFor();
        await take(t, 'welcome', page);
    },
    'the first game explains itself': async (t) => {
        const page = await open(t, '/', phone);
        await page.locator('[data-do=play-now]').click();
        await page.locator(ui.hints).nth(2).waitFor();
        await take(t, 'first', page);
    },
    'a new game, and how to play': async (t) => {
        const { ada } = await games(t);
        await take(t, 'new', await open(t, '/new', { account: ada, ...phone }));
        await take(t, 'rules', await open(t, '/how-to-play', { account: ada, ...phone }));
    },
    'my games on a phone': async (t) => {
        const { ada } = await games(t);
        await take(t, 'games', await open(t, '/', { account: ada, ...phone }));
    },
    'my turn': async (t) => {
        const { ada, base } = await games(t);
        await take(t, 'base', await open(t, `/games/${base.id}`, { account: ada, ...desktop }));
        await take(t, 'phone', await open(t, `/games/${base.id}`, { account: ada, ...phone }));
    },
    'Cities & Knights in the dark': async (t) => {
        const { ada, knights } = await games(t);
        await take(t, 'knights', await open(t, `/games/${knights.id}`, { account: ada, ...desktop, dark: true }));
    },
    'an offer on a phone, in German': async (t) => {
        const { ada, asked } = await games(t);
        const page = await open(t, `/games/${asked}`, { account: ada, ...phone, language: 'de' });
        await page.locator('[data-do=accept_trade], [data-do=counter_trade], [data-do=decline_trade]').first().scrollIntoViewIfNeeded();
        await take(t, 'offer', page);
    },
    'a game at sea': async (t) => {
        const { ada } = await games(t);
        const sea = await recorded(ada, 'play-tribe', { at: 140, title: 'The forgotten tribe' });
        await take(t, 'sea', await open(t, `/games/${sea.id}`, { account: ada, ...desktop }));
    },
    'six players on a phone': async (t) => {
        const { ada } = await games(t);
        const six = await recorded(ada, 'play-six', { at: 120, title: 'Six of us' });
        await take(t, 'six', await open(t, `/games/${six.id}`, { account: ada, ...phone }));
    },
    'the end of a game': async (t) => {
        const { ada } = await games(t);
        const over = await recorded(ada, 'play-undo', { title: 'Sunday evening' });
        const page = await open(t, `/games/${over.id}`, { account: ada, ...desktop });
        await page.locator(ui.result).waitFor();
        await take(t, 'end', page);
    },
    'recording a game at the table': async (t) => {
        const { ada, table } = await games(t);
        await take(t, 'table', await open(t, `/games/${table.id}?tab=table`, { account: ada, ...desktop }));
    },
    'settings, and the proof': async (t) => {
        const { ada, knights } = await games(t);
        await take(t, 'settings', await open(t, '/settings/calendar', { account: ada, ...phone, dark: true }));
        const over = await recorded(ada, 'play-knights');
        await take(t, 'fairness', await open(t, `/games/${over.id}/fairness`, { account: ada, ...phone }));
        t.ok('both are there', knights.id !== over.id);
    },
    'a club, a tournament and the ladder': async (t) => {
        const { ada } = await games(t);
        const bo = await t.server.account('Barbara'), cy = await t.server.account('Cy');
        const club = await ada.ask('POST', '/v1/clubs', { name: 'Harbor Folk', about: 'We trade on Sundays.', open: true });
        const cup = await ada.ask('POST', '/v1/tournaments', { name: 'Spring Cup', format: 'swiss', rules: { game: 'base' }, starts_at: new Date(Date.now() + 60 * 86400000).toISOString() });
        for (const one of [bo, cy]) await one.ask('POST', `/v1/clubs/${club.id}/join`, {});
        for (const one of [ada, bo, cy]) await one.ask('POST', `/v1/tournaments/${cup.id}/join`, {});
        await take(t, 'club', await open(t, `/clubs/${club.id}`, { account: ada, ...phone }));
        await take(t, 'tournament', await open(t, `/tournaments/${cup.id}`, { account: ada, ...phone, dark: true }));
        await take(t, 'ladder', await open(t, '/ladder', { account: ada, ...phone, language: 'es' }));
    },
    'all of it on one sheet': async (t) => {
        const sheet = join(mkdtempSync(join(tmpdir(), 'hexpost-sheet-')), 'sheet.html');
        const pictures = taken.map(([name, path]) => `<img alt="${name}" src="file://${resolve(path)}">`).join('');
        writeFileSync(sheet, `<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;justify-content:center;background:#e9e4da}img{height:196px;border-radius:4px}</style>${pictures}`);
        const page = await open(t, '/robots.txt', { width: 1000, height: 600 });
        await page.goto(`file://${sheet}`);
        await page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0));
        const path = join(folder, 'all.jpg');
        await page.screenshot({ path, type: 'jpeg', quality: mailQuality, fullPage: true });
        t.ok('all of it is small enough', statSync(path).size < bytesMax, `${statSync(path).size} bytes`);
        t.equal('of each page a picture', await page.locator('img').count(), taken.length);
        rmSync(dirname(sheet), { recursive: true });
    },
    mails: async (t) => {
        const mails = mkdtempSync(join(tmpdir(), 'hexpost-letters-'));
        const server = await Server.start({ settings: lettersTo(mails) });
        const { setUp, digest, invitation, end } = await letters(server, mails, 'en');
        for (const [name, mail] of Object.entries({ turn: setUp, digest, invitation, end })) {
            await takeMail(t, `mail-${name}`, mail, { width: 800, height: 600 });
            await takeMail(t, `mail-${name}-dark`, mail, { width: 390, height: 600, dark: true });
        }
        await server.stop();
        rmSync(mails, { recursive: true });
    },
}, { pictures: true });
