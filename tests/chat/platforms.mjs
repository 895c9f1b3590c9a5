// SPDX-License-Identifier: AGPL-3.0-or-later
// Requests as the platforms make them, signed by published packages.
import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { call } from '../openapi/server.mjs';

const require = createRequire(new URL('../tools/package.json', import.meta.url));
export const nacl = require('tweetnacl');
export const { verifyKey } = require('discord-interactions');
export const { verifySlackRequest } = require(new URL('../tools/node_modules/@slack/bolt/dist/receivers/verify-request.js', import.meta.url).pathname);
export const grammy = require('grammy');

export const discordKeys = nacl.sign.keyPair();
export const slackSecret = 'a-signing-secret-of-slack';
export const telegramToken = '4711:telegram-token';
export const telegramSecret = 'telegram_secret-1';
export const matrixUser = '@hexpost:example.org';

export const hex = (bytes) => Buffer.from(bytes).toString('hex');
const seconds = () => Math.floor(Date.now() / 1000);
let count = 0;
/** An id that no other event has. */
export const nextId = () => String(1000000 + (count += 1));

/** Signed by tweetnacl, like Discord's. */
export function signDiscord(body, timestamp = String(seconds())) {
    return { timestamp, signature: hex(nacl.sign.detached(Buffer.from(timestamp + body), discordKeys.secretKey)) };
}

export function postDiscord(raw, { timestamp, signature }, want) {
    return call('POST', '/chat/discord', {
        raw, want, headers: { 'content-type': 'application/json', 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp },
    });
}

const member = (user) => ({ user: { id: user, username: `discord-${user}`, discriminator: '0', avatar: null, global_name: null }, roles: [], joined_at: '2026-01-01T00:00:00Z', deaf: false, mute: false, permissions: '0', flags: 0 });

function interaction(user, channel, alone) {
    const id = nextId();
    return {
        id, application_id: '99', token: `token-${id}`, version: 1, locale: 'en-GB', channel_id: channel,
        ...(alone ? { context: 1, channel: { id: channel, type: 1 }, user: member(user).user } : { context: 0, guild_id: '5', member: member(user) }),
    };
}

async function discord(body, want = 200) {
    const raw = JSON.stringify(body);
    return (await postDiscord(raw, signDiscord(raw), want)).body;
}

/** A slash command; TEXT goes into its option. */
export const discordCommand = (user, name, text, { channel = '777', alone = false } = {}) => discord({
    ...interaction(user, channel, alone), type: 2,
    data: { id: '1', name, type: 1, ...(text === undefined ? {} : { options: [{ name: 'text', type: 3, value: text }] }) },
});
export const discordPress = (user, custom, { channel = '777', alone = false } = {}) => discord({
    ...interaction(user, channel, alone), type: 3, message: { id: '3' }, data: { custom_id: custom, component_type: 2 },
});
export const discordComplete = (user, text, { channel = '777', alone = false } = {}) => discord({
    ...interaction(user, channel, alone), type: 4,
    data: { id: '1', name: 'move', type: 1, options: [{ name: 'text', type: 3, value: text, focused: true }] },
});

export function signSlack(raw, timestamp = seconds(), secret = slackSecret) {
    return { timestamp: String(timestamp), signature: `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${raw}`).digest('hex')}` };
}

/** Whether Slack's own package accepts these headers. */
export function boltTakes(raw, { timestamp, signature }) {
    try {
        verifySlackRequest({ signingSecret: slackSecret, body: raw, headers: { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(timestamp) } });
        return true;
    } catch {
        return false;
    }
}

export function postSlack(raw, { timestamp, signature }, want) {
    return call('POST', '/chat/slack', {
        raw, want, headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp },
    });
}

async function slack(form) {
    const raw = new URLSearchParams(form).toString();
    return (await postSlack(raw, signSlack(raw), 200)).body;
}

export const slackCommand = (user, text, { channel = 'C77', url = '', trigger = nextId() } = {}) => slack({
    token: 'old', command: '/hexpost', text, response_url: url, trigger_id: trigger, user_id: user, user_name: `slack-${user}`,
    team_id: 'T1', team_domain: 'team', channel_id: channel, channel_name: 'general', api_app_id: 'A1',
});
export const slackPress = (user, value, { channel = 'C77', url, trigger = nextId() }) => slack({
    payload: JSON.stringify({
        type: 'block_actions', user: { id: user, username: `slack-${user}`, team_id: 'T1' }, team: { id: 'T1', domain: 'team' }, channel: { id: channel, name: 'general' },
        container: { type: 'message' }, message: {}, trigger_id: trigger, response_url: url,
        actions: [{ type: 'button', action_id: value, block_id: 'b', value, action_ts: '1.1' }],
    }),
});

const from = (user) => ({ id: user, is_bot: false, first_name: 'Some', username: `tg_${user}` });
const chatOf = (user, chat) => (chat === undefined ? { id: user, type: 'private', first_name: 'Some' } : { id: chat, type: 'supergroup', title: 'Group' });

export const telegramMessage = (user, text, chat) => ({
    update_id: Number(nextId()), message: { message_id: 1, date: seconds(), from: from(user), chat: chatOf(user, chat), text },
});
export const telegramPress = (user, data, chat) => ({
    update_id: Number(nextId()), callback_query: { id: nextId(), from: from(user), chat_instance: '1', data, message: { message_id: 2, date: seconds(), chat: chatOf(user, chat) } },
});
export const postTelegram = (update, secret = telegramSecret, want = 200) => call('POST', '/chat/telegram', {
    json: update, want, headers: { 'x-telegram-bot-api-secret-token': secret },
});

export const matrixMessage = (sender, room, body) => ({
    type: 'm.room.message', event_id: `$${nextId()}:example.org`, room_id: room, sender, origin_server_ts: Date.now(), content: { msgtype: 'm.text', body },
});
