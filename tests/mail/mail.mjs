// SPDX-License-Identifier: AGPL-3.0-or-later
// Mail from end to end: a real mail server with STARTTLS and a login accepts it, two parsers read it, and the effects
// of its links and replies are checked in the game.
import { ask, certificate, check, equal, MailComposer, nextMail, pathOf, Person, pipeIn, playOnce, postOffice, run, serve, simpleParser, stop, until } from './harness.mjs';

const cert = certificate();
const refused = new Map();
const closings = [];
const office = await postOffice({ ...cert, host: '127.0.0.2', user: 'games', password: 'secret word', rcpt: (address) => refused.get(address), another: () => closings.shift() });
const server = await serve('mail', {
    flags: { 'mail-from': 'games@hex.example', 'mail-replies': 'in.hex.example', smtp: `smtp://127.0.0.2:${office.port}`, 'smtp-user': 'games', 'smtp-ca': cert.path, 'mail-hold-seconds': 1 },
    env: { HEXPOST_SMTP_PASSWORD: 'secret word' },
});
const { base } = server;
const at = (name) => `${name}@example.org`;
let count = 0;

async function confirmed(name = `p${count += 1}`) {
    const person = await Person.signUp(base, name, at(name));
    const mail = await nextMail(office, at(name));
    equal(`${name} is asked`, mail.parsed.subject, 'Is this your address?');
    const code = /mail\/([a-z2-7]{26})/.exec(mail.parsed.text)[1];
    const box = await person.ask('POST', '/v1/me/mail/confirm', { code });
    check(`${name} has confirmed`, box.status === 200 && box.body.confirmed, box.body);
    return person;
}

/** A game of PERSON and two bots that waits for PERSON. */
async function game(person, name, more = {}) {
    const made = await person.ask('POST', '/v1/games', { name, rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }], ...more });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body.id;
}

const view = async (person, id) => (await person.ask('GET', `/v1/games/${id}/view`)).body;

/** A mail about a game that waits for PERSON. */
async function turnMail(person, id) {
    for (;;) {
        const mail = await nextMail(office, at(person.name));
        if (mail === undefined || mail.parsed.headers.get('x-hexpost-reason') === 'your_turn') return mail;
    }
}

async function addressesAreConfirmed() {
    const eve = await Person.signUp(base, 'eve', at('eve'));
    const mail = await nextMail(office, at('eve'));
    check('the mail came encrypted and after a login', mail.secure && mail.user === 'games');
    check('it can come back', /^b\+[a-z2-7]{26}@in\.hex\.example$/.test(mail.from), mail.from);
    const path = pathOf(mail.links[0]);
    for (let i = 0; i < 2; i += 1) {
        const page = await ask(base, 'GET', path);
        check('looking at the link changes nothing', page.status === 200 && page.body.includes('<form method="post"'));
        check('the page runs nothing', page.headers.get('content-security-policy').startsWith("default-src 'none'") && page.headers.get('cache-control').includes('no-store') && !page.body.includes('<script'));
    }
    equal('still not confirmed', (await eve.ask('GET', '/v1/me/mail')).body.confirmed, false);
    const thanks = await ask(base, 'POST', path, { headers: { 'accept-language': 'de' } });
    check('the button confirms', thanks.status === 200 && thanks.body.includes('Bestätigt') && thanks.body.includes('href="/settings/mail"'), thanks.body);
    equal('confirmed', (await eve.ask('GET', '/v1/me/mail')).body.confirmed, true);
    equal('but once', (await ask(base, 'POST', path)).status, 404);
    // another person's code is invalid
    const mallory = await Person.signUp(base, 'mallory', at('eve'));
    const second = await nextMail(office, at('eve'));
    const code = pathOf(second.links[0]).slice('/mail/'.length);
    equal("another's code", (await eve.ask('POST', '/v1/me/mail/confirm', { code })).status, 404);
    await mallory.ask('PATCH', '/v1/me/mail', { address: at('mallory') });
    equal('an address given up is not confirmed', (await mallory.ask('POST', '/v1/me/mail/confirm', { code })).status, 404);
}

/** A server that closes a kept connection as the next mail begins, or has had enough of it: the mail goes over a new one, and at once. */
async function aClosedConnectionIsNoDelay() {
    for (const how of ['hang up', 421, 452]) {
        await confirmed();
        closings.push(how);
        const before = office.attempts.length;
        await confirmed();
        equal(`${how}: it was the mail's connection`, closings.length, 0);
        equal(`${how}: one mail came of it`, office.attempts.length - before, 1);
    }
}

async function aTurnIsTold() {
    const ada = await confirmed('ada');
    const id = await game(ada, 'Grüße, <Insel> & "co"');
    const mail = await turnMail(ada, id);
    const raw = mail.raw.toString('latin1');
    const { parsed, postal } = mail;
    equal('both parsers read the subject', parsed.subject, postal.subject);
    equal('the subject says what waits and where', parsed.subject, 'Your turn in Grüße, <Insel> & "co": place a settlement');
    equal('both read the text', parsed.text.replace(/\s+/g, ' ').trim(), postal.text.replace(/\s+/g, ' ').trim());
    check('List-Unsubscribe stands on one line', /\r\nList-Unsubscribe: <http:\S+>, <mailto:u\+[a-z2-7]{26}@in\.hex\.example>\r\n/.test(raw));
    check('lines end in CR LF and are short enough', !/[^\r]\n/.test(raw) && raw.split('\r\n').every((line) => line.length <= 998));
    equal('written by a program', parsed.headers.get('auto-submitted'), 'auto-generated');
    equal('no answers by programs', parsed.headers.get('x-auto-response-suppress'), 'All');
    equal('the reason', parsed.headers.get('x-hexpost-reason'), 'your_turn');
    equal('its thread', parsed.inReplyTo, `<game.${id}@hex.example>`);
    equal('its thread again', [parsed.references].flat()[0], `<game.${id}@hex.example>`);
    check('its list', parsed.headers.get('list')?.id !== undefined || raw.includes(`List-Id: <game.${id}.hex.example>`));
    check('its id', /^<msg_\S+@hex\.example>$/.test(parsed.messageId), parsed.messageId);
    check('where answers go', /^r\+[a-z2-7]{26}@in\.hex\.example$/.test(parsed.replyTo.value[0].address));
    const picture = postal.attachments.find((one) => one.mimeType === 'image/png');
    equal('the picture is inline', picture?.disposition, 'inline');
    check('and named by the HTML', postal.html.includes(`cid:${picture.contentId.slice(1, -1)}`), picture?.contentId);
    check('and a PNG', Buffer.from(picture.content).subarray(1, 4).toString() === 'PNG');
    check('names are text in the HTML', postal.html.includes('&lt;Insel&gt; &amp; &quot;co&quot;') && !postal.html.includes('<Insel>'));
    check('it says what can be done', /settle \d+/.test(parsed.text), parsed.text);
    // the next one has the same thread
    let next;
    for (let i = 0; next === undefined && i < 40; i += 1) {
        while (await playOnce(ada, id));
        next = await nextMail(office, at('ada'), 3);
    }
    equal('the thread stays', [next.parsed.references].flat()[0], [parsed.references].flat()[0]);
    check('the subject tells of what waits now', next.parsed.subject.startsWith('Your turn in Grüße, <Insel> & "co": '), next.parsed.subject);
    check('another id', next.parsed.messageId !== parsed.messageId);
    return { ada, id };
}

async function oneMailForAllGames() {
    const bob = await confirmed('bob');
    await bob.ask('PATCH', '/v1/me/mail', { mode: 'off' });
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.push(await game(bob, `Game ${i}`));
    await until(async () => (await Promise.all(ids.map((id) => view(bob, id)))).every((one) => one.waiting_for?.[0]?.player === 0));
    await bob.ask('PATCH', '/v1/me/mail', { mode: 'at_once' });
    // The bots of several games reach Bob at about the same time.
    let mail;
    for (let i = 0; !/^[23] games wait for you$/.test(mail?.parsed.subject) && i < 40; i += 1) {
        await Promise.all(ids.map(async (id) => { while (await playOnce(bob, id)); }));
        mail = await nextMail(office, at('bob'), 3);
    }
    const named = ids.filter((id, i) => mail?.parsed.text.includes(`Game ${i}`)).length;
    if (!check('some mail is about several games', mail !== undefined)) return;
    check('one mail for all games that wait', mail.parsed.subject === `${named} games wait for you`, mail.parsed.text);
    check('it belongs to no one game', mail.parsed.inReplyTo === undefined && mail.links.length >= named + 1);
}

async function whoLooksIsNotTold() {
    const cleo = await confirmed('cleo');
    const id = await game(cleo, 'Looking');
    const before = office.mails.filter((mail) => mail.to.includes(at('cleo'))).length;
    // looks all the time, like a player in front of a screen
    const end = Date.now() + 3000;
    while (Date.now() < end) {
        await view(cleo, id);
        await new Promise((done) => { setTimeout(done, 100); });
    }
    equal('no mail for somebody who is here', office.mails.filter((mail) => mail.to.includes(at('cleo'))).length, before);
}

async function linksOpenAndMove() {
    const dora = await confirmed('dora');
    const id = await game(dora, 'Links');
    const mail = await turnMail(dora, id);
    const open = pathOf(mail.links.find((link) => mail.parsed.text.includes(`Open the game:\n  ${link}`)) ?? mail.links[0]).split('?')[0];
    const words = /settle \d+/.exec(mail.parsed.text)[0];
    const chosen = `${open}?do=${encodeURIComponent(words)}`;
    const before = await view(dora, id);
    const page = await ask(base, 'GET', chosen);
    check('the page offers the move', page.status === 200 && page.body.includes(`value="${words}"`), page.body);
    equal('looking moves nothing', (await view(dora, id)).seq, before.seq);
    const seq = /name="seq" value="(\d+)"/.exec(page.body)[1];
    const done = await ask(base, 'POST', open, { form: { do: words, seq } });
    equal('the button moves', done.status, 200);
    const after = await view(dora, id);
    check('the settlement stands', after.seq > before.seq, after.seq);
    const stale = await ask(base, 'POST', open, { form: { do: words, seq } });
    check('once', stale.status === 200 && (await view(dora, id)).seq === after.seq, stale.body);
    check('the page shows what is true now', stale.body.includes(`name="seq" value="${after.seq}"`), stale.body);
    const entered = await ask(base, 'POST', open);
    equal('the other button opens the game', entered.status, 303);
    equal('there', entered.headers.get('location'), `/games/${id}`);
    const cookie = entered.headers.get('set-cookie');
    check('signed in by a cookie', /^hexpost=hxp_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/.test(cookie), cookie);
    const headers = { cookie: `other=1; ${cookie.split(';')[0]}` };
    const own = await ask(base, 'GET', `/v1/games/${id}/view`, { headers });
    equal('the browser sees what its owner sees', own.body.viewer ?? own.body.players?.findIndex((player) => player.cards !== null), after.viewer ?? after.players.findIndex((player) => player.cards !== null));
    check('and the page', (await ask(base, 'GET', `/play/${id}`, { headers })).body.includes('/board.png'));
    const straight = await ask(base, 'GET', open, { headers });
    check('the link opens the game at once from now on', straight.status === 303 && straight.headers.get('location') === `/games/${id}` && straight.headers.get('set-cookie') === null, straight.status);
    equal('but proposes what was chosen in the mail', (await ask(base, 'GET', chosen, { headers })).status, 200);
    const eli = await confirmed('eli');
    await game(eli, 'Other eyes');
    const others = await turnMail(eli);
    const elsewhere = pathOf(others.links.find((link) => others.parsed.text.includes(`Open the game:\n  ${link}`)) ?? others.links[0]).split('?')[0];
    equal('not for somebody else', (await ask(base, 'GET', elsewhere, { headers })).status, 200);
    const german = await ask(base, 'GET', elsewhere, { headers: { 'accept-language': 'pt, de-AT;q=0.9, en;q=0.5' } });
    check('the page speaks German to those who do', german.body.includes('<html lang="de">') && german.body.includes('Partie in diesem Browser öffnen'), german.body);
    equal('it is no key to the account', (await ask(base, 'GET', '/v1/me/tokens', { headers })).status, 403);
    const road = /value="(road [^"]+)"/.exec((await ask(base, 'GET', `/play/${id}`, { headers })).body)[1];
    const form = { do: road };
    equal('nothing is taken from elsewhere', (await ask(base, 'POST', `/play/${id}`, { headers: { ...headers, 'sec-fetch-site': 'cross-site' }, form })).status, 401);
    equal('nor without a word where from', (await ask(base, 'POST', `/play/${id}`, { headers, form })).status, 401);
    equal('nor from another origin', (await ask(base, 'POST', `/play/${id}`, { headers: { ...headers, origin: 'https://evil.example' }, form })).status, 401);
    equal('nor by the API', (await ask(base, 'POST', `/v1/games/${id}/moves`, { headers: { ...headers, 'sec-fetch-site': 'same-site' }, json: { action: { type: 'resign' } } })).status, 401);
    equal('but from our own page', (await ask(base, 'POST', `/play/${id}`, { headers: { ...headers, origin: base }, form })).status, 200);
    check('the road lies', (await view(dora, id)).seq > after.seq);
}

/** Plays a game of two until the player on turn can offer the other a trade: { maker, taker, give, want }, cards by
 * kind. */
async function tradeOf(people, id) {
    const order = ['build_settlement', 'build_city', 'build_road', 'roll', 'move_robber'];
    for (;;) {
        const [{ player }] = (await view(people[0], id)).waiting_for;
        const [maker, taker] = [people[player], people[1 - player]];
        const { actions } = (await maker.ask('GET', `/v1/games/${id}/actions`)).body;
        const held = async (person, seat) => Object.entries((await view(person, id)).players[seat].cards).filter(([, count]) => count > 0).map(([kind]) => kind);
        if (actions.some(({ type }) => type === 'offer_trade')) {
            const wanted = await held(taker, 1 - player);
            for (const give of await held(maker, player)) {
                const want = wanted.find((kind) => kind !== give);
                if (want) return { maker, taker, give: { [give]: 1 }, want: { [want]: 1 } };
            }
        }
        const action = order.map((type) => actions.find((one) => one.type === type)).find(Boolean) ?? actions.find(({ open, type }) => !open && type !== 'resign');
        const made = await maker.ask('POST', `/v1/games/${id}/moves`, { action });
        if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    }
}

async function anOfferIsTold() {
    const people = [await confirmed('marco'), await confirmed('nora')];
    const made = await people[0].ask('POST', '/v1/games', { name: 'Market', rules: { game: 'base', players: 2 }, seats: [{ account: 'me' }, { open: true }] });
    const { id } = made.body;
    await people[1].ask('POST', `/v1/games/${id}/join`, {});
    const { maker, taker, give, want } = await tradeOf(people, id);
    const action = { type: 'offer_trade', give, want };
    equal('offers can be switched off', (await taker.ask('PATCH', '/v1/me/mail', { offers: false })).body.offers, false);
    const unwanted = await maker.ask('POST', `/v1/games/${id}/moves`, { action });
    equal('an offer is made', unwanted.status, 201);
    equal('and on', (await taker.ask('PATCH', '/v1/me/mail', { offers: true })).body.offers, true);
    const offered = await maker.ask('POST', `/v1/games/${id}/moves`, { action: { ...action, give: want, want: give } });
    const other = offered.status === 201 ? offered : await maker.ask('POST', `/v1/games/${id}/moves`, { action });
    equal('another is made', other.status, 201);
    const number = other.body.view.offers.at(-1).id;
    const told = await until(async () => {
        const one = await nextMail(office, at(taker.name), 5);
        return one?.parsed.headers.get('x-hexpost-reason') === 'offer' ? one : undefined;
    }, 60);
    check('it is told', told !== undefined);
    const { parsed } = told;
    equal('who offers', parsed.subject, `${maker.name} offers you a trade in Market`);
    check('what for what', new RegExp(`Offer ${number}: ${maker.name} gives 1 \\w+ for 1 \\w+\\.`).test(parsed.text), parsed.text);
    check('what can be answered', parsed.text.includes(`decline ${number}`) && parsed.text.includes(`counter ${number} with`), parsed.text);
    const link = `${told.links[0]}?do=decline%20${number}`;
    check('by a button', told.postal.html.includes(`href="${link}"`), told.postal.html);
    const page = await ask(base, 'GET', pathOf(link));
    check('the page asks before', page.body.includes(`value="decline ${number}"`), page.body);
    const seq = /name="seq" value="(\d+)"/.exec(page.body)[1];
    equal('then it is answered', (await ask(base, 'POST', pathOf(link).split('?')[0], { form: { do: `decline ${number}`, seq } })).status, 200);
    const { offers } = await view(maker, id);
    check('as the maker sees', offers.every((one) => one.id !== number || Object.values(one.responses).includes('declined')), offers);
    await taker.ask('PATCH', '/v1/me/mail', { mode: 'off' });
    await maker.ask('PATCH', '/v1/me/mail', { mode: 'off' });
}

async function answersPlay() {
    const fay = await confirmed('fay');
    const id = await game(fay, 'Answers');
    const mail = await turnMail(fay, id);
    const words = /settle \d+/.exec(mail.parsed.text)[0];
    const reply = mail.parsed.replyTo.value[0].address;
    const before = await view(fay, id);
    const write = (text, headers = {}) => new MailComposer({
        from: at('fay'), to: reply, subject: `Re: ${mail.parsed.subject}`, inReplyTo: mail.parsed.messageId, messageId: text === words ? '<answer-1@example.org>' : undefined, headers,
        text: `${text}\n\nOn Saturday, Hexpost wrote:\n${mail.parsed.text.split('\n').map((line) => `> ${line}`).join('\n')}\n`,
    }).compile().build();
    equal('a program writes', pipeIn(server, await write(words, { 'Auto-Submitted': 'auto-replied' }), reply), 0);
    equal('and is not heard', (await view(fay, id)).seq, before.seq);
    equal('they write', pipeIn(server, await write(words), reply), 0);
    const after = await view(fay, id);
    check('and it is done', after.seq > before.seq, after.seq);
    const answer = await until(() => office.mails.find((one) => one.to.includes(at('fay')) && one.raw.includes('auto-replied')));
    answer.read = true;
    check('they are answered', answer.raw.includes('In-Reply-To: <answer-1@example.org>') && answer.raw.includes(`> ${words}`), answer.raw.toString());
    equal('the same mail once more', pipeIn(server, await write(words), reply), 0);
    equal('is not taken twice', office.mails.filter((one) => one.to.includes(at('fay')) && one.raw.includes('auto-replied')).length, 1);
    equal('nonsense', pipeIn(server, await write('fly to the moon'), reply), 0);
    const sorry = await until(() => office.mails.find((one) => !one.read && one.to.includes(at('fay')) && one.raw.includes('auto-replied')));
    check('is answered too', sorry.raw.includes('fly to the moon'));
    equal('changes nothing', (await view(fay, id)).seq, after.seq);
    equal('a wrong address', pipeIn(server, await write(words), `r+${'a'.repeat(26)}@in.hex.example`), 0);
    equal('changes nothing', (await view(fay, id)).seq, after.seq);
}

/** A mail to PERSON that contains TEXT, including future ones. */
async function mailSaying(person, text) {
    for (;;) {
        const mail = await nextMail(office, at(person.name));
        if (mail === undefined || mail.parsed.text.replace(/\s+/g, ' ').includes(text)) return mail;
    }
}

/** The next reply to a mail of PERSON's. */
async function answerTo(person) {
    const mail = await until(() => office.mails.find((one) => !one.read && one.to.includes(at(person.name)) && one.raw.includes('auto-replied')));
    mail.read = true;
    mail.parsed = await simpleParser(mail.raw);
    return mail;
}

// Requested information is in the reader's language and time zone, and a game they named stays the current one.
async function answersTell() {
    const heidi = await confirmed('heidi');
    await heidi.ask('PATCH', '/v1/me', { language: 'de' });
    equal('they live in Berlin', (await heidi.ask('PUT', '/v1/me/calendar', { zone: 'Europe/Berlin' })).status, 200);
    await heidi.ask('PATCH', '/v1/me/mail', { mode: 'off' });
    const clock = { clock: { turn: 172800, decision: 86400 } };
    const [one, two] = [await game(heidi, 'Eins', clock), await game(heidi, 'Zwei', clock)];
    await heidi.ask('PATCH', '/v1/me/mail', { mode: 'at_once' });
    await until(async () => (await view(heidi, two)).waiting_for?.[0]?.player === 0 && (await view(heidi, one)).waiting_for?.[0]?.player === 0);
    await heidi.ask('PATCH', '/v1/me/mail', { even_if_looked: true });
    const three = await game(heidi, 'Drei', clock);
    let mail = await turnMail(heidi, three);
    const send = async (text) => {
        const reply = mail.parsed.replyTo.value[0].address;
        equal('they write', pipeIn(server, await new MailComposer({ from: at('heidi'), to: reply, text: `${text}\n` }).compile().build(), reply), 0);
        mail = await answerTo(heidi);
        return mail.parsed;
    };
    const help = await send('hilfe');
    check('help is no move', help.subject.startsWith('Beantwortet in ') && help.text.includes('Hier ist, wonach du gefragt hast') && !help.text.includes('Spielzüge sind gemacht'), help.text);
    await send('nutze Drei');
    const show = await send('stand');
    check('times are theirs', show.text.includes('(Europe/Berlin)') && !show.text.includes('UTC'), show.text);
    const board = await send('spielfeld');
    check('the board is a picture', board.attachments.some((part) => part.contentType === 'image/png'), board.text);
    const used = await send('nutze Zwei');
    check('another game is named', used.subject.includes('Zwei'), used.subject);
    const still = await send('stand');
    check('and meant from then on', still.subject.includes('Zwei') && still.text.includes('Zwei'), still.subject);
    const settle = await send('züge');
    const moved = await send(`${/siedeln \d+|settle \d+/i.exec(settle.text)[0]}\nunfug\nstand`);
    check('what was passed over is told in their language', moved.text.includes('Die Zeilen danach sind übergangen.') && !/The lines/.test(moved.text), moved.text);
    check('after a move the mail ends as a mail about the turn does', moved.attachments.some((part) => part.contentType === 'image/png') && moved.text.includes('Gute Spielzüge'), moved.text);
    await heidi.ask('PATCH', '/v1/me/mail', { mode: 'off' });
}

/** The text of a mail in one line, wherever its lines were broken. */
const flat = (mail) => mail.parsed.text.replace(/\s+/g, ' ');

/** PERSON answers MAIL with TEXT; returns the reply. */
async function answer(person, mail, text) {
    const reply = mail.parsed.replyTo.value[0].address;
    equal(`${person.name} writes`, pipeIn(server, await new MailComposer({ from: at(person.name), to: reply, text: `${text}\n` }).compile().build(), reply), 0);
    return answerTo(person);
}

// An answer accepts the offer that its mail reported, and no later one.
async function answersTakeTheOfferThatWasTold() {
    const people = [await confirmed('oskar'), await confirmed('petra')];
    const made = await people[0].ask('POST', '/v1/games', { name: 'Bazaar', rules: { game: 'base', players: 2 }, seats: [{ account: 'me' }, { open: true }] });
    const { id } = made.body;
    await people[1].ask('POST', `/v1/games/${id}/join`, {});
    const { maker, taker, give, want } = await tradeOf(people, id);
    const move = (action) => maker.ask('POST', `/v1/games/${id}/moves`, { action });
    const offer = async () => (await move({ type: 'offer_trade', give, want })).body.view.offers.at(-1).id;
    const first = await offer();
    let told;
    do told = await nextMail(office, at(taker.name)); while (told && !flat(told).includes(`Offer ${first}:`));
    if (!check('the first offer is told', told !== undefined)) return;
    equal('it is withdrawn', (await move({ type: 'cancel_trade', offer: first })).status, 201);
    const second = await offer();
    const responses = async () => (await view(maker, id)).offers.find((one) => one.id === second)?.responses;
    const refused = await answer(taker, told, 'accept');
    check('a bare yes is none to another offer', !JSON.stringify(await responses()).includes('accepted'), await responses());
    check('which they are told', flat(refused).includes('the offer that you answered is gone') && refused.parsed.subject.startsWith('Not done in '), refused.parsed.text);
    check('with what there is now', flat(refused).includes(`Offer ${second}:`) && flat(refused).includes(`accept ${second}`), refused.parsed.text);
    const taken = await answer(taker, refused, 'accept');
    check('what the answer told of is taken', JSON.stringify(await responses()).includes('accepted'), taken.parsed.text);
    for (const person of people) await person.ask('PATCH', '/v1/me/mail', { mode: 'off' });
}

// An answer to the mail of a past turn does not play another turn.
async function answersPlayTheTurnThatWasTold() {
    const ruth = await confirmed('ruth');
    const id = await game(ruth, 'Late');
    const first = await turnMail(ruth, id);
    await ruth.ask('PATCH', '/v1/me/mail', { mode: 'off' });
    for (let turns = 0; turns < 2;) {
        const { actions } = (await ruth.ask('GET', `/v1/games/${id}/actions`)).body;
        const action = actions.find(({ type }) => type === 'end_turn') ?? actions.find(({ open, type }) => !open && !['offer_trade', 'resign', 'undo'].includes(type));
        if (action?.type === 'roll' && (turns += 1) === 2) break;
        if (action) await ruth.ask('POST', `/v1/games/${id}/moves`, { action });
    }
    const before = await view(ruth, id);
    const late = await answer(ruth, first, 'roll\nend');
    equal('nothing is played', (await view(ruth, id)).seq, before.seq);
    check('they are told why, and what has happened', flat(late).includes('the turn or question that you answered is over') && /rolled/.test(flat(late)), late.parsed.text);
    check('and what they can do', late.parsed.attachments.some((part) => part.contentType === 'image/png') && /\broll\b/.test(late.parsed.text.split('Good moves')[1] ?? ''), late.parsed.text);
    const now = await answer(ruth, late, 'roll');
    check('which they can answer', (await view(ruth, id)).seq > before.seq, now.parsed.text);
}

// A player who only uses mail takes a seat, accepts proposals of others and reads chat messages.
async function answersJoinAndAgree() {
    const [wanda, xaver] = [await confirmed('wanda'), await confirmed('xaver')];
    const made = await wanda.ask('POST', '/v1/games', { name: 'Post', rules: { game: 'base', players: 2 }, clock: { turn: 172800, decision: 86400 }, seats: [{ account: 'me' }, { invite: at('xaver') }] });
    equal('a game with a kept seat', made.status, 201);
    const { id } = made.body;
    const invited = await nextMail(office, at('xaver'));
    check('they are invited', invited.parsed.subject.includes('wanda invites you'), invited.parsed.subject);
    const joined = await answer(xaver, invited, 'join');
    check('and take the seat', flat(joined).includes('You have a seat.') && joined.parsed.subject.startsWith('Answered in '), joined.parsed.text);
    equal('the game has begun', (await wanda.ask('GET', `/v1/games/${id}`)).body.status, 'active');
    const again = await answer(xaver, joined, 'join');
    check('once', flat(again).includes('That cannot be done: an account can have only one seat in a game.') && again.parsed.subject.startsWith('Not done in '), again.parsed.text);
    equal('somebody speaks', (await wanda.ask('POST', `/v1/games/${id}/talk`, { text: 'Good luck to <all> of us' })).status, 201);
    equal('and wants a pause', (await wanda.ask('POST', `/v1/games/${id}/pause`, {})).status, 200);
    const proposed = await mailSaying(xaver, 'wanda proposes something');
    check('which is told, and how to agree', flat(proposed).includes('wanda proposes a pause until') && flat(proposed).includes('Reply "agree" if you agree, or "disagree" if not.'), proposed.parsed.text);
    check('with what was said', flat(proposed).includes('Said at the table') && flat(proposed).includes('wanda: Good luck to <all> of us') && proposed.postal.html.includes('&lt;all&gt;'), proposed.parsed.text);
    const declined = await answer(xaver, proposed, 'disagree');
    check('they can say no', flat(declined).includes('You do not agree.'), declined.parsed.text);
    check('and there is no pause', (await wanda.ask('GET', `/v1/games/${id}/pause`)).body.paused === null);
    const agreed = await answer(xaver, proposed, 'agree');
    check('they agree', flat(agreed).includes('You have agreed.'), agreed.parsed.text);
    check('and the game pauses', (await wanda.ask('GET', `/v1/games/${id}/pause`)).body.missing.length === 0 || (await wanda.ask('GET', `/v1/games/${id}`)).body.clock.paused_until !== null, (await wanda.ask('GET', `/v1/games/${id}/pause`)).body);
    const none = await answer(xaver, agreed, 'agree');
    check('then there is nothing left to agree to', flat(none).includes('Nobody proposes anything'), none.parsed.text);
    check('what was said is not told twice', !flat(none).includes('Good luck'), none.parsed.text);
    const resumed = await answer(xaver, none, 'unpause');
    const wished = await answer(xaver, await answer(xaver, resumed, 'pause'), 'disagree');
    const { agreed: wishing } = (await wanda.ask('GET', `/v1/games/${id}/pause`)).body;
    check('what one wanted is taken back', flat(wished).includes('You do not agree.') && wishing.length === 0, [wished.parsed.text, wishing]);
    check('the pause ends', flat(resumed).includes('There is no pause'), resumed.parsed.text);
    const planned = await answer(xaver, resumed, 'plan if 3 ore and 2 grain: city 14\norders roll if nothing before');
    check('a plan and an order are set', flat(planned).includes('1. if 3 ore and 2 grain: city 14') && flat(planned).includes('roll if_nothing_before') && flat(planned).includes('"plan off"'), planned.parsed.text);
    const { orders } = (await xaver.ask('GET', `/v1/games/${id}/orders`)).body;
    check('as on the page', orders.plan?.[0]?.move === 'city 14' && orders.roll === 'if_nothing_before', orders);
    const dropped = await answer(xaver, planned, 'plan off\norders off');
    equal('and taken back', Object.keys((await xaver.ask('GET', `/v1/games/${id}/orders`)).body.orders).join(), 'delay');
    check('which the answer says', flat(dropped).includes('You have no standing orders.'), dropped.parsed.text);
    const muting = resumed.parsed.text.match(/No more mail about this game:\s+(\S+)/)[1];
    check('one game can be muted', (await ask(base, 'GET', pathOf(muting))).body.includes('mails about this game'));
    equal('by a button', (await ask(base, 'POST', pathOf(muting))).status, 200);
    const mode = (await xaver.ask('GET', '/v1/me/mail')).body;
    equal('other mails go on', mode.mode, 'at_once');
    equal('a muted game', (await wanda.ask('POST', `/v1/games/${id}/talk`, { text: 'Are you there, @xaver?' })).status, 201);
    check('sends no mail', await nextMail(office, at('xaver'), 3) === undefined);
    check('until it is heard again', flat(await answer(xaver, resumed, 'unmute')).includes('You get mail about this game again.'));
    equal('then it does', (await wanda.ask('POST', `/v1/games/${id}/talk`, { text: 'Hello, @xaver' })).status, 201);
    check('as before', await mailSaying(xaver, 'Hello, @xaver') !== undefined);
    equal('one subject for all', (await xaver.ask('PATCH', '/v1/me/mail', { steady_subjects: true })).body.steady_subjects, true);
    const steady = await answer(xaver, resumed, 'show');
    equal('is the name of the game', steady.parsed.subject, 'Post');
    equal('whatever is answered', (await answer(xaver, steady, 'fly')).parsed.subject, 'Post');
    for (const person of [wanda, xaver]) await person.ask('PATCH', '/v1/me/mail', { mode: 'off' });
}

const report = (to, status, action = 'failed') => `From: MAILER-DAEMON@mx.example\r\nTo: ${to}\r\nReturn-Path: <>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n--b\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; x@example.org\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${status} no luck\r\n\r\n--b--\r\n`;

async function bouncesSwitchOff() {
    const gus = await confirmed('gus');
    await game(gus, 'Bounces');
    const mail = await turnMail(gus);
    equal('a delay', pipeIn(server, report(mail.from, '4.4.7'), mail.from), 0);
    equal('says little', (await gus.ask('GET', '/v1/me/mail')).body.bounced, null);
    equal('no such address', pipeIn(server, report(mail.from, '5.1.1'), mail.from), 0);
    const box = (await gus.ask('GET', '/v1/me/mail')).body;
    check('switches it off', box.bounced?.detail === '5.1.1 no luck' && typeof box.bounced.at === 'string', box);
    const hal = await confirmed('hal');
    await game(hal, 'Delays');
    const other = await turnMail(hal);
    for (let i = 1; i <= 5; i += 1) {
        equal('for a while', pipeIn(server, report(other.from, '4.2.2', 'delayed'), other.from), 0);
        equal('five times', (await hal.ask('GET', '/v1/me/mail')).body.bounced !== null, i === 5);
    }
    // refused at once
    const ivy = await confirmed('ivy');
    refused.set(at('ivy'), { code: 550, text: '5.1.1 no such user here' });
    await game(ivy, 'Refused');
    const known = await until(async () => (await ivy.ask('GET', '/v1/me/mail')).body.bounced, 20);
    check('a refused address is switched off, in the server\'s words', known?.detail === 'the mail server answered 550 5.1.1 no such user here', known ?? server.said());
    const jon = await confirmed('jon');
    refused.set(at('jon'), { code: 450, text: '4.2.0 come again later' });
    await game(jon, 'Later');
    await until(() => office.attempts.filter((address) => address === at('jon')).length >= 2);
    equal('a busy one is not', (await jon.ask('GET', '/v1/me/mail')).body.bounced, null);
    const again = await ivy.ask('PATCH', '/v1/me/mail', { address: at('ivy') });
    check('given again it is asked again', again.body.bounced === null && again.body.confirmed === false, again.body);
}

async function mailIsUnsubscribedFrom() {
    const kim = await confirmed('kim');
    const id = await game(kim, 'Enough');
    const mail = await turnMail(kim, id);
    const link = pathOf(/<(http[^>]+)>/.exec(mail.parsed.headers.get('list')?.unsubscribe?.url ? `<${mail.parsed.headers.get('list').unsubscribe.url}>` : mail.raw.toString())[1]);
    check('a page first', (await ask(base, 'GET', link)).body.includes('No more mail?'));
    equal('still at once', (await kim.ask('GET', '/v1/me/mail')).body.mode, 'at_once');
    const done = await ask(base, 'POST', link, { form: { 'List-Unsubscribe': 'One-Click' } });
    check('one click, no redirect', done.status === 200 && done.headers.get('set-cookie') === null);
    equal('off', (await kim.ask('GET', '/v1/me/mail')).body.mode, 'off');
    equal('again', (await ask(base, 'POST', link, { form: { 'List-Unsubscribe': 'One-Click' } })).status, 200);
    await kim.ask('PATCH', '/v1/me/mail', { mode: 'daily' });
    const to = /mailto:(u\+[^>]+)/.exec(mail.raw.toString())[1];
    equal('by mail', pipeIn(server, `From: ${at('kim')}\nTo: ${to}\n\n`), 0);
    equal('off again', (await kim.ask('GET', '/v1/me/mail')).body.mode, 'off');
}

async function aLostTokenIsNoLostAccount() {
    const lou = await confirmed('lou');
    equal('asking', (await ask(base, 'POST', '/v1/sign-in', { json: { email: 'LOU@example.org' } })).status, 202);
    const mail = await nextMail(office, at('lou'));
    equal('a link', mail.parsed.subject, 'Your link to sign in');
    const code = pathOf(mail.links[0]).slice('/mail/'.length);
    check('a page first', (await ask(base, 'GET', `/mail/${code}`)).body.includes('Sign in'));
    const signed = await ask(base, 'POST', `/v1/sign-in/${code}`);
    check('a token', signed.status === 200 && signed.body.account.name === 'lou', signed.body);
    equal('that works', (await new Person(base, 'lou', signed.body.token).ask('GET', '/v1/me')).body.name, 'lou');
    equal('once', (await ask(base, 'POST', `/v1/sign-in/${code}`)).status, 404);
    equal('also as a page', (await ask(base, 'POST', `/mail/${code}`)).status, 404);
    equal('the old token works as well', (await lou.ask('GET', '/v1/me')).status, 200);
    equal('for others nothing', (await ask(base, 'POST', '/v1/sign-in', { json: { email: at('nobody') } })).status, 202);
    await Person.signUp(base, 'max', at('max'));
    await nextMail(office, at('max'));
    await ask(base, 'POST', '/v1/sign-in', { json: { email: at('max') } });
    await ask(base, 'POST', '/v1/sign-in', { json: { email: at('lou') } });
    await nextMail(office, at('lou'));
    check('nor for those who have not confirmed', !office.mails.some((one) => !one.read && [at('max'), at('nobody')].includes(one.to[0])));
}

async function peopleAreInvited() {
    const nan = await confirmed('nan');
    const seats = [{ account: 'me' }, { invite: at('olga') }, { bot: 'random' }];
    const made = await nan.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, visibility: 'private', seats });
    const mail = await nextMail(office, at('olga'));
    check('an invitation', mail.parsed.subject === 'nan invites you to a game' && mail.parsed.text.includes('nan invites you'), mail.parsed.text);
    check('which can be refused at once', /\r\nList-Unsubscribe: <http/.test(mail.raw.toString()));
    const page = await ask(base, 'GET', pathOf(mail.links[0]));
    check('and leads to where the seat is', page.status === 200 && page.body.includes(`href="/games/${made.body.id}/join#email=olga%40example.org"`), page.body);
    const olga = await Person.signUp(base, 'olga', at('olga'));
    equal('not by a name alone', (await olga.ask('POST', `/v1/games/${made.body.id}/join`, {})).status, 404);
    const asked = await nextMail(office, at('olga'));
    await ask(base, 'POST', pathOf(asked.links[0]));
    equal('but once confirmed', (await olga.ask('POST', `/v1/games/${made.body.id}/join`, {})).status, 200);
    // the sender is told if an invitation does not arrive
    await nan.ask('POST', '/v1/games', { name: 'Lost', rules: { game: 'base', players: 3 }, seats: [seats[0], { invite: at('sue') }, seats[2]] });
    const lost = await nextMail(office, at('sue'));
    equal('it comes back', pipeIn(server, report(lost.from, '5.2.2'), lost.from), 0);
    check('its sender is told', await mailSaying(nan, 'Your invitation to sue@example.org could not be delivered: 5.2.2 no luck') !== undefined);
    refused.set(at('tim'), { code: 550, text: '5.7.1 no mail for tim' });
    await nan.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [seats[0], { invite: at('tim') }, seats[2]] });
    check('refused at the door, too', await mailSaying(nan, 'Your invitation to tim@example.org could not be delivered: the mail server answered 550 5.7.1 no mail for tim') !== undefined);
    // a player who wants no mail gets none
    const stranger = await nan.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [seats[0], { invite: at('pat') }, seats[2]] });
    equal('another invitation', stranger.status, 201);
    const unwanted = await nextMail(office, at('pat'));
    await ask(base, 'POST', pathOf(unwanted.links.at(-1)));
    await nan.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [seats[0], { invite: at('PAT') }, seats[2]] });
    await nan.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [seats[0], { invite: at('quin') }, seats[2]] });
    await nextMail(office, at('quin'));
    check('no more for who wants none', !office.mails.some((one) => !one.read && /pat@/i.test(one.to[0])));
}

// Nobody gets an unlimited number of mails, neither from one person nor from many.
async function strangersAreLeftInPeace() {
    const rita = await Person.signUp(base, 'rita');
    for (let i = 0; i < 12; i += 1) {
        equal('another address', (await rita.ask('PATCH', '/v1/me/mail', { address: at(`rita${i}`) })).status, 200);
        if (i < 10) check('it is asked', await nextMail(office, at(`rita${i}`)) !== undefined, i);
    }
    const hosts = [];
    for (let i = 0; i < 6; i += 1) hosts.push(await confirmed());
    const invite = async (host, name) => equal(`${name} is invited`, (await host.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { invite: at(name) }, { open: true }] })).status, 201);
    for (let i = 0; i < 5; i += 1) {
        await invite(hosts[i], 'uma');
        check('an invitation comes', await nextMail(office, at('uma')) !== undefined, i);
    }
    await invite(hosts[5], 'uma');
    await invite(hosts[5], 'vic');
    check('what was asked for last has come', await nextMail(office, at('vic')) !== undefined);
    const to = (name) => office.mails.filter((one) => one.to[0].startsWith(name)).length;
    check('one person has not many addresses asked', to('rita10') + to('rita11') === 0, to('rita'));
    equal('one address is not invited by many', to('uma'), 5);
}

/** News that no event of a game brings come to those who want no other mail, too. */
async function newsAreTold() {
    const wil = await confirmed('wil');
    await Person.signUp(base, 'xan', at('xan'));
    await wil.ask('PATCH', '/v1/me/mail', { mode: 'off' });
    equal('they report', (await wil.ask('POST', '/v1/reports', { about: { account: 'xan' }, kind: 'name', text: 'Look.' })).status, 201);
    const mail = await nextMail(office, at('wil'));
    equal('it is acknowledged', mail.parsed.subject, 'Your report has arrived');
    check('and leads to the page', mail.parsed.text.includes(`${base}/fair-play`), mail.parsed.text);
}

async function theEndIsTold({ ada, id }) {
    const made = await ada.ask('POST', `/v1/games/${id}/resign`, {});
    equal('they resign', made.status, 200);
    const mail = await until(async () => {
        const one = await nextMail(office, at('ada'), 5);
        return one?.parsed.headers.get('x-hexpost-reason') === 'game_over' ? one : undefined;
    }, 60);
    check('and hears of the end', mail !== undefined);
    check('which nobody can play on', !/answering this mail/.test(mail.parsed.text), mail.parsed.text);
}

await run([
    addressesAreConfirmed,
    async function turns() {
        const told = await aTurnIsTold();
        await theEndIsTold(told);
    },
    aClosedConnectionIsNoDelay, oneMailForAllGames, whoLooksIsNotTold, linksOpenAndMove, anOfferIsTold, answersPlay, answersTell, answersTakeTheOfferThatWasTold, answersPlayTheTurnThatWasTold, answersJoinAndAgree, bouncesSwitchOff, mailIsUnsubscribedFrom, aLostTokenIsNoLostAccount, newsAreTold, peopleAreInvited, strangersAreLeftInPeace,
    async function ends() { await stop(server.serving); },
]);
