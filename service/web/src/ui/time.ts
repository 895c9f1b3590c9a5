// SPDX-License-Identifier: AGPL-3.0-or-later
// Durations and relative times as text.
import { useEffect, useState } from 'preact/hooks';
import { language } from '../texts';
import { formatter } from '../texts/format';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const tick = 30_000;
/** From LEAST seconds on, use this UNIT of SIZE seconds: an hour and a half is still 90 minutes. */
type Unit = [least: number, unit: Intl.RelativeTimeFormatUnit, size: number];
const nearest: Unit = [0, 'second', 1];
const units: Unit[] = [[2 * day, 'day', day], [1.75 * hour, 'hour', hour], [2 * minute, 'minute', minute], nearest];

/** A duration in seconds as text, in its largest unit: "3 hours". */
export function span(seconds: number): string {
    const [unit, size]: [string, number] = seconds >= day ? ['day', day] : seconds >= hour ? ['hour', hour] : ['minute', minute];
    return formatter(Intl.NumberFormat, language(), { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }).format(Math.round((10 * seconds) / size) / 10);
}

/** "in 3 hours", "2 days ago": rounded down, so that it never promises more time than is left; but the last quarter of
 * an hour counts as an hour. `ticking`: short, and updated each second; otherwise minutes are the smallest unit. */
export function relative(at: string, now: number, ticking = false): string {
    const seconds = (new Date(at).getTime() - now) / 1000;
    const [, unit, size] = units.find(([least, , length]) => Math.abs(seconds) >= least || (!ticking && length === minute)) ?? nearest;
    return formatter(Intl.RelativeTimeFormat, language(), { style: ticking ? 'short' : 'long' }).format(Math.trunc(unit === 'hour' ? (seconds + Math.sign(seconds) * (hour / 4)) / size : seconds / size), unit);
}

/** The time left, short: "3 days", "5 hr", "12 min"; rounded down, like `relative`. */
export function timeLeft(at: string, now: number): string {
    const seconds = Math.max(0, new Date(at).getTime() - now) / 1000;
    const [, unit, size] = units.find(([least]) => seconds >= least) ?? nearest;
    return formatter(Intl.NumberFormat, language(), { style: 'unit', unit, unitDisplay: 'short' }).format(Math.trunc(unit === 'hour' ? (seconds + hour / 4) / size : seconds / size));
}

/** The current time, updated every OFTEN milliseconds. */
export function useNow(often = tick): number {
    const [now, setNow] = useState(Date.now);
    useEffect(() => {
        const timer = setInterval(() => setNow(Date.now()), often);
        return () => clearInterval(timer);
    }, [often]);
    return now;
}
