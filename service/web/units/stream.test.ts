// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { StreamText, waitAfter } from '../src/lib/sse';

test('a stream is read however it is cut', () => {
    const whole = 'retry: 3000\n\nid: 12.43-15.7\nevent: roll\ndata: {"seq":43}\n\n:\n\nevent: talk\ndata: {"a":\ndata: 1}\n\n';
    for (let size = 1; size <= whole.length; size++) {
        const text = new StreamText();
        const told = [];
        for (let at = 0; at < whole.length; at += size) told.push(...text.push(whole.slice(at, at + size)));
        deepEqual(told, [{ type: 'roll', data: '{"seq":43}' }, { type: 'talk', data: '{"a":\n1}' }]);
        equal(text.lastId, '12.43-15.7');
    }
});

test('the wait grows, and ends somewhere', () => {
    equal(waitAfter(0, 0.5), 1000);
    equal(waitAfter(1, 0.5), 1000);
    equal(waitAfter(4, 0.5), 8000);
    equal(waitAfter(50, 0.5), 30000);
    ok(waitAfter(3, 0) < waitAfter(3, 1));
});
