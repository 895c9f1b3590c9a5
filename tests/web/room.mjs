// SPDX-License-Identifier: AGPL-3.0-or-later
// Whether texts have room in every window of sizes.mjs: the time left, proposals, the recap. Checked by geometry: a page is
// opened once, and its window resized.
import { accessible, fits, open, run, settled } from './harness.mjs';
import { stage } from './scenes.mjs';
import { phones, roomy, sizes } from './sizes.mjs';
import { does, ui } from './ui.mjs';

const named = ({ width, height }) => `${width}x${height}`;

/** The boxes of what SELECTOR finds, once a new size was laid out. */
const boxes = (page, selector) => page.evaluate(async (wanted) => {
    await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
    return [...document.querySelectorAll(wanted)].map((one) => {
        const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
        return { left, top, right, bottom, width, height };
    });
}, selector);

/** Runs on the page: which of the elements show less than all of their text, or lie beneath others; "" for none. */
const hiddenOf = (wanted) => [...document.querySelectorAll(wanted)].flatMap((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const what = one.textContent.trim().slice(0, 30);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) return [`${what}: outside`];
    const hit = [left + 2, (left + right) / 2, right - 2].map((x) => document.elementFromPoint(x, (top + bottom) / 2)).find((found) => !found || !(one.contains(found) || found.contains(one)));
    return hit ? [`${what}: under ${hit.className}`] : one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline' ? [`${what}: cut`] : [];
});

/** Runs on the page: buttons in whose labels a line breaks within a word. */
const brokenOf = (wanted) => [...document.querySelectorAll(wanted)].flatMap((button) => {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    const broken = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (node.parentElement.checkVisibility() && new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
    }
    return broken;
});

/** All is shown that SELECTOR finds, and it finds something, in every window of ALL. */
async function shows(t, page, what, selector, all = sizes) {
    for (const size of all) {
        await page.setViewportSize(size);
        const found = await boxes(page, selector);
        t.ok(`${what} at ${named(size)}`, found.length > 0 && found.every(({ width, height }) => width > 1 && height > 1), `${found.length} boxes`);
        t.equal(`${what} at ${named(size)} in full`, await page.evaluate(hiddenOf, selector), []);
    }
}

async function unbroken(t, page, what) {
    for (const size of sizes) {
        await page.setViewportSize(size);
        await boxes(page, 'body');
        t.equal(`${what} at ${named(size)}: words that buttons break`, await page.evaluate(brokenOf, 'button, .button'), []);
    }
}

/** Four people at a game with a clock, set up and at their first turn; ada has seat 0. */
async function fourPeople(t, prefix, rules = { game: 'base', players: 4 }) {
    const people = await Promise.all(['ada', 'bob', 'cy', 'di'].map((name) => t.server.account(`${prefix} ${name}`)));
    const [ada] = people;
    const { id } = await ada.ask('POST', '/v1/games', { name: 'The second part of the evening', rules, visibility: 'public', clock: { turn: 172800 }, seats: [{ account: 'me' }, { open: true }, { open: true }, { open: true }] });
    for (const person of people.slice(1)) await person.ask('POST', `/v1/games/${id}/join`, {});
    return { id, people };
}

/** Makes the first move listed, whose ever it is, so many times or until the game waits for the account LAST; answers who is next. */
async function moveOn({ id, people }, times, last = null) {
    for (let i = 0; ; i += 1) {
        const { waiting_for: [{ player }], seats } = await people[0].ask('GET', `/v1/games/${id}`);
        const mover = people.find(({ name }) => name === seats[player].account);
        if (i === times || mover === last) return mover;
        const { actions, seq } = await mover.ask('GET', `/v1/games/${id}/actions`);
        await mover.ask('POST', `/v1/games/${id}/moves`, { action: actions.find(({ type, open: isOpen }) => type !== 'undo' && !isOpen), seq });
    }
}

/** After the set-up, a round of turns of all but one, who was away: that one. */
async function awayFrom(game) {
    const first = await moveOn(game, 16);
    const { seats, seq } = await first.ask('GET', `/v1/games/${game.id}`);
    const { account } = seats[(seats.find((one) => one.account === first.name).seat + 3) % 4];
    const reader = game.people.find(({ name }) => name === account);
    await reader.ask('PUT', `/v1/games/${game.id}/looked`, { seq });
    await moveOn(game, 40, reader);
    return reader;
}

await run('room', {
    'the time that is left, a pause and that one watches are seen in full': async (t) => {
        const game = await fourPeople(t, 'chips');
        const [ada, bob, cy, di] = game.people;
        const watcher = await t.server.account('chips eve');
        const page = await open(t, `/games/${game.id}`, { account: watcher, language: 'de' });
        await shows(t, page, 'the time that is left', '[data-chip=time]');
        await shows(t, page, 'that one watches', '[data-chip=watching]');
        for (const person of [ada, bob, cy, di]) await person.ask('POST', `/v1/games/${game.id}/pause`, {});
        await page.reload();
        await settled(page);
        await shows(t, page, 'a pause', '[data-chip=paused]');
        await accessible(t, page, 'a paused game');
    },
    'what others propose is a line over the board, and in one’s games': async (t) => {
        const game = await fourPeople(t, 'line');
        const [ada, bob, cy, di] = game.people;
        const page = await open(t, `/games/${game.id}`, { account: ada });
        const bobs = await open(t, `/games/${game.id}?tab=settings`, { account: bob });
        await bobs.locator('[data-do=agree-pause]').click();
        await page.reload();
        await page.locator('[data-proposal=pause]').waitFor();
        t.ok('it says who', (await page.locator(ui.proposal).innerText()).includes(bob.name));
        await shows(t, page, 'what is proposed', `${ui.proposal} p, ${ui.proposal} button`);
        await page.setViewportSize(phones[0]);
        await accessible(t, page, 'a proposal');
        const spanish = await open(t, `/games/${game.id}`, { account: ada, language: 'es' });
        await spanish.locator('[data-proposal=pause]').waitFor();
        await shows(t, spanish, 'what is proposed, in Spanish', `${ui.proposal} p, ${ui.proposal} button`);
        await t.leave(spanish);
        await page.goto('/');
        await page.locator('[data-part=proposed]').waitFor();
        t.ok('my games say so', (await page.locator('[data-part=proposed]').innerText()).includes(bob.name));
        await accessible(t, page, 'games with a proposal');
        await page.goto(`/games/${game.id}`);
        for (const person of [cy, di]) await person.ask('POST', `/v1/games/${game.id}/pause`, {});
        await page.locator('[data-do=agree]').click();
        await page.locator('[data-chip=paused]').waitFor();
        await page.locator(ui.proposal).waitFor({ state: 'detached' });
        t.ok('one tap has agreed', Boolean((await ada.ask('GET', `/v1/games/${game.id}`)).paused));
    },
    'what was missed has the whole width, oldest first': async (t) => {
        for (const rules of [{ game: 'cities_and_knights', players: 4 }, { game: 'base', players: 4 }]) {
            const game = await fourPeople(t, `news ${rules.game}`, rules);
            const page = await open(t, `/games/${game.id}`, { account: await awayFrom(game) });
            await page.locator(ui.news).waitFor();
            for (const size of sizes) {
                await page.setViewportSize(size);
                const [[news], [ticker], items, [list]] = [await boxes(page, ui.news), await boxes(page, '.game-ticker'), await boxes(page, `${ui.news} ol`), await boxes(page, `${ui.news} [role=region]`)];
                const what = `${rules.game} at ${named(size)}`;
                t.ok(`${what}: it has the whole width`, news.width > ticker.width - 4, `${news.width} of ${ticker.width}`);
                t.ok(`${what}: its lines too`, items[0].width > ticker.width - 40, `${items[0].width} of ${ticker.width}`);
                t.ok(`${what}: a line can be read`, list.height >= 34, `${list.height} px`);
                t.equal(`${what}: its buttons`, await page.evaluate(hiddenOf, '[data-do=replay], [data-do=looked]'), []);
                if (rules.game !== 'base') t.equal(`${what}: the barbarians’ way`, await page.evaluate(hiddenOf, ui.ship), []);
                await fits(t, page, what);
            }
            await unbroken(t, page, rules.game);
            const told = await page.locator(`${ui.news} li[data-seq]`).evaluateAll((all) => all.map(({ dataset }) => Number(dataset.seq)));
            t.equal('oldest first', told, [...told].sort((a, b) => a - b));
            t.ok('without the ends of turns', !(await page.locator(ui.news).innerText()).includes('ended the turn'));
            await accessible(t, page, `what was missed, ${rules.game}`);
            await t.leave(page);
        }
    },
    'wide maps use what a tall phone has': async (t) => {
        const ada = await t.server.account('wide ada');
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', scenario: 'forgotten_tribe', players: 4 }, seats: [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }, { bot: 'random' }] });
        const page = await open(t, `/games/${id}`, { account: ada });
        for (const size of [...sizes, { width: 390, height: 844 }]) {
            await page.setViewportSize(size);
            await boxes(page, 'body');
            const { turned, scale, best } = await page.locator(ui.frame).evaluate((frame) => {
                const drawing = frame.querySelector('svg');
                const [, , width, height] = drawing.getAttribute('viewBox').split(' ').map(Number);
                const scaleIn = (wide, high) => Math.min(frame.clientWidth / wide, frame.clientHeight / high);
                return { turned: 'turned' in frame.dataset, scale: drawing.getScreenCTM().a, best: Math.max(scaleIn(width, height), scaleIn(height, width)) };
            });
            const phone = size.width < 560;
            t.ok(`hexes are as large as they can be at ${named(size)}`, scale >= best * (phone ? 0.88 : 0.99) || !phone, `${scale}, at best ${best}`);
            t.ok(`turned on phones alone, at ${named(size)}`, phone || !turned);
            // It begins with the land, without the outermost sea.
            const land = await page.locator(`${ui.drawing} [data-on]`).evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).reduce(({ left, right }, box) => ({ left: Math.min(left, box.left), right: Math.max(right, box.right) }), { left: Infinity, right: 0 }));
            if (phone && size.height < 700) t.ok(`the land is as wide as a small phone at ${named(size)}, or as high`, land.right - land.left > size.width * 0.6 || turned, JSON.stringify(land));
            if (size.height > 800 && phone) t.ok('a hex has 48 px', turned && scale * 104 >= 48, `${scale * 104}`);
        }
        // A turned board is played as any other.
        await page.setViewportSize({ width: 390, height: 844 });
        const lit = page.locator(`${ui.board} [data-place^=vertex][data-lit]`).first();
        const [place, before] = [await lit.getAttribute('data-place'), await page.locator(ui.board).getAttribute('data-seq')];
        await lit.click();
        await page.locator(`${ui.board}:not([data-seq="${before}"])`).waitFor();
        const { pieces } = await ada.ask('GET', `/v1/games/${id}/view`);
        t.ok('a tap means the place under it', pieces.settlements.some(({ player, vertex }) => player === 0 && `vertex-${vertex}` === place), place);
    },
    'bots have faces of their own, and an offer says what one gets': async (t) => {
        const ada = await t.server.account('faces ada');
        const bob = await t.server.account('faces bob');
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 4 }, seats: [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }, { open: true }] });
        const page = await open(t, `/games/${id}/join`, { account: bob });
        for (const size of sizes) {
            await page.setViewportSize(size);
            t.equal(`on the page to join at ${named(size)}`, (await boxes(page, '.join-seats [data-bot]')).length, 2);
        }
        await bob.ask('POST', `/v1/games/${id}/join`, {});
        await page.goto(`/games/${id}`);
        await page.locator(ui.glance).first().waitFor();
        for (const size of sizes) {
            await page.setViewportSize(size);
            const found = await boxes(page, `${ui.players} [data-bot]`);
            t.ok(`in the strip at ${named(size)}`, found.length === 2 && found.every(({ width }) => width >= 14), `${found.length}`);
        }
        const other = await stage(ada, 'use four\nplayer 0 hand 2 brick\nplayer 1 hand 2 ore');
        const { seq } = await ada.ask('GET', `/v1/games/${other.id}`);
        await ada.ask('POST', `/v1/games/${other.id}/moves`, { action: { type: 'offer_trade', give: { brick: 1 }, want: { ore: 1 } }, seq, seat: 0 });
        await page.goto('/about');
        const own = await open(t, `/games/${other.id}?as=1`, { account: ada });
        await own.locator('[data-offer-id]').waitFor();
        const said = (await own.locator('[data-offer-id]').innerText()).replace(/\s+/g, ' ');
        t.ok('who offers, and what', /offers you a trade .*You get.*You give/.test(said), said);
        await accessible(t, own, 'an offer');
    },
    'an explanation covers none of the actions': async (t) => {
        const ada = await t.server.account('hover ada');
        const { id } = await stage(ada, 'use four\nplayer 0 hand 2 brick 2 lumber 1 wool 5 grain 3 ore');
        const page = await open(t, `/games/${id}`, { account: ada });
        for (const size of roomy) {
            await page.setViewportSize(size);
            await page.mouse.move(5, 5);
            await does(page, 'end_turn').hover();
            await page.locator(ui.explain).waitFor();
            const [[box], buttons] = [await boxes(page, ui.explain), await boxes(page, `${ui.actions} button`)];
            const covered = buttons.filter(({ left, right, top, bottom }) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
            t.equal(`at ${named(size)}`, covered.length, 0);
        }
    },
    'panels open in full, offers show whom they are for, and a zoomed board fills its frame': async (t) => {
        const ada = await t.server.account('full ada');
        const { id } = await stage(ada, 'use four\nplayer 0 hand 2 brick 2 lumber 1 wool 5 grain 3 ore');
        const page = await open(t, `/games/${id}?tab=talk`, { account: ada });
        await page.locator('[data-do=full-panel]').click();
        for (const size of roomy) {
            await page.setViewportSize(size);
            await shows(t, page, 'the field and the button of the talk', '.talk textarea, .talk button[type=submit]', [size]);
            const [[panel], [board]] = [await boxes(page, ui.panels), await boxes(page, '.game-left')];
            t.ok(`the panel has the board's width at ${named(size)}`, panel.width > board.width - 4, `${panel.width} of ${board.width}`);
        }
        await accessible(t, page, 'a panel in full');
        await page.setViewportSize(roomy[0]);
        for (const [tab, parts] of [['Charts', '.charts > *'], ['Log', '[role=tabpanel] .log']]) {
            await page.getByRole('tab', { name: tab }).click();
            await page.locator(parts).first().waitFor();
            for (const size of roomy) {
                await page.setViewportSize(size);
                const [[panel], inside] = [await boxes(page, ui.panels), await boxes(page, parts)];
                t.ok(`${tab} at ${named(size)} uses the panel's width`, Math.max(...inside.map(({ right }) => right)) > panel.right - 60 && inside[0].width > 340, JSON.stringify([panel, ...inside.slice(0, 2)]));
            }
            await page.setViewportSize(roomy[0]);
        }
        await page.locator('[data-do=full-panel]').click();
        for (const size of roomy) {
            await page.setViewportSize(size);
            t.ok(`the log has a column at ${named(size)}, or a tab`, (await boxes(page, '.game-log')).length === (size.width >= 1440 ? 1 : 0));
        }
        await page.setViewportSize(roomy[0]);
        await does(page, 'offer_trade').click();
        await page.locator('[data-with=players]').waitFor();
        for (const size of roomy) {
            await page.setViewportSize(size);
            await boxes(page, 'body');
            const hidden = await page.locator(ui.sheet).evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight);
            t.ok(`the form of an offer at ${named(size)} needs no scrolling`, hidden <= 1, `${hidden} px hidden`);
        }
        await page.locator('[data-do=cancel]').first().click();
        for (const size of sizes) {
            await page.setViewportSize(size);
            await boxes(page, 'body');
            if (size === sizes[0]) await page.locator('[data-do=panels]').click();
            if (size === sizes[0]) await page.locator('[data-tool=zoom-in]').click();
            const [[frame], [drawing]] = [await boxes(page, ui.frame), await boxes(page, ui.drawing)];
            t.ok(`a zoomed board fills its frame at ${named(size)}`, drawing.height >= frame.height - 1 && drawing.width >= frame.width - 1, `${drawing.width}x${drawing.height} of ${frame.width}x${frame.height}`);
            const [sea] = await boxes(page, '.game-board');
            t.ok(`and the frame all of the free sea at ${named(size)}`, frame.height >= sea.height - 2 && frame.width >= sea.width - 2, `${frame.width}x${frame.height} of ${sea.width}x${sea.height}`);
        }
    },
}, { share: 2 });
