// SPDX-License-Identifier: AGPL-3.0-or-later
// A mail of each kind, as a real server writes it: for checks of all of them, and for pictures.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, Person, pipeIn, PostalMime, simpleParser, until } from './harness.mjs';

/** The settings with which a server writes mails into FOLDER. */
export const lettersTo = (folder, holdSeconds = 1) => ({ HEXPOST_MAIL_FROM: 'games@hex.example', HEXPOST_MAIL_DIR: folder, HEXPOST_MAIL_REPLIES: 'in.hex.example', HEXPOST_PUBLIC_URL: 'https://hexpost.example', HEXPOST_MAIL_HOLD_SECONDS: String(holdSeconds) });

const beginners = { rules: { game: 'base', players: 3 }, board: { layout: 'beginner' } };

/** The mails in a folder, in order of arrival; each is read once. */
class Letterbox {
    seen = new Set();

    constructor(folder) {
        this.folder = folder;
    }

    async read() {
        const names = readdirSync(this.folder).filter((name) => name.endsWith('.eml') && !this.seen.has(name));
        const mails = await Promise.all(names.map(async (name) => {
            const raw = readFileSync(join(this.folder, name));
            return { name, raw, parsed: await simpleParser(raw) };
        }));
        return mails;
    }

    /** The next mail to ADDRESS for that reason. */
    async next(address, reason) {
        const found = await until(async () => (await this.read()).find(({ parsed }) => parsed.to.value[0].address === address && parsed.headers.get('x-hexpost-reason') === reason), 40);
        if (found === undefined) throw new Error(`no ${reason} for ${address}`);
        this.seen.add(found.name);
        const { parsed } = found;
        const picture = parsed.attachments.find(({ contentType }) => contentType === 'image/png');
        // The parser inserts pictures into the HTML by itself; the original names them.
        return { ...found, subject: parsed.subject, text: parsed.text, html: (await PostalMime.parse(found.raw)).html, picture: picture?.content };
    }
}

const address = (name) => `${name.toLowerCase().replace(/[^a-z]/g, '')}@example.org`;

/** A person with a confirmed address. */
async function reader(base, box, name, language) {
    const person = await Person.signUp(base, name, address(name), language);
    const asked = await box.next(address(name), 'confirm');
    const [, code] = /mail\/([a-z2-7]{26})/.exec(asked.text);
    await person.ask('POST', '/v1/me/mail/confirm', { code });
    return { person, asked, to: address(name) };
}

/** A move that advances a game. */
async function move(person, id) {
    const list = await person.ask('GET', `/v1/games/${id}/actions`);
    const wanted = ['build_city', 'build_settlement', 'roll', 'move_robber', 'end_turn'];
    const action = wanted.map((type) => list.body.actions.find((one) => one.type === type)).find(Boolean) ?? list.body.actions.find((one) => !one.open && one.type !== 'offer_trade');
    if (action) return (await person.ask('POST', `/v1/games/${id}/moves`, { action })).status === 201;
    const view = await person.ask('GET', `/v1/games/${id}/view`);
    const mine = view.body.waiting_for.find(({ decision }) => decision === 'discard');
    const own = view.body.players.find(({ cards }) => cards);
    const cards = {};
    let left = mine.count;
    for (const [kind, held] of Object.entries(own.cards)) {
        if (left > 0 && held > 0) cards[kind] = Math.min(left, held);
        left -= cards[kind] ?? 0;
    }
    return (await person.ask('POST', `/v1/games/${id}/moves`, { action: { type: 'discard', cards } })).status === 201;
}

/** Plays against bots until turn number N of a player has ended, or the game, without looking at it again. */
async function playTo(person, id, turn) {
    for (;;) {
        const view = (await person.ask('GET', `/v1/games/${id}/view`)).body;
        if (view.status !== 'active') return;
        const [mine] = view.waiting_for.filter(({ player }) => player === 0);
        if (!mine) continue;
        const list = await person.ask('GET', `/v1/games/${id}/actions`);
        if (view.turn?.number >= turn && list.body.actions.some(({ type }) => type === 'end_turn')) {
            await person.ask('POST', `/v1/games/${id}/moves`, { action: { type: 'end_turn' } });
            return;
        }
        await move(person, id);
    }
}

const bots = [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }];
const names = {
    en: { game: 'Sunday evening', other: 'Lunch break', host: 'Marta', reader: 'Ada' },
    de: { game: 'Sonntagsrunde', other: 'Mittagspause', host: 'Jörg', reader: 'Käthe' },
};

/** A mail to the player who begins a game of two, on a board that is always the same. */
async function beginning(base, box, { person, to }, host, name) {
    for (;;) {
        const made = await person.ask('POST', '/v1/games', { ...beginners, rules: { game: 'base', players: 2 }, name, seats: [{ account: 'me' }, { open: true }], clock: { turn: 86400 } });
        await host.ask('POST', `/v1/games/${made.body.id}/join`, {});
        const { body } = await host.ask('GET', `/v1/games/${made.body.id}`);
        if (body.waiting_for[0].player === 0) return box.next(to, 'your_turn');
        await box.next(to, 'game_started'); // the other player begins
    }
}

/** Sends a reply to a mail, and returns the reply to that. */
async function answered(server, box, { to }, mail, text) {
    const reply = mail.parsed.replyTo.value[0].address;
    const raw = `From: ${to}\r\nTo: ${reply}\r\nSubject: Re: it\r\nMessage-ID: <${text.length}@example.org>\r\n\r\n${text}\r\n`;
    if (pipeIn(server, raw, reply) !== 0) throw new Error('the answer was not taken');
    return box.next(to, 'answer');
}

/**
 * { confirm, setUp, done, refused, turn, end, digest, invitation, signIn }: a mail of each; `held`: [kind, count] of the
 * cards that the reader holds when `turn` comes, which may be none.
 */
export async function letters(server, folder, language) {
    const { base } = server;
    const box = new Letterbox(folder);
    const said = names[language];
    const one = await reader(base, box, said.reader, language);
    const { person, asked: confirm, to } = one;
    const host = await Person.signUp(base, said.host, undefined, language);
    const made = async (who, more) => {
        const { status, body } = await who.ask('POST', '/v1/games', { ...beginners, seats: bots, clock: { turn: 86400 }, ...more });
        if (status !== 201) throw new Error(JSON.stringify(body));
        return body.id;
    };
    await person.ask('PUT', '/v1/me/calendar', { zone: 'Europe/Berlin' });
    const result = { confirm };

    result.setUp = await beginning(base, box, one, host, said.game);
    result.refused = await answered(server, box, one, result.setUp, 'fly to the moon');
    result.done = await answered(server, box, one, result.setUp, 'settle 14');

    const named = await made(person, { name: said.game, rules: { ...beginners.rules, victory_points: 6 } });
    await box.next(to, 'your_turn');
    await playTo(person, named, 12);
    result.turn = await box.next(to, 'your_turn');
    const atTurn = (await person.ask('GET', `/v1/games/${named}/view`)).body;
    result.held = Object.entries(atTurn.players.find(({ cards }) => cards).cards).filter(([, count]) => count > 0);
    await playTo(person, named, Infinity);
    result.end = await box.next(to, 'game_over');

    await made(person, { name: said.other });
    await made(person);
    await made(person, { rules: { game: 'cities_and_knights', players: 3 } });
    result.digest = await box.next(to, 'your_turn');

    await made(host, { name: said.game, seats: [{ account: 'me' }, { invite: address('olga') }, { bot: 'greedy' }] });
    result.invitation = await box.next(address('olga'), 'invitation');
    await ask(base, 'POST', '/v1/sign-in', { json: { email: to } });
    result.signIn = await box.next(to, 'sign_in');
    return result;
}
