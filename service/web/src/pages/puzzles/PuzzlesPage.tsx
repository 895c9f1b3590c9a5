// SPDX-License-Identifier: AGPL-3.0-or-later
// The puzzle of the day, the reader's streak, and puzzles to train on by theme. Which one is shown stands in the address.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { Link, navigate, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { AsyncContent, useFetched } from '../../ui/forms';
import { toast, toastError } from '../../ui/toast';
import { ClubNav } from '../club/ClubNav';
import { Page } from '../Page';
import { PuzzleBoard } from './PuzzleBoard';
import { loadPosition, type Theme, themes, type Today } from './position';

const loadToday = (): Promise<Today> => unwrap(api.GET('/v1/puzzles/today')) as Promise<Today>;

/** The newest open puzzle of a theme, other than the one that is shown. */
async function nextOf(theme: Theme, shown: string): Promise<string | null> {
    const { items } = await unwrap(api.GET('/v1/puzzles', { params: { query: { theme, limit: 50 } } }));
    const open = items.filter(({ id }) => id !== shown);
    return open[Math.floor(Math.random() * open.length)]?.id ?? null;
}

function Score({ score }: { score: Today['score'] }): JSX.Element | null {
    const t = texts().puzzles;
    return score && score.answered > 0 ? <p data-part="puzzle-score">{[t.streak(score.streak), t.solved(score.solved, score.answered)].join(' · ')}</p> : null;
}

function Train({ shown }: { shown: string }): JSX.Element {
    const t = texts().puzzles;
    const go = async (theme: Theme): Promise<void> => {
        try {
            const id = await nextOf(theme, shown);
            if (id === null) toast(t.none);
            else navigate(`/puzzles/${id}`);
        } catch (fault) {
            toastError(fault);
        }
    };
    return (
        <section>
            <h2>{t.train}</h2>
            <p class="row">
                {themes.map((theme) => (
                    <button key={theme} type="button" data-theme={theme} onClick={() => void go(theme)}>
                        {t.themes[theme]}
                    </button>
                ))}
            </p>
        </section>
    );
}

function Shown({ id, onAnswered }: { id: string; onAnswered: () => void }): JSX.Element {
    const position = useFetched(() => loadPosition(id), [id]);
    return <AsyncContent of={position}>{(value) => <PuzzleBoard key={value.puzzle.id} position={value} onAnswered={onAnswered} />}</AsyncContent>;
}

export default function PuzzlesPage({ params }: PageProps): JSX.Element {
    const t = texts().puzzles;
    const me = useMe();
    const today = useFetched(loadToday, [me?.id]);
    const asked = params.id;
    return (
        <Page title={asked ? t.title : t.today} wide>
            <ClubNav />
            <AsyncContent of={today}>
                {({ puzzle, score }) => {
                    const id = asked ?? puzzle?.id;
                    return (
                        <>
                            <p>{t.what}</p>
                            <Score score={score} />
                            {id ? <Shown key={id} id={id} onAnswered={() => void today.reload()} /> : <p>{t.noneToday}</p>}
                            {asked && puzzle && asked !== puzzle.id && (
                                <p>
                                    <Link href="/puzzles">{t.today}</Link>
                                </p>
                            )}
                            <Train shown={id ?? ''} />
                        </>
                    );
                }}
            </AsyncContent>
        </Page>
    );
}
