// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import './requests';
import { isLearned, lessons, type Moment, noteFor, type NoteId } from '../src/game/coach/lesson';
import type { GameKind } from '../src/types';

const nothing: Moment = { game: 'base', decision: null, step: null, sum: null, turn: 1, settlements: 2, knights: 0, cards: {}, safe: 7, progress: 0, harbor: false, offered: false, ships: 7, fleet: 0, islands: false, pirate: false, robbed: false, pirated: false, can: new Set() };
const acting: Partial<Moment> = { decision: 'turn', step: 'actions', sum: 8, can: new Set(['end_turn']) };
const can = (...types: string[]): Partial<Moment> => ({ ...acting, can: new Set(['end_turn', ...types]) });

/** A moment for each note; what comes before it in its lesson is learned. */
const moments: Record<NoteId, Partial<Moment>> = {
    settle: { decision: 'setup_settlement', settlements: 0 },
    road: { decision: 'setup_road', settlements: 1 },
    second: { decision: 'setup_settlement', settlements: 1 },
    offer: { offered: true },
    roll: { decision: 'turn', step: 'before_roll' },
    discard: { decision: 'discard' },
    robber: { decision: 'move_robber' },
    robbed: { ...acting, robbed: true },
    seaRoad: { decision: 'setup_road', settlements: 1, can: new Set(['build_road', 'build_ship']) },
    seaShip: can('build_ship'),
    seaIsland: { ...acting, islands: true, fleet: 1 },
    seaGold: { decision: 'choose_gold' },
    seaPirate: { decision: 'move_robber', pirate: true },
    seaPirated: { ...acting, pirated: true },
    many: { ...acting, cards: { ore: 8 } },
    income: { ...acting, cards: { ore: 1 } },
    city: can('build_city'),
    build: can('build_road'),
    dev: can('buy_dev_card'),
    costs: acting,
    harbor: { ...acting, harbor: true },
    bank: can('maritime_trade'),
    trade: { ...can('offer_trade'), turn: 4 },
    end: acting,
    ckSettle: { decision: 'setup_settlement', settlements: 0 },
    ckCity: { decision: 'setup_city' },
    ckEvent: acting,
    ckCommodities: { ...acting, cards: { cloth: 1 } },
    ckImprove: can('improve_city'),
    ckKnight: can('build_knight'),
    ckActivate: can('activate_knight'),
    ckBarbarians: { ...acting, ships: 3 },
    ckProgress: { ...acting, progress: 1 },
    ckWall: can('build_city_wall'),
};

for (const [game, lesson] of Object.entries(lessons) as [GameKind, (typeof lessons)['base']][]) {
    for (const [at, { id }] of lesson.entries()) {
        if (game === 'cities_and_knights' && id === 'second') continue;
        test(`${game}: ${id}`, () => {
            const now = { ...nothing, ...moments[id], game };
            const before = lesson.slice(0, at).map((note) => note.id);
            equal(noteFor(now, before)?.id, id);
            equal(noteFor({ ...nothing, game }, before), null, 'says nothing where there is nothing to do');
        });
    }
}

test('a note is in a lesson once, and each is in one', () => {
    for (const lesson of Object.values(lessons)) equal(new Set(lesson.map(({ id }) => id)).size, lesson.length);
    deepEqual([...new Set(Object.values(lessons).flatMap((lesson) => lesson.map(({ id }) => id)))].sort(), Object.keys(moments).sort());
});

test('a note is learned when its moment has passed, or what it asks for is there', () => {
    const note = (id: NoteId) => lessons.cities_and_knights.find((one) => one.id === id) as (typeof lessons)['base'][number];
    const rolled = { ...nothing, ...acting } as Moment;
    deepEqual([isLearned(note('roll'), { ...nothing, ...moments.roll } as Moment), isLearned(note('roll'), rolled)], [false, true]);
    deepEqual([isLearned(note('ckKnight'), rolled), isLearned(note('ckKnight'), { ...rolled, knights: 1 })], [false, true]);
});

test('the end of a turn is spoken of once it can be ended and nothing is left to be built', () => {
    const end = (now: Partial<Moment>): string | undefined => noteFor({ ...nothing, ...now }, lessons.base.map(({ id }) => id).filter((id) => id !== 'end'))?.id;
    deepEqual([end(acting), end(can('build_road')), end({ ...acting, can: new Set() })], ['end', undefined, undefined]);
});
