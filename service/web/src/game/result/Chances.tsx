// SPDX-License-Identifier: AGPL-3.0-or-later
// Where the game was decided: each player's chance to win over time, the largest turns, and the effect of luck.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import type { GameAnalysis } from '../../types';
import { useFetched } from '../../ui/forms';
import { faultText } from '../../ui/toast';
import { Chart } from '../panels/charts/Chart';
import { LinesChart } from '../panels/charts/PointsChart';
import { seatName, useGame } from '../state/context';

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
    const rows = analysis.seats.map(({ seat, dice, cards, decisions }) => [names[seat] ?? '', change(dice), change(cards), change(decisions)]);
    if (lines.length === 0) return <p class="quiet">{t.noChances}</p>;
    return (
        <div data-part="chances">
            <LinesChart name="chances" title={t.chances} said={(parts) => t.chancesSaid(parts.join(', '))} lines={lines} target={100} />
            <Turning turns={analysis.largest} names={names} />
            <Chart name="chance-luck" title={t.luckApart} table={{ head: ['', t.luckDice, t.luckCards, t.luckRest], rows }} />
            <p class="quiet">{t.chancesFrom}</p>
        </div>
    );
}
