// SPDX-License-Identifier: AGPL-3.0-or-later
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { daysIn, minutesBetween, overlap, today } from '../src/lib/days';

test('vacations count in the year in which their days lie', () => {
    const ranges = [
        { from: '2026-12-28', to: '2027-01-03' },
        { from: '2026-08-03', to: '2026-08-03' },
    ];
    equal(daysIn(2026, ranges), 5);
    equal(daysIn(2027, ranges), 3);
    equal(daysIn(2028, ranges), 0);
});

test('an overlap is found where a day is in both', () => {
    const had = [{ from: '2026-08-03', to: '2026-08-17' }];
    equal(overlap({ from: '2026-08-17', to: '2026-08-20' }, had), had[0]);
    equal(overlap({ from: '2026-08-18', to: '2026-08-20' }, had), undefined);
});

test('quiet hours go over midnight', () => {
    equal(minutesBetween('22:00', '07:30'), 570);
    equal(minutesBetween('12:00', '13:00'), 60);
    equal(minutesBetween('08:00', '08:00'), 0);
});

test('today is the date on the wall', () => {
    equal(today(new Date(2026, 0, 5, 23, 59)), '2026-01-05');
});
