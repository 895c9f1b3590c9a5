// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { effect } from '@preact/signals';
import './requests';
import { askEarly } from '../src/game/state/boards';
import { GameStore } from '../src/game/state/gameStore';
import type { Action } from '../src/types';

const view = (seq: number): object => ({ seq, viewer: 0, phase: 'play', status: 'active', pieces: {}, players: [], offers: [], waiting_for: [] });

/** A server of one game that has come to event SEQ; a move is the next one. Tells what it was asked for. */
function serving(seq: number): { asked: string[]; hold: (path: string) => () => void } {
    const asked: string[] = [];
    let held = '';
    let release: Promise<void> = Promise.resolve();
    const answers: Record<string, () => object> = {
        moves: () => ({ seq: ++seq, events: [{ seq, type: 'roll' }], view: view(seq) }),
        view: () => view(seq),
        board: () => ({}),
        actions: () => ({ seq, player: 0, actions: [] }),
    };
    globalThis.fetch = async (request) => {
        const { method, url } = request as Request;
        const name = new URL(url).pathname.split('/')[4] ?? 'game';
        asked.push(`${method} ${name}`);
        const answer = answers[name]?.() ?? { seq, mode: 'play', status: 'active', rules: { game: 'base' }, fairness: {} };
        if (name === held) await release;
        return Response.json(answer);
    };
    const hold = (name: string): (() => void) => {
        let done: () => void = () => undefined;
        held = name;
        release = new Promise((end) => { done = end; });
        return () => done();
    };
    return { asked, hold };
}

test('the answer of a move is shown before it is known what can be done next, and is not fetched again', async () => {
    const { asked, hold } = serving(7);
    const store = new GameStore('game');
    await store.refresh();
    deepEqual([store.state?.view.seq, store.state?.list.seq], [7, 7]);
    asked.length = 0;
    const release = hold('actions');
    const sent = store.send({ type: 'roll' } as Action);
    while (asked.length < 3) await new Promise((done) => { setTimeout(done); });
    deepEqual([store.state?.view.seq, store.state?.list.seq], [8, 7]);
    release();
    await sent;
    deepEqual([store.state?.view.seq, store.state?.list.seq, store.sending], [8, 8, false]);
    deepEqual(asked.sort(), ['GET actions', 'GET game', 'POST moves']);
    equal(store.fault, null);
});

test('what was asked for before a move does not take the page back behind it', async () => {
    const { hold } = serving(7);
    const store = new GameStore('game');
    await store.refresh();
    const seen: number[] = [];
    const stop = effect(() => { seen.push(store.state?.view.seq ?? 0); });
    const release = hold('actions');
    const asked = store.refresh();
    const sent = store.send({ type: 'roll' } as Action);
    while (store.state?.view.seq !== 8) await new Promise((done) => { setTimeout(done); });
    release();
    await Promise.all([asked, sent]);
    stop();
    deepEqual(seen.filter((seq, i) => seq !== seen[i - 1]), [7, 8]);
    equal(store.state.list.seq, 8);
});

test('what the page asked for early is asked for once, and the board before the rest', async () => {
    const { asked, hold } = serving(7);
    const release = hold('board');
    askEarly('/games/early', '');
    await new Promise((done) => { setTimeout(done); });
    deepEqual(asked, ['GET board']);
    release();
    const store = new GameStore('early');
    await store.refresh();
    deepEqual([store.state?.view.seq, store.state?.list.seq], [7, 7]);
    deepEqual(asked.filter((one) => /board|game|view|actions/.test(one)).sort(), ['GET actions', 'GET board', 'GET game', 'GET view']);
    await store.refresh();
    equal(asked.filter((one) => one === 'GET view').length, 2);
});

test('nothing is asked for early where other eyes are wanted, or no game', () => {
    const { asked } = serving(7);
    for (const [path, search] of [['/games/other', '?as=1'], ['/games/other/join', ''], ['/', '']] as const) askEarly(path, search);
    deepEqual(asked, []);
});
