// SPDX-License-Identifier: AGPL-3.0-or-later
// Mail through OpenSMTPD: it accepts the program's mails and passes them on, pipes people's replies into `hexpost
// mail-in`, and bounces what the next server refuses; and a game that three people play by it alone.
import { ask, check, equal, nextMail, pathOf, Person, postOffice, run, serve, stop, until } from './harness.mjs';
import { freePort } from '../support/ports.mjs';
import { gameByMail } from './game.mjs';
import { Mta } from './smtpd.mjs';

const refused = new Set();
const office = await postOffice({ plain: true, rcpt: (address) => (refused.has(address) ? { code: 550, text: '5.1.1 no such user here' } : undefined) });
const port = await freePort();
const server = await serve('mta', { flags: { 'mail-from': 'games@hex.example', 'mail-replies': 'in.hex.example', smtp: `smtp://127.0.0.1:${port}`, 'mail-hold-seconds': 0 } });
const mta = new Mta(port, server.base, office.port);
if (!await mta.start()) {
    await run([async function ends() { await stop(server.serving); }]);
    console.log(`OpenSMTPD does not start here, so its part is left out: ${mta.said.trim().split('\n').at(-1)}`);
    console.log('0 passed, 0 failed, 1 skipped');
    process.exit(process.exitCode);
}

const at = (name) => `${name}@example.org`;
const rules = { game: 'base', players: 3 };
const seats = [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }];

async function confirmed(name) {
    const person = await Person.signUp(server.base, name, at(name));
    const mail = await nextMail(office, at(name), 40);
    if (mail === undefined) throw new Error(`no mail came: ${mta.said}`);
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
    await mta.post(at('ada'), mail.parsed, `${words}\n\n> ${mail.parsed.text.replaceAll('\n', '\n> ')}\n`);
    const moved = await until(async () => (await ada.ask('GET', `/v1/games/${game.id}/view`)).body.seq > before, 30);
    check('what they answer is played', moved === true, mta.said);
    const answer = await until(() => office.mails.find((one) => one.raw.includes('Auto-Submitted: auto-replied')), 30);
    check('and they are answered', answer !== undefined && answer.raw.includes(`> ${words}`));
}

async function whatCannotBeDeliveredComesBack() {
    const ben = await confirmed('ben');
    refused.add(at('ben'));
    await ben.ask('POST', '/v1/games', { name: 'Returned', rules, seats });
    const bounced = await until(async () => (await ben.ask('GET', '/v1/me/mail')).body.bounced, 60);
    check('mail that came back switches the address off', bounced !== undefined && /5\.1\.1|550/.test(bounced.detail), mta.said);
}

async function aGameIsPlayedByMailAlone() {
    const people = [];
    for (const name of ['grace', 'linus', 'edsger']) people.push(await confirmed(name));
    await gameByMail({ people, office, mta, at });
}

await run([anAnswerIsPiped, whatCannotBeDeliveredComesBack, aGameIsPlayedByMailAlone, async function ends() {
    await stop(server.serving);
    await mta.stop();
}]);
