// SPDX-License-Identifier: AGPL-3.0-or-later
// Makes every action of the interface and every card through the page at least once, in all editions and variants that
// differ; and at each of these moments the page must offer exactly what the server lists. A short run plays a third of
// the scenes, and relies on the others.
import { readFileSync } from 'node:fs';
import { taken } from '../support/slice.mjs';
import { parse } from '../tools/node_modules/yaml/dist/index.js';
import { open, patience, run } from './harness.mjs';
import { offered, perform, startsIn, startsOn } from './listed.mjs';
import { begin, moveOf } from './scenes.mjs';
import { baseScenes } from './scenesBase.mjs';
import { knightScenes } from './scenesKnights.mjs';
import { newWorldScenes } from './scenesNewWorld.mjs';
import { clothScenes } from './scenesCloth.mjs';
import { pirateScenes } from './scenesPirates.mjs';
import { seaScenes } from './scenesSea.mjs';
import { tribeScenes } from './scenesTribe.mjs';
import { wonderScenes } from './scenesWonders.mjs';
import { boardAt } from './ui.mjs';

const { schemas } = parse(readFileSync(new URL('../../openapi/openapi.yaml', import.meta.url), 'utf8')).components;
const made = new Set();
/** Always allowed and never listed. */
const always = new Set(['resign']);
/** Records the type of each action that had a button: by data-do, which is all an outside test knows. */
const noteButtons = (page) => page.addInitScript(() => {
    globalThis.buttons = new Set();
    const note = () => document.querySelectorAll('[data-do]').forEach(({ dataset }) => globalThis.buttons.add(dataset.do));
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-do'] });
});
const hadButton = (page, type) => page.evaluate((wanted) => globalThis.buttons.has(wanted), type);

const sorted = (value) => (Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).sort().map(([key, inner]) => [key, sorted(inner)])) : value);
const text = (value) => JSON.stringify(sorted(value));

/** The page of a game from one of its seats, at the server's latest event. */
async function show(page, t, game, account, as) {
    const query = as === undefined ? '' : `?as=${as}`;
    if (as !== undefined) await page.goto(`/games/${game.id}${query}`);
    else if (!page.url().endsWith(`/games/${game.id}`)) await page.goto(`/games/${game.id}`);
    const { actions, seq } = await account.ask('GET', `/v1/games/${game.id}/actions${query}`);
    await boardAt(page, seq).waitFor({ state: 'attached' });
    return actions;
}

/** Checks that the page offers all actions of the list to begin with. */
async function sameStarts(page, t, name, actions) {
    const wanted = startsIn(actions);
    const ends = Date.now() + patience / 5;
    let found = startsOn(await offered(page));
    while (text(found) !== text(wanted) && Date.now() < ends) {
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
        found = startsOn(await offered(page));
    }
    t.equal(`${name}: what can be begun`, found, wanted);
}

/** The name of an action among all that have to be made. */
const kindOf = (action) => (action.card && action.type.startsWith('play_') ? `${action.type}/${action.card}` : action.type);

async function play(t, page, account, name, scene) {
    const game = await begin(account, scene);
    for (const move of scene.moves) {
        const action = moveOf(move);
        const what = `${name}: ${text(action)}`;
        try {
            const actions = await show(page, t, game, account, move.as);
            await sameStarts(page, t, what, actions);
            const { picking, lit } = await offered(page);
            // A decision about places needs no button.
            const byPlaces = picking === action.type && lit.length > 0;
            const { body, status } = await perform(page, action, actions, t);
            t.equal(`${what} is taken`, status, 201);
            t.equal(`${what} is what is sent`, text(body.action), text(action));
            t.ok(`${what} is listed`, always.has(action.type) || actions.some((listed) => listed.type === action.type && (listed.open || text(listed) === text(action))));
            t.ok(`${what}: a button of its type`, byPlaces || await hadButton(page, action.type));
            if (status === 201) made.add(kindOf(action));
        } catch (error) {
            t.fail(`${what}: ${String(error.message ?? error).slice(0, 1500)}`);
            return;
        }
    }
}

const part = (scenes) => async (t) => {
    const wanted = process.argv[3] ?? '';
    const ada = await t.server.account(`every ${Object.keys(scenes)[0]}`.slice(0, 30));
    const page = await open(t, null, { account: ada });
    await noteButtons(page);
    for (const [i, [name, scene]] of Object.entries(scenes).entries()) {
        if (!taken(i, 8)) for (const move of scene.moves) made.add(kindOf(move));
        else if (name.includes(wanted)) await play(t, page, ada, name, scene);
    }
};

await run('every', {
    'actions and cards of the base game': part(baseScenes),
    'actions and cards of Cities & Knights': part(knightScenes),
    'actions at sea': part(seaScenes),
    'building wonders': part(wonderScenes),
    'gifts of the tribe': part(tribeScenes),
    'two gifts at once, told at a table': async (t) => {
        if (process.argv[3]) return;
        const ada = await t.server.account('every gifts');
        const page = await open(t, null, { account: ada });
        const { moves: [move], ...scene } = tribeScenes['two cards of the tribe'];
        const game = await begin(ada, scene);
        const actions = await show(page, t, game, ada);
        const { body, status } = await perform(page, moveOf(move), actions, t, ['outcome-0=monopoly', 'outcome-1=knight']);
        t.equal('what is sent', [status, body.outcome], [201, { card: 'monopoly', second: 'knight' }]);
    },
    'harbors of the New World': part(newWorldScenes),
    'cloth of the villages': part(clothScenes),
    'lanes of the Pirate Islands': part(pirateScenes),
    'nothing is left out': async (t) => {
        if (process.argv[3]) return;
        const mapped = (name) => Object.entries(schemas[name].discriminator.mapping);
        const all = mapped('Action').flatMap(([type, ref]) => {
            const { discriminator } = schemas[ref.split('/').pop()];
            return discriminator?.propertyName === 'card' ? Object.keys(discriminator.mapping).map((card) => `${type}/${card}`) : [type];
        });
        t.ok('there are many', all.length > 65, String(all.length));
        t.equal('never made', all.filter((key) => !made.has(key)), []);
    },
});
