// SPDX-License-Identifier: AGPL-3.0-or-later
// A puzzle: the position, the move that is picked, and whether it was right and why.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Listed } from '../../game/actions/fields';
import { adviceOf, moveText } from '../../game/coach/advice';
import { placesOf } from '../../game/state/eventPlaces';
import { api, unwrap } from '../../lib/api';
import { Link } from '../../lib/router';
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import { toastError } from '../../ui/toast';
import { MovePicker } from './MovePicker';
import type { Answer, Position } from './position';

const percent = (thousandths: number): string => formatter(Intl.NumberFormat, language(), { style: 'percent', maximumFractionDigits: 1 }).format(thousandths / 1000);

function Result({ position: { state, puzzle }, answer }: { position: Position; answer: Answer }): JSX.Element {
    const t = texts().puzzles;
    const begun = state.view.phase !== 'setup';
    const { reasons } = adviceOf(state, answer.best, begun);
    const moves = [answer.best, ...answer.best.then].map(({ action }) => moveText(state, action as Listed));
    return (
        <div role="status" data-part="puzzle-result" data-solved={answer.solved}>
            <h2>{answer.solved ? t.right : t.wrong}</h2>
            {!answer.solved && <p>{t.yours(moveText(state, answer.yours.action as Listed))}</p>}
            <p>{t.best(moves.join(' → '))}</p>
            <p class="quiet">{t.lead(percent(puzzle.lead))}</p>
            <ul class="coach-reasons">
                {reasons.map(({ about, text }) => (
                    <li key={about}>{text}</li>
                ))}
            </ul>
            <p>
                <Link href={`/games/${puzzle.game}`}>{t.game}</Link>
            </p>
        </div>
    );
}

export function PuzzleBoard({ position, onAnswered }: { position: Position; onAnswered: () => void }): JSX.Element {
    const { state, moves, puzzle } = position;
    const [answer, setAnswer] = useState<Answer | null>(null);
    const [busy, setBusy] = useState(false);
    const send = async (move: Listed): Promise<void> => {
        setBusy(true);
        try {
            setAnswer(await unwrap(api.POST('/v1/puzzles/{puzzle}/answer', { params: { path: { puzzle: puzzle.id } }, body: { action: move as never } })));
            onAnswered();
        } catch (fault) {
            toastError(fault);
        } finally {
            setBusy(false);
        }
    };
    return (
        <div class="puzzle" data-part="puzzle" data-puzzle={puzzle.id}>
            <MovePicker
                state={state}
                moves={moves}
                seat={puzzle.seat}
                ask={texts().puzzles.ask}
                busy={busy}
                marks={answer ? placesOf(answer.best.action as unknown as Listed) : []}
                result={answer && <Result position={position} answer={answer} />}
                onMove={(move) => void send(move)}
            />
        </div>
    );
}
