// SPDX-License-Identifier: AGPL-3.0-or-later
// Reports and what moderators decide, against the description.
import { report } from './count.mjs';
import { call, invalid, problem, runBetween } from './server.mjs';

const three = { rules: { game: 'base', players: 3 } };

async function begin(people, more = {}) {
    const { body: game } = await call('POST', '/v1/games', { token: people[0].token, json: { ...three, ...more }, want: 201 });
    for (const { token } of people.slice(1)) await call('POST', `/v1/games/${game.id}/join`, { token, json: {}, want: 200 });
    return game.id;
}

/** A rated game that is over: two leave it late enough for it to count would take long, so all resign. */
async function finished(people) {
    const id = await begin(people, { rated: true, clock: { turn: 86400 } });
    for (const { token } of people) await call('POST', `/v1/games/${id}/resign`, { token, json: {}, want: 200 });
    return id;
}

/** PEOPLE play, the first reports the second; LINUS becomes a moderator. Returns parts of paths. */
export async function fairPlay(people, moderator) {
    const [ada, grace] = people;
    const { token } = moderator;
    await problem('GET', '/v1/moderation/reports', { token }, 403, 'forbidden');
    await problem('GET', '/v1/moderation/log', {}, 401, 'unauthenticated');
    await runBetween(['moderator', moderator.name]);
    const me = (await call('GET', '/v1/me', { token, want: 200 })).body;
    report('a moderator is one', me.moderator === true ? [] : [JSON.stringify(me)]);

    const game = await begin(people);
    await call('POST', `/v1/games/${game}/talk`, { token: grace.token, json: { text: 'You fool' }, want: 201 });
    const about = { account: 'grace', game };
    const { body: made } = await call('POST', '/v1/reports', { token: ada.token, json: { about, kind: 'collusion', text: 'Look.' }, headers: { 'idempotency-key': 'one-report' }, want: 201 });
    await problem('POST', '/v1/reports', { token: ada.token, json: { about, kind: 'collusion', text: 'Again.' } }, 409, 'conflict');
    await invalid('POST', '/v1/reports', { token: ada.token, json: { about: { account: 'ada' }, kind: 'name', text: 'Me.' } }, '/about');
    await invalid('POST', '/v1/reports', { token: ada.token, json: { about, kind: 'rude', text: 'Look.' } }, '/kind');
    await call('POST', '/v1/reports', { token: ada.token, json: { about: { game }, kind: 'stalling', text: 'Slow.' }, want: 201 });
    await call('GET', '/v1/me/reports?limit=1', { token: ada.token, want: 200 });
    const { body: open } = await call('GET', '/v1/moderation/reports?limit=1', { token, want: 200 });
    await call('GET', `/v1/moderation/reports?limit=1&cursor=${open.next}`, { token, want: 200 });
    await invalid('POST', `/v1/moderation/reports/${made.id}`, { token, json: { decision: 'mute', text: 'No.' } }, '/days');
    await call('POST', `/v1/moderation/reports/${made.id}`, { token, json: { decision: 'mute', days: 7, text: 'Be kind.' }, want: 200 });
    await problem('POST', `/v1/moderation/reports/${made.id}`, { token, json: { decision: 'none', text: 'No.' } }, 409, 'conflict');
    await problem('POST', '/v1/moderation/reports/nothing', { token, json: { decision: 'none', text: 'No.' } }, 404, 'not-found');
    await call('GET', '/v1/moderation/reports?status=answered', { token, want: 200 });
    await problem('POST', `/v1/games/${game}/talk`, { token: grace.token, json: { text: 'You fool' } }, 403, 'forbidden');

    const { body: mine } = await call('GET', '/v1/me/sanctions', { token: grace.token, want: 200 });
    const [{ id }] = mine.items;
    await call('POST', `/v1/me/sanctions/${id}/appeal`, { token: grace.token, json: { text: 'It was my brother.' }, want: 200 });
    await problem('POST', `/v1/me/sanctions/${id}/appeal`, { token: grace.token, json: { text: 'Again.' } }, 409, 'conflict');
    await call('GET', '/v1/moderation/sanctions?status=appealed', { token, want: 200 });
    await call('POST', `/v1/moderation/sanctions/${id}`, { token, json: { decision: 'lifted', text: 'I believe you.' }, want: 200 });
    await call('POST', `/v1/games/${game}/talk`, { token: grace.token, json: { text: 'Thank you' }, want: 201 });
    await call('POST', '/v1/moderation/accounts/grace', { token, json: { decision: 'warn', text: 'Be kind.' }, want: 204 });
    await problem('POST', '/v1/moderation/accounts/nobody_is_called_so', { token, json: { decision: 'warn', text: 'Be kind.' } }, 404, 'not-found');

    const rated = await finished(people);
    await call('POST', `/v1/moderation/games/${rated}/annul`, { token, json: { dry_run: true }, want: 200 });
    await call('POST', `/v1/moderation/games/${rated}/annul`, { token, json: { text: 'Two of you played as one.' }, want: 204 });
    await problem('POST', '/v1/moderation/accounts/grace/annul', { token, json: { text: 'Again.' } }, 409, 'conflict');
    await finished(people);
    await call('POST', '/v1/moderation/accounts/grace/annul', { token, json: { text: 'Played by a program.' }, want: 204 });
    const { body: log } = await call('GET', '/v1/moderation/log?limit=50', { token, want: 200 });
    report('the log has everything, the newest first', log.items.map(({ what }) => what).join() === 'annul,annul,warn,appeal_lifted,mute 7,appoint' ? [] : [JSON.stringify(log.items)]);
    await call('GET', '/v1/moderation/pairs', { token, want: 200 });
    await invalid('GET', '/v1/moderation/pairs?cursor=x', { token }, 'cursor');
    return { report_id: made.id, sanction_id: id };
}
