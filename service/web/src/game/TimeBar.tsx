// SPDX-License-Identifier: AGPL-3.0-or-later
// A slider through the whole game, an event a step, and buttons for events and turns.
import type { JSX } from 'preact';
import { texts } from '../texts';
import { sayFault } from '../ui/notice';
import { useGame } from './context';
import { type Figure, FigureIcon } from './icons';
import type { Past } from './past';
import { turnFrom, turnStarts } from './turns';

function TimeButton({ figure, label, name, ...rest }: { figure: Figure; label: string; name: string; disabled: boolean; onClick: () => void }): JSX.Element {
    return (
        <button type="button" class="plain" data-time={name} aria-label={label} title={label} {...rest}>
            <FigureIcon figure={figure} />
        </button>
    );
}

/** An event back, an event on, and on by itself. */
export function Steps({ past }: { past: Past }): JSX.Element {
    const { state } = useGame();
    const t = texts().game;
    const last = state.view.seq;
    const at = past.seq ?? last;
    const inPast = past.seq !== null;
    return (
        <>
            <TimeButton figure="back" label={t.stepBack} name="back" disabled={at === 0} onClick={() => past.go(at - 1)} />
            {past.playing ? (
                <TimeButton figure="pause" label={t.pause} name="pause" disabled={false} onClick={past.pause} />
            ) : (
                <TimeButton figure="turn" label={t.play} name="play" disabled={last === 0} onClick={() => past.play(inPast ? at : 0)} />
            )}
            <TimeButton figure="forth" label={t.stepForth} name="forth" disabled={!inPast} onClick={() => past.go(at + 1 >= last ? null : at + 1)} />
        </>
    );
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
    return (
        <div class="time-bar" data-past={inPast ? '' : undefined} role="group" aria-label={t.time}>
            <input type="range" min={0} max={last} value={at} aria-label={t.timeOf} aria-valuetext={inPast ? t.eventOf(at, last) : t.now} onInput={(event) => go(Number(event.currentTarget.value))} />
            <TimeButton figure="first" label={t.turnBack} name="turn-back" disabled={at === 0} onClick={() => void turn(false)} />
            <Steps past={past} />
            <TimeButton figure="last" label={t.turnForth} name="turn-forth" disabled={!inPast} onClick={() => void turn(true)} />
            <output class="time-at">{inPast ? t.eventOf(at, last) : t.now}</output>
        </div>
    );
}
