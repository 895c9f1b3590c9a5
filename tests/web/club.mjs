// SPDX-License-Identifier: AGPL-3.0-or-later
// The club on the page: ladders, what a profile says about a person, and rated games.
import { made } from './games.mjs';
import { open, run, settled, sound, until } from './harness.mjs';
import { ui } from './ui.mjs';

const day = 86400000;
const began = Date.parse('2026-10-01T18:00:00Z');
const rated = (category, games, rank, mu, sigma) => ({ category, mu, sigma, rating: Math.round(1500 + 40 * (mu - 25)), games, provisional: games < 10, rank, last_at: new Date(began + games * day).toISOString() });

/** A ladder as after months of games, which a test cannot play: REQUESTED is the address. */
function ladder(requested, names) {
    const behind = new URL(requested).searchParams.get('cursor') !== null;
    const first = behind ? names.length : 0;
    return { items: names.map((name, i) => ({ account: { id: `a${first + i}`, name: behind ? `${name} the younger` : name }, ...rated('base', 40 - i, first + i + 1, 31 - (first + i) / 3, 3.2) })), next: behind ? null : 'more' };
}

const json = (body) => ({ contentType: 'application/json', body: JSON.stringify(body) });

await run('club', {
    'a ladder shows places, the reader’s own, and the next page': async (t) => {
        const ada = await t.server.account('ladder ada');
        const page = await open(t, null, { account: ada, width: 320, height: 640 });
        await page.route('**/v1/ratings/base*', (route) => route.fulfill(json(ladder(route.request().url(), ['Wolfeschlegelsteinhausenberger', 'ladder ada', 'Cy']))));
        await page.route(`**/v1/accounts/${encodeURIComponent(ada.name)}`, async (route) => {
            const response = await route.fetch();
            await route.fulfill(json({ ...(await response.json()), ratings: [rated('base', 39, 2, 30.67, 3.2), rated('knights', 4, null, 26, 4.6)] }));
        });
        await page.goto('/ladder');
        await settled(page);
        await sound(t, page, 'a ladder on a small phone');
        const rows = page.locator('[data-part=ladder] tbody tr');
        t.equal('the first page', await rows.count(), 3);
        t.equal('the reader’s row is marked', await page.locator('[data-part=ladder] [data-own] th').textContent(), 'ladder ada');
        t.equal('the reader’s own place', (await page.locator('[data-part=own-rank]').textContent()).trim(), 'You are in place 2, with a rating of 1727.');
        await page.locator('[data-do=more]').click();
        await rows.nth(5).waitFor();
        t.equal('places go on', await rows.nth(5).getAttribute('data-rank'), '6');
        await page.getByLabel('Category').selectOption('knights');
        await page.waitForURL('**/ladder?category=knights');
        await page.locator('[data-part=ladder-empty]').waitFor();
        t.equal('a ladder without anybody', await rows.count(), 0);
        t.equal('provisional', (await page.locator('[data-part=own-rank]').textContent()).trim(), 'Your rating of 1540 is provisional: 4 games so far.');
        await page.locator('[data-part=club-nav] a', { hasText: 'Tournaments' }).click();
        await page.waitForURL('**/tournaments');
        await settled(page);
        await sound(t, page, 'the places of the club');
    },
    'a profile tells of ratings and conduct in words': async (t) => {
        const ada = await t.server.account('profile ada');
        const bo = await t.server.account('profile bo');
        const page = await open(t, `/people/${encodeURIComponent(ada.name)}`, { account: bo, width: 390, height: 844 });
        t.equal('nobody is judged without games', await page.locator('[data-part=conduct] li').allTextContents(), ['No game with other people is over yet.']);
        await sound(t, page, 'the profile of somebody new');
        const ratings = [rated('base', 12, 3, 27.8, 3.9), rated('duel', 1, null, 23.5, 4.8)];
        const history = (rating) => Array.from({ length: rating.games }, (_, i) => ({ game: null, at: new Date(began + (i + 1) * day).toISOString(), mu: 25 + ((rating.mu - 25) * (i + 1)) / rating.games, sigma: 5 - (i + 1) * 0.09 }));
        await page.route(`**/v1/accounts/${encodeURIComponent(ada.name)}`, async (route) => {
            const response = await route.fetch();
            await route.fulfill(json({ ...(await response.json()), ratings, conduct: { finished: 0.9643, games: 28, missed: 2, answer_minutes: { quarter: 11, median: 91, three_quarters: 512 }, bot_games: 7 } }));
        });
        await page.route(`**/v1/accounts/${encodeURIComponent(ada.name)}/ratings`, (route) => route.fulfill(json({ items: ratings.map((rating) => ({ ...rating, history: history(rating) })) })));
        await page.reload();
        await page.locator('[data-category=duel] svg').waitFor();
        await settled(page);
        t.equal('conduct', (await page.locator('[data-part=conduct] li').allTextContents()).slice(0, 2), ['Played 27 of 28 games to their end.', 'Missed deadlines on 2 days.']);
        t.equal('the drawing says what it shows', await page.locator('[data-category=base] svg').getAttribute('aria-label'), 'The rating over the last 12 games: from 1500 to 1612');
        t.equal('a point for each game and the beginning', (await page.locator('[data-category=base] .rating-line').getAttribute('points')).split(' ').length, 13);
        await sound(t, page, 'a profile with ratings');
    },
    'a game is made as a rated one, and says so': async (t) => {
        const ada = await t.server.account('rated ada');
        const page = await open(t, '/new', { account: ada, width: 390, height: 844 });
        await page.locator(`${ui.options} > summary`).click();
        await page.locator('[data-pick="preset=bots"]').click();
        const rate = page.getByLabel('Rated');
        t.ok('a game with bots cannot be rated', await rate.isDisabled());
        await page.locator('[data-pick="preset=all"]').click();
        await rate.check();
        await sound(t, page, 'a rated game to be made');
        const posted = made(page);
        await page.locator('[data-do=make-game]').click();
        const { rated: asked, clock, hints } = (await posted).postDataJSON();
        t.equal('what was chosen', [asked, Boolean(clock), hints], [true, true, false]);
        await page.waitForURL('**/join');
        await page.locator('.rules-short li', { hasText: 'Rated' }).waitFor();
        await page.goto('/lobby');
        await settled(page);
        t.ok('so does the lobby', await page.locator('[data-part=game-card] .facts', { hasText: 'rated' }).first().isVisible());
    },
    'somebody is followed, noted and found again, and a game is made with them': async (t) => {
        const ada = await t.server.account('people ada');
        const bo = await t.server.account('people bo');
        const page = await open(t, '/people', { account: ada, width: 320, height: 640 });
        await sound(t, page, 'nobody yet');
        await page.getByLabel('Name', { exact: true }).fill(bo.name);
        await page.locator('[data-do=find-person]').click();
        await page.waitForURL('**/people/people%20bo');
        await page.getByLabel('Follow', { exact: true }).check();
        await page.getByLabel('Your note').fill('Plays at night');
        await page.locator('[data-do=save-note]').click();
        await until(async () => (await ada.ask('GET', '/v1/me/people/people%20bo')).note);
        await sound(t, page, 'what is noted about somebody');
        t.ok('the reader is told when games begin', (await ada.ask('GET', '/v1/me/people/people%20bo')).news);
        const theirs = await bo.ask('POST', '/v1/games', { rules: { game: 'base' } });
        await page.goto('/lobby');
        await settled(page);
        await page.getByLabel('Whose games').selectOption('followed');
        await page.locator(`[data-game="${theirs.id}"]`).waitFor();
        await page.goto('/people?show=follow');
        await page.locator('[data-person="people bo"] a').click();
        await page.locator('[data-do=play-with]').click();
        await page.waitForURL('**/new?with=*');
        await page.getByLabel('Name for seat 2').waitFor();
        await sound(t, page, 'a game with somebody by name');
        const posted = made(page);
        await page.locator('[data-do=make-game]').click();
        t.equal('the seat is kept by name', (await posted).postDataJSON().seats, [{ account: 'me' }, { account: bo.name }, { open: true }]);
        await page.waitForURL('**/join');
    },
    'two who look for the same game find it in the lobby': async (t) => {
        const ada = await t.server.account('seek ada');
        const others = await Promise.all(['seek bo', 'seek cy'].map((name) => t.server.account(name)));
        const page = await open(t, '/lobby', { account: ada, width: 390, height: 844 });
        await page.locator('[data-do=new-seek]').click();
        await sound(t, page, 'looking for a game');
        await page.locator('[data-part=seeks] select').nth(1).selectOption('3');
        await page.locator('[data-do=look-for-game]').click();
        await page.locator('[data-seek] [data-do=end-seek]').waitFor();
        t.ok('the seek says what it is for', (await page.locator('[data-seek] span').first().textContent()).includes('1 day per turn'));
        for (const other of others) await other.ask('POST', '/v1/seeks', { rules: { game: 'base' }, clock: { turn: 86400 }, players: { min: 3, max: 3 } });
        t.equal('the game has begun', (await ada.ask('GET', '/v1/me/games')).items.length, 1);
        await page.reload();
        await settled(page);
        t.equal('nobody looks any longer', await page.locator('[data-seek]').count(), 0);
    },
});
