// SPDX-License-Identifier: AGPL-3.0-or-later
// Identity: codes, unknown people, duplicates, private information, and channels that are made to follow a game by a
// command.
import { call } from '../openapi/server.mjs';
import { report } from '../openapi/count.mjs';
import { formOf, jsonOf } from './mock.mjs';
import { discordCommand, discordComplete, matrixMessage, matrixUser, postTelegram, slackCommand, telegramMessage, telegramToken } from './platforms.mjs';
import { capture } from './types.mjs';

export const must = (name, ok, what) => report(name, ok ? [] : [typeof what === 'string' ? what : JSON.stringify(what)]);
const bot = (method) => `/bot${telegramToken}/${method}`;
const room = (id) => new RegExp(`/rooms/${encodeURIComponent(id).replaceAll('.', '\\.').replaceAll('!', '(!|%21)')}/send/`);

/** What our bot on Telegram says in a chat, if the text matches. */
export const saidTo = (chat, pattern = /./) => (seen) => {
    if (seen.path !== bot('sendMessage')) return false;
    const { chat_id: id, text } = jsonOf(seen);
    return id === String(chat) && pattern.test(text);
};

const saidIn = (id, pattern) => (seen) => room(id).test(seen.path) && pattern.test(jsonOf(seen).body);

export const code = async (who) => (await call('POST', '/v1/me/chats/code', { token: who.token, want: 201 })).body.code;

let transaction = 0;
export const tellMatrix = (...events) => call('PUT', `/_matrix/app/v1/transactions/${transaction += 1}`, { token: 'hs-token', raw: JSON.stringify({ events }), want: 200 });

export async function discordAnswer(promise) {
    return capture('discordAnswer', await promise);
}

async function strangers(mock) {
    const answer = await discordAnswer(discordCommand('1', 'games'));
    must('a stranger on Discord hears how to link, alone', answer.type === 4 && answer.data.flags === 64 && /link CODE/.test(answer.data.content), answer);
    const slack = await slackCommand('U1', 'games');
    must('a stranger on Slack hears how to link, alone', slack.response_type === 'ephemeral' && /link CODE/.test(slack.text), slack);
    capture('slackBlocks', slack.blocks);
    await postTelegram(telegramMessage(1, '/games'));
    const telegram = capture('telegramMessage', jsonOf(await mock.next(bot('sendMessage'))));
    must('a stranger on Telegram hears how to link', telegram.chat_id === '1' && /link CODE/.test(telegram.text), telegram);
    const wrong = await discordCommand('1', 'link', 'AAAAA-AAAAA');
    must('a wrong code links nobody', wrong.data.flags === 64 && /wrong or has expired/.test(wrong.data.content), wrong);
    const { body } = await call('POST', '/chat/discord', { raw: '{}', headers: { 'content-type': 'application/json' }, want: 401 });
    must('a refusal is a problem', body.type === '/problems/unauthenticated', body);
}

/** Links people with all platforms: { discord, slack, telegram, matrix }, their ids there. */
async function linkEverywhere(mock, who, ids) {
    const used = await code(who);
    const answer = await discordCommand(ids.discord, 'link', used.toLowerCase().replace('-', ''));
    must('a code links, however it is typed', answer.data.flags === 64 && answer.data.content.includes(`Welcome, ${who.name}`), answer);
    const again = await discordCommand('2', 'link', used);
    must('a code links once', /wrong or has expired/.test(again.data.content), again);
    const slack = await slackCommand(ids.slack, `link ${await code(who)}`);
    must('a code links on Slack', slack.response_type === 'ephemeral' && slack.text.includes('Welcome'), slack);
    await postTelegram(telegramMessage(ids.telegram, `/link ${await code(who)}`));
    must('a code links on Telegram', /Welcome/.test(jsonOf(await mock.next(bot('sendMessage'))).text), 'no welcome');
    await tellMatrix(matrixMessage(ids.matrix, '!alone:example.org', `link ${await code(who)}`));
    must('a code links on Matrix', /Welcome/.test(jsonOf(await mock.next(room('!alone:example.org'))).body), 'no welcome');
    const { body } = await call('GET', '/v1/me/chats', { token: who.token, want: 200 });
    must('all links are listed', body.items.map(({ platform }) => platform).join() === 'discord,slack,telegram,matrix', body);
}

async function twice(mock, ids) {
    const trigger = `trigger-${Date.now()}`;
    const first = await slackCommand(ids.slack, 'games', { trigger });
    const second = await slackCommand(ids.slack, 'games', { trigger });
    must('what comes twice is answered once', first.text.length > 0 && second === '', [first, second]);
    const update = telegramMessage(ids.telegram, '/games');
    await postTelegram(update);
    await postTelegram(update);
    await mock.next(bot('sendMessage'));
    await postTelegram(telegramMessage(ids.telegram, '/hand@another_bot', -5));
    await postTelegram(telegramMessage(ids.telegram, 'just chatting', -5));
    await postTelegram(telegramMessage(ids.telegram, '/games'));
    await mock.next(bot('sendMessage'));
    must('nothing else was answered', !mock.kept().some(({ path }) => path === bot('sendMessage')), mock.kept().map(({ path }) => path));
}

async function hands(mock, ids, game) {
    await discordCommand(ids.discord, 'use', game);
    const open = await discordAnswer(discordCommand(ids.discord, 'hand'));
    must('a hand is shown on Discord to its owner alone', open.data.flags === 64, open);
    const { response_type: seen } = await slackCommand(ids.slack, `hand ${game}`);
    must('and on Slack', seen === 'ephemeral', seen);
    await postTelegram(telegramMessage(ids.telegram, '/use@hexpost_bot ' + game, -5));
    await mock.next(bot('sendMessage'));
    await postTelegram(telegramMessage(ids.telegram, '/hand', -5));
    const aside = jsonOf(await mock.next(bot('sendMessage')));
    must('and on Telegram in private', aside.chat_id === String(ids.telegram), aside);
    mock.answer((request) => request.path === bot('sendMessage') && JSON.parse(request.body).chat_id === String(ids.telegram), { status: 403, json: { ok: false, error_code: 403, description: 'bot was blocked' } });
    await postTelegram(telegramMessage(ids.telegram, '/hand', -5));
    await mock.next((request) => request.path === bot('sendMessage') && jsonOf(request).chat_id === String(ids.telegram));
    const hint = jsonOf(await mock.next(bot('sendMessage')));
    must('where that cannot be, the group hears only that', hint.chat_id === '-5' && /for your eyes only/.test(hint.text), hint);
    mock.answer(bot('sendMessage'), { status: 200, json: { ok: true, result: {} } });
    await tellMatrix(matrixMessage(ids.matrix, '!shared:example.org', `!hex hand ${game}`), matrixMessage(ids.matrix, '!shared:example.org', 'hand'));
    const covered = jsonOf(await mock.next(room('!shared:example.org')));
    must('and in a shared room on Matrix not at all', /for your eyes only/.test(covered.body), covered);
    await tellMatrix(matrixMessage(ids.matrix, '!alone:example.org', `use ${game}`), matrixMessage(ids.matrix, '!alone:example.org', 'hand'));
    await mock.next(room('!alone:example.org'));
    const own = jsonOf(await mock.next(room('!alone:example.org')));
    must('but in a room of two', !/for your eyes only/.test(own.body), own);
    must('nobody else was told anything', !mock.kept().some(({ path }) => /shared|sendMessage/.test(path)), mock.kept().map(({ path }) => path));
}

async function pictures(mock, ids, game) {
    const later = await discordAnswer(discordCommand(ids.discord, 'board', game));
    must('a picture follows on', later.type === 5, later);
    const edit = await mock.next(/^\/discord\/webhooks\/99\/token-\d+\/messages\/@original$/);
    const form = formOf(edit);
    capture('discordEdit', JSON.parse(form.payload_json.data.toString()));
    must('and is one', edit.method === 'PATCH' && form['files[0]'].data.subarray(1, 4).toString('latin1') === 'PNG', Object.keys(form));
    const { blocks } = await slackCommand(ids.slack, `board ${game}`);
    capture('slackBlocks', blocks);
    must('Slack is given its address', blocks.some(({ type, image_url: url }) => type === 'image' && url.startsWith('https://hexpost.example/v1/games/')), blocks);
    await postTelegram(telegramMessage(ids.telegram, `/board ${game}`));
    must('Telegram gets a photo', formOf(await mock.next(bot('sendPhoto'))).photo.file === 'board.png', 'none');
    await mock.next(bot('sendMessage'));
    await tellMatrix(matrixMessage(ids.matrix, '!alone:example.org', `board ${game}`));
    await mock.next(room('!alone:example.org'));
    await mock.next(/\/media\/v3\/upload/);
    must('Matrix gets an image', jsonOf(await mock.next(room('!alone:example.org'))).msgtype === 'm.image', 'none');
}

/** Channels follow by a command; NEXT makes something happen in the game. */
async function following(mock, ids, game, next) {
    const discord = await discordCommand(ids.discord, 'follow', `${game} turns events`);
    must('a channel on Discord follows', !discord.data.flags && /follows the game/.test(discord.data.content), discord);
    await slackCommand(ids.slack, `follow ${game}`);
    await postTelegram(telegramMessage(ids.telegram, '/follow by the sea turns events', -5));
    await mock.next(saidTo(-5, /now follows the game/));
    await tellMatrix(matrixMessage(ids.matrix, '!shared:example.org', `!hex follow ${game} turns events`));
    await mock.next(saidIn('!shared:example.org', /unfollow/)); // three are enough for one account
    const refused = await slackCommand(ids.slack, 'follow nosuchgame');
    must('a game that is not there is not followed', refused.response_type === 'ephemeral', refused);
    await next();
    const said = await mock.next('/discord/channels/777/messages');
    must('our bot writes to Discord', said.headers.authorization === 'Bot discord-token', said.headers);
    capture('discordMessage', jsonOf(said));
    const posted = await mock.next('/slack/chat.postMessage');
    must('our bot writes to Slack', posted.headers.authorization === 'Bearer xoxb-1' && jsonOf(posted).channel === 'C77' && jsonOf(posted).text.length > 0, posted.body.toString());
    must('our bot writes to Telegram', jsonOf(await mock.next(saidTo(-5))).parse_mode === 'HTML', 'otherwise');
    const list = await slackCommand(ids.slack, 'follows');
    must('what a channel follows is listed', list.text.includes(game), list);
    await discordCommand(ids.discord, 'unfollow', game);
    await tellMatrix(matrixMessage(ids.matrix, '!shared:example.org', `!hex follow ${game} talk`));
    await mock.next(saidIn('!shared:example.org', /now follows the game/));
    await call('POST', `/v1/games/${game}/talk`, { token: ids.token, json: { text: 'good day' }, want: 201 });
    must('our bot writes to Matrix', jsonOf(await mock.next(room('!shared:example.org'))).msgtype === 'm.notice', 'otherwise');
    await slackCommand(ids.slack, `unfollow ${game}`);
    await postTelegram(telegramMessage(ids.telegram, '/unfollow by the', -5));
    await mock.next(saidTo(-5, /no longer follows/));
    await tellMatrix(matrixMessage(ids.matrix, '!shared:example.org', `!hex unfollow ${game}`));
    await mock.next(saidIn('!shared:example.org', /no longer follows/));
    const { body } = await call('GET', `/v1/games/${game}/follows`, { token: ids.token, want: 200 });
    must('nobody follows any more', body.items.length === 0, body);
}

/** A player whose account is set to German gets and writes German; a stranger gets the platform's language. */
async function inGerman(mock, ids, game) {
    await call('PATCH', '/v1/me', { token: ids.token, json: { language: 'de' }, want: 200 });
    const help = await slackCommand(ids.slack, 'hilfe');
    must('the help is German', /^folge \[PARTIE\]/m.test(help.text) && /^partien - /m.test(help.text), help);
    const follow = await slackCommand(ids.slack, `folge ${game} Züge bild`);
    must('a channel follows in German', /folgt der Partie von nun an/.test(follow.text), follow);
    const list = await slackCommand(ids.slack, 'follows');
    must('English words are understood, too', list.text.includes(game) && / züge bild$/m.test(list.text), list);
    const ended = await slackCommand(ids.slack, `entfolge ${game}`);
    must('and follows no more', /nicht mehr/.test(ended.text), ended);
    await call('PATCH', '/v1/me', { token: ids.token, json: { language: 'en' }, want: 200 });
    const update = telegramMessage(3, '/games');
    update.message.from.language_code = 'de-AT';
    await postTelegram(update);
    const stranger = jsonOf(await mock.next(saidTo(3)));
    must('a stranger hears in their language how to link', /verbinde CODE/.test(stranger.text), stranger);
}

export async function people(mock, ada, ids, game, next) {
    mock.answer(/joined_members/, ({ path }) => ({
        quiet: true, status: 200,
        json: { joined: { [ids.matrix]: {}, [matrixUser]: {}, ...(path.includes('alone') ? {} : { '@eve:example.org': {} }) } },
    }));
    mock.answer(/\/media\/v3\/upload/, { status: 200, json: { content_uri: 'mxc://example.org/board' } });
    await strangers(mock);
    await linkEverywhere(mock, ada, ids);
    await twice(mock, ids);
    await hands(mock, ids, game);
    await pictures(mock, ids, game);
    await following(mock, { ...ids, token: ada.token }, game, next);
    await inGerman(mock, { ...ids, token: ada.token }, game);
    const complete = await discordAnswer(discordComplete(ids.discord, ''));
    must('moves are suggested', complete.type === 8 && Array.isArray(complete.data.choices), complete);
}
