// SPDX-License-Identifier: AGPL-3.0-or-later
// Common to all charts: a heading, a labelled drawing, and the same figures as a table.
import type { ComponentChildren, JSX } from 'preact';
import { texts } from '../../../texts';

export const width = 400;
export const height = 230;
export const margin = { left: 34, right: 12, top: 12, bottom: 30 };

export interface Table {
    head: string[];
    rows: (string | number)[][];
}

function Figures({ caption, table }: { caption: string; table: Table }): JSX.Element {
    return (
        <div class="chart-table" tabIndex={0} role="region" aria-label={caption}>
            <table>
                <caption class="sr">{caption}</caption>
                <thead>
                    <tr>
                        {table.head.map((text, i) =>
                            text === '' ? (
                                <td key={i} />
                            ) : (
                                <th key={i} scope="col">
                                    {text}
                                </th>
                            ),
                        )}
                    </tr>
                </thead>
                <tbody>
                    {table.rows.map(([name, ...cells], row) => (
                        <tr key={row}>
                            <th scope="row">{name}</th>
                            {cells.map((cell, i) => (
                                <td key={i}>{cell}</td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/** A chart. Its table is shown below a drawing only on demand, and always if there is no drawing. */
export function Chart({ name, title, children, table }: { name: string; title: string; children?: ComponentChildren; table: Table }): JSX.Element {
    return (
        <section class="sheet chart" data-chart={name}>
            <h3>{title}</h3>
            {children}
            {children === undefined ? (
                <Figures caption={title} table={table} />
            ) : (
                <details>
                    <summary>{texts().charts.asTable}</summary>
                    <Figures caption={title} table={table} />
                </details>
            )}
        </section>
    );
}

/** The frame of a drawing: horizontal lines with their values on the left. */
export function Grid({ steps, y, label }: { steps: number[]; y: (value: number) => number; label: string }): JSX.Element {
    return (
        <g class="chart-grid">
            {steps.map((step) => (
                <g key={step}>
                    <line x1={margin.left} x2={width - margin.right} y1={y(step)} y2={y(step)} />
                    <text x={margin.left - 5} y={y(step) + 4} text-anchor="end">
                        {step}
                    </text>
                </g>
            ))}
            <text x={(margin.left + width - margin.right) / 2} y={height - 4} text-anchor="middle">
                {label}
            </text>
        </g>
    );
}
