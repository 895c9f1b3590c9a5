// SPDX-License-Identifier: AGPL-3.0-or-later
// Mattermost, Zulip and Rocket.Chat in their own formats, both ways; threads of games, and people mentioned by name.
import { call } from '../openapi/server.mjs';
import { jsonOf } from './mock.mjs';
import { code, discordAnswer, must, saidTo } from './people.mjs';
import { discordCommand, nextId, postTelegram, slackCommand, telegramMessage, telegramToken } from './platforms.mjs';

const form = (seen) => Object.fromEntries(new URLSearchParams(seen.body.toString()));
const page = (game) => `https://hexpost.example/games/${game}`;

const mattermost = (text) => call('POST', '/chat/mattermost', {
    raw: new URLSearchParams({ token: 'mattermost-token', user_id: 'mu1', user_name: 'mary_b', channel_id: 'mc1', trigger_id: nextId(), text }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' }, want: 200,
}).then(({ body }) => body);
const zulip = (data, others = []) => call('POST', '/chat/zulip', {
    json: {
        token: 'zulip-token', bot_full_name: 'Hexpost', data, trigger: 'direct_message',
        message: { id: Number(nextId()), sender_id: 5, sender_full_name: 'Mary B', type: 'private', recipient_id: 7, display_recipient: [{ id: 5 }, { id: 6 }, ...others] },
    }, want: 200,
}).then(({ body }) => body);
const rocketchat = (text) => call('POST', '/chat/rocketchat', {
    json: { token: 'rocketchat-token', bot: false, user_id: 'ru1', user_name: 'mary.b', channel_id: 'rc1', message_id: nextId(), text: `!hex ${text}`, trigger_word: '!hex' }, want: 200,
}).then(({ body }) => body);

async function commands(mary, game) {
    const stranger = await mattermost('games');
    must('a stranger on Mattermost hears how to link, alone', stranger.response_type === 'ephemeral' && /link CODE/.test(stranger.text), stranger);
    const linked = [(await mattermost(`link ${await code(mary)}`)).text, (await zulip(`link ${await code(mary)}`)).content, (await rocketchat(`link ${await code(mary)}`)).text];
    must('a code links on all three, though Rocket.Chat cannot say so to one person alone', linked.slice(0, 2).every((text) => text.includes(`Welcome, ${mary.name}`)) && /^Done/.test(linked[2]), linked);
    const { body } = await call('GET', '/v1/me/chats', { token: mary.token, want: 200 });
    must('the links say where', body.items.map(({ platform }) => platform).join() === 'mattermost,zulip,rocketchat', body.items);
    const hand = await mattermost(`hand ${game}`);
    must('a hand on Mattermost is for its owner alone', hand.response_type === 'ephemeral' && hand.text.length > 5, hand);
    const own = await zulip(`hand ${game}`);
    must('on Zulip it is shown where two are', !/eyes only/.test(own.content), own);
    const crowd = await zulip(`hand ${game}`, [{ id: 9 }]);
    must('but not to three', /eyes only/.test(crowd.content), crowd);
    const room = await rocketchat(`hand ${game}`);
    must('and not in a channel of Rocket.Chat', /eyes only/.test(room.text), room);
}

/** A running game of two: the player it waits for first is early; MOVE is their move. */
async function twoPlayers(name, one, other) {
    const { body: { id: game } } = await call('POST', '/v1/games', {
        token: one.token, want: 201, json: { name, rules: { game: 'base', players: 2 }, board: { layout: 'beginner' }, seats: [{ account: 'me' }, { open: true }] },
    });
    await call('POST', `/v1/games/${game}/join`, { token: other.token, want: 200 });
    const builds = async ({ token }) => (await call('GET', `/v1/games/${game}/actions`, { token, want: 200 })).body.actions.find(({ type }) => type.startsWith('build_'));
    const early = await builds(one) ? one : other;
    const move = async () => call('POST', `/v1/games/${game}/moves`, { token: early.token, want: 201, json: { action: await builds(early) } });
    return { game, early, late: early === one ? other : one, move };
}

/** Mary moves by a button of Mattermost, whose context contains the text. */
async function presses(game, mary) {
    const listed = await mattermost(`moves ${game}`);
    const actions = listed.attachments?.[0].actions ?? [];
    must('moves are buttons on Mattermost', actions.length > 0 && actions.every(({ integration: { url, context } }) => url === 'https://hexpost.example/chat/mattermost' && /^\d+ \S+ settle \d+$/.test(context.button) && context.button.length <= 64), listed);
    const before = (await call('GET', `/v1/games/${game}`, { token: mary.token, want: 200 })).body.seq;
    const press = (context) => call('POST', '/chat/mattermost', { json: { user_id: 'mu1', user_name: 'mary_b', channel_id: 'mc1', trigger_id: nextId(), context }, want: 200 }).then(({ body }) => body);
    const made = await press(actions[0].integration.context);
    const { seq } = (await call('GET', `/v1/games/${game}`, { token: mary.token, want: 200 })).body;
    must('a button plays its words', seq === before + 1 && made.ephemeral_text.length > 0, [before, seq, made]);
    const old = await press(actions[1].integration.context);
    must('once the game has gone on it does nothing', (await call('GET', `/v1/games/${game}`, { token: mary.token, want: 200 })).body.seq === seq, old);
    await call('POST', '/chat/mattermost', { json: { user_id: 'mu1', channel_id: 'mc1', context: { ...actions[1].integration.context, token: 'guessed' } }, want: 401 });
}

/** All kinds of channels follow in a thread each; the first message starts it. */
async function follows(mock, mary, game) {
    const add = (json) => call('POST', `/v1/games/${game}/follows`, { token: mary.token, json, want: 201 });
    const tells = ['turns', 'thread'];
    await add({ kind: 'mattermost', url: `${mock.base}/mm`, access_token: 'mm-bot', room_id: 'mc1', tells });
    await add({ kind: 'zulip', url: `${mock.base}/zulip`, access_token: 'bot@example.org:key', room_id: '20', tells });
    await add({ kind: 'rocketchat', url: `${mock.base}/rocket`, access_token: 'uid:secret', room_id: 'rc1', tells });
    mock.answer('/mm/api/v4/posts', { status: 201, json: { id: 'mm-root' } });
    mock.answer('/zulip/api/v1/messages', { status: 200, json: { result: 'success', id: 42 } });
    mock.answer('/rocket/api/v1/chat.postMessage', { status: 200, json: { success: true, message: { _id: 'rc-root' } } });
}

async function heard(mock, game, first) {
    const mm = await mock.next('/mm/api/v4/posts');
    const post = jsonOf(mm);
    must('a bot posts on Mattermost', mm.headers.authorization === 'Bearer mm-bot' && post.channel_id === 'mc1' && post.message.endsWith(page(game)), post);
    must('in the thread of its first post', post.root_id === (first ? undefined : 'mm-root'), post);
    const zu = await mock.next('/zulip/api/v1/messages');
    const message = form(zu);
    must('a bot posts on Zulip, in the topic of the game', zu.headers.authorization === `Basic ${Buffer.from('bot@example.org:key').toString('base64')}` && message.type === 'stream' && message.to === '20' && message.topic === 'Hosted' && message.content.includes(page(game)), message);
    const ro = await mock.next('/rocket/api/v1/chat.postMessage');
    const said = jsonOf(ro);
    must('a bot posts on Rocket.Chat', ro.headers['x-user-id'] === 'uid' && ro.headers['x-auth-token'] === 'secret' && said.roomId === 'rc1' && said.text.endsWith(page(game)), said);
    must('in the thread of its first message', said.tmid === (first ? undefined : 'rc-root'), said);
    return [post.message, message.content, said.text];
}

async function hooks(mock, alan, game) {
    const add = (kind, path) => call('POST', `/v1/games/${game}/follows`, { token: alan.token, json: { kind, url: `${mock.base}${path}`, tells: ['turns', 'picture'] }, want: 201 });
    await add('mattermost_webhook', '/hooks/mm');
    await add('rocketchat_webhook', '/hooks/rocket');
    return async () => {
        const mm = jsonOf(await mock.next('/hooks/mm'));
        must('a webhook of Mattermost gets text and picture', mm.username === 'Hexpost' && mm.text.includes(page(game)) && mm.attachments[0].image_url.startsWith('https://hexpost.example/chat/boards/'), mm);
        const rocket = jsonOf(await mock.next('/hooks/rocket'));
        must('and one of Rocket.Chat', rocket.alias === 'Hexpost' && rocket.text.includes(page(game)) && rocket.attachments.length === 1, rocket);
    };
}

/** A room on Matrix in a thread; a webhook of Discord in a forum, which takes the name of a thread, and in a channel, which
 * refuses it and gets the post without. */
async function otherThreads(mock, one, other) {
    const { game, move, late: ada } = await twoPlayers('More threads', one, other);
    const add = (json) => call('POST', `/v1/games/${game}/follows`, { token: ada.token, json: { ...json, tells: ['turns', 'thread'] }, want: 201 });
    await add({ kind: 'matrix', homeserver: `${mock.base}/mx`, access_token: 'mx-bot', room_id: '!more:example.org' });
    await add({ kind: 'discord_webhook', url: `${mock.base}/hooks/forum` });
    await add({ kind: 'discord_webhook', url: `${mock.base}/hooks/plain` });
    const at = (path) => (seen) => seen.path.startsWith(path);
    mock.answer(at('/mx/'), { status: 200, json: { event_id: '$root' } });
    mock.answer(at('/hooks/forum'), { status: 200, json: { id: '1', channel_id: '6660' } });
    mock.answer(at('/hooks/plain'), (seen) => (jsonOf(seen).thread_name ? { status: 400, json: { message: 'Webhooks can only create threads in forum channels', code: 220003 } } : { status: 200, json: { id: '2', channel_id: '7770' } }));
    await move();
    const first = jsonOf(await mock.next(at('/mx/')));
    must('the first post on Matrix stands by itself', first['m.relates_to'] === undefined && first.body.includes(page(game)), first);
    const begun = await mock.next(at('/hooks/forum'));
    must('a webhook names the thread in a forum', jsonOf(begun).thread_name === 'More threads' && begun.path === '/hooks/forum?wait=true', [begun.path, jsonOf(begun)]);
    must('and tries that in a channel', jsonOf(await mock.next(at('/hooks/plain'))).thread_name === 'More threads');
    const again = jsonOf(await mock.next(at('/hooks/plain')));
    must('which gets the post without a thread', again.thread_name === undefined && again.embeds[0].url === page(game), again);
    await move();
    const second = jsonOf(await mock.next(at('/mx/')));
    must('the next one on Matrix is in the thread', second['m.relates_to']?.rel_type === 'm.thread' && second['m.relates_to'].event_id === '$root', second);
    const inForum = await mock.next(at('/hooks/forum'));
    must('the next one in the forum, too', inForum.path === '/hooks/forum?wait=true&thread_id=6660' && jsonOf(inForum).thread_name === undefined, [inForum.path, jsonOf(inForum)]);
    let plain = await mock.next(at('/hooks/plain'));
    if (jsonOf(plain).thread_name !== undefined) plain = await mock.next(at('/hooks/plain'));
    must('in the channel it is a post as before', !plain.path.includes('thread_id'), plain.path);
}

/** The threads of our own bots on Slack, Discord and Telegram. */
async function ownBots(mock, one, other) {
    const { game, move, late: ada } = await twoPlayers('Threads', one, other);
    await slackCommand('US1', `link ${await code(ada)}`);
    await discordCommand('4711', 'link', await code(ada));
    await postTelegram(telegramMessage(4711, `/link ${await code(ada)}`));
    await mock.next(saidTo(4711, /Welcome/));
    must('a channel on Slack follows', /follows/.test((await slackCommand('US1', `follow ${game} turns thread`, { channel: 'CT' })).text), 'it does not');
    await discordAnswer(discordCommand('4711', 'follow', `${game} turns thread`, { channel: '888' }));
    await postTelegram(telegramMessage(4711, `/follow ${game} turns thread`, -88));
    await mock.next(saidTo(-88, /follows/));
    mock.answer('/slack/chat.postMessage', { status: 200, json: { ok: true, ts: '1700000000.000100' } });
    mock.answer('/discord/channels/888/messages', { status: 200, json: { id: '5550', channel_id: '888' } });
    mock.answer('/discord/channels/888/messages/5550/threads', { status: 201, json: { id: '5551' } });
    mock.answer((seen) => seen.path === `/bot${telegramToken}/sendMessage` && JSON.parse(seen.body).chat_id === '-88', { status: 200, json: { ok: true, result: { message_id: 77 } } });
    await move();
    // Other channels may still be told of other games.
    const inChannel = (seen) => seen.path === '/slack/chat.postMessage' && jsonOf(seen).channel === 'CT';
    const slack = jsonOf(await mock.next(inChannel));
    must('Slack takes no markup from names, and has the link', slack.thread_ts === undefined && slack.blocks[0].text.type === 'plain_text' && slack.blocks[1].text.text === `<${page(game)}>`, slack);
    await mock.next('/discord/channels/888/messages');
    const begun = jsonOf(await mock.next('/discord/channels/888/messages/5550/threads'));
    must('a thread is begun on Discord', begun.name === 'Threads', begun);
    const telegram = jsonOf(await mock.next(saidTo(-88)));
    must('Telegram has the link', telegram.reply_parameters === undefined && telegram.text.endsWith(page(game)), telegram);
    await slackCommand('US1', 'mention');
    await discordCommand('4711', 'mention');
    await postTelegram(telegramMessage(4711, '/mention'));
    await mock.next(saidTo(4711, /by name/));
    await move();
    const answer = jsonOf(await mock.next(inChannel));
    must('what follows answers in the thread, and calls who asked for it', answer.thread_ts === '1700000000.000100' && answer.text.includes('<@US1>'), answer);
    const inThread = jsonOf(await mock.next('/discord/channels/5551/messages'));
    must('also on Discord', inThread.content === '<@4711>' && inThread.allowed_mentions.users.join() === '4711' && inThread.embeds[0].url === page(game), inThread);
    const reply = jsonOf(await mock.next(saidTo(-88)));
    must('also on Telegram', reply.reply_parameters.message_id === 77 && reply.text.includes('<a href="tg://user?id=4711">tg_4711</a>'), reply);
}

export async function hosted(mock, mary, alan) {
    const { game, move, late, early } = await twoPlayers('Hosted', mary, alan);
    await follows(mock, late, game);
    await move();
    const quiet = await heard(mock, game, true);
    must('nobody is called who has not asked for it', quiet.every((text) => !text.includes('@')), quiet);
    await commands(late, game);
    await mattermost('mention');
    await zulip('mention');
    await rocketchat('mention');
    await move();
    const called = await heard(mock, game, false);
    must('who has asked is called in the way of each platform', called[0].includes('@mary_b') && called[1].includes('@**Mary B|5**') && called[2].includes('@mary.b'), called);
    const sent = await hooks(mock, early, game);
    await presses(game, late);
    await sent();
    await ownBots(mock, mary, alan);
    await otherThreads(mock, mary, alan);
}
