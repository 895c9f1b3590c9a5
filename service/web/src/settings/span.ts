// SPDX-License-Identifier: AGPL-3.0-or-later
// Spans of time and days of the calendar, as the reader writes them.

const units: [Intl.NumberFormatOptions['unit'] & string, number][] = [
    ['day', 86400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
];

/** "2 days, 12 hours": the two greatest units that are not nothing. */
export function span(seconds: number, language: string): string {
    let left = Math.max(0, Math.round(seconds));
    const parts: string[] = [];
    for (const [unit, size] of units) {
        const count = Math.floor(left / size);
        left -= count * size;
        if (count > 0 && parts.length < 2) parts.push(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
        else if (parts.length > 0) break;
    }
    return parts.join(' ') || new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(0);
}

export interface Days {
    /** YYYY-MM-DD, both included. */
    from: string;
    to: string;
}

const dayMs = 86400000;

/** "3–17 Aug 2026" */
export function dayRange({ from, to }: Days, language: string): string {
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(new Date(from), new Date(to));
}

/** How many days of these lie in a year. */
export function daysIn(year: number, ranges: Days[]): number {
    const first = Date.UTC(year, 0, 1);
    const last = Date.UTC(year, 11, 31);
    return ranges.reduce((sum, { from, to }) => sum + Math.max(0, (Math.min(last, Date.parse(to)) - Math.max(first, Date.parse(from))) / dayMs + 1), 0);
}

/** The range that some days have in common with another, if there is one. */
export function overlap(days: Days, others: Days[]): Days | undefined {
    return others.find(({ from, to }) => from <= days.to && days.from <= to);
}

/** Minutes from one time of the day to the other, over midnight where that is earlier. */
export function minutesBetween(from: string, to: string): number {
    const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
    return (minutes(to) - minutes(from) + 1440) % 1440;
}

/** Today's date where the reader is, as the calendar writes it. */
export function today(now: Date): string {
    const two = (n: number): string => String(n).padStart(2, '0');
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
