// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import './requests';
import { explanationOf } from '../src/game/coach/explanation';
import { commodities, resources } from '../src/lib/kinds';
import { devCards, knowRules, type KnownRules, tracks } from '../src/lib/rules';
import { texts, loadLanguage, loadTexts } from '../src/texts/index';
import type { Game, Scenario } from '../src/types';

globalThis.document = { documentElement: {} } as Document;
knowRules({ games: [{ game: 'base', costs: { build_road: { brick: 1, lumber: 1 }, build_city: { ore: 3, grain: 2 } }, editions: [] }] } as unknown as KnownRules);
await loadLanguage('en');
await loadTexts('game', 'knights', 'learning', 'sea');
const rulesOf = (game: Game['rules']['game'], scenario?: Scenario): Game['rules'] => ({ game, ...(scenario && { scenario }) }) as Game['rules'];

const all = [...[...resources, ...commodities].map((kind) => `kind/${kind}`), ...devCards.map((card) => `dev/${card}`), ...tracks.map((track) => `improvement/${track}`), 'number/8', 'harbor/any', 'robber', 'barbarians', 'knights', 'points', 'longest_road', 'largest_army', 'action/build_city', 'action/roll', 'action/end_turn', 'action/build_ship'];

test('whatever can be pointed at is explained', () => {
    for (const game of [rulesOf('base'), rulesOf('cities_and_knights'), rulesOf('base', 'new_shores'), rulesOf('cities_and_knights', 'cloth'), rulesOf('base', 'pirate_islands')]) {
        for (const about of all) {
            const found = explanationOf(about, game);
            ok(found && found.title && found.text.length > 0 && found.text.every(Boolean), `${about}, ${JSON.stringify(game)}`);
        }
    }
    deepEqual([explanationOf('action/undo', rulesOf('base')), explanationOf('nothing', rulesOf('base'))], [null, null]);
});

test('a card says where it comes from and what it pays for', () => {
    deepEqual(explanationOf('kind/ore', rulesOf('base'))?.text, ['Comes from mountains.', 'Pays for: City.']);
    deepEqual(explanationOf('kind/coin', rulesOf('cities_and_knights'))?.text, ['Cities next to mountains bring it.', 'Pays for improvements in politics.']);
});

test('what is more at sea is said there, and there alone', () => {
    const text = (about: string, scenario?: Scenario): string => explanationOf(about, rulesOf('base', scenario))?.text.join(' ') ?? '';
    for (const [about, word] of [['dev/knight', 'pirate'], ['dev/road_building', 'ships'], ['longest_road', 'ships'], ['knights', 'pirate']] as const) {
        ok(text(about, 'new_shores').includes(word), about);
        ok(!text(about).includes(word), `${about} on land`);
    }
    ok(text('dev/knight', 'pirate_islands').includes('warship') && !text('action/roll', 'pirate_islands').includes('robber'));
});

test('the texts that teach follow the language', async () => {
    await loadLanguage('de');
    equal(texts().learning.coach.title, 'Einführung');
    await loadLanguage('en');
    equal(texts().learning.coach.title, 'Guide');
});
