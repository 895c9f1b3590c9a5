// SPDX-License-Identifier: AGPL-3.0-or-later
// A game's time limits, and whose clock is running.
import type { JSX } from 'preact';
import { seatName, useGame } from '../../state/context';
import { Deadline } from '../../screen/Deadline';
import { Link } from '../../../lib/router';
import { useMe } from '../../../lib/session';
import { texts } from '../../../texts';
import type { Decision, Game } from '../../../types';
import { span } from '../../../ui/time';

export type Clock = NonNullable<Game['clock']>;

/** A clock's rules, one sentence or less each. */
export function rulesOf(clock: Clock): string[] {
    const t = texts().settings.game;
    const { turn, decision, bank } = clock;
    const spans = [
        turn === undefined ? '' : t.perTurn(span(turn)),
        decision === undefined ? '' : t.perDecision(span(decision)),
        bank ? t.bank(span(bank.start)) : '',
        bank?.increment ? t.increment(span(bank.increment), span(bank.max ?? bank.start)) : '',
    ];
    return [spans.filter((text) => text !== '').join('; '), t.onTimeout[clock.on_timeout], t.voteAfter(clock.vote_after)];
}

function Running({ decision, clock, paused }: { decision: Decision; clock: boolean; paused: boolean }): JSX.Element {
    const t = texts().settings.game;
    if (!clock) return <>{t.free}</>;
    return decision.deadline && !paused ? <Deadline at={decision.deadline} /> : <>{t.still}</>;
}

export function GameClock(): JSX.Element {
    const { state } = useGame();
    const me = useMe();
    const t = texts().settings.game;
    const { game } = state;
    const clock = game.clock ?? null;
    const waiting = game.status === 'active' ? state.view.waiting_for : [];
    // One allowance per player: a player asked for two things has one deadline.
    const each = waiting.filter(({ player }, i) => waiting.findIndex((other) => other.player === player) === i);
    return (
        <section class="sheet" data-part="clock">
            <h3>{t.clock}</h3>
            {clock ? (
                <ul>
                    {rulesOf(clock).map((rule) => (
                        <li key={rule}>{rule}</li>
                    ))}
                </ul>
            ) : (
                <p>{game.mode === 'table' ? t.table : t.noClock}</p>
            )}
            {game.status === 'active' && game.mode === 'play' && (
                <>
                    <h4>{t.deadlines}</h4>
                    {each.length === 0 && <p>{t.nobody}</p>}
                    <ul class="things" data-list="deadlines">
                        {each.map((decision) => (
                            <li key={decision.player} data-seat={decision.player}>
                                <span>{seatName(state, decision.player)}</span>
                                <span>
                                    <Running decision={decision} clock={clock !== null} paused={Boolean(game.paused)} />
                                </span>
                            </li>
                        ))}
                    </ul>
                </>
            )}
            {clock && me && (
                <p class="after">
                    <Link href="/settings/calendar">{t.yourHours}</Link>
                </p>
            )}
        </section>
    );
}
