// SPDX-License-Identifier: AGPL-3.0-or-later
// A game of three people who have nothing but mail: they read what is in their mails, answer them, and look at no page.
// The mails are counted: nobody gets, or writes, more than two for each turn of theirs. With TEST_THOROUGH=1 they play to
// the end of the game, and their standing orders roll for them; these take their time, so in a short run they write
// "roll" and "end" for a round.
import { ask, check, equal, simpleParser, until, whole } from './harness.mjs';

const victoryPoints = 7; // their orders let a turn take twenty seconds; tests/service/test_mail_game.c plays to ten
const shortTurns = 4; // of all, after the first settlements
const mailsATurn = 2;
const besides = 5; // mails that belong to no turn: invited, joined, begun, over, and one answer that came too late
const quietSeconds = 60;
const unsure = /not everything was done|That could not be done/;

/** Who may be asked what; only the mails tell them what to play. */
class Reader {
    got = 0;
    wrote = 0;
    bytes = 0;
    settled = 0;
    turns = 2; // the first settlements
    refusals = [];
    over = false;
    quick = false;
    last = undefined; // what they read

    constructor(person, address) {
        Object.assign(this, { person, address });
    }

    /** What they answer to a mail; undefined: nothing. EDGES: what the picture shows of the paths. */
    answer(text, edges) {
        if (text.includes('Reply "join" to take the seat')) return 'join';
        const move = /\nGood moves\n\s*([^:\n]+)/.exec(text)?.[1].trim();
        if (move === undefined) return undefined; // it is not their turn
        if (move === 'roll') return 'roll\nend';
        const orders = this.ordered || !whole ? '' : 'orders roll always\norders discard default\n';
        this.ordered = true; // the server rolls and discards for them from then on
        if (this.settled < 2) {
            this.settled += 1;
            const at = Number(move.slice('settle '.length));
            const { vertices } = edges.find((edge) => edge.vertices.includes(at));
            return `${orders}${move}; road ${at}-${vertices.find((vertex) => vertex !== at)}`;
        }
        return `${orders}${move}${move === 'end' ? '' : '\nend'}`;
    }
}

/** Anybody may ask: whoever looks at a game as one of its players gets no mail of what they have seen. */
async function countTurns(base, readers, id) {
    for (const reader of readers) reader.turns = 2;
    let all = 0;
    for (let after = 0; ;) {
        const { body } = await ask(base, 'GET', `/v1/games/${id}/events?after=${after}&limit=500`);
        if (body.items.length === 0) return all;
        after = body.items.at(-1).seq;
        for (const event of body.items.filter(({ type }) => type === 'end_turn')) {
            readers[event.player].turns += 1;
            all += 1;
        }
    }
}

/** OFFICE brings what MTA sends to PEOPLE, whose addresses are AT(name). */
export async function gameByMail({ people, office, mta, at }) {
    const readers = people.map((person) => new Reader(person, at(person.name)));
    const [host] = people;
    const seats = [{ account: 'me' }, ...readers.slice(1).map(({ address }) => ({ invite: address }))];
    const { body: { id } } = await host.ask('POST', '/v1/games', { name: 'Post', rules: { game: 'base', players: 3, victory_points: victoryPoints }, seats });
    const { body: board } = await ask(host.base, 'GET', `/v1/games/${id}/board`);
    const unread = () => office.mails.find((mail) => !mail.read && readers.some(({ address }) => mail.to.includes(address)));
    const goesOn = async () => !readers.every(({ over }) => over) && (whole || await countTurns(host.base, readers, id) < shortTurns);
    while (await goesOn()) {
        const mail = await until(unread, quietSeconds);
        if (!check('mail comes', mail !== undefined, `${readers.map(({ address, last }) => `\n${address}: ${last?.slice(0, 1500)}`).join('')}\n${mta.said.slice(-2000)}`)) break;
        mail.read = true;
        const reader = readers.find(({ address }) => mail.to.includes(address));
        const parsed = await simpleParser(mail.raw);
        reader.got += 1;
        reader.last = parsed.text;
        reader.bytes += mail.raw.length;
        reader.over ||= parsed.headers.get('x-hexpost-reason') === 'game_over';
        // A seven can come in between a roll and an end.
        if (unsure.test(parsed.text) && !parsed.text.includes('> roll')) reader.refusals.push(parsed.text.slice(0, 600));
        const text = parsed.replyTo === undefined ? undefined : reader.answer(parsed.text, board.edges);
        if (text === undefined) continue;
        // Their orders answer as quickly as they may: this is set before, as no mail says it.
        if (whole && text !== 'join' && !reader.quick) {
            reader.quick = true;
            equal('delays', (await reader.person.ask('PUT', `/v1/games/${id}/orders`, { orders: { delay: { median: 10, max: 20 } } })).status, 200);
        }
        reader.wrote += 1;
        await mta.post(reader.address, parsed, text);
    }
    const turns = await countTurns(host.base, readers, id);
    if (whole) equal('the game is over', (await ask(host.base, 'GET', `/v1/games/${id}`)).body.status, 'finished');
    check('turns are played', turns >= shortTurns, turns);
    for (const reader of readers) {
        const said = `${reader.person.name}: ${reader.turns} turns, ${reader.got} mails got of ${Math.round(reader.bytes / Math.max(reader.got, 1) / 1000)} kB on average, ${reader.wrote} written`;
        console.log(said);
        check('nobody gets more than two mails a turn', reader.got <= mailsATurn * reader.turns + besides, said);
        check('nobody writes more than two', reader.wrote <= mailsATurn * reader.turns, said);
        // The answer to the last settlement shows the first turn, in which the orders roll meanwhile.
        check('what they write is carried out', reader.refusals.length <= 1, reader.refusals);
    }
}
