// SPDX-License-Identifier: AGPL-3.0-or-later
// Webhooks and push subscriptions against the description.
import { report } from './count.mjs';
import { call, invalid, problem } from './server.mjs';

// A webhook whose name leads into our own network, and the message that therefore failed.
async function failedDelivery({ token }) {
    const { body: hook } = await call('POST', '/v1/me/webhooks', { token, json: { url: 'https://localhost/', events: ['game.talk'] }, want: 201 });
    const { body: test } = await call('POST', `/v1/webhooks/${hook.id}/test`, { token, want: 202 });
    const deliveries = `/v1/webhooks/${hook.id}/deliveries`;
    for (let state = 'waiting', i = 0; state !== 'failed' && i < 1000; i += 1) {
        const { body } = await call('GET', deliveries, { token, want: 200 });
        state = body.items[0].state;
    }
    await call('POST', `${deliveries}/${test.id}/redeliver`, { token, want: 202 });
    return { webhook_id: hook.id, delivery_id: test.id };
}

// There is no receiver for these; tests/post has receivers.
export async function webhooks(ada, grace) {
    const { token } = ada;
    const url = 'https://hooks.invalid/hexpost';
    const { body: game } = await call('POST', '/v1/games', { token, json: { rules: { game: 'base', players: 3 }, visibility: 'private' }, want: 201 });
    const places = ['/v1/me/webhooks', `/v1/games/${game.id}/webhooks`];
    for (const place of places) {
        const made = await call('POST', place, { token, json: { url, events: ['game.talk'] }, want: 201 });
        const hook = `/v1/webhooks/${made.body.id}`;
        await call('GET', place, { token, want: 200 });
        await call('GET', hook, { token, want: 200 });
        await problem('GET', hook, { token: grace.token }, 404, 'not-found');
        await invalid('PATCH', hook, { token, json: { url: 'http://hooks.invalid/' } }, '/url');
        await invalid('PATCH', hook, { token, json: { secret: 'mine' } }, '/secret');
        await call('PATCH', hook, { token, json: { events: ['game.turn', 'game.over'] }, want: 200 });
        const secret = await call('POST', `${hook}/secret`, { token, want: 200 });
        report('a secret is another one afterwards', secret.body.secret === made.body.secret ? ['it is the same'] : []);
        const key = { 'idempotency-key': `test-${made.body.id}` };
        const test = await call('POST', `${hook}/test`, { token, headers: key, want: 202 });
        const again = await call('POST', `${hook}/test`, { token, headers: key, want: 202 });
        report('the same key sends one test', test.body.id === again.body.id ? [] : ['it sent two']);
        await call('GET', `${hook}/deliveries?limit=1`, { token, want: 200 });
        await call('GET', `${hook}/deliveries?cursor=${test.body.id}`, { token, want: 200 });
        await invalid('GET', `${hook}/deliveries?cursor=far`, { token }, 'cursor');
        await call('POST', `${hook}/deliveries/${test.body.id}/redeliver`, { token, want: [202, 409] });
        await problem('POST', `${hook}/deliveries/none/redeliver`, { token }, 404, 'not-found');
        await call('PATCH', hook, { token, json: { enabled: false }, want: 200 });
        await problem('POST', `${hook}/test`, { token }, 409, 'conflict');
        await call('PATCH', hook, { token, json: { enabled: true }, want: 200 });
        await call('DELETE', hook, { token, want: 204 });
        await problem('DELETE', hook, { token }, 404, 'not-found');
    }
    await problem('POST', places[1], { token: grace.token, json: { url } }, 404, 'not-found');
    await invalid('POST', places[0], { token, json: {} }, '/url');
    await invalid('POST', places[0], { token, json: { url, events: ['game.lost'] } }, '/events/0');
    for (const wrong of ['https://127.0.0.1/', 'https://[::1]/', 'https://0x7f.1/', 'https://2130706433/', 'https://a:b@hooks.invalid/', 'ftp://hooks.invalid/', 'https://hooks.invalid/#x']) {
        await invalid('POST', places[0], { token, json: { url: wrong } }, '/url');
    }
    for (let i = 0; i < 20; i += 1) await call('POST', places[0], { token: grace.token, json: { url, events: ['game.talk'] }, want: 201 });
    await problem('POST', places[0], { token: grace.token, json: { url } }, 409, 'conflict');
    return failedDelivery(ada);
}

// There is no receiver for this either; tests/post has a push service.
export async function push(ada, grace) {
    const { token } = ada;
    const keys = { p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
    const json = { endpoint: 'https://push.invalid/send/1', expirationTime: null, keys, name: 'telephone' };
    const first = await call('GET', '/v1/me/push', { token, want: 200 });
    const again = await call('GET', '/v1/me/push', { token: grace.token, want: 200 });
    report('the server has one key', first.body.public_key === again.body.public_key ? [] : ['it has two']);
    const made = await call('POST', '/v1/me/push', { token, json, want: 201 });
    const same = await call('POST', '/v1/me/push', { token, json: { ...json, name: undefined }, want: 201 });
    report('an endpoint is one subscription', made.body.id === same.body.id && same.body.name === 'telephone' ? [] : [JSON.stringify(same.body)]);
    const taken = await call('POST', '/v1/me/push', { token: grace.token, json: { ...json, name: undefined }, want: 201 });
    report('it is of whoever says so last', taken.body.id !== made.body.id && taken.body.name === null ? [] : [JSON.stringify(taken.body)]);
    const { body: { subscriptions } } = await call('GET', '/v1/me/push', { token, want: 200 });
    report('it is not shown to who had it', subscriptions.length === 0 ? [] : [JSON.stringify(subscriptions)]);
    for (let i = 0; i < 21; i += 1) await call('POST', '/v1/me/push', { token, json: { ...json, endpoint: `https://push.invalid/send/${i + 10}` }, want: 201 });
    const { body: full } = await call('GET', '/v1/me/push', { token, want: 200 });
    report('the oldest makes room', full.subscriptions.length === 20 ? [] : [`there are ${full.subscriptions.length}`]);
    const one = `/v1/me/push/${full.subscriptions[0].id}`;
    await problem('DELETE', one, { token: grace.token }, 404, 'not-found');
    await call('DELETE', one, { token, want: 204 });
    await problem('DELETE', one, { token }, 404, 'not-found');
    await invalid('POST', '/v1/me/push', { token, json: { ...json, endpoint: 'https://127.0.0.1/' } }, '/endpoint');
    await invalid('POST', '/v1/me/push', { token, json: { ...json, endpoint: `https://push.invalid/${'x'.repeat(1000)}` } }, '/endpoint');
    await invalid('POST', '/v1/me/push', { token, json: { ...json, keys: { ...keys, p256dh: keys.p256dh.replace('BCV', 'BCW') } } }, '/keys/p256dh');
    await invalid('POST', '/v1/me/push', { token, json: { ...json, keys: { ...keys, auth: 'AAAA' } } }, '/keys/auth');
    return { push_id: 'nonsense' };
}
