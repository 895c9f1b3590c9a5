// SPDX-License-Identifier: AGPL-3.0-or-later
// A slider through the whole game, one event per step, and buttons for events and turns.
import type { JSX } from 'preact';
import { texts } from '../../texts';
import { toastError } from '../../ui/toast';
import { useGame } from '../state/context';
import { type Figure, FigureIcon } from './icons';
import { turnFrom, turnStarts } from '../state/turns';

/** The visible word is part of the label, which says more. */
function TimeButton({ figure, word, label, name, ...rest }: { figure: Figure; word: string; label: string; name: string; disabled: boolean; onClick: () => void }): JSX.Element {
    return (
        <button type="button" class="plain" data-time={name} aria-label={label} title={label} {...rest}>
            <FigureIcon figure={figure} />
            {word}
        </button>
    );
}

/** One event back, one event on, and automatic replay. */
function Steps(): JSX.Element {
    const { state, playhead } = useGame();
    const t = texts().game;
    const last = state.view.seq;
    const at = playhead.seq ?? last;
    const inPast = playhead.seq !== null;
    return (
        <>
            <TimeButton figure="back" word={t.timeWords.step} label={t.stepBack} name="back" disabled={at === 0} onClick={() => playhead.go(at - 1)} />
            {playhead.playing ? (
                <TimeButton figure="pause" word={t.timeWords.pause} label={t.pause} name="pause" disabled={false} onClick={() => playhead.pause()} />
            ) : (
                <TimeButton figure="turn" word={t.timeWords.play} label={t.play} name="play" disabled={last === 0} onClick={() => playhead.play(inPast ? at : 0)} />
            )}
            <TimeButton figure="forth" word={t.timeWords.step} label={t.stepForth} name="forth" disabled={!inPast} onClick={() => playhead.go(at + 1 >= last ? null : at + 1)} />
        </>
    );
}

export function TimeBar(): JSX.Element {
    const { store, state, playhead } = useGame();
    const t = texts().game;
    const last = state.view.seq;
    const at = playhead.seq ?? last;
    const inPast = playhead.seq !== null;
    const go = (seq: number): void => playhead.go(seq >= last ? null : Math.max(0, seq));
    const turn = async (forth: boolean): Promise<void> => {
        const known = await store.events().catch(toastError);
        if (known) go(turnFrom(turnStarts(known), at, forth, last));
    };
    return (
        <div class="time-bar" data-part="timeline" data-past={inPast ? '' : undefined} role="group" aria-label={t.time}>
            <input type="range" min={0} max={last} value={at} aria-label={t.timeOf} aria-valuetext={inPast ? t.eventOf(at, last) : t.now} onInput={(event) => go(Number(event.currentTarget.value))} />
            <TimeButton figure="first" word={t.timeWords.turn} label={t.turnBack} name="turn-back" disabled={at === 0} onClick={() => void turn(false)} />
            <Steps />
            <TimeButton figure="last" word={t.timeWords.turn} label={t.turnForth} name="turn-forth" disabled={!inPast} onClick={() => void turn(true)} />
            <output class="time-at">{inPast ? t.eventOf(at, last) : t.now}</output>
        </div>
    );
}
