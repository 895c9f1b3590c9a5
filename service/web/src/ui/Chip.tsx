// SPDX-License-Identifier: AGPL-3.0-or-later
// Short labels for the state of a game: the time left, a pause, a part of a turn.
import type { ComponentChildren, JSX } from 'preact';
import { moment, texts } from '../texts';
import type { Game } from '../types';
import { timeLeft, relative, useNow } from './time';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** A deadline is near when this part of a turn, or less, is left. */
const lastPart = 1 / 4;

export function Chip({ name, title, children }: { name: string; title?: string; children: ComponentChildren }): JSX.Element {
    return (
        <span class="state-chip" data-chip={name} title={title}>
            {children}
        </span>
    );
}

/** How many ms before a deadline it counts as near: an hour, or less where turns are short. */
const nearMs = (clock: Game['clock'] | undefined): number => Math.min(hour, (clock?.turn ?? hour) * second * lastPart);

/** The time left until a deadline, kept up to date; the title has the moment itself. */
export function TimeChip({ at, clock }: { at: string; clock?: Game['clock'] | undefined }): JSX.Element {
    const end = new Date(at).getTime();
    const now = useNow(Math.abs(end - Date.now()) < 3 * minute ? second : minute / 2);
    const t = texts().around.card;
    const words = end > now ? t.until(moment(at), relative(at, now, true)) : t.late(moment(at));
    return (
        <time class="state-chip" data-chip={end - now < nearMs(clock) ? 'soon' : 'time'} dateTime={at} title={words}>
            <span aria-hidden="true">{timeLeft(at, now)}</span>
            <span class="sr">{words}</span>
        </time>
    );
}

export function PauseChip({ until }: { until: string }): JSX.Element {
    const t = texts().around.card;
    return <Chip name="paused" title={t.paused(moment(until))} children={t.pausedNow} />;
}
