// SPDX-License-Identifier: AGPL-3.0-or-later
// Statistics of the game as charts: points, dice, production, the robber, trades.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { useFetched } from '../../ui/forms';
import { texts } from '../../texts';
import type { GameStats, SeatStats } from '../../types';
import { commodities, resources } from '../../lib/kinds';
import { faultText } from '../../ui/toast';
import { Chart } from './charts/Chart';
import { DiceChart } from './charts/DiceChart';
import { total } from './charts/figures';
import { PointsChart } from './charts/PointsChart';
import { ProductionChart } from './charts/ProductionChart';
import { seatName, useGame } from '../state/context';

function RobberTable({ seats, names }: { seats: SeatStats[]; names: string[] }): JSX.Element {
    const t = texts().charts;
    const rows = seats.map(({ seat, robber, discarded }) => [names[seat] ?? '', robber.moved, robber.hit, robber.stole, robber.robbed, discarded]);
    return <Chart name="robber" title={t.robber} table={{ head: ['', t.moved, t.hit, t.stole, t.robbed, t.discarded], rows }} />;
}

function TradeTable({ seats, names }: { seats: SeatStats[]; names: string[] }): JSX.Element {
    const t = texts().charts;
    const rows = seats.map(({ seat, bank, trade, trades_with }) => [
        names[seat] ?? '',
        `${total(bank.gave)} → ${total(bank.got)}`,
        `${total(trade.gave)} → ${total(trade.got)}`,
        ...seats.map((other) => (other.seat === seat ? '–' : (trades_with[other.seat] ?? 0))),
    ]);
    return <Chart name="trades" title={t.trades} table={{ head: ['', t.withBank, t.withPlayers, ...seats.map(({ seat }) => t.tradesWith(names[seat] ?? ''))], rows }} />;
}

export default function ChartsPanel(): JSX.Element {
    const { store, state } = useGame();
    const { value: stats, fault } = useFetched(async () => (await unwrap(api.GET('/v1/games/{id}/stats', { params: { path: { id: store.id } } }))) as GameStats, [store, state.game.seq, state.game.status]);
    const t = texts().charts;
    if (!stats) return fault ? <p class="bad">{faultText(fault)}</p> : <div class="loading" aria-busy="true" />;
    const { players } = state.view;
    const seats = stats.seats.filter(({ seat }) => !players.find((player) => player.seat === seat)?.neutral);
    const names = players.map(({ seat }) => seatName(state, seat));
    const lines = seats.map(({ seat, points }) => ({ seat, points, name: names[seat] ?? '', color: players.find((player) => player.seat === seat)?.color ?? '' }));
    if (lines.every(({ points }) => points.length === 0) && state.game.seq === 0) return <p class="quiet">{t.nothing}</p>;
    return (
        <div class="charts" data-part="charts" data-seq={stats.seq}>
            <PointsChart lines={lines} target={state.game.rules.victory_points} />
            <DiceChart seats={seats} names={names} />
            <ProductionChart seats={seats} names={names} kinds={state.game.rules.game === 'base' ? resources : [...resources, ...commodities]} />
            <RobberTable seats={seats} names={names} />
            <TradeTable seats={seats} names={names} />
        </div>
    );
}
