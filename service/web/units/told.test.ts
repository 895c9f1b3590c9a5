// SPDX-License-Identifier: AGPL-3.0-or-later
// The server's sentences with the page's names of players and places.
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { toldText } from '../src/game/narration/told';
import type { GameEvent } from '../src/types';

const event = {
    sentence: {
        text: 'Blue moved the robber to hex 7 and stole 1 ore from you.',
        parts: [
            { type: 'player', text: 'Blue', seat: 0 },
            { type: 'text', text: ' moved the robber to ' },
            { type: 'hex', text: 'hex 7', id: 7 },
            { type: 'text', text: ' and stole ' },
            { type: 'cards', text: '1 ore', cards: { ore: 1 } },
            { type: 'text', text: ' from ' },
            { type: 'player', text: 'you', seat: 1 },
            { type: 'newer', text: '.' },
        ],
    },
} as unknown as GameEvent;
const name = (seat: number): string => ['Ann', 'Bob'][seat] ?? '';

test('places and players have the names that the page knows, and the reader is spoken to', () => {
    const places = { hex: () => 'forest 8', vertex: String, atVertex: String, edge: String };
    equal(toldText(event, { own: 1, name, places }), 'Ann moved the robber to forest 8 and stole 1 ore from you.');
    equal(toldText(event, { own: null, name, places }), 'Ann moved the robber to forest 8 and stole 1 ore from Bob.');
});

test('without a board, or a name, the server\'s words stay', () => {
    equal(toldText(event, { own: 1, name: () => '' }), event.sentence?.text);
    equal(toldText({} as GameEvent, { own: 1, name }), '');
});
