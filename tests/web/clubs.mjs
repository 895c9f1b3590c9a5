// SPDX-License-Identifier: AGPL-3.0-or-later
// Clubs by clicking: one is founded, people come in, and its games are its own.
import { open, run, settled, sound, until } from './harness.mjs';

await run('clubs', {
    'a club is founded on a laptop and joined on a phone': async (t) => {
        const ada = await t.server.account('club ada');
        const bob = await t.server.account('club bob');
        const page = await open(t, '/clubs', { account: ada });
        await page.locator('[data-do=new-club]').click();
        await page.getByLabel('Name').fill('Harbor Folk');
        await page.locator('[name=about]').fill('We trade at night.');
        await sound(t, page, 'a club to be founded');
        await page.locator('[data-do=save-club]').click();
        await page.waitForURL('**/clubs/*');
        const id = page.url().split('/').pop();
        const phone = await open(t, `/clubs/${id}`, { account: bob, width: 320, height: 700 });
        t.equal('strangers see no lobby', await phone.getByRole('tab', { name: 'Games' }).count(), 0);
        await phone.locator('[data-do=join-club]').click();
        await phone.getByText('You have asked to join.').waitFor();
        await sound(t, phone, 'a club on a small phone');
        await page.getByRole('tab', { name: 'Members' }).click();
        await page.locator('[data-member="club bob"] [data-do=make-member]').click();
        await page.locator('[data-member="club bob"][data-role=member]').waitFor();
        await sound(t, page, 'the members of a club');
        const cleo = await t.server.account('club cleo');
        await page.getByLabel('Invite somebody').fill('club cleo');
        await page.locator('[data-do=invite-member]').click();
        await page.locator('[data-member="club cleo"][data-role=invited]').waitFor();
        const invited = await open(t, '/', { account: cleo, width: 320, height: 700 });
        await invited.locator('[data-part=invitations] a').click();
        await invited.getByText('You are invited.').waitFor();
        await page.getByRole('tab', { name: 'Games' }).click();
        await page.locator('[data-do=new-club-game]').click();
        await page.locator('[data-do=create-club-game]').click();
        await page.waitForURL('**/join');
        const [game] = (await bob.ask('GET', `/v1/games?club=${id}`)).items;
        t.equal('its members find its game', game.visibility, 'private');
        await phone.reload();
        await phone.locator('[data-game], .games li').first().waitFor();
        await settled(phone);
        await sound(t, phone, 'the lobby of a club on a phone');
    },
    'an owner manages a club': async (t) => {
        const ada = await t.server.account('manager ada');
        const club = await ada.ask('POST', '/v1/clubs', { name: 'Forest Folk' });
        const page = await open(t, '/people/manager%20ada', { account: ada, width: 390, height: 844 });
        await page.locator('[data-part=clubs] a').click();
        await page.waitForURL(`**/clubs/${club.id}`);
        await page.getByRole('tab', { name: 'Manage' }).click();
        await page.getByLabel('Address of the webhook').fill('https://hooks.example.org/services/1');
        await page.locator('[data-do=set-channel]').click();
        await page.locator('[data-part=channel-kind]').waitFor();
        await page.getByLabel('Everybody can join').check();
        await page.locator('[data-part=club-form] [data-do=save-club]').click();
        await until(async () => (await ada.ask('GET', `/v1/clubs/${club.id}`)).open);
        await sound(t, page, 'managing a club');
        await page.getByRole('tab', { name: 'Ladder' }).click();
        await page.locator('[data-part=ladder-empty]').waitFor();
        await page.getByRole('tab', { name: 'Tournaments' }).click();
        await page.locator('[data-do=new-tournament]').click();
        await page.locator('[data-part=new-tournament] [name=name]').fill('Forest Cup');
        await page.locator('[data-do=create-tournament]').click();
        await page.waitForURL('**/tournaments/*');
        t.equal('it is the club’s', (await ada.ask('GET', `/v1/tournaments?club=${club.id}`)).items.length, 1);
        await page.goto(`/clubs/${club.id}`);
        await page.getByRole('tab', { name: 'Manage' }).click();
        await page.locator('[data-do=delete-club]').click();
        await page.locator('[data-do=confirm]').click();
        await page.waitForURL('**/clubs');
    },
});
