// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import './requests';
import { Timeline } from '../src/game/state/timeline';
import type { GameEvent } from '../src/types';

const eventsInAll = 1500;
const event = (seq: number): GameEvent => ({ seq, type: 'end_turn', player: 0 }) as unknown as GameEvent;

/** A server with a game of so many events; counts what it is asked, and what it sends. */
function serving(): { asked: string[]; sent: () => number } {
    const asked: string[] = [];
    let sent = 0;
    globalThis.fetch = (request) => {
        const { pathname, searchParams } = new URL((request as Request).url);
        asked.push(pathname);
        if (pathname.endsWith('/view')) return Promise.resolve(Response.json({ seq: Number(searchParams.get('at')) }));
        const after = Number(searchParams.get('after'));
        const items = Array.from({ length: Math.min(Number(searchParams.get('limit')), eventsInAll - after) }, (_, at) => event(after + at + 1));
        sent += items.length;
        return Promise.resolve(Response.json({ items, next: after + items.length < eventsInAll ? 'more' : null }));
    };
    return { asked, sent: () => sent };
}

test('a replay backwards fetches each event once and keeps it once', async () => {
    const { asked, sent } = serving();
    const history = new Timeline('game');
    await history.eventsAfter(eventsInAll - 400, eventsInAll, null, 'own');
    for (let seq = eventsInAll; seq > 0; seq--) {
        const [found] = await history.eventsAfter(seq - 1, eventsInAll, null, 'own');
        equal(found?.seq, seq);
        if (seq % 10 === 0) await history.view(seq, null, 'own');
    }
    ok(asked.filter((path) => path.endsWith('/events')).length <= 4, `${asked.filter((path) => path.endsWith('/events')).length} requests`);
    equal(sent(), eventsInAll);
    equal(history.kept.events, eventsInAll);
    ok(history.kept.views <= 60, `${history.kept.views} views`);
});

test('what the stream tells is carried on, and is not there twice', async () => {
    const { asked } = serving();
    const history = new Timeline('game');
    const loading = history.eventsAfter(eventsInAll - 2, eventsInAll, null, 'own');
    await loading;
    history.heard(event(eventsInAll + 1), 'own');
    history.heard(event(eventsInAll + 1), 'own');
    const seqs = async (): Promise<number[]> => (await history.eventsAfter(eventsInAll - 1, eventsInAll + 1, null, 'own')).map(({ seq }) => seq);
    deepEqual(await seqs(), [eventsInAll, eventsInAll + 1]);
    equal(asked.length, 1);
});

test('other eyes begin anew, and a game without events has none', async () => {
    serving();
    const history = new Timeline('game');
    await history.events(eventsInAll, null, 'own');
    equal(history.kept.events, eventsInAll);
    deepEqual(await history.events(0, 'all', 'all'), []);
    equal(history.kept.events, 0);
});
