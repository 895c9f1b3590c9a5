// SPDX-License-Identifier: AGPL-3.0-or-later
// Moves and conditions of standing orders: from text to fields and back.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { facts, forGame, moves } from '../src/game/panels/orders/forms';
import { type Played, scopesOf } from '../src/game/panels/orders/model';
import { fieldsOf, read, readCards, readCondition, type Values, write, writeCards, writeCondition } from '../src/game/panels/orders/notation';

const samples: Record<string, string> = { vertex: '12', edge: '14-19', hex: '7', seat: 'blue', kind: 'wool', resource: 'ore', commodity: 'coin', track: 'trade', cards: '2 wool + 1 ore', die: '4', count: '3', compare: '>=', measure: 'points', own: 'cards', card: 'spy', neutral: 'white', wonder: 'great_bridge' };

test('every form reads back what it writes, whole and without what can be left out', () => {
    for (const forms of [moves, facts])
        for (const form of forms) {
            const fields = fieldsOf(form.pattern);
            for (const chosen of [fields, fields.filter(({ optional }) => !optional)]) {
                const values: Values = Object.fromEntries(chosen.map(({ name, type }) => [name, samples[type] ?? '?']));
                const text = write(form, values);
                const back = read(forms, text);
                ok(back !== null, text);
                equal(write(back.form, back.values), text);
                deepEqual(back.values, values, `${form.id}: ${text}`);
            }
        }
});

test('a game has the forms of what it is played with', () => {
    const ids = (rules: Played, forms = moves): string[] => forGame(forms, scopesOf(rules)).map(({ id }) => id);
    const both = (list: string[], has: string[], not: string[]): void => {
        deepEqual(has.filter((id) => !list.includes(id)), [], 'is missing');
        deepEqual(not.filter((id) => list.includes(id)), [], 'is too much');
    };
    both(ids({ game: 'base', players: 4 }), ['road', 'buy', 'knightCard'], ['ship', 'sail', 'shipsCard', 'roadShipCard', 'warshipCard', 'wonder', 'attack', 'force', 'wall']);
    both(ids({ game: 'base', players: 2 }), ['force', 'giveBack', 'desert', 'tradeIn', 'neutralRoad', 'neutralSettlement'], ['ship']);
    both(ids({ game: 'base', players: 4, scenario: 'new_shores' }), ['ship', 'sail', 'shipsCard', 'roadShipCard', 'shipRoadCard', 'knightCard'], ['warshipCard', 'attack', 'wonder']);
    both(ids({ game: 'base', players: 4, scenario: 'pirate_islands' }), ['ship', 'sail', 'warshipCard', 'attack'], ['knightCard']);
    both(ids({ game: 'base', players: 4, scenario: 'wonders' }), ['wonder'], ['attack']);
    both(ids({ game: 'cities_and_knights', players: 4, scenario: 'new_shores' }), ['ship', 'sail', 'shipsCard', 'wall'], ['knightCard', 'buy']);
    both(ids({ game: 'base', players: 4, scenario: 'new_shores' }, facts), ['shipAt', 'pirateAt', 'roadAt'], ['knightAt']);
    both(ids({ game: 'base', players: 4 }, facts), ['roadAt'], ['shipAt', 'pirateAt']);
});

test('conditions are taken apart where they are lists of facts', () => {
    const again = (text: string): string | null => {
        const condition = readCondition(facts, text);
        return condition && writeCondition(condition);
    };
    equal(again('3 ore and 2 grain'), 'ore >= 3 and grain >= 2');
    equal(again('no brick or points of red > 7'), 'brick = 0 or red points > 7');
    equal(again('not 12 is free, red has a city at 12'), 'not 12 is free and red has a city at 12');
    equal(again('at most 7 cards'), 'cards <= 7');
    equal(again(''), '');
    equal(again('(3 ore or 2 grain) and turn >= 12'), null);
    equal(again('something else'), null);
});

test('cards', () => {
    deepEqual(readCards('2 wool + 1 ore'), { wool: 2, ore: 1 });
    equal(writeCards({ ore: 1, wool: 2 }), '2 wool + 1 ore');
});
