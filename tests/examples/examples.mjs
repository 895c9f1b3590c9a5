// SPDX-License-Identifier: AGPL-3.0-or-later
// The programs in openapi/examples against real servers: each does what its head says, and faults on the way do not
// stop it.
import { createHmac } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { finish, report } from '../openapi/count.mjs';
import { Hexpost } from '../post/hexpost.mjs';
import { Program } from './program.mjs';
import { tables } from './tables.mjs';
import { Trouble } from './trouble.mjs';

const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold: ${JSON.stringify(said)}`]);
const folder = new URL('../../openapi/examples/', import.meta.url);
const server = new Hexpost({ HEXPOST_HOOK_ALLOW: '127.0.0.1' });

const bot = (args, token, base = server.base) => new Program('bot.py', args, { HEXPOST_URL: base, ...(token && { HEXPOST_TOKEN: token }) });
const gameOf = async (program) => (await program.seen(/^game (\S+) seat (\d)$/m)).slice(1);

/** Waits until the game has an event of the TYPE; returns it. */
async function event(game, type, token) {
    for (;;) {
        const { body: { items } } = await server.ask('GET', `/v1/games/${game}/events?type=${type}&wait=30`, { token, want: 200 });
        if (items.length > 0) return items.at(-1);
    }
}

function documented() {
    const readme = readFileSync(new URL('README.md', folder), 'utf8');
    for (const name of readdirSync(folder).filter((file) => /\.(sh|sql|mjs)$/.test(file))) that(`README.md tells of ${name}`, readme.includes(`(${name})`));
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.py'))) {
        const text = readFileSync(new URL(name, folder), 'utf8');
        that(`README.md tells of ${name}`, readme.includes(`(${name})`));
        that(`${name} says how it is run`, /^"""[^"]+\n\n[^"]+^ {4}\S/m.test(text));
        that(`${name} needs nothing but Python, or pandas`, [...text.matchAll(/^(?:from|import) (\S+)/gm)].every(([, from]) => from === 'client' || standard(from) || (name === 'frames.py' && from === 'pandas')), text.match(/^(from|import).*/gm));
    }
}

const standard = (module) => ['argparse', 'base64', 'collections', 'hashlib', 'hmac', 'http', 'json', 'os', 'random', 'statistics', 'sys', 'threading', 'time', 'urllib', 'uuid'].includes(module.split('.')[0]);

async function wholeGames() {
    for (const [rules, points] of [['base', 10], ['cities_and_knights', 13]]) {
        const program = bot(['--rules', rules]);
        const [game, seat] = await gameOf(program);
        const said = await program.done();
        const { body: { status, result, rules: played } } = await server.ask('GET', `/v1/games/${game}`, { want: 200 });
        that(`a whole game of ${rules}`, status === 'finished' && played.game === rules && result.points[result.winner] >= points, result);
        that(`${rules}: the end is told`, said.includes(`over: seat ${result.winner} wins, points [${result.points.join(', ')}]`), said);
        const { body: { items: [found] } } = await server.ask('GET', `/v1/games/${game}/events?type=resign`, { want: 200 });
        that(`${rules}: played to the end by itself`, found === undefined && said.includes(`seat ${seat}`), found);
    }
}

/** The shell script's answers agree with the lists that it requests. */
async function questions() {
    const run = (...args) => execFileSync(fileURLToPath(new URL('questions.sh', folder)), args, { env: { ...process.env, HEXPOST_URL: server.base }, encoding: 'utf8' });
    const { body: { games, won, by } } = await server.ask('GET', '/v1/openings?by=dots', { want: 200 });
    const rows = run('openings').trim().split('\n').map((line) => line.split('\t'));
    that('openings: a row a kind', rows.length === by.length && by.length > 0, rows);
    that('openings: the figures of the list', [games, won].every((all, i) => rows.reduce((sum, row) => sum + Number(row[i + 1]), 0) === all), rows);
    that('openings: shares of the games', rows.every(([, n, w, share]) => share === `${Math.round(100 * w / n)} %`), rows);
    that('a record against somebody', /^\d+ games, \d+ won$/m.test(run('against', 'grace', 'ada & co')));
    that('what trades brought', 'gained' in JSON.parse(run('trades', 'grace')));
    that('a table', run('table').startsWith('id,name,'));
}

/** The server is killed while the bot waits for another player, and started again. */
async function restart() {
    const token = await server.signUp('grace');
    const { body: { id } } = await server.ask('POST', '/v1/games', {
        token, json: { rules: { game: 'base', players: 3, victory_points: 5 }, seats: [{ account: 'me' }, { open: true }, { bot: 'greedy' }] }, want: 201,
    });
    const program = bot(['--join', id], await server.signUp('the-bot'));
    const [, seat] = await gameOf(program);
    that('it takes the free seat', seat === '1');
    await event(id, 'start', token);
    await server.end('SIGKILL');
    await server.start();
    that('the bot has not given up', program.code === undefined, program.stderr);
    await server.ask('POST', `/v1/games/${id}/resign`, { token, want: 200 });
    that('it goes on after the server was killed', (await program.done()).includes('over: seat'));
}

async function troubles() {
    const plan = ['well', 'busy', 'well', 'lost', 'away', 'well', 'stale', 'well', 'lost'];
    const way = await new Trouble(server.base, plan).start();
    const program = bot(['--points', '4'], undefined, way.base);
    const [game] = await gameOf(program);
    await program.done();
    way.stop();
    const own = (await server.ask('GET', `/v1/games/${game}/events?limit=100`, { want: 200 })).body.items.filter(({ by }) => by === 'player');
    const made = way.moves.filter(({ status, replayed }) => status === 201 && !replayed);
    that('every trouble befell it', way.done.length === plan.filter((kind) => kind !== 'well').length, way.done);
    that('a move whose answer was lost was sent again, and made once', way.moves.filter(({ replayed }) => replayed).length === 2, way.moves);
    that('each move has a key of its own', new Set(made.map(({ key }) => key)).size === made.length && made.every(({ key }) => key));
    that('the log has each of them once', own.length > 0 && own.length <= made.length, [own.length, made.length]);
    that('a broken stream goes on where it was', way.resumed.length > 1 && way.resumed[0] === null
        && way.resumed.slice(1).every((id, at) => Number(id) > Number(way.resumed[at] ?? 0)), way.resumed);
}

/** The figures after a label of the table that history.py prints. */
const figures = (said, label) => new RegExp(`^ *${label} +(.*)$`, 'm').exec(said)?.[1].split(/ +/).map((text) => parseFloat(text));

const shortGame = (token) => server.ask('POST', '/v1/games', {
    token, json: { rules: { game: 'base', players: 3, victory_points: 3 }, seats: Array(3).fill({ bot: 'greedy' }) }, want: 201,
});

/** The output, compared with other endpoints about the same games. */
async function history() {
    const token = await server.signUp('ada');
    // More than a page of games, and of events.
    const made = await forEach(Array(101).fill(token), shortGame);
    for (const { body: { id } } of made) await event(id, 'finished', token);
    await bot(['--players', '3', '--points', '4'], token).done();

    const environment = { HEXPOST_URL: server.base };
    const said = await new Program('history.py', ['--rules', 'base', '--players', '3'], environment).done();
    const ids = (await pages('/v1/games?status=finished&mode=play')).filter(({ rules }) => rules.game === 'base' && rules.players === 3).map(({ id }) => id);
    const games = await forEach(ids, async (id) => (await server.ask('GET', `/v1/games/${id}`, { want: 200 })).body);
    that('it counts the games', games.length > 101 && figures(said, 'games')[0] === games.length, said);
    for (const seat of [0, 1, 2]) {
        const won = games.filter(({ result }) => result.winner === seat).length;
        const points = games.reduce((sum, { result }) => sum + result.points[seat], 0) / games.length;
        const [count, wins, rate, average] = figures(said, seat);
        that(`seat ${seat}: how often it won`, count === games.length && wins === won && Math.abs(rate - 100 * won / count) < 0.06, said);
        that(`seat ${seat}: its points`, Math.abs(average - points) < 0.006, [average, points]);
    }
    const turns = games.reduce((sum, { turn }) => sum + turn.number, 0) / games.length;
    that('how long they took', Math.abs(figures(said, 'turns')[0] - turns) < 0.06, [said, turns]);
    const stats = await forEach(ids, async (id) => (await server.ask('GET', `/v1/games/${id}/stats`, { want: 200 })).body);
    compareDice('all', said, stats.flatMap(({ seats }) => seats.map(({ rolls }) => rolls)));

    const own = await new Program('history.py', ['--account', 'ada'], environment).done();
    const { body: ada } = await server.ask('GET', '/v1/accounts/ada/stats', { want: 200 });
    that('an account: its games', figures(own, 'games')[0] === ada.finished && figures(own, 0)[1] === ada.won, own);
    compareDice('an account', own, [ada.rolls]);
    that('nothing to count', await new Program('history.py', ['--account', 'ada', '--players', '2'], environment).done() === 'no games\n');
}

/** The result of ASK for each; few at once, because a server allows only so many connections for one address. */
async function forEach(list, ask, atOnce = 16) {
    const answers = [];
    for (let at = 0; at < list.length; at += atOnce) answers.push(...await Promise.all(list.slice(at, at + atOnce).map((one) => ask(one))));
    return answers;
}

async function pages(path) {
    const items = [];
    for (let next = ''; next !== null;) {
        const { body } = await server.ask('GET', `${path}&limit=50${next && `&cursor=${next}`}`, { want: 200 });
        items.push(...body.items);
        next = body.next;
    }
    return items;
}

function compareDice(name, said, rolls) {
    const table = said.slice(said.indexOf(' sum '));
    for (let sum = 2; sum <= 12; sum += 1) {
        const expected = rolls.reduce((count, of) => count + (of[sum] ?? 0), 0);
        that(`${name}: how often ${sum} was rolled`, figures(table, sum)[0] === expected, [said, expected]);
    }
}

/** The headers of a message, signed as the server does. */
function signed(secret, id, timestamp, body) {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}

async function webhooks() {
    const token = await server.signUp('linus');
    const { body: hook } = await server.ask('POST', '/v1/me/webhooks', { token, json: { url: 'http://127.0.0.1:9/' }, want: 201 });
    const program = new Program('webhook.py', ['--listen', '127.0.0.1:0'], { HEXPOST_WEBHOOK_SECRET: hook.secret });
    const [, url] = await program.seen(/^listening on (\S+)$/m);
    const at = `/v1/webhooks/${hook.id}`;
    await server.ask('PATCH', at, { token, json: { url }, want: 200 });

    const { body: game } = await server.ask('POST', '/v1/games', {
        token, json: { rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }] }, want: 201,
    });
    for (const type of ['started', 'event', 'turn']) await program.seen(new RegExp(`^\\S+ game\\.${type} game ${game.id} seq \\d+`, 'm'));
    report('real messages are taken', []);
    await refusedMessages(program, url, hook.secret);

    await server.ask('POST', `${at}/secret`, { token, want: 200 });
    const { body: { id } } = await server.ask('POST', `${at}/test`, { token, want: 202 });
    await program.seen(/^\S+ webhook\.test$/m);
    report('a message with two signatures is taken', []);
    // The server stores the result of a message a little later than its receiver gets it.
    for (let state = ''; state !== 'sent';) {
        const { body: { items } } = await server.ask('GET', `${at}/deliveries`, { token, want: 200 });
        ({ state } = items.find((item) => item.id === id));
    }
    await server.ask('POST', `${at}/deliveries/${id}/redeliver`, { token, want: 202 });
    await program.seen(/204 seen before[^]*204 seen before/, 'stderr');
    that('what is delivered again is not handled again', program.stdout.match(/webhook\.test/g).length === 1, program.stdout);
    await program.stop();
}

async function refusedMessages(program, url, secret) {
    const now = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ type: 'game.over', timestamp: '2026-03-02T10:00:00.000Z', data: { webhook: 'w', game: 'forged', seq: 41 } });
    const post = async (headers, sent = body) => (await fetch(url, { method: 'POST', body: sent, headers })).status;
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    that('one that is signed by somebody else is refused', await post(signed(other, 'msg_1', now, body)) === 401);
    that('one that was changed is refused', await post(signed(secret, 'msg_1', now, body), body.replace('41', '42')) === 401);
    that('one without a signature is refused', await post({}) === 401);
    that('an old one is refused', await post(signed(secret, 'msg_1', now - 301 - 5, body)) === 401);
    that('one from the future is refused', await post(signed(secret, 'msg_1', now + 301 + 60, body)) === 401);
    that('one that is too large is refused', await post(signed(secret, 'msg_1', now, body), 'x'.repeat(65537)).catch(() => 413) === 413);
    that('none of them was handled', !program.stdout.includes('forged'), program.stdout);
    const good = signed(secret, 'msg_2', now, body);
    that('a good one is taken', await post(good) === 204);
    await program.seen(/game\.over game forged/);
    that('the same again is answered', await post(good) === 204);
    await program.seen(/204 seen before/, 'stderr');
    that('and not handled', program.stdout.match(/forged/g).length === 1, program.stdout);
}

async function chat() {
    const [mine, other] = [await server.signUp('alan'), await server.signUp('kurt')];
    const program = new Program('chat_bot.py', [], { HEXPOST_URL: server.base, HEXPOST_TOKEN: mine });
    const asks = async (name, line, pattern) => { program.write(line); that(name, await program.seen(pattern).catch(() => null), program.stdout); };
    await asks('it lists what it can do', 'help', /^games - your games/m);
    await asks('without a game it says so', 'show', /^you have no games$/m);
    const { body: { id } } = await server.ask('POST', '/v1/games', {
        token: mine, json: { rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { open: true }, { bot: 'greedy' }] }, want: 201,
    });
    await server.ask('POST', `/v1/games/${id}/join`, { token: other, json: {}, want: 200 });
    await server.ask('POST', `/v1/games/${id}/talk`, { token: other, json: { text: 'good luck' }, want: 201 });
    that('it tells what is said at the table', await program.seen(new RegExp(`^\\[${id}\\] kurt: good luck$`, 'm')));
    await asks('it lists games', 'games', new RegExp(`^${id}: base, waits for (you|others)$`, 'm'));
    await asks('it tells how a game stands', 'show', /^The game begins: .*\n([^[].*\n)*?waiting for .* \(setup_\w+\)$/m);
    await asks('it passes on what is said', 'say hello', /^said$/m);
    const { body: { items } } = await server.ask('GET', `/v1/games/${id}/talk`, { token: other, want: 200 });
    that('others read it', items.some(({ account, text }) => account === 'alan' && text === 'hello'), items);
    await asks('it explains what it cannot read', 'setle 14', /did you mean "settle"/);
    await ownTurn(id, mine, other);
    await asks('it lists moves in words', 'moves', /^settle \d+; settle \d+; /m);
    const { body: { words } } = await server.ask('GET', `/v1/games/${id}/actions?words=true`, { token: mine, want: 200 });
    await asks('it makes a move', words[0], /^done: build_settlement$/m);
    that('it tells the news', await program.seen(new RegExp(`^\\[${id}\\] You built a settlement at ${words[0].split(' ')[1]}`, 'm')));
    program.child.stdin.end();
    await program.done();
}

/** Plays the other person's set-up until the game waits for the first one. */
async function ownTurn(game, mine, other) {
    for (let seq = 0; ;) {
        const { body } = await server.ask('GET', `/v1/games/${game}/actions`, { token: mine, want: 200 });
        if (body.actions.some(({ type }) => type === 'build_settlement')) return;
        const { body: { actions: [action] } } = await server.ask('GET', `/v1/games/${game}/actions`, { token: other, want: 200 });
        if (action) await server.ask('POST', `/v1/games/${game}/moves`, { token: other, json: { action } });
        else await server.ask('GET', `/v1/games/${game}/events?after=${seq}&wait=5`, { token: mine, want: 200 });
        seq = body.seq;
    }
}

/** The browser of somebody who is signed in: a request with their cookie; what it answers. */
async function browse(cookie, path, form) {
    const response = await fetch(server.base + path, {
        redirect: 'manual', headers: { cookie, 'sec-fetch-site': 'same-origin' }, ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    return { to: response.headers.get('location'), text: await response.text(), status: response.status };
}

/** The fields of a page's form. */
const fieldsOf = ({ text }) => Object.fromEntries([...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    .map(([, name, value]) => [name, value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")]));

/** Somebody lets the sample program in, with a browser and by letters. */
async function permission() {
    const author = await server.signUp('author');
    const token = await server.signUp('reader');
    const { body: { id } } = await server.ask('POST', '/v1/games', { token, json: { rules: { game: 'base', players: 3 } }, want: 201 });
    const { body: { client_id: client } } = await server.ask('POST', '/v1/apps', { token: author, json: { name: 'Lister', redirects: ['http://127.0.0.1/back'] }, want: 201 });
    const signedIn = await fetch(`${server.base}/v1/session`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    const cookie = signedIn.headers.get('set-cookie').split(';')[0];
    const listed = (said) => said.includes(`allowed by reader: game:read\ngame ${id} open\ngiven back\n`);

    const program = new Program('oauth.py', [client], { HEXPOST_URL: server.base });
    const { pathname, search } = new URL((await program.seen(/^open (\S+)$/m))[1]);
    const sent = await browse(cookie, pathname, { ...fieldsOf(await browse(cookie, pathname + search)), answer: 'allow' });
    that('the page sends the browser back', sent.status === 303, sent);
    await fetch(sent.to);
    const said = await program.done();
    that('a program that was let in by a browser lists the games', listed(said), said);

    const other = new Program('oauth.py', [client, '--device'], { HEXPOST_URL: server.base });
    const [, address, letters] = await other.seen(/^open (\S+) and type (\S+)$/m);
    const asked = await browse(cookie, new URL(address).pathname, { user_code: letters });
    await browse(cookie, new URL(address).pathname, { ...fieldsOf(asked), answer: 'allow' });
    const told = await other.done();
    that('one that was let in by letters does', listed(told), told);
    const { body: { items } } = await server.ask('GET', '/v1/me/grants', { token, want: 200 });
    that('nothing is left of it', items.length === 0, items);
}

await server.start();
try {
    documented();
    await wholeGames();
    await questions();
    await history(); // before anybody resigns: figures leave out what a bot does in such a seat
    await troubles();
    await restart();
    await webhooks();
    await chat();
    await permission();
    await tables(server.base);
} catch (problem) {
    report('the tests', [problem.stack, server.stderr]);
} finally {
    await server.remove();
    finish();
}
process.exit();
