// SPDX-License-Identifier: AGPL-3.0-or-later
// Chats against the description: links, follows, and the endpoints for the platforms.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { call } from './server.mjs';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** Settings with which the server accepts all platforms. */
export const chatSettings = {
    HEXPOST_DISCORD_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex'),
    HEXPOST_SLACK_SECRET: 'slack-secret',
    HEXPOST_TELEGRAM_TOKEN: '1:telegram',
    HEXPOST_TELEGRAM_SECRET: 'telegram-secret',
    HEXPOST_MATRIX_HS_TOKEN: 'matrix-secret',
    HEXPOST_MATTERMOST_TOKEN: 'mattermost-secret',
    HEXPOST_ZULIP_TOKEN: 'zulip-secret',
    HEXPOST_ROCKETCHAT_TOKEN: 'rocketchat-secret',
};

const now = () => String(Math.floor(Date.now() / 1000));

async function discord(body, want, key = privateKey) {
    const raw = JSON.stringify(body);
    const time = now();
    const signature = sign(null, Buffer.from(time + raw), key).toString('hex');
    return call('POST', '/chat/discord', {
        raw, headers: { 'content-type': 'application/json', 'x-signature-ed25519': signature, 'x-signature-timestamp': time }, want,
    });
}

async function slack(form, want, secret = chatSettings.HEXPOST_SLACK_SECRET) {
    const raw = new URLSearchParams(form).toString();
    const time = now();
    const signature = `v0=${createHmac('sha256', secret).update(`v0:${time}:${raw}`).digest('hex')}`;
    return call('POST', '/chat/slack', {
        raw, headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-slack-signature': signature, 'x-slack-request-timestamp': time }, want,
    });
}

/** Platforms that get their response at once and identify us by a token in the body. */
async function hosted() {
    const person = { user_id: 'u1', user_name: 'ada', channel_id: 'c1' };
    const bodies = {
        mattermost: { ...person, context: { token: 'mattermost-secret', button: '1 nothing roll' } },
        zulip: { token: 'zulip-secret', bot_full_name: 'Hexpost', data: 'games', message: { id: 1, sender_id: 5, sender_full_name: 'Ada', type: 'private', recipient_id: 7, display_recipient: [{ id: 5 }, { id: 6 }] } },
        rocketchat: { ...person, token: 'rocketchat-secret', text: '!hex games', trigger_word: '!hex', message_id: 'm1' },
    };
    for (const [name, json] of Object.entries(bodies)) {
        const door = `/chat/${name}`;
        await call('POST', door, { json, want: 200 });
        await call('POST', door, { json: { ...json, token: 'another', context: undefined }, want: 401 });
        await call('POST', door, { json: { token: json.token ?? 'mattermost-secret' }, want: 422 });
        await call('POST', door, { raw: '{"token"', headers: { 'content-type': 'application/json' }, want: 400 });
    }
    const raw = new URLSearchParams({ ...person, token: 'mattermost-secret', text: 'games', trigger_id: 't1' }).toString();
    await call('POST', '/chat/mattermost', { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' }, want: 200 });
}

async function doors(board) {
    await hosted();
    await discord({ type: 1 }, 200);
    await discord({ type: 1 }, 401, generateKeyPairSync('ed25519').privateKey);
    await discord({ type: 2 }, 422);
    await slack({ ssl_check: '1' }, 200);
    await slack({ command: '/hexpost', text: 'help', user_id: 'U1', team_id: 'T1', channel_id: 'C1', trigger_id: '1' }, 200);
    await slack({ ssl_check: '1' }, 401, 'another');
    const telegram = (json, secret, want) => call('POST', '/chat/telegram', { json, headers: { 'x-telegram-bot-api-secret-token': secret }, want });
    await telegram({ update_id: 1 }, 'telegram-secret', 200);
    await telegram({ update_id: 1 }, 'telegram', 401);
    const matrix = (raw, token, want) => call('PUT', '/_matrix/app/v1/transactions/1', { raw, token, want });
    await matrix('{"events":[]}', 'matrix-secret', 200);
    await matrix('{"events":[]}', 'matrix', 401);
    await matrix('{"events":', 'matrix-secret', 400);
    await call('GET', board, { want: 200 });
    await call('GET', '/chat/boards/nothing/1', { want: 404 });
}

export async function chats(ada, grace, game) {
    const { token } = ada;
    await call('POST', '/v1/me/chats/code', { token, want: 201 });
    const { body: { code } } = await call('POST', '/v1/me/chats/code', { token, want: 201 });
    await slack({ command: '/hexpost', text: `link ${code}`, user_id: 'U7', user_name: 'ada', team_id: 'T1', channel_id: 'D1', trigger_id: '2' }, 200);
    const { body: { items: [link] } } = await call('GET', '/v1/me/chats', { token, want: 200 });
    await call('DELETE', `/v1/me/chats/${link.id}`, { token: grace.token, want: 404 });
    await call('DELETE', `/v1/me/chats/${link.id}`, { token, want: 204 });
    const follows = `/v1/games/${game}/follows`;
    const json = { kind: 'slack_webhook', url: 'https://chat.example.org/hooks/1' };
    const headers = { 'idempotency-key': 'follow-1' };
    const { body: follow } = await call('POST', follows, { token, json, headers, want: 201 });
    await call('POST', follows, { token, json, headers, want: 201 });
    await call('POST', follows, { token, json, want: 409 });
    await call('POST', follows, { token, json: { kind: 'matrix', url: json.url }, want: 422 });
    await call('POST', follows, { token, json: { kind: 'slack_webhook', url: 'http://127.0.0.1/hooks' }, want: 422 });
    await call('POST', follows, { token, json: { kind: 'telegram', bot_token: '1:a', chat_id: '-5', tells: ['talk'] }, want: 201 });
    await call('GET', follows, { token: grace.token, want: 200 });
    await doors(`/chat/boards/${follow.id}/1`);
    await call('DELETE', `${follows}/${follow.id}`, { token: grace.token, want: 403 });
    await call('DELETE', `${follows}/${follow.id}`, { token, want: 204 });
    await call('DELETE', `${follows}/${follow.id}`, { token, want: 404 });
}
