// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { loadLanguage, moment } from '../src/texts';
import { relative } from '../src/ui/time';

globalThis.document = { documentElement: {} } as Document;
const now = Date.UTC(2026, 2, 3, 12);
const hours = 3_600_000;

test('a log of dates takes a few formatters, not one each', async () => {
    await loadLanguage('en');
    const Kind = Intl.DateTimeFormat;
    let made = 0;
    Intl.DateTimeFormat = new Proxy(Kind, { construct: (target, args) => (made++, Reflect.construct(target, args)) });
    for (let row = 0; row < 80; row++) moment(now + row * 1000);
    Intl.DateTimeFormat = Kind;
    ok(made <= 1, `${made} formatters`);
});

test('each language has its own', async () => {
    const at = Date.UTC(2020, 2, 3, 12);
    await loadLanguage('en');
    const english = moment(at);
    await loadLanguage('de');
    ok(moment(at) !== english);
});

test('how far off something is', async () => {
    await loadLanguage('en');
    const told = (away: number, ticking = false): string => relative(new Date(now + away * hours).toISOString(), now, ticking);
    deepEqual([told(119 / 60), told(105 / 60), told(104 / 60), told(3.7), told(3.8), told(50)], ['in 2 hours', 'in 2 hours', 'in 104 minutes', 'in 3 hours', 'in 4 hours', 'in 2 days']);
    deepEqual([told(-119 / 60), told(-3.5)], ['2 hours ago', '3 hours ago']);
    equal(told(0.01, true), 'in 36 sec.');
    ok(!/ 0\d/.test(moment(new Date(2020, 2, 3, 13, 47))), 'no hour begins with 0');
});
