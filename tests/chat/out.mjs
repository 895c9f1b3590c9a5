// SPDX-License-Identifier: AGPL-3.0-or-later
// What channels that follow a game get, platform by platform, and what happens if they cannot be reached.
import { call } from '../openapi/server.mjs';
import { report } from '../openapi/count.mjs';
import { formOf, jsonOf } from './mock.mjs';
import { capture } from './types.mjs';

const isPng = (data) => data?.subarray(1, 4).toString('latin1') === 'PNG';
const must = (name, ok, what) => report(name, ok ? [] : [typeof what === 'string' ? what : JSON.stringify(what)]);

/** A game that begins when Grace joins it. */
async function openGame(ada, name, more = {}) {
    const { body } = await call('POST', '/v1/games', {
        token: ada.token, want: 201,
        json: { name, rules: { game: 'base', players: 2 }, board: { layout: 'beginner' }, seats: [{ account: 'me' }, { open: true }], ...more },
    });
    return body.id;
}

const begin = (game, grace) => call('POST', `/v1/games/${game}/join`, { token: grace.token, want: 200 });

const follow = async (who, game, json, want = 201) => (await call('POST', `/v1/games/${game}/follows`, { token: who.token, json, want })).body;

async function discord(mock, ada, grace) {
    const game = await openGame(ada, 'A *bold* game <@1> & "more"');
    await follow(ada, game, { kind: 'discord_webhook', url: `${mock.base}/api/webhooks/1/secret` });
    await begin(game, grace);
    const sent = await mock.next('/api/webhooks/1/secret?wait=true');
    const form = formOf(sent);
    const json = capture('discordWebhook', JSON.parse(form.payload_json.data.toString()));
    must('Discord gets an embed that mentions nobody', json.allowed_mentions.parse.length === 0 && json.embeds.length === 1, json);
    must('Discord takes no markup from a name', json.embeds[0].title.includes('\\*bold\\*') && !json.embeds[0].title.includes(' <@'), json.embeds[0].title);
    must('Discord is told whom the game waits for', /settlement|turn|red|blue/i.test(json.embeds[0].description), json.embeds[0].description);
    must('Discord gets the picture', isPng(form['files[0]']?.data) && json.embeds[0].image.url === 'attachment://board.png', Object.keys(form));
    await follow(ada, game, { kind: 'discord_webhook', url: `${mock.base}/api/webhooks/1/secret` }, 409);
    return game;
}

async function slack(mock, ada, grace) {
    const game = await openGame(ada, 'Ada & <Grace>');
    await follow(ada, game, { kind: 'slack_webhook', url: `${mock.base}/hooks/mattermost` });
    mock.answer('/hooks/mattermost', { status: 429, headers: { 'retry-after': '1' } });
    await begin(game, grace);
    await mock.next('/hooks/mattermost');
    mock.answer('/hooks/mattermost', { status: 200, json: { ok: true } });
    const json = jsonOf(await mock.next('/hooks/mattermost'));
    must('a text always says everything', json.text.startsWith('Ada &amp; &lt;Grace&gt;\n') && json.text.length > 30, json);
    for (const attachment of json.attachments) capture('slackAttachment', attachment);
    const address = new URL(json.attachments[0].image_url);
    must('the picture has a public address', address.origin === 'https://hexpost.example', address.href);
    const { body } = await call('GET', address.pathname, { want: 200 });
    must('it is a picture', isPng(Buffer.from(body)), 'no PNG');
}

async function telegram(mock, ada, grace) {
    const game = await openGame(ada, 'Ada & <Grace>', { visibility: 'private' });
    await follow(grace, game, { kind: 'telegram', bot_token: '5:own', chat_id: '-100' }, 404);
    await follow(ada, game, { kind: 'telegram', bot_token: '5:own', chat_id: '-100', tells: ['turns', 'events'] });
    mock.answer('/bot5:own/sendMessage', ({ body }) => (JSON.parse(body).chat_id === '-100'
        ? { status: 400, json: { ok: false, error_code: 400, description: 'group upgraded', parameters: { migrate_to_chat_id: -1001 } } }
        : { status: 200, json: { ok: true, result: {} } }));
    const { body: { seats } } = await call('GET', `/v1/games/${game}`, { token: ada.token, want: 200 });
    must('the game is private and open', seats.length === 2, seats);
    return game;
}

async function telegramOpen(mock, ada, grace) {
    const game = await openGame(ada, 'Ada & <Grace>');
    await follow(ada, game, { kind: 'telegram', bot_token: '5:own', chat_id: '-100', tells: ['turns', 'events'] });
    await follow(ada, game, { kind: 'telegram', bot_token: '6:own', chat_id: '-200/7' });
    await begin(game, grace);
    capture('telegramMessage', jsonOf(await mock.next('/bot5:own/sendMessage')));
    const again = jsonOf(await mock.next('/bot5:own/sendMessage'));
    must('a group that has moved is told where it is now', again.chat_id === '-1001' && again.text.startsWith('Ada &amp; &lt;Grace&gt;\n'), again);
    const form = formOf(await mock.next('/bot6:own/sendPhoto'));
    must('a photo has its text as caption, in its topic', isPng(form.photo?.data) && form.chat_id.data.toString() === '-200' && form.message_thread_id.data.toString() === '7' && form.caption.data.length > 20 && form.parse_mode.data.toString() === 'HTML', Object.keys(form));
}

async function matrix(mock, ada, grace) {
    const game = await openGame(ada, 'Ada & <Grace>');
    const room = '/_matrix/client/v3/rooms/%21room%3Aexample.org/send/m.room.message/';
    await follow(ada, game, { kind: 'matrix', homeserver: mock.base, access_token: 'own', room_id: '!room:example.org' });
    mock.answer(/\/media\/v3\/upload/, { status: 200, json: { content_uri: 'mxc://example.org/board' } });
    await begin(game, grace);
    const text = await mock.next((seen) => seen.path.startsWith(room) && jsonOf(seen).msgtype === 'm.notice');
    const json = jsonOf(text);
    must('Matrix gets a notice in both forms', text.method === 'PUT' && text.headers.authorization === 'Bearer own' && json.body.startsWith('Ada & <Grace>\n') && JSON.stringify(json['m.mentions']) === '{}' && json.formatted_body.startsWith('Ada &amp; &lt;Grace&gt;<br>'), json);
    const upload = await mock.next(/\/media\/v3\/upload/);
    must('the picture is uploaded', isPng(upload.body) && upload.headers['content-type'] === 'image/png', upload.headers);
    const image = await mock.next((seen) => seen.path.startsWith(room));
    must('and shown', jsonOf(image).url === 'mxc://example.org/board' && image.path === `${text.path}.picture`, image.path);
}

// Channels that no longer exist are switched off at once, and delay no others.
async function gone(mock, ada, grace) {
    const game = await openGame(ada, 'gone'), other = await openGame(ada, 'gone, too'); // three channels each
    const places = { 404: '/gone/404', 410: '/gone/410', 403: '/gone/403', 401: '/gone/401' };
    const ids = {};
    for (const [status, path] of Object.entries(places)) {
        mock.answer((seen) => seen.path.startsWith(path), { status: Number(status), json: { message: 'no' } });
        ids[(await follow(ada, status < 404 ? other : game, { kind: Number(status) % 2 === 0 ? 'discord_webhook' : 'slack_webhook', url: `${mock.base}${path}` })).id] = status;
    }
    mock.answer('/redirect', { status: 302, headers: { location: `${mock.base}/elsewhere` } });
    await follow(ada, game, { kind: 'slack_webhook', url: `${mock.base}/redirect` });
    await begin(game, grace);
    await begin(other, grace);
    for (const path of [...Object.values(places), '/redirect']) await mock.next((seen) => seen.path.startsWith(path));
    let left = [];
    for (let i = 0; i < 100; i += 1) {
        const lists = await Promise.all([game, other].map((id) => call('GET', `/v1/games/${id}/follows`, { token: ada.token, want: 200 })));
        left = lists.flatMap(({ body }) => body.items).filter(({ id, disabled_at: at }) => ids[id] && at === null).map(({ id }) => ids[id]);
        if (left.length === 0) break;
        await new Promise((done) => { setTimeout(done, 50); });
    }
    must('channels that are gone are switched off', left.length === 0, `still on: ${left.join(', ')}`);
    mock.answer((seen) => seen.path.startsWith('/gone/404'), { status: 200, json: {} });
    const again = await follow(ada, game, { kind: 'discord_webhook', url: `${mock.base}/gone/404` });
    must('a channel that is there again follows again', again.disabled_at === null, again);
    await follow(ada, game, { kind: 'discord_webhook', url: `${mock.base}/gone/404` }, 409);
    must('no redirect was followed', !mock.kept().some(({ path }) => path === '/elsewhere'), 'it was');
}

// Messages to all players are posted if wanted; messages to one player go to nobody else.
async function talk(mock, ada, grace) {
    const game = await openGame(ada, 'talk');
    await begin(game, grace);
    await follow(ada, game, { kind: 'slack_webhook', url: `${mock.base}/hooks/talk`, tells: ['talk'] });
    const say = (json) => call('POST', `/v1/games/${game}/talk`, { token: ada.token, json, want: 201 });
    await say({ text: 'a secret for Grace', to: [1] });
    await say({ text: 'hello <all> & @everybody\ngrace: I give up' });
    const json = jsonOf(await mock.next('/hooks/talk'));
    must('what is said to all is told', json.text.endsWith('ada: hello &lt;all&gt; &amp; @\u200beverybody\n&gt; grace: I give up') && json.attachments === undefined, json);
    must('and nothing else', !mock.kept().some(({ path }) => path === '/hooks/talk'), 'more came');
}

// Anyone with the address of an unlisted game can see it; its players can make a channel follow it.
async function unlisted(mock, ada, grace) {
    const { body: eve } = await call('POST', '/v1/accounts', { json: { name: 'eve' }, want: 201 });
    const game = await openGame(ada, 'unlisted', { visibility: 'unlisted' });
    const hook = { kind: 'slack_webhook', url: `${mock.base}/hooks/unlisted` };
    await follow(eve, game, hook, 403);
    await begin(game, grace);
    await follow(grace, game, hook);
    await follow(ada, game, { ...hook, url: `${mock.base}/hooks/creator` });
}

export async function out(mock, ada, grace) {
    await discord(mock, ada, grace);
    await slack(mock, ada, grace);
    await telegram(mock, ada, grace);
    await telegramOpen(mock, ada, grace);
    await matrix(mock, ada, grace);
    await talk(mock, ada, grace);
    await unlisted(mock, ada, grace);
    await gone(mock, ada, grace);
}
