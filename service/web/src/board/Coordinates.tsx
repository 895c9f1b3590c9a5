// SPDX-License-Identifier: AGPL-3.0-or-later
// The numbers of all places, as used in the notation.
import type { JSX } from 'preact';
import type { Plan } from './geometry';
import type { OnBoard } from './pieces';

/** CSS pixels; clamped to these bounds in units of the drawing, so that labels do not overlap. */
const wantedSize = 11;
const leastUnits = 9;
const mostUnits = 17;
const belowPiece = 22;

export function Coordinates({ plan, view, scale }: { plan: Plan; view: OnBoard; scale: number }): JSX.Element {
    const size = Math.min(Math.max(wantedSize / scale, leastUnits), mostUnits);
    const { settlements = [], cities = [], knights = [], roads = [], ships = [] } = view.pieces;
    const taken = new Set([...settlements, ...cities, ...knights].map(({ vertex }) => vertex));
    const paved = new Set([...roads, ...ships].map(({ edge }) => edge));
    const [half, high] = [size * 0.75, size * 0.62];
    return (
        <g class="coordinates" data-part="coordinates" style={{ fontSize: `${size}px` }}>
            {plan.hexes.map(({ id, x, y }) => (
                <g key={`h${id}`} transform={`translate(${x} ${y + 36})`} class="hex-id" data-id={`hex-${id}`}>
                    <path d={`M0 ${-high * 1.3}L${half * 1.3} ${-high * 0.6}V${high * 0.6}L0 ${high * 1.3}L${-half * 1.3} ${high * 0.6}V${-high * 0.6}z`} />
                    <text y={size * 0.36}>{id}</text>
                </g>
            ))}
            {plan.edges.map(({ id, x, y }) =>
                paved.has(id) ? null : (
                    <g key={`e${id}`} transform={`translate(${x} ${y})`} class="edge-id" data-id={`edge-${id}`}>
                        <rect x={-half} y={-high} width={2 * half} height={2 * high} rx={2} />
                        <text y={size * 0.36}>{id}</text>
                    </g>
                ),
            )}
            {plan.vertices.map(({ id, x, y }) => (
                <g key={`v${id}`} transform={`translate(${x} ${taken.has(id) ? y + belowPiece : y})`} class="vertex-id" data-id={`vertex-${id}`}>
                    <circle r={size * 0.8} />
                    <text y={size * 0.36}>{id}</text>
                </g>
            ))}
        </g>
    );
}
