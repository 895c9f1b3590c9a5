// SPDX-License-Identifier: AGPL-3.0-or-later
// The head of a game's page: what game it is, whose move it is and until when, or how it ended.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, got } from '../api';
import { Link, navigate } from '../router';
import { moment, texts } from '../texts';
import { sayFault } from '../ui/notice';
import { ownSeat, seatName, useGame } from './context';
import { Deadline, nearest } from './when';
import { gameTitle, isMine, mySeat, whoseMove } from './who';

function Open(): JSX.Element {
    const { state } = useGame();
    const t = texts().game;
    const free = state.game.seats.filter(({ kind }) => kind === 'open' || kind === 'invited').length;
    return (
        <>
            <span>{t.openSeats(free)}</span>{' '}
            <Link class="button" href={`/games/${state.game.id}/join`}>
                {t.invite}
            </Link>
        </>
    );
}

function Over(): JSX.Element {
    const { store, state } = useGame();
    const [asking, setAsking] = useState(false);
    const { game } = state;
    const t = texts().game;
    const own = mySeat(state);
    const winner = game.result?.winner ?? null;
    const points = winner === null ? 0 : (game.result?.points[winner] ?? 0);
    const again = async (): Promise<void> => {
        setAsking(true);
        try {
            const next = await got(api.POST('/v1/games/{id}/rematch', { params: { path: { id: store.id } } }));
            navigate(`/games/${(next as { id: string }).id}`);
        } catch (fault) {
            sayFault(fault);
            setAsking(false);
        }
    };
    return (
        <>
            <strong data-result={winner ?? 'none'}>{winner === null ? t.abandoned : winner === own ? t.youWon(points) : t.won(seatName(state, winner), points)}</strong>
            <span class="row">
                {game.rematch && (
                    <Link class="button main" href={`/games/${game.rematch}`}>
                        {t.toRematch}
                    </Link>
                )}
                {!game.rematch && own !== null && game.mode === 'play' && (
                    <button type="button" class="main" data-do="rematch" disabled={asking} onClick={() => void again()}>
                        {t.rematch}
                    </button>
                )}
                <Link class="button plain" href={`/games/${game.id}/fairness`}>
                    {t.proof}
                </Link>
                <a class="button plain" href={`/v1/games/${game.id}/record`} download={`hexpost-${game.id}.json`}>
                    {t.record}
                </a>
            </span>
        </>
    );
}

function Running(): JSX.Element {
    const { state } = useGame();
    const { game, view } = state;
    const t = texts().game;
    const own = ownSeat(state);
    const mine = view.waiting_for.filter(({ player }) => player === own);
    const deadline = nearest(mine.length > 0 ? mine : view.waiting_for);
    return (
        <>
            <strong class={isMine(state) ? 'whose mine' : 'whose'}>{whoseMove(state)}</strong>{' '}
            {game.paused ? <span class="paused">{t.pausedUntil(moment(game.paused.until))}</span> : deadline && <Deadline at={deadline} />}
        </>
    );
}

export function GameHead(): JSX.Element {
    const { state } = useGame();
    const { game, view } = state;
    const t = texts().game;
    const Body = { open: Open, active: Running, finished: Over, abandoned: Over }[game.status];
    return (
        <header class="game-head" data-status={game.status}>
            <h1>{gameTitle(state)}</h1>
            <span class="quiet game-where">
                {[game.mode === 'table' && t.table, game.status === 'active' && (view.turn.number > 0 ? t.turn(view.turn.number) : t.setUp)].filter((part) => part).join(' · ')}
            </span>
            <div class="game-status" aria-live="polite">
                <Body />
            </div>
        </header>
    );
}
