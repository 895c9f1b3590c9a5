// SPDX-License-Identifier: AGPL-3.0-or-later
// Tournaments on the page: made, joined on a phone, started, followed to the first tables, and a league to its champion.
import { chance } from '../support/chance.mjs';
import { open, run, settled, sound, until } from './harness.mjs';
import { playOut } from './players.mjs';

const small = { phone: true, width: 320, height: 640 };
const inMonths = new Date(Date.now() + 60 * 86400000).toISOString();

await run('tournaments', {
    'a tournament is made, joined and started by clicking': async (t) => {
        const ada = await t.server.account('cup ada');
        const bob = await t.server.account('cup bob');
        const others = await Promise.all(['cup cleo', 'cup dora'].map((name) => t.server.account(name)));
        const page = await open(t, '/tournaments', { account: ada });
        await page.locator('[data-do=new-tournament]').click();
        await page.getByLabel('Name', { exact: true }).fill('Spring Cup');
        await page.locator('[data-do=create-tournament]').click();
        await page.waitForURL('**/tournaments/*');
        const id = page.url().split('/').pop();
        const phone = await open(t, '/tournaments', { account: bob, width: 320, height: 700 });
        await phone.locator(`[data-tournament="${id}"] a`).first().click();
        await phone.locator('[data-do=join-tournament]').click();
        await phone.locator('[data-do=leave-tournament]').waitFor();
        await sound(t, phone, 'a tournament on a phone');
        await page.locator('[data-do=join-tournament]').click();
        await page.locator('[data-do=leave-tournament]').waitFor();
        for (const other of others) await other.ask('POST', `/v1/tournaments/${id}/join`, {});
        await page.locator('[data-do=start-tournament]').click();
        await until(async () => (await ada.ask('GET', `/v1/tournaments/${id}/rounds`))[0]?.tables[0].game);
        await phone.reload();
        t.ok('four stand in the order', (await phone.locator('[data-part=standings] tbody tr').count()) === 4 || await until(async () => (await phone.locator('[data-part=standings] tbody tr').count()) === 4));
        await phone.getByRole('tab', { name: 'Rounds' }).click();
        await phone.locator('[data-part=rounds] [data-table="1"] a').waitFor();
        await sound(t, phone, 'the rounds on a phone');
        await page.reload();
        await page.getByRole('tab', { name: 'Organise' }).click();
        await page.locator('[data-part=result-form]').waitFor();
        await sound(t, page, 'the organiser');
    },
    'a league of seven is made on a phone and played to its champion': async (t) => {
        const names = ['league ada', 'league bo', 'Wolfeschlegelsteinhausenberger', 'league dora', 'league edda', 'league finn', 'league gita'];
        const people = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await t.server.account(name)])));
        const phone = await open(t, '/tournaments', { account: people[names[0]], ...small });
        await phone.locator('[data-do=new-tournament]').click();
        await phone.getByLabel('Name', { exact: true }).fill('Harbor League');
        await phone.getByLabel('Format').selectOption('league');
        await phone.getByLabel('Players in a division').selectOption('7');
        await phone.getByLabel('Most players').fill('7');
        await phone.locator('[data-do=more-choices]').click();
        await phone.getByLabel('Seasons').fill('1');
        await phone.getByLabel('Points to win').fill('3');
        await sound(t, phone, 'a league to be made on a small phone');
        await phone.locator('[data-do=create-tournament]').click();
        await phone.waitForURL('**/tournaments/*');
        const id = phone.url().split('/').pop();
        await phone.locator('[data-do=join-tournament]').click();
        await phone.locator('[data-do=leave-tournament]').waitFor();
        for (const name of names.slice(1)) await people[name].ask('POST', `/v1/tournaments/${id}/join`, {});
        const [{ tables }] = await until(async () => {
            const rounds = await people[names[0]].ask('GET', `/v1/tournaments/${id}/rounds`);
            return rounds[0]?.tables.every(({ game }) => game) && rounds;
        });
        t.equal('seven tables at once', [tables.length, tables.every(({ seats }) => seats.length === 4)], [7, true]);
        await phone.reload();
        await phone.locator('[data-part=own-tables] a').first().waitFor();
        t.equal('four games each', await phone.locator('[data-part=own-tables] a').count(), 4);
        await phone.getByRole('tab', { name: 'Organise' }).click();
        await phone.getByLabel('New end date').fill(inMonths.slice(0, 16));
        await phone.locator('[data-do=move-end]').click();
        await until(async () => (await people[names[0]].ask('GET', `/v1/tournaments/${id}/rounds`))[0].tables[0].ends_at.startsWith(inMonths.slice(0, 10)));
        await sound(t, phone, 'the organiser on a small phone');
        const random = chance('a league of seven');
        for (const { game } of tables) await playOut(people, game, random);
        await until(async () => (await people[names[0]].ask('GET', `/v1/tournaments/${id}`)).status === 'finished');
        await phone.reload();
        await phone.locator('[data-part=champion] a').first().waitFor();
        const first = (await people[names[0]].ask('GET', `/v1/tournaments/${id}/standings`)).items.filter(({ rank }) => rank === 1).map(({ account }) => account);
        t.equal('the champion', await phone.locator('[data-part=champion] a b').allTextContents(), first);
        await settled(phone);
        await sound(t, phone, 'the champion on a small phone');
        await phone.getByRole('tab', { name: 'Log' }).click();
        await phone.getByText('new end date').waitFor();
        const german = await open(t, `/tournaments/${id}`, { language: 'de', ...small });
        await german.getByRole('tab', { name: 'Protokoll' }).click();
        await german.getByText('Runde 1, Tische: 7').waitFor();
        await sound(t, german, 'the log in German');
    },
});
