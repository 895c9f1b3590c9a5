// SPDX-License-Identifier: AGPL-3.0-or-later
// The lessons, and one of them step by step. Which one is shown stands in the address.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Listed } from '../../game/actions/fields';
import { moveText } from '../../game/coach/advice';
import { placesOf } from '../../game/state/eventPlaces';
import { api, unwrap } from '../../lib/api';
import { Link, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { AsyncContent, useFetched } from '../../ui/forms';
import { Badge } from '../../ui/LessonBadge';
import { toastError } from '../../ui/toast';
import { GuidedButton } from '../newGame/GuidedButton';
import { Page } from '../Page';
import { MovePicker } from '../puzzles/MovePicker';
import { isRight, type LessonName, loadLesson, type Step, type Stepped, stepped, textsOf } from './lesson';

type Listing = { lesson: LessonName; passed_at: string | null };

function Lessons({ items }: { items: Listing[] }): JSX.Element {
    const t = texts().lessons;
    return (
        <ol class="lessons">
            {items.map(({ lesson, passed_at: passed }) => (
                <li key={lesson} class="sheet" data-lesson={lesson}>
                    <Badge lesson={lesson} passed={passed !== null} />
                    <div>
                        <h2>{t.names[lesson]}</h2>
                        <p>{t.about[lesson]}</p>
                    </div>
                    {lesson === 'first_game' ? (
                        <GuidedButton game="base" look={passed ? '' : 'main'}>
                            {t.begin}
                        </GuidedButton>
                    ) : (
                        <Link class={passed ? 'button' : 'button main'} href={`/lessons/${lesson}`}>
                            {passed ? t.again : t.begin}
                        </Link>
                    )}
                </li>
            ))}
        </ol>
    );
}

/** What was right in a step, or that it was not. */
function StepResult({ step, lesson, move, last, onNext, onAgain }: { step: Step; lesson: Stepped; move: Listed; last: boolean; onNext: () => void; onAgain: () => void }): JSX.Element {
    const t = texts();
    const right = isRight(step, move);
    const { right: yes, wrong: no } = textsOf(lesson, step.name);
    return (
        <div role="status" data-part="lesson-result" data-right={right}>
            <h2>{right ? t.puzzles.right : t.lessons.notYet}</h2>
            <p class="quiet">{t.puzzles.yours(moveText(step.state, move))}</p>
            <p>{right ? yes : no}</p>
            <button type="button" class="main" data-do={right ? 'lesson-next' : 'lesson-again'} onClick={right ? onNext : onAgain}>
                {right ? (last ? t.lessons.finish : t.lessons.next) : t.lessons.tryAgain}
            </button>
        </div>
    );
}

function Passed({ lesson, kept }: { lesson: Stepped; kept: boolean }): JSX.Element {
    const t = texts().lessons;
    const next = stepped[stepped.indexOf(lesson) + 1];
    return (
        <div class="sheet lesson-passed" data-part="lesson-passed" role="status">
            <Badge lesson={lesson} />
            <h2>{t.passed(t.badgeOf[lesson])}</h2>
            <p>{kept ? t.kept : t.notKept}</p>
            <p class="row">
                {next && (
                    <Link class="button main" href={`/lessons/${next}`}>
                        {t.names[next]}
                    </Link>
                )}
                <GuidedButton game={lesson === 'knights' ? 'cities_and_knights' : 'base'} look="">
                    {t.play}
                </GuidedButton>
                <Link class="button" href="/lessons">
                    {t.title}
                </Link>
            </p>
        </div>
    );
}

/** Keeps that the lesson is finished; whether it could, for readers who are signed in. */
async function pass(lesson: Stepped, moves: Listed[]): Promise<boolean> {
    try {
        await unwrap(api.POST('/v1/lessons/{lesson}/pass', { params: { path: { lesson } }, body: { moves: moves as never } }));
        return true;
    } catch (fault) {
        toastError(fault);
        return false;
    }
}

function Taken({ lesson, steps }: { lesson: Stepped; steps: Step[] }): JSX.Element {
    const t = texts().lessons;
    const me = useMe();
    const [moves, setMoves] = useState<Listed[]>([]);
    const [move, setMove] = useState<Listed | null>(null);
    const [tries, setTries] = useState(0);
    const [kept, setKept] = useState<boolean | null>(null);
    const step = steps[moves.length];
    if (!step) return kept === null ? <div class="loading" aria-busy="true" /> : <Passed lesson={lesson} kept={kept} />;
    const next = (): void => {
        const done = move ? [...moves, move] : moves;
        setMoves(done);
        setMove(null);
        if (done.length < steps.length) return;
        if (me) void pass(lesson, done).then(setKept);
        else setKept(false);
    };
    const { ask } = textsOf(lesson, step.name);
    return (
        <div class="puzzle" data-part="lesson" data-step={step.name}>
            <MovePicker
                key={`${step.name} ${tries}`}
                state={step.state}
                moves={step.moves}
                seat={step.seat}
                ask={ask}
                marks={move && isRight(step, move) ? placesOf(move) : []}
                result={move && <StepResult step={step} lesson={lesson} move={move} last={moves.length + 1 === steps.length} onNext={next} onAgain={() => (setMove(null), setTries(tries + 1))} />}
                onMove={setMove}
            >
                <p class="quiet">{t.step(moves.length + 1, steps.length)}</p>
            </MovePicker>
        </div>
    );
}

function One({ lesson }: { lesson: Stepped }): JSX.Element {
    const steps = useFetched(() => loadLesson(lesson), [lesson]);
    return <AsyncContent of={steps}>{(value) => <Taken key={lesson} lesson={lesson} steps={value} />}</AsyncContent>;
}

function All(): JSX.Element {
    const me = useMe();
    const all = useFetched(() => unwrap(api.GET('/v1/lessons')), [me?.id]);
    return (
        <>
            <p>{texts().lessons.lead}</p>
            <AsyncContent of={all}>{({ items }) => <Lessons items={items as Listing[]} />}</AsyncContent>
        </>
    );
}

export default function LessonsPage({ params }: PageProps): JSX.Element {
    const t = texts().lessons;
    const lesson = stepped.find((one) => one === params.id);
    return (
        <Page title={lesson ? t.names[lesson] : t.title} wide={lesson !== undefined}>
            {lesson ? <One key={lesson} lesson={lesson} /> : <All />}
        </Page>
    );
}
