// SPDX-License-Identifier: AGPL-3.0-or-later
// The points of all players at the end of each turn, as lines that differ in color, dashes and a name at the end.
import type { JSX } from 'preact';
import { texts } from '../../../texts';
import { Chart, Grid, height, margin, width } from './Chart';
import { ticks } from './figures';

export interface Line {
    seat: number;
    name: string;
    color: string;
    points: number[];
}

const dashes = ['', '9 4', '2 4', '12 4 2 4'];

interface LinesProps {
    name: string;
    title: string;
    /** A text version of the drawing, from the latest figures. */
    said: (parts: string[]) => string;
    lines: Line[];
    /** The value of the horizontal target line. */
    target: number;
}

export function LinesChart({ name: chart, title, said, lines, target }: LinesProps): JSX.Element {
    const t = texts().charts;
    const turns = Math.max(1, ...lines.map(({ points }) => points.length));
    const most = Math.max(target, ...lines.flatMap(({ points }) => points));
    const steps = ticks(most);
    const top = steps.at(-1) ?? 1;
    const x = (turn: number): number => margin.left + ((width - margin.left - margin.right) * turn) / Math.max(1, turns - 1);
    const y = (points: number): number => height - margin.bottom - ((height - margin.top - margin.bottom) * points) / top;
    const path = (points: number[]): string => points.map((value, turn) => `${turn === 0 ? 'M' : 'L'}${x(turn).toFixed(1)} ${y(value).toFixed(1)}`).join('');
    const rows = Array.from({ length: turns }, (_, turn) => [turn + 1, ...lines.map(({ points }) => points[turn] ?? '')]);
    return (
        <Chart name={chart} title={title} table={{ head: [t.turn, ...lines.map(({ name }) => name)], rows }}>
            <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={said(lines.map(({ name, points }) => `${name} ${points.at(-1) ?? 0}`))}>
                <Grid steps={steps} y={y} label={t.turns} />
                <line class="chart-target" x1={margin.left} x2={width - margin.right} y1={y(target)} y2={y(target)} />
                {lines.map(({ seat, color, points }) => (
                    <g key={seat} class={`chart-line paint-${color}`} data-seat={seat} data-values={points.join(',')}>
                        <path class="casing" d={path(points)} />
                        <path d={path(points)} stroke-dasharray={dashes[seat % dashes.length]} />
                        <circle cx={x(points.length - 1)} cy={y(points.at(-1) ?? 0)} r={4} />
                    </g>
                ))}
            </svg>
            <ul class="chart-legend">
                {lines.map(({ seat, name, color, points }) => (
                    <li key={seat} class={`chart-line paint-${color}`}>
                        <svg viewBox="0 0 36 10" aria-hidden="true">
                            <path class="casing" d="M1 5H35" />
                            <path d="M1 5H35" stroke-dasharray={dashes[seat % dashes.length]} />
                        </svg>
                        {name} <b>{points.at(-1) ?? 0}</b>
                    </li>
                ))}
            </ul>
        </Chart>
    );
}

export function PointsChart({ lines, target }: { lines: Line[]; target: number }): JSX.Element {
    const t = texts().charts;
    return <LinesChart name="points" title={t.points} said={(parts) => t.pointsSaid(parts.join(', '))} lines={lines} target={target} />;
}
