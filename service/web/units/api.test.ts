// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { fetchWhole } from '../src/lib/api';

const asked = new Request('http://127.0.0.1/v1/me');

/** A server that answers so. */
function answering(response: Response): void {
    globalThis.fetch = () => Promise.resolve(response);
}

test('an answer that breaks off is a request that failed', async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new TypeError('lost')) });
    answering(new Response(broken, { status: 200 }));
    const fault: unknown = await fetchWhole(asked).then(() => null, (refused: unknown) => refused);
    ok(fault instanceof TypeError);
});

test('a whole answer comes as it was', async () => {
    answering(new Response('{"a":1}', { status: 201, headers: { ETag: '"1"', 'Content-Type': 'application/json' } }));
    const response = await fetchWhole(asked);
    deepEqual([response.status, response.headers.get('ETag'), response.headers.get('Content-Type'), await response.json()], [201, '"1"', 'application/json', { a: 1 }]);
});

test('an answer without a body has none', async () => {
    for (const status of [204, 304]) {
        answering(new Response(null, { status }));
        equal((await fetchWhole(asked)).status, status);
    }
});
