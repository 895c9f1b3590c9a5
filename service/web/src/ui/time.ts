// SPDX-License-Identifier: AGPL-3.0-or-later
// Spans and how far off something is, in words.
import { useEffect, useState } from 'preact/hooks';
import { language } from '../texts';
import { formatter } from '../texts/format';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const tick = 30_000;
/** From so much on, in this unit, which is so long: an hour and a half is ninety minutes. */
type Unit = [least: number, unit: Intl.RelativeTimeFormatUnit, size: number];
const nearest: Unit = [0, 'second', 1];
const units: Unit[] = [[2 * day, 'day', day], [1.75 * hour, 'hour', hour], [2 * minute, 'minute', minute], nearest];

/** Seconds as a span in words: "3 hours"; the largest unit alone. */
export function span(seconds: number): string {
    const [unit, size]: [string, number] = seconds >= day ? ['day', day] : seconds >= hour ? ['hour', hour] : ['minute', minute];
    return formatter(Intl.NumberFormat, language(), { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }).format(Math.round((10 * seconds) / size) / 10);
}

/** "in 3 hours", "2 days ago": rounded down, so that nobody is promised more time than there is; but a last
 * quarter of an hour counts as an hour. `ticking`: what
 * is told again each second, in few words; elsewhere nothing is nearer than minutes. */
export function relative(at: string, now: number, ticking = false): string {
    const seconds = (new Date(at).getTime() - now) / 1000;
    const [, unit, size] = units.find(([least, , length]) => Math.abs(seconds) >= least || (!ticking && length === minute)) ?? nearest;
    return formatter(Intl.RelativeTimeFormat, language(), { style: ticking ? 'short' : 'long' }).format(Math.trunc(unit === 'hour' ? (seconds + Math.sign(seconds) * (hour / 4)) / size : seconds / size), unit);
}

/** How much time is left, in as few words as can be: "3 days", "5 hr", "12 min"; rounded down, like `relative`. */
export function timeLeft(at: string, now: number): string {
    const seconds = Math.max(0, new Date(at).getTime() - now) / 1000;
    const [, unit, size] = units.find(([least]) => seconds >= least) ?? nearest;
    return formatter(Intl.NumberFormat, language(), { style: 'unit', unit, unitDisplay: 'short' }).format(Math.trunc(unit === 'hour' ? (seconds + hour / 4) / size : seconds / size));
}

/** The present, again so often. */
export function useNow(often = tick): number {
    const [now, setNow] = useState(Date.now);
    useEffect(() => {
        const timer = setInterval(() => setNow(Date.now()), often);
        return () => clearInterval(timer);
    }, [often]);
    return now;
}
