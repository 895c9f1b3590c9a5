// SPDX-License-Identifier: AGPL-3.0-or-later
// A slider through the whole game, an event a step, and buttons for events and turns.
import type { JSX } from 'preact';
import { texts } from '../texts';
import type { Event } from '../types';
import { sayFault } from '../ui/notice';
import { useGame } from './context';
import { type Figure, FigureIcon } from './icons';
import type { Past } from './past';

/** Where turns begin: after these events. */
export const turnStarts = (events: Event[]): number[] => [0, ...events.filter(({ type }) => type === 'start' || type === 'end_turn').map(({ seq }) => seq)];

/** The beginning of the turn before a moment, or of the next one. */
export function turnFrom(starts: number[], at: number, forth: boolean, last: number): number {
    if (forth) return starts.find((seq) => seq > at) ?? last;
    return starts.filter((seq) => seq < at).at(-1) ?? 0;
}

export function TimeBar({ past }: { past: Past }): JSX.Element {
    const { store, state } = useGame();
    const t = texts().game;
    const last = state.view.seq;
    const at = past.seq ?? last;
    const inPast = past.seq !== null;
    const go = (seq: number): void => past.go(seq >= last ? null : Math.max(0, seq));
    const turn = async (forth: boolean): Promise<void> => {
        const known = await store.events().catch(sayFault);
        if (known) go(turnFrom(turnStarts(known), at, forth, last));
    };
    const button = (figure: Figure, label: string, off: boolean, act: () => void, key: string): JSX.Element => (
        <button type="button" class="plain" data-time={key} aria-label={label} title={label} disabled={off} onClick={act}>
            <FigureIcon figure={figure} />
        </button>
    );
    return (
        <div class="time-bar" data-past={inPast ? '' : undefined} role="group" aria-label={t.time}>
            {button('first', t.turnBack, at === 0, () => void turn(false), 'turn-back')}
            {button('back', t.stepBack, at === 0, () => go(at - 1), 'back')}
            <input type="range" min={0} max={last} value={at} aria-label={t.timeOf} aria-valuetext={inPast ? t.eventOf(at, last) : t.now} onInput={(event) => go(Number(event.currentTarget.value))} />
            {button('forth', t.stepForth, !inPast, () => go(at + 1), 'forth')}
            {button('last', t.turnForth, !inPast, () => void turn(true), 'turn-forth')}
            <output class="time-at">{inPast ? t.eventOf(at, last) : t.now}</output>
        </div>
    );
}
