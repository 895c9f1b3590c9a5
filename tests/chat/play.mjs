// SPDX-License-Identifier: AGPL-3.0-or-later
// A game begun by chat only: Ada plays on Discord, Grace on Telegram. Moves are typed in notation and made by buttons;
// old buttons do nothing; refusals give the reason.
import { call } from '../openapi/server.mjs';
import { jsonOf } from './mock.mjs';
import { code, must, saidTo } from './people.mjs';
import { discordCommand, discordComplete, discordPress, postTelegram, telegramMessage, telegramPress, telegramToken } from './platforms.mjs';
import { capture } from './types.mjs';

const bot = (method) => `/bot${telegramToken}/${method}`;
const direct = { channel: '4242', alone: true };

/** A person on Discord: what they say and press, and the reply: { text, buttons }. */
function onDiscord(id) {
    const read = ({ data }) => ({
        text: data.content, buttons: (data.components ?? []).flatMap((row) => row.components).map(({ label, custom_id: press }) => ({ label, press })),
    });
    return {
        say: async (text) => read(capture('discordAnswer', await discordCommand(id, 'move', text, direct))),
        press: async (button) => read(capture('discordAnswer', await discordPress(id, button.press, direct))),
    };
}

function onTelegram(mock, id) {
    const answer = async () => {
        const json = capture('telegramMessage', jsonOf(await mock.next(saidTo(id))));
        return { text: json.text, buttons: (json.reply_markup?.inline_keyboard ?? []).flat().map(({ text: label, callback_data: press }) => ({ label, press })) };
    };
    return {
        say: async (text) => { await postTelegram(telegramMessage(id, text)); return answer(); },
        press: async (button) => {
            must('a button fits', Buffer.byteLength(button.press) <= 64, button.press);
            await postTelegram(telegramPress(id, button.press));
            capture('telegramAnswer', jsonOf(await mock.next(bot('answerCallbackQuery'))));
            return answer();
        },
    };
}

const state = async (game, who) => (await call('GET', `/v1/games/${game}`, { token: who.token, want: 200 })).body;
const actions = async (game, who) => (await call('GET', `/v1/games/${game}/actions?words=true`, { token: who.token, want: 200 })).body;

/** Types the first listed move, and checks that it was made. */
async function type(game, who) {
    const { actions: list, words: all } = await actions(game, who);
    const words = all[list.findIndex(({ open, type: kind }) => !open && kind !== 'undo')];
    const { seq } = await state(game, who);
    const answer = await who.chat.say(words);
    must(`"${words}" is played`, (await state(game, who)).seq > seq && answer.text.length > 0, answer);
}

async function setUp(game, players) {
    for (let moves = 0; moves < 8; moves += 1) {
        const { waiting_for: [waiting] } = await state(game, players[0]);
        await type(game, players[waiting.player]);
    }
}

/** The player on turn rolls with a button, which is then an old one. */
async function roll(game, who, other) {
    const listed = await who.chat.say('moves');
    const button = listed.buttons.find(({ label }) => label === 'Roll');
    must('rolling is a button', button !== undefined, listed);
    const early = await other.chat.press(button);
    const { seq } = await state(game, who);
    must('nobody else can press it with effect', early.text.length > 0, early);
    const rolled = await who.chat.press(button);
    const after = await state(game, who);
    must('a button plays', after.seq > seq, rolled);
    const stale = await who.chat.press(button);
    must('an old button says so and plays nothing', (await state(game, who)).seq === after.seq && stale.text.length > 10, stale);
}

/** Every question is answered by its button, then the turn ends. */
async function endTurn(game, players, turn) {
    for (let i = 0; i < 30; i += 1) {
        const { turn: now, waiting_for: waiting } = await state(game, players[0]);
        if (now.number !== turn) return;
        for (const { player } of waiting) {
            const who = players[player];
            const { buttons } = await who.chat.say('moves');
            const end = buttons.find(({ label }) => /^End/.test(label)) ?? buttons[0];
            if (end === undefined) await type(game, who);
            else await who.chat.press(end);
        }
    }
    must('the turn ended', false, 'it did not');
}

export async function play(mock, ada, grace) {
    ada.chat = onDiscord('31');
    grace.chat = onTelegram(mock, 32);
    await discordCommand('31', 'link', await code(ada), direct);
    await postTelegram(telegramMessage(32, `/link ${await code(grace)}`));
    await mock.next(saidTo(32));
    const { body: { id: game } } = await call('POST', '/v1/games', {
        token: ada.token, want: 201,
        json: { name: 'by chat', rules: { game: 'base', players: 2 }, board: { layout: 'beginner' }, seats: [{ account: 'me' }, { open: true }] },
    });
    await call('POST', `/v1/games/${game}/join`, { token: grace.token, want: 200 });
    const players = [ada, grace];
    for (const who of players) await who.chat.say(`use ${game}`);
    await setUp(game, players);
    for (let turns = 0; turns < 4; turns += 1) {
        const { turn } = await state(game, ada);
        const who = players[turn.player];
        await roll(game, who, players[1 - turn.player]);
        await endTurn(game, players, turn.number);
    }
    const { seq } = await state(game, ada);
    const refused = await ada.chat.say('city 9999');
    must('what cannot be read says why', refused.text.length > 20 && (await state(game, ada)).seq === seq, refused);
    const help = await ada.chat.say('help');
    must('help lists all commands', /games/.test(help.text) && /follow/.test(help.text), help);
    const { data } = capture('discordAnswer', await discordComplete('31', 'roll', direct));
    must('moves are suggested', Array.isArray(data.choices), data);
}
