// SPDX-License-Identifier: AGPL-3.0-or-later
// Until when: the moment itself and how far off it is, kept up to date.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { language, moment, texts } from '../texts';
import type { Decision } from '../types';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const units: [number, Intl.RelativeTimeFormatUnit][] = [
    [2 * day, 'day'],
    [2 * hour, 'hour'],
    [2 * minute, 'minute'],
    [0, 'second'],
];
const lengths: Partial<Record<Intl.RelativeTimeFormatUnit, number>> = { day, hour, minute, second };

/** "in 3 hours": so far off, rounded down, so that nobody is promised more time than there is. */
function fromNow(at: string, now = Date.now()): string {
    const left = new Date(at).getTime() - now;
    const unit = units.find(([least]) => Math.abs(left) >= least)?.[1] ?? 'second';
    return new Intl.RelativeTimeFormat(language(), { style: 'short' }).format(Math.trunc(left / (lengths[unit] ?? second)), unit);
}

/** The nearest of some decisions' deadlines. */
export const nearest = (decisions: Decision[]): string | null => decisions.flatMap(({ deadline }) => deadline ?? []).sort()[0] ?? null;

export function Deadline({ at }: { at: string }): JSX.Element {
    const [now, setNow] = useState(Date.now());
    const left = new Date(at).getTime() - now;
    const often = Math.abs(left) < 3 * minute ? second : minute / 2;
    useEffect(() => {
        const timer = setInterval(() => setNow(Date.now()), often);
        return () => clearInterval(timer);
    }, [often]);
    const t = texts().game;
    return (
        <time class={left < hour ? 'deadline soon' : 'deadline'} dateTime={at}>
            {left > 0 ? t.until(moment(at), fromNow(at, now)) : t.tooLate(moment(at))}
        </time>
    );
}
