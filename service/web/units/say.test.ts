// SPDX-License-Identifier: AGPL-3.0-or-later
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import './requests';
import type { Start, Step } from '../src/game/actions/picker';
import { prompt } from '../src/game/actions/say';
import type { GameState } from '../src/game/state/gameStore';
import { loadLanguage, loadTexts, texts } from '../src/texts/index';

globalThis.document = { documentElement: {} } as Document;
await loadLanguage('en');
await loadTexts('game', 'knights', 'sea');

test('the city of the set-up is not asked for as if it replaced a settlement', () => {
    const asked = (phase: string): string => prompt({ view: { phase } } as unknown as GameState, { type: 'build_city', card: null } as Start, { field: 'vertex', place: 'vertex' } as Step);
    equal(asked('play'), 'Which settlement becomes a city?');
    equal(asked('setup'), texts().play.askPlace.vertex);
});
