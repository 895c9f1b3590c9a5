// SPDX-License-Identifier: AGPL-3.0-or-later
// The parts of the board that stay fixed during a game: sea, coast, terrain, harbors; also the numbers, which an
// Inventor can move.
import type { JSX } from 'preact';
import type { HarborKind } from '../types';
import { useId } from 'preact/hooks';
import { Drawn, type Spot } from '../ui/drawings';
import { harborArt, hexOutline, rockShape, terrainArt } from './art';
import { between, type HarborSpot, type HexSpot, isLand, pips, type Plan } from './geometry';

/** Distance between waves. */
const waveX = 72;
const waveY = 24;
/** How far a pier reaches towards its harbor. */
const pierPart = 0.6;
const pipGap = 5.4;
const hotPips = 5;

/** Hexes at their places in one path. */
const outlineAt = (turned: boolean) => ({ x, y }: HexSpot): string => (turned ? `M${x + 60} ${y}l-30 52h-60l-30-52l30-52h60z` : `M${x} ${y - 60}l52 30v60l-52 30l-52-30v-60z`);

/** The transform of the shape of a hex. */
export const hexTurn = ({ turned }: Plan): string | undefined => (turned ? 'rotate(90)' : undefined);

function Sea({ plan }: { plan: Plan }): JSX.Element {
    const { left, top, width, height } = plan.bounds;
    const id = useId();
    const coast = plan.hexes.filter(({ terrain }) => isLand(terrain)).map(outlineAt(plan.turned)).join('');
    return (
        <>
            <pattern id={id} width={waveX} height={waveY * 2} patternUnits="userSpaceOnUse">
                <path class="wave" d={`M12 14q5-6 10 0t10 0M${12 + waveX / 2} ${14 + waveY}q5-6 10 0t10 0`} />
            </pattern>
            <rect class="waves" x={left - width} y={top - height} width={3 * width} height={3 * height} fill={`url(#${id})`} />
            <path class="shallows" d={coast} />
            <path class="beach" d={coast} />
        </>
    );
}

/** What grows on a hex stays upright; where it grows turns with the hex. */
const spotsOn = ({ turned }: Plan, spots: Spot[]): Spot[] => (turned ? spots.map(([x, y]) => [-y, x]) : spots);

export function Hex({ plan, hex }: { plan: Plan; hex: HexSpot }): JSX.Element {
    return (
        <g transform={`translate(${hex.x} ${hex.y})`} data-hex={hex.id} data-terrain={hex.terrain}>
            <path class={`ground ${hex.terrain}`} d={hexOutline} transform={hexTurn(plan)} />
            {terrainArt[hex.terrain].map(([shape, spots], i) => (
                <Drawn key={i} shape={shape} spots={spotsOn(plan, spots)} />
            ))}
        </g>
    );
}

/** A number with its pips; 6 and 8 are red and have the most pips. */
export function Token({ number }: { number: number }): JSX.Element {
    const count = pips(number);
    const dots = Array.from({ length: count }, (_, i) => `M${(i - (count - 1) / 2) * pipGap - 2} 13a2 2 0 1 0 4 0a2 2 0 1 0-4 0`).join('');
    return (
        <g class={count === hotPips ? 'token hot' : 'token'} data-token={count === hotPips ? 'hot' : ''}>
            <circle r={23} />
            <text y={7}>{number}</text>
            <path d={dots} />
        </g>
    );
}

export function HarborSign({ kind }: { kind: HarborKind }): JSX.Element {
    return (
        <>
            <circle class={`harbor-disc ${kind}`} r={25} />
            <g transform="translate(0 -6) scale(.82)">
                <Drawn shape={harborArt[kind]} />
            </g>
            <text class="rate" y={19}>
                {kind === 'any' ? '3:1' : '2:1'}
            </text>
        </>
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
                <HarborSign kind={harbor.kind} />
            </g>
        </g>
    );
}

/** The robber's place while it is not on a hex. */
export const rockSpot = ({ bounds }: Plan): { x: number; y: number } => ({ x: bounds.left + bounds.width - 48, y: bounds.top + bounds.height - 38 });

/** The numbers, drawn above the tint of hexes that can be chosen. */
export function Tokens({ plan, numbers }: { plan: Plan; numbers: Map<number, number> }): JSX.Element {
    return (
        <g class="tokens">
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

export function Land({ plan, rock }: { plan: Plan; rock: boolean }): JSX.Element {
    const spot = rockSpot(plan);
    return (
        <g class="land">
            <Sea plan={plan} />
            {rock && <path class="rock-off" d={rockShape} transform={`translate(${spot.x} ${spot.y})`} />}
            {plan.harbors.map((harbor) => (
                <Harbor key={harbor.edge} harbor={harbor} />
            ))}
            {plan.hexes.map((hex) => hex.terrain !== 'sea' && <Hex key={hex.id} plan={plan} hex={hex} />)}
        </g>
    );
}
