// SPDX-License-Identifier: AGPL-3.0-or-later
// How often each sum was rolled, against the expectation for two dice.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { language, texts } from '../../../texts';
import { formatter } from '../../../texts/format';
import type { SeatStats } from '../../../types';
import { Choice } from '../../../ui/Field';
import { Chart, Grid, height, margin, width } from './Chart';
import { rolledOf, sums, ticks } from './figures';

const barShare = 0.68;

export function DiceChart({ seats, names }: { seats: SeatStats[]; names: string[] }): JSX.Element {
    const t = texts().charts;
    const [whose, setWhose] = useState('all');
    const rolled = rolledOf(whose === 'all' ? seats : seats.filter(({ seat }) => String(seat) === whose));
    const steps = ticks(Math.max(...rolled.flatMap(({ count, expected }) => [count, expected])));
    const top = steps.at(-1) ?? 1;
    const slot = (width - margin.left - margin.right) / sums.length;
    const x = (at: number): number => margin.left + slot * (at + 0.5);
    const y = (count: number): number => height - margin.bottom - ((height - margin.top - margin.bottom) * count) / top;
    const decimal = formatter(Intl.NumberFormat, language(), { maximumFractionDigits: 1 });
    const total = rolled.reduce((all, { count }) => all + count, 0);
    return (
        <Chart name="dice" title={t.dice} table={{ head: [t.sum, t.rolled, t.expected], rows: rolled.map(({ sum, count, expected }) => [sum, count, decimal.format(expected)]) }}>
            <Choice label={t.rollsOf} value={whose} options={[['all', t.everybody], ...seats.map(({ seat }): [string, string] => [String(seat), names[seat] ?? ''])]} onChoose={setWhose} />
            <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.diceSaid(total)}>
                <Grid steps={steps} y={y} label="" />
                {rolled.map(({ sum, count, expected }, at) => (
                    <g key={sum} class="chart-bar" data-sum={sum} data-count={count}>
                        <title>{t.sumSaid(sum, count, decimal.format(expected))}</title>
                        <rect x={x(at) - (slot * barShare) / 2} width={slot * barShare} y={y(count)} height={y(0) - y(count)} />
                        <line class="expected" x1={x(at) - slot * 0.45} x2={x(at) + slot * 0.45} y1={y(expected)} y2={y(expected)} />
                        <text x={x(at)} y={height - margin.bottom + 16} text-anchor="middle">
                            {sum}
                        </text>
                    </g>
                ))}
            </svg>
            <p class="quiet chart-key">{t.diceKey(total)}</p>
        </Chart>
    );
}
