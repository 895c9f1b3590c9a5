// SPDX-License-Identifier: AGPL-3.0-or-later
import { equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { botName, nameBots } from '../src/lib/bots';
import type { Game, View } from '../src/types';

const seats = [{ seat: 0, color: 'red', kind: 'human', account: 'Ada' }, { seat: 1, color: 'blue', kind: 'bot' }, { seat: 2, color: 'white', kind: 'bot', account: 'Cy', resigned: true }, { seat: 3, color: 'orange', kind: 'open' }];
const game = (mode: 'play' | 'table'): Pick<Game, 'mode' | 'seats'> => ({ mode, seats }) as Pick<Game, 'mode' | 'seats'>;
const named = (mode: 'play' | 'table', ...names: (string | null)[]): string => nameBots(game(mode), { players: names.map((name, seat) => ({ seat, name, color: seats[seat]?.color, neutral: false })) } as View).players.map(({ name }) => name ?? '-').join(' ');

test('bots have names, and nobody else gets one', () => {
    equal(named('play', 'Ada', null, 'Cy', null), 'Ada Otto Cy -');
    equal(named('table', null, null, null, null), '- - - -');
});

test('a bot does not take somebody’s name', () => {
    equal(named('play', 'Otto', null, 'Cy', null), 'Otto - Cy -');
});

test('two seats never have bots of one name', () => {
    const all = ['red', 'blue', 'white', 'orange', 'green', 'brown'].map((color) => botName({ mode: 'play' }, { kind: 'bot', color }));
    equal(new Set(all).size, 6);
    equal(botName({ mode: 'play' }, { kind: 'bot', color: 'mauve' }), null);
});

test('mails, chats and pictures call them the same', () => {
    const [, inServer = ''] = /called_bots\[SEAT_MAX\] = \{([^}]+)\}/.exec(readFileSync('../game/load.c', 'utf8')) ?? [];
    const onPage = ['red', 'blue', 'white', 'orange', 'green', 'brown'].map((color) => `"${botName({ mode: 'play' }, { kind: 'bot', color })}"`);
    equal(inServer, onPage.join(', '));
});
