// SPDX-License-Identifier: AGPL-3.0-or-later
// How mail is sent: encrypted or not at all, with a correct login, into a folder; and how it is received if no server
// runs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '../support/serving.mjs';
import { ask, binary, certificate, check, equal, folder, nextMail, Person, postOffice, run, serve, simpleParser, stop, until } from './harness.mjs';

const cert = certificate();
const login = { user: 'games', password: 'right' };
const at = (name) => `${name}@example.org`;
let count = 0;

/** Whether a mail arrives at OFFICE from a server with these settings; if not, RCPT must not even be sent. */
async function arrives(office, flags, env = {}) {
    const name = `s${count += 1}`;
    const server = await serve(name, { flags: { 'mail-from': 'games@hex.example', ...flags }, env });
    await Person.signUp(server.base, name, at(name));
    await until(() => office.mails.some((one) => one.to.includes(at(name))), 3);
    const mail = office.mails.find((one) => one.to.includes(at(name)));
    check('no recipient without a mail', mail !== undefined || !office.attempts.includes(at(name)), office.attempts);
    await stop(server.serving);
    return mail;
}

async function nothingGoesOutInTheClear() {
    const plain = await postOffice({ plain: true, host: '127.0.0.2' });
    const smtp = `smtp://127.0.0.2:${plain.port}`;
    equal('a server that cannot encrypt gets nothing', await arrives(plain, { smtp }), undefined);
    check('unless told so', await arrives(plain, { smtp, 'smtp-plain': 'yes' }));
    const here = await postOffice({ plain: true });
    check('or on this machine', await arrives(here, { smtp: `smtp://127.0.0.1:${here.port}` }));
}

async function certificatesAndLoginsCount() {
    const office = await postOffice({ ...cert, ...login, host: '127.0.0.2' });
    const smtp = `smtp://127.0.0.2:${office.port}`;
    const known = { smtp, 'smtp-ca': cert.path, 'smtp-user': 'games' };
    equal('a certificate that nobody knows', await arrives(office, { smtp, 'smtp-user': 'games' }, { HEXPOST_SMTP_PASSWORD: 'right' }), undefined);
    equal('a wrong password', await arrives(office, known, { HEXPOST_SMTP_PASSWORD: 'wrong' }), undefined);
    const file = join(folder, 'password');
    writeFileSync(file, 'right\nnot this\n', { mode: 0o600 });
    const mail = await arrives(office, { ...known, 'smtp-password-file': file });
    check('all is right', mail?.secure && mail.user === 'games');
    const tls = await postOffice({ ...cert, ...login, secure: true, host: '127.0.0.2' });
    check('encrypted from the first byte', (await arrives(tls, { ...known, smtp: `smtps://127.0.0.2:${tls.port}` }, { HEXPOST_SMTP_PASSWORD: 'right' }))?.secure);
    equal('the password is no flag', spawnSync(binary, ['serve', '--smtp-password', 'x']).status, 2);
}

async function aFolderTakesMailToo() {
    const dir = join(folder, 'mails');
    mkdirSync(dir);
    const server = await serve('folder', { flags: { 'mail-from': 'games@hex.example', 'mail-replies': 'hex.example', 'mail-dir': dir, 'mail-hold-seconds': 0, 'public-url': 'https://hex.example/' } });
    const files = () => readdirSync(dir).filter((name) => name.endsWith('.eml'));
    const find = (words) => until(async () => {
        for (const name of files()) {
            const mail = await simpleParser(readFileSync(join(dir, name)));
            if (mail.text.includes(words)) return { ...mail, name };
        }
        return undefined;
    });
    const ada = await Person.signUp(server.base, 'ada', at('ada'));
    const asked = await find('gave this address');
    equal('for nobody else', statSync(join(dir, asked.name)).mode & 0o777, 0o600);
    const code = /https:\/\/hex\.example\/mail\/([a-z2-7]{26})/.exec(asked.text)[1];
    equal('confirmed', (await ask(server.base, 'POST', `/mail/${code}`)).status, 200);
    equal('names cannot end a header', (await ada.ask('POST', '/v1/games', { name: 'a\r\nBcc: x@y.org', rules: { game: 'base', players: 3 } })).status, 422);
    const made = await ada.ask('POST', '/v1/games', { name: 'Folder', rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }] });
    const told = await find('Place a settlement');
    const raw = readFileSync(join(dir, told.name), 'latin1');
    check('one click', /\r\nList-Unsubscribe: <https:\/\/hex\.example\/mail\/[a-z2-7]{26}>, <mailto:u\+[a-z2-7]{26}@hex\.example>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n/.test(raw));
    const open = /https:\/\/hex\.example(\/mail\/[a-z2-7]{26})\s/.exec(told.text.slice(told.text.indexOf('Open the game')))[1];
    const cookie = (await ask(server.base, 'POST', open)).headers.get('set-cookie');
    check('a cookie that nobody else can set', /^__Host-hexpost=hxp_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/.test(cookie), cookie);
    const headers = { cookie: cookie.split(';')[0] };
    equal('that is taken', (await ask(server.base, 'GET', `/v1/me`, { headers })).body.name, 'ada');
    equal('under its name alone', (await ask(server.base, 'GET', `/v1/me`, { headers: { cookie: headers.cookie.replace('__Host-', '') } })).status, 401);
    check('nothing half written is left', readdirSync(dir).every((name) => name.endsWith('.eml')));
    await stop(server.serving);
    await withoutAServer({ ada, db: server.db, words: /settle \d+/.exec(told.text)[0], reply: told.replyTo.value[0].address, game: made.body.id });
}

async function withoutAServer({ ada, db, words, reply, game }) {
    const sent = spawnSync(binary, ['mail-in', '--db', addressOf(db), reply], { input: `From: ${at('ada')}\nTo: ${reply}\n\n${words}\n` });
    equal('the program takes mail by itself', sent.status, 0);
    const server = await serve('folder', {});
    const view = await new Person(server.base, 'ada', ada.token).ask('GET', `/v1/games/${game}/view`);
    check('and plays it', view.body.players.some((player) => player.name === 'ada' && player.supply.settlements === 4), view.body.players);
    await stop(server.serving);
    equal('nobody answers: it comes again', spawnSync(binary, ['mail-in', '--url', 'http://127.0.0.1:9'], { input: 'To: x\n\nx\n' }).status, 75);
    equal('an empty one does not', spawnSync(binary, ['mail-in', '--url', 'http://127.0.0.1:9'], { input: '' }).status, 0);
}

async function wrongSettingsAreNamed() {
    const wrong = spawnSync(binary, ['serve', '--db', join(folder, 'x.db'), '--mail-from', 'nobody']);
    check('the server does not start', wrong.status === 2 && String(wrong.stderr).includes('--mail-from'), String(wrong.stderr));
}

await run([nothingGoesOutInTheClear, certificatesAndLoginsCount, aFolderTakesMailToo, wrongSettingsAreNamed]);
