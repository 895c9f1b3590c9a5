// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals';
import './requests';
import type { GameState, GameStore } from '../src/game/state/gameStore';
import { type Director, Playhead } from '../src/game/state/playhead';
import type { GameEvent, View } from '../src/types';

const viewAt = (seq: number): View => ({ seq, viewer: 0 }) as unknown as View;
const stateAt = (seq: number): GameState => ({ game: {}, view: viewAt(seq), list: { seq, player: 0, actions: [] }, as: null }) as unknown as GameState;

/** A store that has been told of the game up to some event, and a director whose steps the test ends. */
function playing(seq: number, wanted = true) {
    const state = signal(stateAt(seq));
    const asked: number[] = [];
    const store = {
        get state() {
            return state.value;
        },
        eyes: 'own',
        viewAt: (at: number) => {
            asked.push(at);
            return Promise.resolve(viewAt(at));
        },
        eventsAfter: (after: number) => Promise.resolve(Array.from({ length: state.peek().view.seq - after }, (_, i) => ({ seq: after + i + 1 }) as GameEvent)),
    } as unknown as GameStore;
    const played: number[] = [];
    let next: () => void = () => undefined;
    const ends: (() => void)[] = [];
    const director: Director = {
        moves: () => wanted,
        play: (event) => {
            played.push(event.seq);
            next();
            return new Promise((end) => ends.push(end));
        },
    };
    const begun = (n: number): Promise<void> => (played.length >= n ? Promise.resolve() : new Promise((done) => { next = () => played.length >= n && done(); }));
    const playhead = new Playhead(store, null, director);
    playhead.open();
    return { playhead, asked, played, begun, tell: (at: number) => { state.value = stateAt(at); }, end: () => ends.shift()?.() };
}

const shown = ({ present }: Playhead): [view: number, list: number] => [present?.view.seq ?? -1, present?.list.seq ?? -1];

test('what others do is shown step by step, and what can be done afterwards at the end', async () => {
    const { playhead, asked, played, begun, tell, end } = playing(5);
    deepEqual([...shown(playhead), playhead.settled], [5, 5, true]);
    tell(8);
    for (const step of [6, 7, 8]) {
        await begun(step - 5);
        deepEqual([...shown(playhead), playhead.settled], [step - 1, 5, false]);
        end();
    }
    while (!playhead.settled) await Promise.resolve();
    deepEqual(shown(playhead), [8, 8]);
    deepEqual(played, [6, 7, 8]);
    deepEqual(asked, [6, 7], 'the last view is there already');
    playhead.close();
});

test('what is told meanwhile is carried on', async () => {
    const { playhead, played, begun, tell, end } = playing(5);
    tell(6);
    await begun(1);
    tell(7);
    end();
    await begun(2);
    deepEqual([...shown(playhead), playhead.settled], [6, 5, false]);
    end();
    while (!playhead.settled) await Promise.resolve();
    deepEqual(played, [6, 7]);
    playhead.close();
});

test('without motion, or far behind, things are shown as they stand', () => {
    const still = playing(5, false);
    still.tell(7);
    deepEqual([...shown(still.playhead), still.playhead.settled], [7, 7, true]);
    const behind = playing(5);
    behind.tell(18);
    deepEqual([...shown(behind.playhead), behind.playhead.settled], [18, 18, true]);
    equal(still.played.length + behind.played.length, 0);
});

test('who looks back during a step sees that moment, and then how things stand', async () => {
    const { playhead, begun, tell, end } = playing(5);
    tell(8);
    await begun(1);
    playhead.go(2);
    equal(playhead.seq, 2);
    end();
    deepEqual(shown(playhead), [8, 8]);
    playhead.go(null);
    equal(playhead.seq, null);
    deepEqual([...shown(playhead), playhead.settled], [8, 8, true]);
    playhead.go(8);
    equal(playhead.seq, null, 'the last moment is the present');
    playhead.close();
});

test('a step back is fetched at once with the one after it, a dragged slider only where it rests', async () => {
    const { playhead, asked } = playing(20);
    const reached = async (seq: number): Promise<void> => {
        while (playhead.view?.seq !== seq) await new Promise((done) => setTimeout(done));
    };
    const rested = async (): Promise<void> => {
        for (const from = performance.now(); performance.now() - from < 61; ) await new Promise((done) => setTimeout(done));
    };
    playhead.go(15);
    await reached(15);
    await rested();
    playhead.go(14);
    await reached(14);
    while (asked.length < 3) await Promise.resolve();
    deepEqual(asked, [15, 14, 13]);
    for (const seq of [12, 10, 8, 6]) playhead.go(seq);
    await reached(6);
    deepEqual(asked.slice(3), [6], 'not what it has passed');
    playhead.close();
});
