// SPDX-License-Identifier: AGPL-3.0-or-later
// Calendar days and times of day.
import { formatter } from '../texts/format';

export interface Days {
    /** YYYY-MM-DD, both included. */
    from: string;
    to: string;
}

const dayMs = 86400000;

/** "3–17 Aug 2026" */
export function dayRange({ from, to }: Days, language: string): string {
    return formatter(Intl.DateTimeFormat, language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(new Date(from), new Date(to));
}

/** How many days of these ranges are in a year. */
export function daysIn(year: number, ranges: Days[]): number {
    const first = Date.UTC(year, 0, 1);
    const last = Date.UTC(year, 11, 31);
    return ranges.reduce((sum, { from, to }) => sum + Math.max(0, (Math.min(last, Date.parse(to)) - Math.max(first, Date.parse(from))) / dayMs + 1), 0);
}

/** The first of these ranges that overlaps another, if any. */
export function overlap(days: Days, others: Days[]): Days | undefined {
    return others.find(({ from, to }) => from <= days.to && days.from <= to);
}

/** Minutes from one time of day to another, across midnight if the second is earlier. */
export function minutesBetween(from: string, to: string): number {
    const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
    return (minutes(to) - minutes(from) + 1440) % 1440;
}

/** Today's date in the reader's time zone, as the calendar writes it. */
export function today(now: Date): string {
    const two = (n: number): string => String(n).padStart(2, '0');
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
