// SPDX-License-Identifier: AGPL-3.0-or-later
// What the platforms send us: signed requests are accepted, manipulated ones are not; published packages judge the same
// signatures in the same way.
import { createServer } from 'node:http';
import { call } from '../openapi/server.mjs';
import { report } from '../openapi/count.mjs';
import {
    boltTakes, discordKeys, grammy, hex, postDiscord, postSlack, postTelegram, signDiscord, signSlack, slackSecret, telegramMessage, telegramSecret, telegramToken, verifyKey,
} from './platforms.mjs';

const ping = JSON.stringify({ type: 1, id: '1', application_id: '99', token: 't', version: 1 });

async function discord() {
    const good = signDiscord(ping);
    const flip = (text) => (text[0] === '0' ? '1' : '0') + text.slice(1);
    const cases = [
        ['as it was signed', ping, good, true],
        ['another body', `${ping} `, good, false],
        ['another time', ping, { ...good, timestamp: String(Number(good.timestamp) + 1) }, false],
        ['another signature', ping, { ...good, signature: flip(good.signature) }, false],
        ['no signature', ping, { ...good, signature: '' }, false],
        ['a short signature', ping, { ...good, signature: good.signature.slice(2) }, false],
        ['letters for a signature', ping, { ...good, signature: 'z'.repeat(128) }, false],
    ];
    for (const [name, body, { timestamp, signature }, ok] of cases) {
        const theirs = await verifyKey(body, signature, timestamp, hex(discordKeys.publicKey)).catch(() => false);
        report(`discord-interactions takes ${name}: ${ok}`, theirs === ok ? [] : ['it does not agree']);
        await postDiscord(body, { timestamp, signature }, ok ? 200 : 401);
    }
    await postDiscord(ping, signDiscord(ping, String(Math.floor(Date.now() / 1000) - 3600)), 401);
    await call('POST', '/chat/discord', { json: JSON.parse(ping), want: 401 });
    const bad = '{"type":1';
    await postDiscord(bad, signDiscord(bad), 400);
    const { body } = await postDiscord(ping, signDiscord(ping), 200);
    report('a ping is answered', body.type === 1 ? [] : [JSON.stringify(body)]);
}

async function slack() {
    const raw = 'ssl_check=1&token=x';
    const now = Math.floor(Date.now() / 1000);
    const cases = [
        ['as it was signed', raw, signSlack(raw), true],
        ['another body', `${raw}2`, signSlack(raw), false],
        ['another secret', raw, signSlack(raw, now, `${slackSecret}x`), false],
        ['too old', raw, signSlack(raw, now - 400), false],
        ['an older version', raw, { ...signSlack(raw), signature: signSlack(raw).signature.replace('v0', 'v1') }, false],
        ['a short signature', raw, { ...signSlack(raw), signature: signSlack(raw).signature.slice(0, -2) }, false],
    ];
    for (const [name, body, headers, ok] of cases) {
        report(`bolt takes ${name}: ${ok}`, boltTakes(body, headers) === ok ? [] : ['it does not agree']);
        await postSlack(body, headers, ok ? 200 : 401);
    }
}

// The same update to grammy's own webhook and to ours.
async function telegram() {
    const bot = new grammy.Bot(telegramToken, { botInfo: { id: 4711, is_bot: true, first_name: 'Hexpost', username: 'hexpost_bot' } });
    const server = createServer(grammy.webhookCallback(bot, 'http', { secretToken: telegramSecret }));
    await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
    for (const secret of [telegramSecret, 'telegram_secret-2', telegramSecret.slice(0, -1), '']) {
        const update = telegramMessage(1, 'nothing for a bot', -5);
        const theirs = await fetch(`http://127.0.0.1:${server.address().port}/`, {
            method: 'POST', body: JSON.stringify(update), headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
        });
        const want = secret === telegramSecret ? 200 : 401;
        report(`grammy answers ${want}`, theirs.status === want ? [] : [`it answers ${theirs.status}`]);
        await postTelegram(update, secret, want);
    }
    server.closeAllConnections();
    server.close();
}

export async function inbound() {
    await discord();
    await slack();
    await telegram();
}
