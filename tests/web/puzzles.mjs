// SPDX-License-Identifier: AGPL-3.0-or-later
// Puzzles: the one of the day is answered on the board, right and wrong, and more of them follow by theme.
import { accessible, fits, open, run, Server, settled, until } from './harness.mjs';

/** A server with puzzles: they are cut at its start, from a game that is over. */
async function withPuzzles() {
    const first = await Server.start();
    const ada = await first.account('puzzle ada');
    const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [{ bot: 'greedy' }, { bot: 'hard' }, { bot: 'greedy' }] });
    while ((await ada.ask('GET', `/v1/games/${id}/events?type=finished&wait=20`)).items.length === 0);
    const port = Number(new URL(first.base).port);
    await first.stop();
    const server = await Server.start({ database: first.database, port });
    const ask = (method, path, body) => server.ask(method, path, { token: ada.token, body });
    await until(async () => (await ask('GET', '/v1/puzzles/today')).puzzle !== null);
    return { server, ada: { ...ada, ask } };
}

/** Picks MOVE on the page as a reader does: on the board, then from the list where that is not enough. */
async function pick(page, move, title) {
    const places = { hex: 'hex', vertex: 'vertex', edge: 'edge' };
    const [field] = Object.keys(places).filter((one) => typeof move[one] === 'number');
    if (field) await page.locator(`[data-place="${places[field]}-${move[field]}"][data-lit]`).first().dispatchEvent('click');
    else if (await page.locator('.puzzle-side details[open]').count() === 0) await page.locator('.puzzle-side summary').click();
    if (await page.locator('[data-part=picked]').count() === 0) await page.locator('.puzzle-moves button', { hasText: title }).first().click();
    await page.locator('[data-part=picked]').waitFor();
}

const has = (move, wanted) => Object.entries(wanted).every(([key, value]) => JSON.stringify(move[key]) === JSON.stringify(value));

await run('puzzles', {
    'a lesson is taken on a small phone, and leaves a badge': async (t) => {
        const ada = await t.server.account('lesson ada');
        const { steps } = await ada.ask('GET', '/v1/lessons/harbors');
        const page = await open(t, '/lessons/harbors', { account: ada, phone: true, width: 320, height: 640 });
        for (const [i, { name, actions, right }] of steps.entries()) {
            await page.locator(`[data-step=${name}]`).waitFor();
            if (i === 0) {
                await fits(t, page, 'a step');
                await accessible(t, page, 'a step');
                await pick(page, actions.find((move) => move.type === 'build_road'), '');
                await page.locator('[data-do=answer]').click();
                await page.locator('[data-do=lesson-again]').click();
            }
            const move = actions.find((one) => right.some((wanted) => has(one, wanted)));
            await pick(page, move, move.type === 'maritime_trade' ? 'get 1 ore' : '');
            await page.locator('[data-do=answer]').click();
            t.equal(`${name} is right`, await page.locator('[data-part=lesson-result]').getAttribute('data-right'), 'true');
            await page.locator('[data-do=lesson-next]').click();
        }
        await page.locator('[data-part=lesson-passed]').waitFor();
        t.equal('the badge', (await ada.ask('GET', '/v1/accounts/lesson%20ada')).lessons.map(({ lesson }) => lesson), ['harbors']);
    },
    'the puzzle of the day is answered': async (t) => {
        const { server, ada } = await withPuzzles();
        const usual = t.server;
        t.server = server;
        try {
            const { puzzle } = await ada.ask('GET', '/v1/puzzles/today');
            const { actions } = await ada.ask('GET', `/v1/puzzles/${puzzle.id}`);
            const { best } = await server.ask('POST', `/v1/puzzles/${puzzle.id}/answer`, { body: { action: actions.find(({ open: more }) => !more) } });
            const page = await open(t, '/puzzles', { account: ada, phone: true });
            await page.locator('[data-part=puzzle]').waitFor();
            await accessible(t, page, 'a puzzle');
            await fits(t, page, 'it');
            t.equal('it waits for a move', await page.locator('[data-do=answer]').isDisabled(), true);
            await pick(page, best.action, '');
            const picked = (await page.locator('[data-part=picked]').innerText()).length > 0;
            t.ok('what was picked is said', picked);
            await page.locator('[data-do=answer]').click();
            await page.locator('[data-part=puzzle-result]').waitFor();
            await settled(page);
            t.ok('it says why', (await page.locator('.coach-reasons li').count()) > 0);
            const { score, puzzle: after } = await ada.ask('GET', '/v1/puzzles/today');
            t.equal('it counts', score.answered, 1);
            t.equal('as the page says', String(after.solved), await page.locator('[data-part=puzzle-result]').getAttribute('data-solved'));
            await accessible(t, page, 'an answer');
            await page.setViewportSize({ width: 320, height: 640 });
            await fits(t, page, 'an answer on a small phone');
        } finally {
            t.server = usual;
            await server.stop();
        }
    },
});
