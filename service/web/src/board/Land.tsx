// SPDX-License-Identifier: AGPL-3.0-or-later
// What does not change during a game: sea, coast, terrains, harbors; and the numbers, which an Inventor moves.
import type { JSX } from 'preact';
import { harborArt, hexOutline, rockShape, type Shape, type Spot, stamp, terrainArt } from './art';
import { between, type HarborSpot, type HexSpot, pips, type Plan } from './geometry';

/** From wave to wave. */
const waveX = 72;
const waveY = 24;
/** How far a pier goes towards its harbor. */
const pierPart = 0.6;
const pipGap = 5.4;
const hotPips = 5;

export function Drawn({ shape, spots = [[0, 0]] }: { shape: Shape; spots?: Spot[] }): JSX.Element {
    return (
        <>
            {shape.map(({ paint, parts }, i) => (
                <path key={i} class={`art ${paint}`} d={stamp(parts, spots)} />
            ))}
        </>
    );
}

function Sea({ plan }: { plan: Plan }): JSX.Element {
    const { left, top, width, height } = plan.bounds;
    let d = '';
    for (let row = 0; (row + 1) * waveY < height; row++) for (let x = ((row % 2) * waveX) / 2; x + waveX < width; x += waveX) d += `M${left + x + 12} ${top + row * waveY + 14}q5-6 10 0t10 0`;
    const coast = plan.hexes.map(({ x, y }) => `M${x} ${y - 60}l52 30v60l-52 30l-52-30v-60z`).join('');
    return (
        <>
            <path class="wave" d={d} />
            <path class="shallows" d={coast} />
            <path class="beach" d={coast} />
        </>
    );
}

function Hex({ hex }: { hex: HexSpot }): JSX.Element {
    return (
        <g transform={`translate(${hex.x} ${hex.y})`} data-hex={hex.id} data-terrain={hex.terrain}>
            <path class={`ground ${hex.terrain}`} d={hexOutline} />
            {terrainArt[hex.terrain].map(([shape, spots], i) => (
                <Drawn key={i} shape={shape} spots={spots} />
            ))}
        </g>
    );
}

/** A number with its pips; 6 and 8 are red, and underlined by having the most pips. */
export function Token({ number }: { number: number }): JSX.Element {
    const count = pips(number);
    const dots = Array.from({ length: count }, (_, i) => `M${(i - (count - 1) / 2) * pipGap - 2} 13a2 2 0 1 0 4 0a2 2 0 1 0-4 0`).join('');
    return (
        <g class={count === hotPips ? 'token hot' : 'token'}>
            <circle r={23} />
            <text y={7}>{number}</text>
            <path d={dots} />
        </g>
    );
}

function Harbor({ harbor }: { harbor: HarborSpot }): JSX.Element {
    const piers = harbor.ends.map((end) => {
        const to = between(end, harbor, pierPart);
        return `M${end.x} ${end.y}L${to.x} ${to.y}`;
    });
    return (
        <g data-harbor={harbor.kind}>
            <path class="pier-edge" d={piers.join('')} />
            <path class="pier" d={piers.join('')} />
            <g transform={`translate(${harbor.x} ${harbor.y})`}>
                <circle class={`harbor-disc ${harbor.kind}`} r={25} />
                <g transform="translate(0 -6) scale(.82)">
                    <Drawn shape={harborArt[harbor.kind]} />
                </g>
                <text class="rate" y={19}>
                    {harbor.kind === 'any' ? '3:1' : '2:1'}
                </text>
            </g>
        </g>
    );
}

/** Where the robber stands while it is on no hex. */
export const rockSpot = ({ bounds }: Plan): { x: number; y: number } => ({ x: bounds.left + bounds.width - 48, y: bounds.top + bounds.height - 38 });

export function Land({ plan, numbers, rock }: { plan: Plan; numbers: Map<number, number>; rock: boolean }): JSX.Element {
    const spot = rockSpot(plan);
    return (
        <g class="land">
            <Sea plan={plan} />
            {rock && <path class="rock-off" d={rockShape} transform={`translate(${spot.x} ${spot.y})`} />}
            {plan.harbors.map((harbor) => (
                <Harbor key={harbor.edge} harbor={harbor} />
            ))}
            {plan.hexes.map((hex) => (
                <Hex key={hex.id} hex={hex} />
            ))}
            {plan.hexes.map(({ id, x, y }) => {
                const number = numbers.get(id);
                return number === undefined ? null : (
                    <g key={id} transform={`translate(${x} ${y})`} data-number={number} data-on={id}>
                        <Token number={number} />
                    </g>
                );
            })}
        </g>
    );
}
