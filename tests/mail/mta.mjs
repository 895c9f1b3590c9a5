// SPDX-License-Identifier: AGPL-3.0-or-later
// Mail through OpenSMTPD: it accepts the program's mails and passes them on, pipes people's replies into `hexpost
// mail-in`, and bounces what the next server refuses.
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, binary, check, equal, folder, nextMail, nodemailer, pathOf, Person, postOffice, run, serve, stop, until } from './harness.mjs';
import { freePort, greets } from '../support/ports.mjs';

let said = '';

/** OpenSMTPD on a port of its own: in.hex.example is piped to the server at BASE, everything else goes to NEXT. */
async function startMta(port, base, next) {
    const conf = join(folder, 'smtpd.conf');
    // The pipe runs as a user without any rights, who must be able to read the program.
    const program = join(folder, 'hexpost');
    copyFileSync(binary, program);
    chmodSync(program, 0o755);
    chmodSync(folder, 0o755);
    writeFileSync(conf, `table hexpost { "@in.hex.example" = "nobody" }
listen on 127.0.0.1 port ${port} hostname mx.hex.example
action "pipe" mda "${program} mail-in --url ${base} %{rcpt}" user nobody virtual <hexpost>
action "out" relay host smtp://127.0.0.1:${next}
match from any for domain "in.hex.example" action "pipe"
match from any for any action "out"
`);
    const child = spawn('smtpd', ['-d', '-f', conf]);
    child.on('error', (error) => { said += error.message; });
    for (const out of [child.stdout, child.stderr]) out.on('data', (bytes) => { said += bytes; });
    const up = await until(async () => child.exitCode !== null || greets(port), 20);
    return up && child.exitCode === null ? child : null;
}

async function stopMta(child) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => { child.on('exit', done); });
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 10000);
    await ended;
    clearTimeout(late);
}

const refused = new Set();
const office = await postOffice({ plain: true, rcpt: (address) => (refused.has(address) ? { code: 550, text: '5.1.1 no such user here' } : undefined) });
const port = await freePort();
const server = await serve('mta', { flags: { 'mail-from': 'games@hex.example', 'mail-replies': 'in.hex.example', smtp: `smtp://127.0.0.1:${port}`, 'mail-hold-seconds': 0 } });
const mta = await startMta(port, server.base, office.port);
if (mta === null) {
    await run([async function ends() { await stop(server.serving); }]);
    console.log(`OpenSMTPD does not start here, so its part is left out: ${said.trim().split('\n').at(-1)}`);
    console.log('0 passed, 0 failed, 1 skipped');
    process.exit(77);
}

const at = (name) => `${name}@example.org`;
const rules = { game: 'base', players: 3 };
const seats = [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }];

async function confirmed(name) {
    const person = await Person.signUp(server.base, name, at(name));
    const mail = await nextMail(office, at(name), 40);
    if (mail === undefined) throw new Error(`no mail came: ${said}`);
    equal(`${name} confirms`, (await ask(server.base, 'POST', pathOf(mail.links[0]))).status, 200);
    return person;
}

async function turnMail(name) {
    for (;;) {
        const mail = await nextMail(office, at(name), 40);
        if (mail === undefined || mail.parsed.headers.get('x-hexpost-reason') === 'your_turn') return mail;
    }
}

async function anAnswerIsPiped() {
    const ada = await confirmed('ada');
    const { body: game } = await ada.ask('POST', '/v1/games', { name: 'Piped', rules, seats });
    const mail = await turnMail('ada');
    const words = /settle \d+/.exec(mail.parsed.text)[0];
    const before = (await ada.ask('GET', `/v1/games/${game.id}`)).body.last_seq ?? (await ada.ask('GET', `/v1/games/${game.id}/view`)).body.seq;
    const sender = nodemailer.createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
    await sender.sendMail({ from: at('ada'), to: mail.parsed.replyTo.value[0].address, subject: `Re: ${mail.parsed.subject}`, inReplyTo: mail.parsed.messageId, text: `${words}\n\n> ${mail.parsed.text.replaceAll('\n', '\n> ')}\n` });
    const moved = await until(async () => (await ada.ask('GET', `/v1/games/${game.id}/view`)).body.seq > before, 30);
    check('what they answer is played', moved === true, said);
    const answer = await until(() => office.mails.find((one) => one.raw.includes('Auto-Submitted: auto-replied')), 30);
    check('and they are answered', answer !== undefined && answer.raw.includes(`> ${words}`));
}

async function whatCannotBeDeliveredComesBack() {
    const ben = await confirmed('ben');
    refused.add(at('ben'));
    await ben.ask('POST', '/v1/games', { name: 'Returned', rules, seats });
    const bounced = await until(async () => (await ben.ask('GET', '/v1/me/mail')).body.bounced, 60);
    check('mail that came back switches the address off', bounced !== undefined && /5\.1\.1|550/.test(bounced.detail), said);
}

await run([anAnswerIsPiped, whatCannotBeDeliveredComesBack, async function ends() {
    await stop(server.serving);
    await stopMta(mta);
}]);
