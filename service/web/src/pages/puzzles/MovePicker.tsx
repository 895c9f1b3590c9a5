// SPDX-License-Identifier: AGPL-3.0-or-later
// A position with its moves: one is picked on the board or from a list, and sent.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { BoardView } from '../../board/BoardView';
import type { BoardChoice } from '../../board/targets';
import { SeatSign } from '../../board/SeatSign';
import type { Listed } from '../../game/actions/fields';
import { moveText } from '../../game/coach/advice';
import { placesOf } from '../../game/state/eventPlaces';
import type { GameState } from '../../game/state/gameStore';
import { seatName } from '../../game/state/context';
import { cardName } from '../../lib/cardName';
import { texts } from '../../texts';
import type { Place, View } from '../../types';
import { CardRow } from '../../ui/Cards';
import { atPlace, handles, withoutPlace } from './position';

interface KnownProps {
    view: View;
    state: GameState;
    seat: number;
}

/** The seat's cards besides those in its hand. */
function namesOfCards({ view, seat }: Omit<KnownProps, 'state'>): string[] {
    const own = view.players.find((player) => player.seat === seat);
    const dev = Object.entries(own?.dev_cards ?? {}).filter(([, count]) => count > 0);
    return [...dev.map(([card, count]) => `${cardName(card)} ×${count}`), ...(own?.progress_cards ?? []).map(cardName)];
}

/** Who plays, with how many points, and what the seat holds. */
function Known({ view, state, seat }: KnownProps): JSX.Element {
    const t = texts();
    const { players } = view;
    const cards = namesOfCards({ view, seat });
    return (
        <>
            <ul class="puzzle-seats">
                {players.map(({ seat: one, points }) => (
                    <li key={one} aria-current={one === seat}>
                        <SeatSign seat={one} players={players} /> {one === seat ? t.puzzles.you : seatName(state, one)}: {t.puzzles.points(points.visible)}
                    </li>
                ))}
            </ul>
            {view.phase !== 'setup' && <CardRow cards={players.find((player) => player.seat === seat)?.cards ?? {}} />}
            {cards.length > 0 && <p>{cards.join(' · ')}</p>}
        </>
    );
}

interface Props {
    state: GameState;
    moves: Listed[];
    seat: number;
    /** What is asked. */
    ask: string;
    busy?: boolean;
    /** Instead of the choice, once it is answered. */
    result?: ComponentChildren;
    marks?: Place[];
    onMove: (move: Listed) => void;
    /** Before the question. */
    children?: ComponentChildren;
}

export function MovePicker({ state, moves, seat, ask, busy = false, result, marks = [], onMove, children }: Props): JSX.Element {
    const t = texts().puzzles;
    const [place, setPlace] = useState<Place | null>(null);
    const [move, setMove] = useState<Listed | null>(null);
    const here = place ? atPlace(moves, place) : [];
    const elsewhere = withoutPlace(moves);
    const pick = (at: Place): void => {
        const found = atPlace(moves, at);
        setPlace(at);
        setMove(found.length === 1 ? (found[0] ?? null) : null);
    };
    const choosing: BoardChoice = { label: ask, places: handles(moves), chosen: move ? placesOf(move) : place ? [place] : [], pick };
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
        <>
            <div class="puzzle-lead">
                {children}
                <p class="puzzle-ask">{ask}</p>
            </div>
            <div class="puzzle-board">
                <BoardView board={state.board} view={state.view} choosing={result ? null : choosing} marks={marks} />
            </div>
            <div class="puzzle-side sheet">
                {result}
                <Known view={state.view} state={state} seat={seat} />
                {!result && (
                    <>
                        {here.length > 1 && options(here)}
                        {elsewhere.length > 0 && (
                            <details open={handles(moves).length === 0}>
                                <summary>{t.others}</summary>
                                {options(elsewhere)}
                            </details>
                        )}
                        <div class="puzzle-send">
                            {move && <p data-part="picked">{t.picked(moveText(state, move))}</p>}
                            <button type="button" class="main" data-do="answer" disabled={busy || !move} onClick={() => move && onMove(move)}>
                                {t.answer}
                            </button>
                        </div>
                    </>
                )}
            </div>
        </>
    );
}
