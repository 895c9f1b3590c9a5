// SPDX-License-Identifier: AGPL-3.0-or-later
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, type Draft, limits, paceOf, paces, startDraft, withGame, withPlayers, withPreset, withSeat, wrongIn } from '../src/pages/newGame/draft';
import { isServed, ownPath, signInPath } from '../src/lib/paths';

const origin = 'https://games.example';

test('nobody is led to another site after signing in', () => {
    for (const to of [null, '', 'https://evil.example/', '//evil.example', '/\\evil.example', '\\\\evil.example', 'javascript:alert(1)', '/sign-in', '/sign-in?to=/x', '///evil.example', '/\t/evil.example']) assert.equal(ownPath(to, origin), '/', String(to));
    for (const to of ['/', '/new', '/games/abc?tab=talk#seq-3', '/people/a%20b']) assert.equal(ownPath(to, origin), to);
});

test('signing in leads back to where one was', () => {
    assert.equal(signInPath('/'), '/sign-in');
    assert.equal(signInPath('/sign-in'), '/sign-in');
    assert.equal(ownPath(new URL(signInPath('/lobby?show=active'), origin).searchParams.get('to'), origin), '/lobby?show=active');
});

test('what the server makes is not looked for on the page', () => {
    for (const path of ['/oauth/authorize?client_id=x', '/link', '/link?user_code=BCDF-GHJK']) assert.ok(isServed(path), path);
    for (const path of ['/', '/linked', '/settings/apps', '/games/oauth']) assert.ok(!isServed(path), path);
});

test('another preset keeps the rules', () => {
    const draft = withPreset({ ...withPlayers(startDraft('bots'), 3), points: 12 }, 'all');
    assert.equal(draft.points, 12);
    assert.deepEqual(draft.seats.map(({ who }) => who), ['me', 'open', 'open']);
    assert.equal(paceOf(draft.clock), 'daily');
});

test('Cities & Knights has no two players', () => {
    assert.equal(withGame(withPlayers(startDraft('bots'), 2), 'cities_and_knights').seats.length, 3);
    assert.equal(withGame(withPlayers(startDraft('bots'), 4), 'cities_and_knights').seats.length, 4);
    assert.deepEqual(withPlayers(withPlayers(startDraft('bots'), 2), 4).seats.map(({ who }) => who), ['me', 'normal', 'normal', 'normal']);
});

test('nobody sits twice', () => {
    assert.deepEqual(withSeat(startDraft('bots'), 2, { who: 'me' }).seats.map(({ who }) => who), ['open', 'normal', 'me', 'normal']);
});

test('each pace is told again by its clock', () => {
    const { clock } = startDraft('bots');
    for (const [name, pace] of Object.entries(paces)) assert.equal(paceOf({ ...clock, ...pace }), name);
    assert.equal(paceOf({ ...clock, kind: 'turn', turn: 12345 }), null);
});

test('each game says the rules that it has, and no others', () => {
    const draft: Draft = { ...startDraft('friends'), variants: ['nasty'], options: { saboteur: 'invert_city' }, combined: false };
    assert.deepEqual(bodyOf(draft).rules, { game: 'base', players: 4, victory_points: 10, combined_phases: false });
    assert.deepEqual(bodyOf(withGame(draft, 'cities_and_knights'), 'ab').rules, { game: 'cities_and_knights', players: 4, victory_points: 13, edition: 'ck2020', variants: ['nasty'], options: { saboteur: 'invert_city' } });
    assert.equal(bodyOf(draft, 'ab').client_commitment, 'ab');
    assert.equal('seed' in (bodyOf({ ...draft, seed: ' ' }).board ?? {}), false);
});

test('what can be chosen of the sea is said at sea alone', () => {
    const draft: Draft = { ...withGame(startDraft('friends'), 'cities_and_knights'), options: { saboteur: 'invert_city', sea_knight_switch: 'anywhere' } };
    assert.deepEqual(bodyOf(draft).rules?.options, { saboteur: 'invert_city' });
    assert.deepEqual(bodyOf({ ...draft, scenario: 'new_shores' }).rules?.options, draft.options);
});

test('what is wrong is found before the server is asked', () => {
    const draft = startDraft('friends');
    assert.deepEqual(wrongIn(draft), {});
    assert.deepEqual(wrongIn({ ...draft, points: 31, name: 'x'.repeat(limits.nameBytes + 1), clock: { ...draft.clock, turn: NaN, decision: 59, voteAfter: 0 } }), { '/rules/victory_points': 'range', '/name': 'long', '/clock/turn': 'number', '/clock/decision': 'range', '/clock/vote_after': 'range' });
    assert.deepEqual(wrongIn(withSeat({ ...draft, points: 3.5, name: 'a\u0007b' }, 1, { who: 'invite', email: 'nobody' })), { '/rules/victory_points': 'number', '/seats/1': 'address', '/name': 'invisible' });
    assert.deepEqual(wrongIn({ ...draft, clock: { ...draft.clock, kind: 'bank', start: 1, increment: -1, max: 1 } }), { '/clock/bank/start': 'range', '/clock/bank/increment': 'range', '/clock/bank/max': 'range' });
});
