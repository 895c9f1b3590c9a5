// SPDX-License-Identifier: AGPL-3.0-or-later
// Fair play on the page, by clicking: a report from a game on a phone, its answer by a moderator, a mute, an appeal, and an
// annulled game.
import { spawnSync } from 'node:child_process';
import { addressOf, binary } from '../support/serving.mjs';
import { open, run, settled, sound, Server, until } from './harness.mjs';

const three = { rules: { game: 'base', players: 3 } };
const small = { width: 320, height: 640 };

/** A game of PEOPLE that has begun. */
async function begin(people, more = {}) {
    const { id } = await people[0].ask('POST', '/v1/games', { ...three, ...more });
    for (const person of people.slice(1)) await person.ask('POST', `/v1/games/${id}/join`, {});
    return id;
}

const json = (body) => ({ contentType: 'application/json', body: JSON.stringify(body) });

await run('fair play', {
    'somebody is reported, muted, and let speak again, and a game is annulled': async (t) => {
        let server = await Server.start();
        try {
            const [ada, bob, cleo, mary, ruth] = await Promise.all(['fair ada', 'fair bob', 'fair cleo', 'fair mary', 'fair ruth'].map((name) => server.account(name)));
            await server.stop();
            for (const { name } of [mary, ruth]) {
                const appointed = spawnSync(binary, ['moderator', name, '--db', addressOf(server.database)], { encoding: 'utf8' });
                t.equal(`${name} is a moderator`, appointed.status, 0);
            }
            server = await Server.start({ database: server.database, port: Number(new URL(server.base).port) });
            const id = await begin([ada, bob, cleo], { rated: true, clock: { turn: 86400 } });
            const phone = await open(t, `/games/${id}`, { account: ada, server, phone: true, ...small });
            await phone.locator('[data-do=panels]').click();
            await phone.locator('[data-player="1"] [data-do=report]').click();
            t.equal('one does not report oneself', await phone.locator('[data-player="0"] [data-do=report]').count(), 0);
            await phone.locator('[data-part=report] textarea').fill('They give each other everything.');
            await sound(t, phone, 'a report on a small phone');
            await phone.locator('[data-do=send-report]').click();
            await phone.locator('[data-part=report]').waitFor({ state: 'detached' });
            await bob.ask('POST', `/v1/games/${id}/talk`, { text: 'You are all fools.' });
            await phone.getByRole('tab', { name: 'Talk' }).click();
            await phone.locator('[data-part=message] [data-do=report]').click();
            await phone.locator('[data-part=report] textarea').fill('Insults.');
            await sound(t, phone, 'a report of a message on a small phone');
            await phone.locator('[data-do=send-report]').click();
            await phone.locator('[data-part=report]').waitFor({ state: 'detached' });
            await phone.goto(`/people/${encodeURIComponent(bob.name)}`);
            await phone.locator('[data-part=person] [data-do=report]').click();
            await phone.locator('[data-part=report] textarea').fill('A fair name it is not.');
            await phone.locator('[data-do=send-report]').click();
            await phone.locator('[data-part=report]').waitFor({ state: 'detached' });
            await phone.goto('/fair-play');
            t.equal('three reports', await phone.locator('[data-part=reports] [data-report]').count() || await until(() => phone.locator('[data-part=reports] [data-report]').count()), 3);
            await settled(phone);
            await sound(t, phone, 'fair play on a small phone');
            for (const person of [ada, bob, cleo]) await person.ask('POST', `/v1/games/${id}/resign`, {});

            const desk = await open(t, '/fair-play', { account: mary, server, phone: true, ...small });
            await desk.getByRole('link', { name: 'For moderators' }).click();
            const reports = desk.locator('[data-part=open-reports] [data-report]');
            await reports.nth(2).waitFor();
            await settled(desk);
            await sound(t, desk, 'moderation');
            t.equal('what was said is kept', await reports.locator('blockquote').allTextContents(), ['You are all fools.']);
            const answer = async (report, text) => {
                await report.locator('[name=answer]').fill(text);
                await report.locator('[data-do=answer]').click();
            };
            await answer(reports.first(), 'It is a name.');
            await reports.nth(2).waitFor({ state: 'detached' });
            const played = reports.filter({ hasText: 'Playing together' });
            await played.locator('summary', { hasText: 'Annul' }).click();
            await played.locator('[data-do=annul-plan]').click();
            await played.locator('[data-part=annul-plan]').waitFor();
            await played.locator('[name=annul]').fill('Two played as one.');
            await played.locator('[data-do=annul]').click();
            await played.getByText('The game counts for nobody.').waitFor();
            await answer(played, 'We have looked at it.');
            await reports.nth(1).waitFor({ state: 'detached' });
            await reports.getByLabel('Decision').selectOption('mute');
            await reports.getByLabel('Days').fill('7');
            await answer(reports, 'Be fair.');
            await desk.getByText('No report waits for an answer.').waitFor();
            t.equal('the game is annulled', (await ada.ask('GET', `/v1/games/${id}`)).result.unrated, 'annulled');
            await phone.reload();
            await phone.getByText('Something was decided.').first().waitFor();

            const told = await open(t, '/', { account: bob, server, ...small });
            await told.locator('[data-part=told] a').click();
            await told.locator('[data-sanction=mute] [name=appeal]').fill('I only trade badly.');
            await sound(t, told, 'a decision on a small phone');
            await told.locator('[data-do=appeal]').click();
            await told.getByText('Your appeal: I only trade badly.').waitFor();
            t.equal('nobody is named', (await told.locator('[data-part=sanctions]').textContent()).includes('fair ada'), false);
            const other = await open(t, '/moderation', { account: ruth, server, ...small });
            await other.locator('[name=appeal-answer]').fill('I believe you.');
            await sound(t, other, 'moderation on a small phone');
            await other.locator('[data-do=lift]').click();
            await other.getByText('No appeal waits for an answer.').waitFor();
            t.equal('it is lifted', (await bob.ask('GET', '/v1/me/sanctions')).items[0].active, false);
        } finally {
            await server.stop();
        }
    },
    'moderators read why a pair stands out': async (t) => {
        const ada = await t.server.account('pairs ada');
        const page = await open(t, null, { account: ada, ...small });
        await page.route('**/v1/me', async (route) => {
            const response = await route.fetch();
            await route.fulfill(json({ ...(await response.json()), moderator: true }));
        });
        const empty = json({ items: [], next: null });
        for (const list of ['reports', 'sanctions', 'log']) await page.route(`**/v1/moderation/${list}*`, (route) => route.fulfill(empty));
        await page.route('**/v1/moderation/pairs*', (route) => route.fulfill(json({
            items: [{ accounts: ['Wolfeschlegelsteinhausenberger', 'Cy'], games: 20, score: 10.14, reasons: ['gifts', 'spared', 'offers'].map((sign) => ({ by: 'Wolfeschlegelsteinhausenberger', to: 'Cy', sign, count: 96, value: 3, expected: 34.1, deviations: 3.2 })) }], next: null,
        })));
        await page.goto('/moderation');
        await settled(page);
        t.equal('in words', await page.locator('[data-part=pairs] li li').nth(1).textContent(), 'Wolfeschlegelsteinhausenberger hit Cy with the robber 3 times of 96; 34.1 were to be expected.');
        await sound(t, page, 'a pair on a small phone');
    },
});
