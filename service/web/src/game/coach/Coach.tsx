// SPDX-License-Identifier: AGPL-3.0-or-later
// The guide: one note at a time, or the requested hint. It has its own place on the screen and covers nothing; what a
// note is about gets a frame.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useMedia } from '../../lib/media';
import { currentPrefs, setPrefs } from '../../lib/prefs';
import { texts } from '../../texts';
import { useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import type { Hint } from '../state/guide';
import { type Advice, askAdvice } from './advice';
import { hintSwitch, isAdvised } from './asking';
import { spotsFor } from './hints';
import { beginsAt, board, isLearned, isOver, type Moment, momentOf, type Note, noteFor } from './lesson';
import { learn, stopGuide, isGuided } from './progress';

/** Marks shown notes as learned once their time is over. */
function useLearning(note: Note | null, moment: Moment | null): void {
    const shown = useRef<Note | null>(null);
    useEffect(() => {
        const before = shown.current;
        if (before && moment && isLearned(before, moment)) learn(before.id);
        shown.current = note ?? (before && !moment ? before : null);
    });
}

/** Shows good places on the board while WANTED. */
function useSpots(state: GameState, wanted: boolean): Hint[] {
    const { guide } = useGame();
    useEffect(() => {
        if (!wanted) return undefined;
        guide.show(spotsFor(state));
        return () => guide.show([]);
    }, [state.list, wanted]);
    return guide.hints;
}

/** The recommended move, shown on the board while WANTED; undefined: still loading. */
function useAdvice(state: GameState, wanted: boolean): Advice | null | undefined {
    const { guide } = useGame();
    const [advice, setAdvice] = useState<Advice | null | undefined>(undefined);
    useEffect(() => {
        if (!wanted) return undefined;
        let here = true;
        void askAdvice(state).then((found) => {
            if (!here) return;
            setAdvice(found);
            guide.show((found?.places ?? []).map((place) => ({ place, reasons: [] })));
        });
        return () => {
            here = false;
            setAdvice(undefined);
            guide.show([]);
        };
    }, [state.list, wanted]);
    return wanted ? advice : undefined;
}

/** Frames what SELECTOR matches, and points the box at it: up or down if it is above or below, else sideways. */
function usePointer(box: { current: HTMLElement | null }, selector: string): void {
    const [, again] = useState(0);
    useEffect(() => {
        const look = (): void => again((n) => n + 1);
        addEventListener('resize', look);
        return () => removeEventListener('resize', look);
    }, []);
    useLayoutEffect(() => {
        const target = document.querySelector(selector);
        const element = box.current;
        if (!target || !element) return undefined;
        const [to, own] = [target.getBoundingClientRect(), element.getBoundingClientRect()];
        const x = to.left + to.width / 2 - own.left;
        const within = x > 0 && x < own.width;
        element.dataset.points = !within ? 'aside' : to.top > own.top ? 'down' : 'up';
        element.style.setProperty('--at', `${Math.round(x)}px`);
        if (selector === board) return undefined;
        target.setAttribute('data-coached', '');
        return () => target.removeAttribute('data-coached');
    });
}

function HintList({ hints }: { hints: Hint[] }): JSX.Element {
    return (
        <ol class="coach-hints">
            {hints.map(({ place, reasons }) => (
                <li key={place.id} data-reasons={`${place.kind}-${place.id}`}>
                    {reasons.join(' · ')}
                </li>
            ))}
        </ol>
    );
}

function AdviceText({ advice: { details, reasons, chance, type } }: { advice: Advice }): JSX.Element {
    return (
        <div data-advice={type}>
            {details.length > 0 && <p>{details.join(' · ')}</p>}
            {type === 'end_turn' && reasons.length === 0 && <p>{texts().learning.coach.hints.keep}</p>}
            {type === 'offer_trade' && reasons.length === 0 && <p>{texts().learning.coach.hints.askFirst}</p>}
            {reasons.length > 0 && (
                <ul class="coach-reasons">
                    {reasons.map(({ about, text }) => (
                        <li key={about} data-reason={about}>
                            {text}
                        </li>
                    ))}
                </ul>
            )}
            {chance && <p class="coach-aside">{chance}</p>}
        </div>
    );
}

interface BoxProps {
    id: string;
    title: string;
    text: string | null;
    anchor: string;
    hints: Hint[];
    /** The recommended move instead of a text; null: there is none. */
    advice?: Advice | null | undefined;
    /** An extra line. */
    aside?: string | null;
    onNext: (() => void) | null;
    onClose: () => void;
}

function Box({ id, title, text, anchor, hints, advice, aside = null, onNext, onClose }: BoxProps): JSX.Element {
    const t = texts().learning.coach;
    const box = useRef<HTMLElement>(null);
    // On small screens each note starts as one line; elsewhere only if the reader has folded notes.
    const short = useMedia('(max-width: 559.98px) and (max-height: 700px)');
    const [unfolded, unfold] = useState(false);
    useEffect(() => unfold(false), [id]);
    const open = text === null || (short ? unfolded : !currentPrefs().folded);
    usePointer(box, anchor);
    return (
        <aside ref={box} class="coach" data-part="coach" data-note={id} data-open={open ? '' : undefined} aria-label={t.title}>
            <b class="coach-title" aria-live="polite">
                {title}
            </b>
            <div class="coach-buttons">
                {text && (
                    <button type="button" class="plain coach-unfold" data-do="coach-unfold" aria-expanded={open} aria-label={t.unfold} title={t.unfold} onClick={() => (short ? unfold(!open) : setPrefs({ folded: open }))}>
                        {open ? '▾' : '▴'}
                    </button>
                )}
                {onNext && (
                    <button type="button" data-do="coach-next" onClick={onNext}>
                        {t.next}
                    </button>
                )}
                <button type="button" class="plain" data-do="coach-close" aria-label={onNext ? t.stop : texts().common.close} title={onNext ? t.stop : texts().common.close} onClick={onClose}>
                    ×
                </button>
            </div>
            <div class="coach-words" aria-live="polite">
                {text && <p>{text}</p>}
                {aside && <p class="coach-aside">{aside}</p>}
                {hints.length > 0 && <HintList hints={hints} />}
                {advice && <AdviceText advice={advice} />}
                {advice === null && <p>{t.hints.none}</p>}
            </div>
        </aside>
    );
}

/** How explanations are opened, for readers with and without a mouse. */
const pointing = (): string => {
    const { touch, mouse } = texts().learning.coach.pointing;
    return matchMedia('(hover: hover)').matches ? mouse : touch;
};

/** What wins the game, and how to get there. */
const goalOf = ({ game: { rules } }: GameState): string => texts().learning.coach.goal[rules.game](rules.victory_points ?? 10);

/** After this long we assume it has been read. */
const readMs = 5000;

/** Between two notes: says once how explanations are opened, and leads to the next note when one is due. */
function Idle({ told, onNext }: { told: boolean; onNext: (() => void) | null }): JSX.Element | null {
    const t = texts().learning.coach;
    useEffect(() => {
        const since = Date.now();
        return () => {
            if (Date.now() - since > readMs) learn('pointing');
        };
    }, []);
    if (told && !onNext) return null;
    return (
        <aside class="coach coach-idle" data-part="coach" data-note="idle" aria-label={t.title}>
            <p>{told ? t.title : pointing()}</p>
            <div class="coach-buttons">
                {onNext && (
                    <button type="button" data-do="coach-more" onClick={onNext}>
                        {t.nextTip}
                    </button>
                )}
                <button type="button" class="plain" data-do="coach-close" aria-label={t.stop} title={t.stop} onClick={stopGuide}>
                    ×
                </button>
            </div>
        </aside>
    );
}

export default function Coach(): JSX.Element | null {
    const { state, guide } = useGame();
    const [rested, rest] = useState(-1);
    const guided = isGuided();
    const { seq } = state.list;
    const { learned } = currentPrefs();
    const moment = momentOf(state);
    const due = guided && moment ? noteFor(moment, learned) : null;
    // After dismissing a note, the reader gets no other until they have moved or asked for one.
    const note = rested === seq ? null : due;
    const asked = guide.asked === seq && hintSwitch(state, guide) !== null;
    const advised = asked && isAdvised(state);
    useLearning(note, moment);
    const hints = useSpots(state, !advised && (asked || note?.hints === true));
    const advice = useAdvice(state, advised);
    const t = texts().learning.coach;
    const close = (): void => guide.ask(-1);
    if (advised) return <Box id="advice" title={advice ? t.hints.would(advice.title) : t.hints.hint} text={null} anchor={advice && advice.places.length === 0 ? beginsAt(advice.type) : board} hints={[]} advice={advice} onNext={null} onClose={close} />;
    if (asked && !note?.hints) return <Box id="hints" title={t.hints.title} text={null} anchor={board} hints={hints} onNext={null} onClose={close} />;
    if (!note) return guided && state.view.status === 'active' && !isOver(state.game.rules.game, state.game.rules.scenario !== undefined, learned) ? <Idle told={learned.includes('pointing')} onNext={due && (() => rest(-1))} /> : null;
    const { title, text } = t.notes[note.id];
    const next = (): void => {
        learn(note.id);
        rest(seq);
    };
    return <Box id={note.id} title={title} text={text} anchor={note.anchor} hints={note.hints ? hints : []} aside={note.pointing ? pointing() : note.goal ? goalOf(state) : null} onNext={next} onClose={stopGuide} />;
}
