// SPDX-License-Identifier: AGPL-3.0-or-later
// A puzzle: the position, the move that is picked on the board or from a list, and whether it was right and why.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { BoardView } from '../../board/BoardView';
import type { BoardChoice } from '../../board/targets';
import { SeatSign } from '../../board/SeatSign';
import type { Listed } from '../../game/actions/fields';
import { adviceOf, moveText } from '../../game/coach/advice';
import { placesOf } from '../../game/state/eventPlaces';
import { seatName } from '../../game/state/context';
import { api, unwrap } from '../../lib/api';
import { Link } from '../../lib/router';
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import type { Place } from '../../types';
import { CardRow } from '../../ui/Cards';
import { toastError } from '../../ui/toast';
import { type Answer, atPlace, handles, type Position, withoutPlace } from './position';

const percent = (thousandths: number): string => formatter(Intl.NumberFormat, language(), { style: 'percent', maximumFractionDigits: 1 }).format(thousandths / 1000);

/** Who plays, with how many points, and what the puzzle's seat holds. */
function Known({ position: { state, puzzle } }: { position: Position }): JSX.Element {
    const t = texts();
    const { players } = state.view;
    const own = players.find(({ seat }) => seat === puzzle.seat);
    const cards = Object.entries(own?.dev_cards ?? {}).filter(([, count]) => count > 0);
    return (
        <>
            <ul class="puzzle-seats">
                {players.map(({ seat, points }) => (
                    <li key={seat} aria-current={seat === puzzle.seat}>
                        <SeatSign seat={seat} players={players} /> {seat === puzzle.seat ? t.puzzles.you : seatName(state, seat)}: {t.puzzles.points(points.visible)}
                    </li>
                ))}
            </ul>
            {state.view.phase !== 'setup' && <CardRow cards={own?.cards ?? {}} />}
            {cards.length > 0 && <p>{cards.map(([card, count]) => `${t.common.devCards[card as keyof typeof t.common.devCards]} ×${count}`).join(' · ')}</p>}
        </>
    );
}

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
    const t = texts().puzzles;
    const { state, moves, puzzle } = position;
    const [place, setPlace] = useState<Place | null>(null);
    const [move, setMove] = useState<Listed | null>(null);
    const [answer, setAnswer] = useState<Answer | null>(null);
    const [busy, setBusy] = useState(false);
    const here = place ? atPlace(moves, place) : [];
    const elsewhere = withoutPlace(moves);
    const pick = (at: Place): void => {
        const found = atPlace(moves, at);
        setPlace(at);
        setMove(found.length === 1 ? (found[0] ?? null) : null);
    };
    const send = async (): Promise<void> => {
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
    const choosing: BoardChoice = { label: t.ask, places: handles(moves), chosen: move ? placesOf(move) : place ? [place] : [], pick };
    const options = (of: Listed[]): JSX.Element => (
        <ul class="puzzle-moves">
            {of.map((one) => (
                <li key={JSON.stringify(one)}>
                    <button type="button" aria-pressed={one === move} data-move={one.type} onClick={() => setMove(one)}>
                        {moveText(state, one)}
                    </button>
                </li>
            ))}
        </ul>
    );
    return (
        <div class="puzzle" data-part="puzzle" data-puzzle={puzzle.id}>
            <div class="puzzle-board">
                <BoardView board={state.board} view={state.view} choosing={answer ? null : choosing} marks={answer ? placesOf(answer.best.action as unknown as Listed) : []} />
            </div>
            <div class="puzzle-side sheet">
                <Known position={position} />
                {answer ? (
                    <Result position={position} answer={answer} />
                ) : (
                    <>
                        <p>{t.ask}</p>
                        {here.length > 1 && options(here)}
                        {elsewhere.length > 0 && (
                            <details open={handles(moves).length === 0}>
                                <summary>{t.others}</summary>
                                {options(elsewhere)}
                            </details>
                        )}
                        {move && <p data-part="picked">{t.picked(moveText(state, move))}</p>}
                        <button type="button" class="main" data-do="answer" disabled={busy || !move} onClick={() => void send()}>
                            {t.answer}
                        </button>
                    </>
                )}
            </div>
        </div>
    );
}
