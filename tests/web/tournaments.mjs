// SPDX-License-Identifier: AGPL-3.0-or-later
// Tournaments on the page: made, joined on a phone, started, and followed to the first tables.
import { open, run, sound, until } from './harness.mjs';

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
});
