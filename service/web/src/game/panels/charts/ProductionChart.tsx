// SPDX-License-Identifier: AGPL-3.0-or-later
// What each player got from the dice, by kind: one bar per player, whose parts differ in color and sign.
import type { JSX } from 'preact';
import { texts } from '../../../texts';
import type { Kind, SeatStats } from '../../../types';
import { KindIcon } from '../../../ui/icons';
import { Chart } from './Chart';
import { producedBy, total } from './figures';

export function ProductionChart({ seats, names, kinds }: { seats: SeatStats[]; names: string[]; kinds: Kind[] }): JSX.Element {
    const t = texts();
    const produced = seats.map((stats) => ({ seat: stats.seat, cards: producedBy(stats) }));
    const most = Math.max(1, ...produced.map(({ cards }) => total(cards)));
    const rows = produced.map(({ seat, cards }) => [names[seat] ?? '', ...kinds.map((kind) => cards[kind] ?? 0), total(cards)]);
    return (
        <Chart name="production" title={t.charts.production} table={{ head: ['', ...kinds.map((kind) => t.common.kinds[kind]), t.charts.inAll], rows }}>
            <ul class="stacks" aria-label={t.charts.production}>
                {produced.map(({ seat, cards }) => (
                    <li key={seat} data-seat={seat} data-total={total(cards)}>
                        <span class="stack-name">
                            {names[seat]} <b>{total(cards)}</b>
                        </span>
                        <span class="stack" aria-hidden="true">
                            {kinds
                                .filter((kind) => cards[kind])
                                .map((kind) => (
                                    <span key={kind} class={`part kind-${kind}`} title={`${t.common.kinds[kind]}: ${cards[kind]}`} style={{ width: `${(100 * (cards[kind] ?? 0)) / most}%` }}>
                                        <KindIcon kind={kind} />
                                    </span>
                                ))}
                        </span>
                    </li>
                ))}
            </ul>
            <ul class="chart-legend">
                {kinds.map((kind) => (
                    <li key={kind}>
                        <KindIcon kind={kind} /> {t.common.kinds[kind]}
                    </li>
                ))}
            </ul>
        </Chart>
    );
}
