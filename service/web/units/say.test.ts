// SPDX-License-Identifier: AGPL-3.0-or-later
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import './requests';
import type { Start, Step } from '../src/game/actions/picker';
import { decisionName, decisionText, prompt } from '../src/game/actions/say';
import type { GameState } from '../src/game/state/gameStore';
import type { Decision, View } from '../src/types';
import { loadLanguage, loadTexts, texts } from '../src/texts/index';

globalThis.document = { documentElement: {} } as Document;
await loadLanguage('en');
await loadTexts('game', 'knights', 'sea');

test('the city of the set-up is not asked for as if it replaced a settlement', () => {
    const asked = (phase: string): string => prompt({ view: { phase } } as unknown as GameState, { type: 'build_city', card: null } as Start, { field: 'vertex', place: 'vertex' } as Step);
    equal(asked('play'), 'Which settlement becomes a city?');
    equal(asked('setup'), texts().play.askPlace.vertex);
});

test('a decision says at sea what more there is to choose, and on land it does not', () => {
    const said = (decision: string, scenario?: string, view: Partial<View> = { robber: 3 }): string[] => {
        const state = { game: { rules: { game: 'base', scenario } }, view } as unknown as GameState;
        return [decisionName, decisionText].map((words) => words(state, { player: 0, decision } as Decision));
    };
    const [road, robber] = ['setup_road', 'move_robber'].map((decision) => said(decision));
    equal(said('setup_road', 'new_shores')[0], 'Place a road or ship');
    equal(said('setup_road', 'pirate_islands', { fleet: 3 })[0], road?.[0]);
    equal(said('move_robber', 'new_shores')[1], 'Move the robber or the pirate to another hex.');
    equal(said('move_robber', 'cloth', { robber: null })[1], 'Move the pirate to another hex.');
    equal(robber?.[1], 'Move the robber to another hex.');
    equal(said('take_resource', 'pirate_islands', { fleet: 3 })[1], 'Your warships have beaten the fleet: take any resource.');
    equal(said('take_resource', 'new_shores')[1], texts().play.wantedPlain.take_resource ?? '');
});
