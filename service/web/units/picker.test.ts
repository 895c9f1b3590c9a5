// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Listed } from '../src/game/actions/fields';
import { enough, narrow, starts } from '../src/game/actions/picker';

const robber: Listed[] = [
    { type: 'move_robber', hex: 3, victim: 1 },
    { type: 'move_robber', hex: 3, victim: 2 },
    { type: 'move_robber', hex: 4, victim: 1 },
    { type: 'move_robber', hex: 5, victim: null },
];

test('a hex, then the victim where there is a choice', () => {
    const first = narrow(robber, []);
    deepEqual(first.step?.options, [3, 4, 5]);
    equal(first.step?.place, 'hex');
    const both = narrow(robber, [{ field: 'hex', value: 3 }]);
    deepEqual([both.step?.field, both.step?.options], ['victim', [1, 2]]);
    deepEqual(both.places, [{ kind: 'hex', id: 3 }]);
    deepEqual(narrow(robber, [{ field: 'hex', value: 4 }]).action, robber[2]);
    deepEqual(narrow(robber, [{ field: 'hex', value: 5 }]).action, robber[3]);
});

test('the only place is still shown, but nothing else that is settled', () => {
    const one: Listed[] = [{ type: 'build_city', vertex: 7 }];
    deepEqual(narrow(one, []).step?.options, [7]);
    deepEqual(narrow(one, [{ field: 'vertex', value: 7 }]).action, one[0]);
    deepEqual(narrow([{ type: 'roll' }], []).action, { type: 'roll' });
    deepEqual(narrow([{ type: 'choose_progress_deck', track: 'trade' }], []).action?.track, 'trade');
});

test('cards are taken one by one', () => {
    const plenty: Listed[] = [
        { type: 'play_dev_card', card: 'year_of_plenty', take: { brick: 2 } },
        { type: 'play_dev_card', card: 'year_of_plenty', take: { brick: 1, ore: 1 } },
        { type: 'play_dev_card', card: 'year_of_plenty', take: { wool: 2 } },
    ];
    deepEqual(narrow(plenty, []).step?.options, ['brick', 'ore', 'wool']);
    deepEqual(narrow(plenty, [{ field: 'take', value: 'brick' }]).step?.options, ['brick', 'ore']);
    deepEqual(narrow(plenty, [{ field: 'take', value: 'ore' }]).action, plenty[1]);
    const two = [{ field: 'take', value: 'brick' }, { field: 'take', value: 'brick' }];
    deepEqual(narrow(plenty, two).action, plenty[0]);
    equal(narrow(plenty, [...two, ...two]).action, null);
});

test('several places, in any order, and fewer where the list has fewer', () => {
    const roads: Listed[] = [
        { type: 'play_dev_card', card: 'road_building', edges: [3] },
        { type: 'play_dev_card', card: 'road_building', edges: [3, 5] },
        { type: 'play_dev_card', card: 'road_building', edges: [5] },
    ];
    const pick = (...edges: number[]): { field: string; value: number }[] => edges.map((value) => ({ field: 'edges', value }));
    const step = narrow(roads, pick(5)).step;
    deepEqual([step?.options, step?.mayEnd, step?.chosen], [[3], true, [5]]);
    deepEqual(narrow(roads, pick(5, 3)).action, roads[1]);
    deepEqual(narrow(roads, [...pick(5), { field: 'edges', value: enough }]).action, roads[2]);
});

test('the order of picking counts where the list has both', () => {
    const smith: Listed[] = [
        { type: 'play_progress_card', card: 'smith', vertices: [1] },
        { type: 'play_progress_card', card: 'smith', vertices: [2] },
        { type: 'play_progress_card', card: 'smith', vertices: [1, 2] },
        { type: 'play_progress_card', card: 'smith', vertices: [2, 1] },
    ];
    const picks = [2, 1].map((value) => ({ field: 'vertices', value }));
    deepEqual(narrow(smith, picks).action, smith[3]);
});

test('an optional field is a choice of nothing', () => {
    const diplomat: Listed[] = [
        { type: 'play_progress_card', card: 'diplomat', edge: 3 },
        { type: 'play_progress_card', card: 'diplomat', edge: 3, to: 9 },
        { type: 'play_progress_card', card: 'diplomat', edge: 4 },
    ];
    const step = narrow(diplomat, [{ field: 'edge', value: 3 }]).step;
    deepEqual([step?.field, step?.place, step?.options], ['to', 'edge', [null, 9]]);
    deepEqual(narrow(diplomat, [{ field: 'edge', value: 3 }, { field: 'to', value: null }]).action, diplomat[0]);
    deepEqual(narrow(diplomat, [{ field: 'edge', value: 4 }]).action, diplomat[2]);
});

test('none of several is an answer too', () => {
    const commit: Listed[] = [
        { type: 'commit_knights', vertices: [] },
        { type: 'commit_knights', vertices: [4] },
        { type: 'commit_knights', vertices: [4, 8] },
        { type: 'commit_knights', vertices: [8] },
    ];
    const step = narrow(commit, []).step;
    deepEqual([step?.options, step?.mayEnd], [[4, 8], true]);
    deepEqual(narrow(commit, [{ field: 'vertices', value: enough }]).action, commit[0]);
});

test('a place before the color it is for', () => {
    const neutral: Listed[] = [
        { type: 'build_neutral', player: 2, kind: 'road', edge: 5 },
        { type: 'build_neutral', player: 3, kind: 'road', edge: 9 },
    ];
    deepEqual(narrow(neutral, []).step?.options, [5, 9]);
    deepEqual(narrow(neutral, [{ field: 'edge', value: 9 }]).action, neutral[1]);
});

test('cards begin with controls of their own', () => {
    const all: Listed[] = [...robber, { type: 'play_dev_card', card: 'monopoly', resource: 'ore' }, { type: 'play_dev_card', card: 'knight', hex: 3, victim: null }];
    deepEqual(starts(all).map(({ key }) => key), ['move_robber', 'play_dev_card/monopoly', 'play_dev_card/knight']);
});
