// SPDX-License-Identifier: AGPL-3.0-or-later
// Servers without a public address: bots that poll for their messages. And the command that registers a server with the
// platforms.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { call, start, stop } from '../openapi/server.mjs';
import { binary } from '../support/serving.mjs';
import { jsonOf } from './mock.mjs';
import { code, must } from './people.mjs';
import { matrixMessage, matrixUser, nextId, telegramMessage, telegramSecret, telegramToken } from './platforms.mjs';
import { capture } from './types.mjs';

const bot = (method) => `/bot${telegramToken}/${method}`;

/** Answers long polls: each message of PUT is delivered once, and a poll waits for it. */
function mailbox() {
    const waiting = [];
    let wake = () => {};
    return {
        put: (...items) => { waiting.push(...items); wake(); },
        take: async () => {
            if (waiting.length === 0) {
                await new Promise((done) => { wake = done; setTimeout(done, 500); });
            }
            return waiting.splice(0);
        },
    };
}

async function telegram(mock, updates, who) {
    updates.put(telegramMessage(51, `/link ${await code(who)}`));
    must('Telegram is asked for messages', /Welcome/.test(jsonOf(await mock.next(bot('sendMessage'))).text), 'no welcome');
    const again = telegramMessage(51, '/games');
    updates.put(again, again, telegramMessage(51, '/help'));
    const answers = [await mock.next(bot('sendMessage')), await mock.next(bot('sendMessage'))].map((sent) => jsonOf(sent).text);
    must('what comes twice is answered once', /use GAME/.test(answers[1]), answers);
    const asked = capture('telegramUpdates', jsonOf(await mock.next(bot('getUpdates'))));
    must('only what is answered is asked for', asked.allowed_updates.join() === 'message,callback_query', asked);
}

async function matrix(mock, rooms, who) {
    rooms.put({ invite: { '!new:example.org': { invite_state: { events: [{ type: 'm.room.member', sender: '@ada:example.org', state_key: matrixUser, content: { membership: 'invite', is_direct: true } }] } } } });
    must('an invitation is taken', (await mock.next(/\/_matrix\/client\/v3\/join\//)).path.endsWith('%21new%3Aexample.org'), 'elsewhere');
    const said = matrixMessage('@ada:example.org', '!new:example.org', `link ${await code(who)}`);
    delete said.room_id;
    rooms.put({ join: { '!new:example.org': { timeline: { events: [said] } } } });
    // News can still get to the other room.
    const sent = await mock.next(/\/rooms\/%21new%3Aexample\.org\/send\/m\.room\.message\//);
    must('Matrix is asked for messages', /Welcome/.test(jsonOf(sent).body), sent.path);
    must('an answer is sent once, whatever happens', sent.path.endsWith(encodeURIComponent(said.event_id)), sent.path);
}

// News in quick succession is sent in one message, each thing once.
async function together(mock, ada) {
    const { body: { id: game } } = await call('POST', '/v1/games', {
        token: ada.token, want: 201, json: { mode: 'table', rules: { game: 'base', players: 2 }, board: { layout: 'beginner' }, first: 0 },
    });
    await call('POST', `/v1/games/${game}/follows`, { token: ada.token, want: 201, json: { kind: 'slack_webhook', url: `${mock.base}/hooks/held` } });
    const play = (seat, type, place) => call('POST', `/v1/games/${game}/moves`, { token: ada.token, want: 201, json: { action: { type, ...place }, seat } });
    let begun;
    let release;
    const arrived = new Promise((done) => { begun = done; });
    const held = new Promise((done) => { release = done; });
    let count = 0;
    mock.answer('/hooks/held', async () => {
        count += 1;
        begun();
        if (count === 1) await held;
        return { status: 200, json: { ok: true } };
    });
    await play(0, 'build_settlement', { vertex: 10 });
    await arrived; // while this one is in transit, more happens
    await play(0, 'build_road', { edge: 16 });
    await play(1, 'build_settlement', { vertex: 19 });
    await play(1, 'build_road', { edge: 29 });
    release();
    const first = jsonOf(await mock.next('/hooks/held'));
    const second = jsonOf(await mock.next('/hooks/held'));
    must('the first message tells what it can', /red to place a road/i.test(first.text), first);
    must('the next one tells all the rest', /blue to place a settlement/i.test(second.text) && second.text.split('\n').length === 2, second);
    const { body } = await call('GET', `/v1/games/${game}`, { token: ada.token, want: 200 });
    let told;
    for (let i = 0; i < 200 && told !== body.seq; i += 1) {
        const { body: { items: [follow] } } = await call('GET', `/v1/games/${game}/follows`, { token: ada.token, want: 200 });
        told = follow.told_seq;
        if (told !== body.seq) await new Promise((done) => { setTimeout(done, 25); });
    }
    must('and nothing is told twice', count === 2 && told === body.seq, { count, told, seq: body.seq });
}

async function setUp(mock) {
    const env = {
        ...process.env, HEXPOST_PUBLIC_URL: 'https://hexpost.example', HEXPOST_DISCORD_APP: '99', HEXPOST_DISCORD_TOKEN: 'discord-token', HEXPOST_DISCORD_API: `${mock.base}/discord`,
        HEXPOST_TELEGRAM_TOKEN: telegramToken, HEXPOST_TELEGRAM_SECRET: telegramSecret, HEXPOST_TELEGRAM_API: mock.base, HEXPOST_SLACK_SECRET: 's', HEXPOST_MATRIX_HS_TOKEN: 'h', HEXPOST_MATRIX_USER: matrixUser,
        HEXPOST_MATTERMOST_TOKEN: 'mm-secret', HEXPOST_ZULIP_TOKEN: 'zu-secret', HEXPOST_ROCKETCHAT_TOKEN: 'rc-secret',
    };
    const { stdout } = await promisify(execFile)(binary, ['chat-setup'], { env });
    const commands = await mock.next('/discord/applications/99/commands');
    must('commands are registered', commands.method === 'PUT' && commands.headers.authorization === 'Bot discord-token', commands.headers);
    const list = capture('discordCommands', jsonOf(commands));
    must('all of them, with names that Discord takes', list.length > 10 && list.every(({ name }) => /^[-_a-z0-9]{1,32}$/.test(name)), list.map(({ name }) => name));
    const hook = capture('telegramWebhook', jsonOf(await mock.next(bot('setWebhook'))));
    must('the webhook is set with its secret', hook.url === 'https://hexpost.example/chat/telegram' && hook.secret_token === telegramSecret, hook);
    const menu = capture('telegramCommands', jsonOf(await mock.next(bot('setMyCommands'))));
    must('people see the commands', menu.commands.every(({ command, description }) => /^[a-z0-9_]{1,32}$/.test(command) && description.length > 2), menu);
    must('the operator is told what to enter', /chat\/slack/.test(stdout) && /sender_localpart: hexpost\n/.test(stdout) && !stdout.includes('discord-token'), stdout);
    must('also on platforms where nothing can be registered', ['Mattermost: .*/chat/mattermost', 'Zulip: .*/chat/zulip', 'Rocket\\.Chat: .*/chat/rocketchat'].every((line) => new RegExp(`^${line}$`, 'm').test(stdout)) && !/(mm|zu|rc)-secret/.test(stdout), stdout);
    const zulip = await promisify(execFile)(binary, ['chat-setup'], { env: { PATH: process.env.PATH, HEXPOST_PUBLIC_URL: 'https://hexpost.example', HEXPOST_ZULIP_TOKEN: 'zu-secret' } });
    must('one of them is enough', /^Zulip: [^\n]+\n$/.test(zulip.stdout), zulip.stdout);
    mock.answer(bot('setWebhook'), { status: 401, json: { ok: false, description: 'Unauthorized' } });
    const failed = await promisify(execFile)(binary, ['chat-setup'], { env }).catch((error) => error);
    must('a refusal is told and counts', failed.code === 1 && /refused with 401/.test(failed.stdout), failed);
    const nowhere = await promisify(execFile)(binary, ['chat-setup'], { env: { ...env, HEXPOST_PUBLIC_URL: '' } }).catch((error) => error);
    must('nothing is set up for a server that cannot be found', nowhere.code === 1 && /public-url is missing/.test(nowhere.stderr) && nowhere.stdout === '', nowhere);
    const nothing = await promisify(execFile)(binary, ['chat-setup'], { env: { PATH: process.env.PATH } }).catch((error) => error);
    must('nor where no platform is named', nothing.code === 1 && /no chat platform is set up/.test(nothing.stderr), nothing);
}

export async function asking(mock) {
    // The previous server may have sent more about its games than was checked.
    mock.forget();
    const updates = mailbox();
    const rooms = mailbox();
    mock.answer(bot('getUpdates'), async () => ({ status: 200, json: { ok: true, result: await updates.take() } }));
    mock.answer(/\/_matrix\/client\/v3\/sync/, async ({ path }) => {
        const [room] = path.includes('since=') ? await rooms.take() : [{ join: { '!old:example.org': { timeline: { events: [matrixMessage('@ada:example.org', '!old:example.org', 'help')] } } } }];
        return { status: 200, json: { next_batch: `s${nextId()}`, ...(room ? { rooms: room } : {}) }, quiet: true };
    });
    mock.answer(/joined_members/, { quiet: true, status: 200, json: { joined: { '@ada:example.org': {}, [matrixUser]: {} } } });
    await start({
        HEXPOST_TELEGRAM_TOKEN: telegramToken, HEXPOST_TELEGRAM_POLL: 'yes', HEXPOST_TELEGRAM_API: mock.base,
        HEXPOST_MATRIX_SERVER: mock.base, HEXPOST_MATRIX_USER: matrixUser, HEXPOST_MATRIX_TOKEN: 'matrix-token',
        HEXPOST_CHAT_HOLD_SECONDS: '0', HEXPOST_HOOK_ALLOW: '127.0.0.1',
    });
    const { body: { token } } = await call('POST', '/v1/accounts', { json: { name: 'ada' }, want: 201 });
    await call('POST', '/chat/discord', { json: {}, want: 404 });
    await call('POST', '/chat/telegram', { json: {}, want: 404 });
    await telegram(mock, updates, { token });
    await matrix(mock, rooms, { token });
    must('what was said before the bot came is left alone', !mock.kept().some(({ path }) => path.includes('old')), 'it was answered');
    await together(mock, { token });
    await stop();
    await setUp(mock);
}
