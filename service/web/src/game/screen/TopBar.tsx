// SPDX-License-Identifier: AGPL-3.0-or-later
// The head of a game's page: which game, whose move, the deadline, or how it ended.
import type { JSX } from 'preact';
import { decisionOf, offersTo } from '../actions/asked';
import { decisionName } from '../actions/say';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { View } from '../../types';
import { ownSeat, seatName, useGame } from '../state/context';
import { Chip, PauseChip, TimeChip } from '../../ui/Chip';
import { nextDeadline } from './Deadline';
import { gameTitle, isMyMove, mySeat, whoseMove } from '../state/seats';
import { LastRolls } from '../actions/Dice';
import { FigureIcon } from './icons';

/** Whose move it is; if it is the reader's or they are offered a trade, also what to do. */
function Whose(): JSX.Element {
    const { state } = useGame();
    const { status, result } = state.game;
    const decision = isMyMove(state) ? decisionOf(state) : null;
    const who = whoseMove(state);
    const offers = state.game.mode === 'play' && ownSeat(state) !== null ? offersTo(state) : [];
    const from = [...new Set(offers.map(({ player }) => seatName(state, player)))];
    if (status === 'open') return <strong class="whose" data-part="turn">{texts().play.notStarted}</strong>;
    if (status !== 'active') return <strong class="whose" data-part="turn">{typeof result?.winner === 'number' ? texts().play.over(seatName(state, result.winner)) : texts().play.ended}</strong>;
    const wanted = from.length > 0 ? texts().game.offersFrom(list(from)) : decision && decisionName(state, decision);
    if (wanted === null) return <strong class="whose" data-part="turn">{who}</strong>;
    return (
        <span class="whose mine" data-part="turn" data-mine>
            <strong class={decision && wanted !== '' ? 'whose-name' : undefined}>{decision ? who : wanted}</strong>
            {decision && wanted !== '' && (
                <>
                    <span class="whose-name"> · </span>
                    <span class="wanted-now">{wanted}</span>
                </>
            )}
        </span>
    );
}

/** The round: turns are counted over all players, and the parts of a turn do not count. */
const roundOf = ({ players, turn }: View): number => Math.ceil(turn.number / players.filter(({ neutral }) => !neutral).length);

/** The time left, a pause, a part of a turn, or that the reader only watches. It comes first, so that nothing cuts it off. */
function Chips(): JSX.Element {
    const { state } = useGame();
    const { game, view } = state;
    const t = texts().game;
    const own = ownSeat(state);
    const mine = view.waiting_for.filter(({ player }) => player === own);
    const deadline = nextDeadline(mine.length > 0 ? mine : view.waiting_for);
    return (
        <span class="state-chips" data-part="chips">
            {game.paused ? <PauseChip until={game.paused.until} /> : deadline && <TimeChip at={deadline} clock={game.clock} />}
            {game.mode === 'play' && mySeat(state) === null && <Chip name="watching">{t.watching}</Chip>}
            {game.status === 'active' && view.turn.pair?.part === 2 && <Chip name="part">{t.secondPart}</Chip>}
        </span>
    );
}

/** The kind of game and the round. */
function Where(): JSX.Element {
    const { game, view } = useGame().state;
    const t = texts().game;
    const words = [game.mode === 'table' && t.table, game.rated && texts().around.card.rated, game.status === 'active' && (view.turn.number > 0 ? t.round(roundOf(view)) : t.setUp)].filter((word) => word);
    return <span>{words.map((word) => ` · ${word}`)}</span>;
}

/** Shows and hides the panels if there is no room for them beside the board. */
function DrawerButton({ open, unread, onToggle }: { open: boolean; unread: number; onToggle: () => void }): JSX.Element {
    const t = texts().game;
    return (
        <button type="button" class="drawer-button" data-do="panels" aria-expanded={open} aria-label={t.tabsLabel} title={t.tabsLabel} onClick={onToggle}>
            <FigureIcon figure={open ? 'close' : 'panels'} />
            {unread > 0 && <span class="mark">{unread}</span>}
        </button>
    );
}

export function TopBar({ drawer, unread, onDrawer }: { drawer: boolean; unread: number; onDrawer: () => void }): JSX.Element {
    const { state, past } = useGame();
    return (
        <header class="game-top" data-part="head" data-status={state.game.status}>
            <div class="game-status" data-part="progress" aria-live="polite">
                {past ? <strong class="whose" data-part="turn">{texts().game.asItWas}</strong> : <Whose />}
            </div>
            <div class="game-where quiet">
                <Chips />
                <h1 title={gameTitle(state)}>{gameTitle(state)}</h1>
                <Where />
            </div>
            <LastRolls />
            <DrawerButton open={drawer} unread={unread} onToggle={onDrawer} />
        </header>
    );
}
