// SPDX-License-Identifier: AGPL-3.0-or-later
// Where the game was decided: each player's chance to win over time, the largest turns, and the effect of luck.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import type { GameAnalysis } from '../../types';
import { Disclosure } from '../../ui/Disclosure';
import { useFetched } from '../../ui/forms';
import { faultText } from '../../ui/toast';
import { Chart } from '../panels/charts/Chart';
import { LinesChart } from '../panels/charts/PointsChart';
import { ownSeat, seatName, useGame } from '../state/context';

const percent = (thousandths: number): number => Math.round(thousandths / 10);

/** "+12 %" */
const change = (thousandths: number): string =>
    formatter(Intl.NumberFormat, language(), { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 }).format(percent(thousandths) / 100);

function Turning({ turns, names }: { turns: GameAnalysis['largest']; names: string[] }): JSX.Element {
    const t = texts().result;
    return (
        <>
            <h4>{t.turning}</h4>
            <ol data-part="turning">
                {turns.map(({ turn, player, gains }) => (
                    <li key={turn}>
                        {t.turningTurn(turn, names[player] ?? '')}: {gains.flatMap((gain, seat) => (percent(gain) === 0 ? [] : [`${names[seat] ?? ''} ${change(gain)}`])).join(' · ')}
                    </li>
                ))}
            </ol>
        </>
    );
}

type Turn = GameAnalysis['turns'][number];

/** What the dice brought SEAT in a turn, beside what a roll brings on average; what luck and decisions did to its chance. */
function turnRow(turn: Turn, before: Turn, seat: number, names: string[]): (string | number)[] {
    const t = texts().result;
    const part = (of: number[]): number => of[seat] ?? 0;
    const decided = part(turn.chances) - part(before.chances) - part(turn.dice) - part(turn.cards);
    const cards = formatter(Intl.NumberFormat, language(), { maximumFractionDigits: 1 });
    return [
        `${turn.turn} ${names[turn.player ?? -1] ?? ''}`,
        t.gotOf(cards.format(part(turn.got)), cards.format(part(turn.expected))),
        change(part(turn.dice)),
        change(part(turn.cards)),
        change(decided),
    ];
}

/** The cards that the dice brought SEAT in the whole game, and what was to be expected. */
function sumText(turns: Turn[], seat: number): string {
    const cards = formatter(Intl.NumberFormat, language(), { maximumFractionDigits: 0 });
    const sum = (of: (turn: Turn) => number[]): string => cards.format(turns.reduce((all, turn) => all + (of(turn)[seat] ?? 0), 0));
    return texts().result.gotOf(sum(({ got }) => got), sum(({ expected }) => expected));
}

/** Luck and play turn by turn, from one player's side. */
function TurnByTurn({ turns, names }: { turns: Turn[]; names: string[] }): JSX.Element {
    const { state } = useGame();
    const [seat, setSeat] = useState(ownSeat(state) ?? state.game.result?.winner ?? 0);
    const t = texts().result;
    const rows = turns.slice(1).map((turn, i) => turnRow(turn, turns[i] as Turn, seat, names));
    return (
        <div data-part="turn-luck">
            <label>
                {t.forWhom}{' '}
                <select value={seat} onChange={(event) => setSeat(Number(event.currentTarget.value))}>
                    {names.map((name, one) => (
                        <option key={one} value={one}>
                            {name}
                        </option>
                    ))}
                </select>
            </label>
            <Chart name="turn-luck" title={t.turnByTurn} table={{ head: ['', t.gotCards, t.luckDice, t.luckCards, t.luckRest], rows }} />
        </div>
    );
}

export default function Chances(): JSX.Element {
    const { store, state } = useGame();
    const { value: analysis, fault } = useFetched(async () => (await unwrap(api.GET('/v1/games/{id}/analysis', { params: { path: { id: store.id } } }))) as GameAnalysis, [store]);
    const t = texts().result;
    if (!analysis) return fault ? <p class="bad">{faultText(fault)}</p> : <div class="loading" aria-busy="true" />;
    const { players } = state.view;
    const names = players.map(({ seat }) => seatName(state, seat));
    const lines = analysis.seats.map(({ seat }) => ({
        seat,
        name: names[seat] ?? '',
        color: players.find((player) => player.seat === seat)?.color ?? '',
        points: analysis.turns.map(({ chances }) => percent(chances[seat] ?? 0)),
    }));
    const rows = analysis.seats.map(({ seat, dice, cards, decisions }) => [names[seat] ?? '', sumText(analysis.turns, seat), change(dice), change(cards), change(decisions)]);
    if (lines.length === 0) return <p class="quiet">{t.noChances}</p>;
    return (
        <div data-part="chances">
            <LinesChart name="chances" title={t.chances} said={(parts) => t.chancesSaid(parts.join(', '))} lines={lines} target={100} />
            <Turning turns={analysis.largest} names={names} />
            <Chart name="chance-luck" title={t.luckApart} table={{ head: ['', t.gotCards, t.luckDice, t.luckCards, t.luckRest], rows }} />
            <Disclosure label={t.turnByTurn} name="turn-luck">
                <TurnByTurn turns={analysis.turns} names={names.slice(0, analysis.seats.length)} />
            </Disclosure>
            <p class="quiet">{t.chancesFrom}</p>
        </div>
    );
}
