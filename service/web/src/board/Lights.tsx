// SPDX-License-Identifier: AGPL-3.0-or-later
// Highlights on the board: places that can be chosen, and marks.
import type { JSX, SVGAttributes } from 'preact';
import { texts } from '../texts';
import type { Place } from '../types';
import { hexInner } from './art';
import { placeKey, placePoint, type Plan } from './geometry';
import { hexTurn } from './Land';
import { type BoardChoice, type Target, reachOf } from './targets';
import { placeName } from './names';
import type { OnBoard } from './pieces';
import { useRoving } from './roving';

const ringRadius = 15;
/** Around a piece, so that the piece stays visible. */
const pieceRing = 25;

function Glow({ plan, one }: { plan: Plan; one: Target }): JSX.Element {
    if (one.place.kind === 'hex') return <path class="glow" d={hexInner} transform={hexTurn(plan)} />;
    if (one.place.kind === 'vertex') return <circle class="glow" r={one.taken ? pieceRing : ringRadius} />;
    return <rect class="glow" x={-20} y={-9} width={40} height={18} rx={9} transform={`rotate(${plan.edges[one.place.id]?.angle ?? 0})`} />;
}

const check = <path class="check" d="M-6 0l4.500 5L7-6" />;

/** Tints hexes that can be chosen. Drawn below numbers and pieces, so that those keep their colors. */
export function Tints({ plan, lit, idle }: { plan: Plan; lit: Target[]; idle: boolean }): JSX.Element {
    return (
        <g class={idle ? 'tints idle' : 'tints'}>
            {lit.map(({ place, key, x, y, chosen }) => place.kind === 'hex' && <path key={key} class="tint" d={hexInner} transform={`translate(${x} ${y}) ${hexTurn(plan) ?? ''}`} data-tint={key} data-chosen={chosen ? '' : undefined} />)}
        </g>
    );
}

interface LightsProps {
    plan: Plan;
    view: OnBoard;
    choosing: BoardChoice | null;
    lit: Target[];
    scale: number;
    onShow: (one: Target | null) => void;
}

export function Lights({ plan, view, choosing, lit, scale, onShow }: LightsProps): JSX.Element {
    const { group, here, enter, blur, press } = useRoving(choosing, lit, onShow);
    const props = (one: Target): SVGAttributes<SVGGElement> =>
        ({
            'data-lit': '',
            role: 'button',
            tabindex: one === here ? 0 : -1,
            'aria-label': [placeName(plan, view, one.place), ...(one.chosen ? [texts().board.chosen] : [])].join('; '),
            'aria-pressed': one.chosen,
            onFocus: () => enter(one),
            onBlur: blur,
        }) as SVGAttributes<SVGGElement>;
    return (
        <g ref={group} class={choosing?.idle ? 'idle' : undefined} onKeyDown={press}>
            {lit.map((one) => (
                <g key={one.key} transform={`translate(${one.x} ${one.y})`} class={`lit lit-${one.place.kind}${one.taken ? ' over' : ''}`} data-place={one.key} data-chosen={one.chosen ? '' : undefined} {...(one.open ? props(one) : {})}>
                    <Glow plan={plan} one={one} />
                    {one.open && one.place.kind !== 'hex' && <circle class="reach" r={reachOf(lit, one, scale)} />}
                    {one.chosen && check}
                </g>
            ))}
        </g>
    );
}

/** Marks what has changed. */
export function Marks({ plan, marks }: { plan: Plan; marks: Place[] }): JSX.Element {
    return (
        <g class="marks">
            {marks.map((place) => {
                const point = placePoint(plan, place);
                const turn = place.kind === 'edge' ? ` rotate(${plan.edges[place.id]?.angle ?? 0})` : '';
                return (
                    point && (
                        <g key={placeKey(place)} transform={`translate(${point.x} ${point.y})${turn}`} data-mark={placeKey(place)}>
                            {place.kind === 'hex' && <path d={hexInner} transform={hexTurn(plan)} />}
                            {place.kind === 'vertex' && <circle r={27} />}
                            {place.kind === 'edge' && <rect x={-29} y={-14} width={58} height={28} rx={14} />}
                        </g>
                    )
                );
            })}
        </g>
    );
}
