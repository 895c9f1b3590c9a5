// SPDX-License-Identifier: AGPL-3.0-or-later
// Chats against the real server: incoming messages, posts to channels, and a game that is played by chat, with a local
// server in place of the platforms.
import { call, start, stop } from '../openapi/server.mjs';
import { finish, report } from '../openapi/count.mjs';
import { asking } from './asking.mjs';
import { hosted } from './hosted.mjs';
import { inbound } from './inbound.mjs';
import { startMock } from './mock.mjs';
import { out } from './out.mjs';
import { people } from './people.mjs';
import { play } from './play.mjs';
import { discordKeys, hex, matrixUser, slackSecret, telegramSecret, telegramToken } from './platforms.mjs';
import { checkTypes } from './types.mjs';

async function signUp(name) {
    const { body } = await call('POST', '/v1/accounts', { json: { name }, want: 201 });
    return { name, token: body.token };
}

async function main(mock) {
    await start({
        HEXPOST_PUBLIC_URL: 'https://hexpost.example', HEXPOST_HOOK_ALLOW: '127.0.0.1', HEXPOST_CHAT_HOLD_SECONDS: '0',
        HEXPOST_DISCORD_APP: '99', HEXPOST_DISCORD_PUBLIC_KEY: hex(discordKeys.publicKey), HEXPOST_DISCORD_TOKEN: 'discord-token', HEXPOST_DISCORD_API: `${mock.base}/discord`,
        HEXPOST_SLACK_SECRET: slackSecret, HEXPOST_SLACK_TOKEN: 'xoxb-1', HEXPOST_SLACK_API: `${mock.base}/slack`,
        HEXPOST_TELEGRAM_TOKEN: telegramToken, HEXPOST_TELEGRAM_SECRET: telegramSecret, HEXPOST_TELEGRAM_NAME: 'hexpost_bot', HEXPOST_TELEGRAM_API: mock.base,
        HEXPOST_MATRIX_SERVER: mock.base, HEXPOST_MATRIX_USER: matrixUser, HEXPOST_MATRIX_TOKEN: 'matrix-token', HEXPOST_MATRIX_HS_TOKEN: 'hs-token',
        HEXPOST_MATTERMOST_TOKEN: 'mattermost-token', HEXPOST_ZULIP_TOKEN: 'zulip-token', HEXPOST_ROCKETCHAT_TOKEN: 'rocketchat-token',
    });
    const ada = await signUp('ada');
    const grace = await signUp('grace');
    await inbound();
    await out(mock, ada, grace);
    const { body: { id: game } } = await call('POST', '/v1/games', {
        token: ada.token, want: 201, json: { name: 'By the sea', rules: { game: 'base', players: 2 }, board: { layout: 'beginner' }, seats: [{ account: 'me' }, { open: true }] },
    });
    await call('POST', `/v1/games/${game}/join`, { token: grace.token, want: 200 });
    await people(mock, ada, { discord: '11', slack: 'U11', telegram: 11, matrix: '@ada:example.org' }, game, () => call('POST', `/v1/games/${game}/resign`, { token: grace.token, want: 200 }));
    await hosted(mock, await signUp('mary'), await signUp('alan'));
    await play(mock, await signUp('emmy'), await signUp('linus'));
    await stop();
    await asking(mock);
    checkTypes();
}

const mock = await startMock();
try {
    await main(mock);
} catch (error) {
    report('the run came to its end', [error.stack]);
} finally {
    await stop();
    await mock.stop();
}
finish();
