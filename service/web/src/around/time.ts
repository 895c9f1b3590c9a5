// SPDX-License-Identifier: AGPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { language } from '../texts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const tick = 30_000;

/** Seconds as a span in words: "3 hours"; the largest unit alone. */
export function span(seconds: number): string {
    const [unit, size]: [string, number] = seconds >= day ? ['day', day] : seconds >= hour ? ['hour', hour] : ['minute', minute];
    return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 }).format(Math.round((10 * seconds) / size) / 10);
}

/** "in 3 hours", "2 days ago". */
export function relative(at: string, now: number): string {
    const seconds = (new Date(at).getTime() - now) / 1000;
    const size = Math.abs(seconds);
    const [unit, by]: [Intl.RelativeTimeFormatUnit, number] = size >= 2 * day ? ['day', day] : size >= 2 * hour ? ['hour', hour] : ['minute', minute];
    return new Intl.RelativeTimeFormat(language(), { numeric: 'always' }).format(Math.trunc(seconds / by), unit);
}

/** The present, every half minute. */
export function useNow(): number {
    const [now, setNow] = useState(Date.now);
    useEffect(() => {
        const timer = setInterval(() => setNow(Date.now()), tick);
        return () => clearInterval(timer);
    }, []);
    return now;
}
