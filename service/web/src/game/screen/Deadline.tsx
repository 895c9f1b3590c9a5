// SPDX-License-Identifier: AGPL-3.0-or-later
// A deadline: the moment, and how far away it is, kept up to date.
import type { JSX } from 'preact';
import { moment, texts } from '../../texts';
import type { Decision } from '../../types';
import { relative, useNow } from '../../ui/time';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The earliest of several decisions' deadlines. */
export const nextDeadline = (decisions: Decision[]): string | null => decisions.flatMap(({ deadline }) => deadline ?? []).sort()[0] ?? null;

export function Deadline({ at }: { at: string }): JSX.Element {
    const end = new Date(at).getTime();
    const now = useNow(Math.abs(end - Date.now()) < 3 * minute ? second : minute / 2);
    const left = end - now;
    const t = texts().around.card;
    return (
        <time class={left < hour ? 'deadline soon' : 'deadline'} dateTime={at}>
            {left > 0 ? t.until(moment(at), relative(at, now, true)) : t.late(moment(at))}
        </time>
    );
}
