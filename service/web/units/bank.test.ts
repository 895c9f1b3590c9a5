// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Listed } from '../src/game/actions/fields';
import { bankExchange, bankRate } from '../src/game/trade/bank';

const listed = [
    { type: 'maritime_trade', give: { wool: 4 }, take: { ore: 1 } },
    { type: 'maritime_trade', give: { brick: 2 }, take: { ore: 1 } },
    { type: 'maritime_trade', give: { brick: 2 }, take: { wool: 1 } },
] as Listed[];

test('the bank takes what its rate says, several times over too', () => {
    deepEqual([bankRate(listed, 'wool'), bankRate(listed, 'brick'), bankRate(listed, 'ore')], [4, 2, null]);
    deepEqual(bankExchange(listed, { wool: 4 }, { ore: 1 }, { ore: 3 }), { type: 'maritime_trade', give: { wool: 4 }, take: { ore: 1 } });
    deepEqual(bankExchange(listed, { brick: 6 }, { ore: 3 }, { ore: 3 }), { type: 'maritime_trade', give: { brick: 6 }, take: { ore: 3 } });
});

test('anything else is for the players', () => {
    equal(bankExchange(listed, { wool: 3 }, { ore: 1 }, { ore: 3 }), null);
    equal(bankExchange(listed, { wool: 4 }, { lumber: 1 }, { lumber: 3 }), null);
    equal(bankExchange(listed, { brick: 2, wool: 4 }, { ore: 2 }, { ore: 3 }), null);
    equal(bankExchange(listed, { brick: 8 }, { ore: 4 }, { ore: 3 }), null);
    equal(bankExchange(listed, {}, {}, {}), null);
});
