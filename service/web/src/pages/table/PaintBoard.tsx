// SPDX-License-Identifier: AGPL-3.0-or-later
// The island being painted, with the brush chosen above.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { hexInner, hexOutline, seatSign, settlementRoof, settlementShape } from '../../board/art';
import { hexCenter, nextInDirection, planOf } from '../../board/geometry';
import { arrowKeys } from '../../board/keys';
import { Land, Tokens } from '../../board/Land';
import { PirateArt } from '../../board/pieces';
import { viewBox, whole } from '../../board/zoom';
import { texts } from '../../texts';
import { type Brush, paint, paintNeutral, ring, roomy, type Target, targetsFor } from './paint';
import { islandBoard, sailsIn, type SetUp, seatColors, seatsIn, withIsland } from './setup';

const targetShapes: Record<Target['shape'], JSX.Element> = { hex: <path class="glow" d={hexInner} />, side: <circle class="glow" r={17} />, corner: <circle class="glow" r={15} /> };

function nameOf(setUp: SetUp, { q, r, shape, side, corner }: Target): string {
    const t = texts();
    const { island } = setUp;
    const hex = island.hexes.find((one) => one.q === q && one.r === r);
    const said = hex && [t.common.terrains[hex.terrain], hex.number, hex.region === undefined ? null : t.setup.region(hex.region)];
    const land = said ? said.filter((part) => part !== null).join(' ') : sailsIn(setUp) ? t.setup.offMap : t.setup.sea;
    if (shape === 'hex') return t.setup.cell(q, r, land);
    if (shape === 'corner') return (corner === 'N' ? t.setup.cornerNorth : t.setup.cornerSouth)(q, r, land);
    const harbor = island.harbors.find((one) => one.q === q && one.r === r && one.side === side);
    return t.setup.coast(q, r, t.setup.sides[side ?? 'E'], harbor ? t.board.harborAt[harbor.kind] : t.setup.noHarbor);
}

function Neutrals({ setUp }: { setUp: SetUp }): JSX.Element {
    return (
        <>
            {setUp.neutral.map(({ q, r, corner }, i) => {
                const { x, y } = hexCenter(q, r);
                return (
                    <g key={i} class={`paint-${setUp.called[i + 2]?.color ?? seatColors[i + 2]}`} transform={`translate(${x} ${y + (corner === 'N' ? -60 : 60)})`} data-neutral={i + 2}>
                        <path class="body" d={settlementShape} />
                        <path class="roof" d={settlementRoof} />
                        <path class="sign" d={seatSign(i + 2)} transform="translate(0 4) scale(.9)" />
                    </g>
                );
            })}
        </>
    );
}

/** What a map at sea has that its tiles do not show. */
function SeaMarks({ setUp }: { setUp: SetUp }): JSX.Element {
    const { hexes, pirate } = setUp.island;
    const at = (q: number, r: number): string => `translate(${hexCenter(q, r).x} ${hexCenter(q, r).y})`;
    return (
        <>
            {hexes.map(({ q, r, terrain }) => terrain === 'sea' && <path key={`${q},${r}`} class="cell-sea" d={hexOutline} transform={at(q, r)} />)}
            {pirate && (
                <g transform={at(pirate.q, pirate.r)} data-pirate="">
                    <PirateArt />
                </g>
            )}
            {hexes.map(({ q, r, region }) => region !== undefined && (
                <text key={`${q},${r}`} class="region-name" transform={at(q, r)} y={-34} data-of-region={region}>
                    {region}
                </text>
            ))}
        </>
    );
}

export function PaintBoard({ setUp, brush, onPaint }: { setUp: SetUp; brush: Brush; onPaint: (setUp: SetUp) => void }): JSX.Element {
    const t = texts();
    const drawing = useRef<SVGSVGElement>(null);
    const [at, setAt] = useState('');
    const { island } = setUp;
    const plan = roomy(planOf(islandBoard(island)));
    const targets = targetsFor(island, brush);
    const here = targets.find(({ key }) => key === at) ?? targets[0];
    const use = (target: Target): void => onPaint(brush.kind === 'neutral' ? { ...setUp, neutral: paintNeutral(setUp.neutral, target) } : withIsland(setUp, paint(island, brush, target)));
    const press = (event: KeyboardEvent): void => {
        const direction = arrowKeys[event.key];
        if (!here || (!direction && event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        if (!direction) return use(here);
        const next = targets[nextInDirection(targets, here, direction)];
        drawing.current?.querySelector<SVGGElement>(`[data-target="${next?.key}"]`)?.focus();
    };
    return (
        <div class="board-frame paint-frame" data-part="paint" style={{ aspectRatio: `${plan.bounds.width} / ${plan.bounds.height}` }}>
            <svg class="board-art drawing" viewBox={viewBox(plan.bounds, whole(plan.bounds))} aria-hidden="true">
                <Land plan={plan} rock={false} />
                <Tokens plan={plan} numbers={new Map(plan.hexes.flatMap(({ id, number }) => (number === null ? [] : [[id, number]])))} />
                {brush.kind === 'terrain' && ring(island).map(([q, r]) => <path key={`${q},${r}`} class="cell-free" d={hexOutline} transform={`translate(${hexCenter(q, r).x} ${hexCenter(q, r).y})`} />)}
                {sailsIn(setUp) && <SeaMarks setUp={setUp} />}
                {seatsIn(setUp) === 2 && <Neutrals setUp={setUp} />}
            </svg>
            <svg ref={drawing} class="board-art lights" viewBox={viewBox(plan.bounds, whole(plan.bounds))} role="group" aria-label={t.setup.paintHere} onKeyDown={press}>
                <g class="idle">
                    {targets.map((target) => (
                        <g key={target.key} class={`lit lit-${target.shape === 'hex' ? 'hex' : 'vertex'} over`} transform={`translate(${target.x} ${target.y})`} role="button" tabindex={target === here ? 0 : -1} aria-label={nameOf(setUp, target)} data-target={target.key} data-lit="" onClick={() => use(target)} onFocus={() => setAt(target.key)}>
                            {targetShapes[target.shape]}
                            {target.shape !== 'hex' && <circle class="reach" r={26} />}
                        </g>
                    ))}
                </g>
            </svg>
        </div>
    );
}
