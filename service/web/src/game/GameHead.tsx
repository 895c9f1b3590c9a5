// SPDX-License-Identifier: AGPL-3.0-or-later
// The head of a game's page: what game it is, whose move it is and until when, or how it ended.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, got } from '../api';
import { decisionOf, offersTo } from '../play/asked';
import { decisionName } from '../play/say';
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

/** Whose move it is; where it is the reader's or they are offered a trade, also what is wanted, and the way there. */
function Whose(): JSX.Element {
    const { state } = useGame();
    const decision = isMine(state) ? decisionOf(state) : null;
    const who = whoseMove(state);
    const offers = state.game.mode === 'play' && ownSeat(state) !== null ? offersTo(state) : [];
    const from = [...new Set(offers.map(({ player }) => seatName(state, player)))];
    const wanted = from.length > 0 ? texts().game.offersFrom(texts().common.list(from)) : decision && decisionName(state, decision);
    if (wanted === null) return <strong class="whose">{who}</strong>;
    const show = (): void => document.getElementById('wanted')?.scrollIntoView({ block: 'nearest' });
    return (
        <button type="button" class="whose mine" onClick={show}>
            <strong>{decision ? who : wanted}</strong>
            {decision && wanted !== '' && <span class="wanted-now"> · {wanted}</span>}
        </button>
    );
}

/** What kind of game, which turn, and until when. */
function Where(): JSX.Element {
    const { state } = useGame();
    const { game, view } = state;
    const t = texts().game;
    const own = ownSeat(state);
    const mine = view.waiting_for.filter(({ player }) => player === own);
    const deadline = nearest(mine.length > 0 ? mine : view.waiting_for);
    const words = [
        game.mode === 'table' && t.table,
        game.status === 'active' && (view.turn.number > 0 ? t.turn(view.turn.number) : t.setUp),
        game.mode === 'play' && mySeat(state) === null && t.watching,
    ].filter((word) => word);
    const until = game.paused ? <span class="paused">{t.pausedUntil(moment(game.paused.until))}</span> : deadline && <Deadline at={deadline} />;
    return (
        <span class="quiet game-where">
            {words.join(' · ')}
            {until && words.length > 0 && ' · '}
            {until}
        </span>
    );
}

export function GameHead(): JSX.Element {
    const { state } = useGame();
    const { status } = state.game;
    const Body = { open: Open, active: Whose, finished: Over, abandoned: Over }[status];
    return (
        <header class="game-head" data-status={status}>
            <h1 title={gameTitle(state)}>{gameTitle(state)}</h1>
            <div class="game-status" aria-live="polite">
                <Body />
            </div>
            <Where />
        </header>
    );
}
