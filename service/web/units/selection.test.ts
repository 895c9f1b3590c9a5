// SPDX-License-Identifier: AGPL-3.0-or-later
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardChoice } from '../src/board/targets';
import { Selection } from '../src/game/state/selection';

const choice = (label: string): BoardChoice => ({ label, places: [], chosen: [], pick: () => undefined });

test('a place for standing orders goes before a form, and a form before the move under way', () => {
    const selection = new Selection();
    equal(selection.choice, null);
    for (const owner of ['move', 'form', 'orders'] as const) {
        selection.set(owner, choice(owner));
        equal(selection.choice?.label, owner);
    }
    selection.set('form', null);
    equal(selection.choice?.label, 'orders');
});

test('what was covered comes back as it is by then', () => {
    const selection = new Selection();
    selection.set('move', choice('before'));
    selection.set('orders', choice('orders'));
    selection.set('move', choice('after'));
    selection.set('orders', null);
    equal(selection.choice?.label, 'after');
    selection.set('move', null);
    equal(selection.choice, null);
});
