// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import './requests';
import { api, fetchWhole, LostNetwork } from '../src/lib/api';

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

/** What the page sends, to a server that answers so. */
async function sent(response: Response, ask: () => Promise<unknown>): Promise<Request> {
    let request: Request | null = null;
    globalThis.fetch = (asked) => {
        request = asked as Request;
        return Promise.resolve(response);
    };
    await ask();
    return request as unknown as Request;
}

test('names and questions stand in the address, what is left open does not', async () => {
    const { url, method } = await sent(new Response('{"items":[]}'), () => api.GET('/v1/games/{id}/events', { params: { path: { id: 'a b' }, query: { after: 3, ...({ limit: undefined } as object) } } }));
    deepEqual([method, new URL(url).pathname, new URL(url).search], ['GET', '/v1/games/a%20b/events', '?after=3']);
});

test('a post has its body and a key of its own, or the one it is given', async () => {
    const post = (header: object) => sent(new Response('{}', { status: 201 }), () => api.POST('/v1/games/{id}/talk', { params: { path: { id: 'g' }, header }, body: { text: 'hi' } } as never));
    const request = await post({});
    equal(request.headers.get('Content-Type'), 'application/json');
    equal(await request.text(), '{"text":"hi"}');
    ok((request.headers.get('Idempotency-Key') ?? '').length >= 16);
    equal((await post({ 'Idempotency-Key': 'again' })).headers.get('Idempotency-Key'), 'again');
});

test('an answer without news is none that fails', async () => {
    answering(new Response(null, { status: 304 }));
    const { response, data } = await api.GET('/v1/games/{id}', { params: { path: { id: 'g' } } });
    deepEqual([response.status, data], [304, undefined]);
});

test('a request that gets nowhere is a lost network', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('refused'));
    const fault: unknown = await api.GET('/v1/me').then(() => null, (thrown: unknown) => thrown);
    ok(fault instanceof LostNetwork);
});
