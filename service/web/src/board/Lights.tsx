// SPDX-License-Identifier: AGPL-3.0-or-later
// What may be chosen on the board: lit places, taken by mouse, finger or keyboard. A finger takes the
// nearest lit place within its reach, so that targets are large even where places are crowded.
import type { JSX, SVGAttributes } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Choosing } from '../game/context';
import { texts } from '../texts';
import type { Place } from '../types';
import { hexInner } from './art';
import { nextInDirection, placeKey, placePoint, type Plan, type Point } from './geometry';
import { arrowKeys } from './keys';
import { placeName } from './names';
import type { OnBoard } from './pieces';

/** CSS pixels around a place that still mean it: half a finger's width. */
const fingerReach = 24;
/** At least so many units, whatever the scale. */
const leastReach: Record<Place['kind'], number> = { vertex: 22, edge: 22, hex: 56 };
const ringRadius = 15;
/** Around a piece, which stays to be seen. */
const pieceRing = 25;

export interface Lit extends Point {
    place: Place;
    key: string;
    chosen: boolean;
    /** In `places`: may be picked. What is only chosen is shown, no more. */
    open: boolean;
    /** A piece stands there. */
    taken: boolean;
}

function takenIn({ settlements = [], cities = [], knights = [], roads = [] }: OnBoard['pieces']): Set<string> {
    return new Set([...[...settlements, ...cities, ...knights].map(({ vertex }) => `vertex-${vertex}`), ...roads.map(({ edge }) => `edge-${edge}`)]);
}

export function litOf(plan: Plan, view: OnBoard, choosing: Choosing | null): Lit[] {
    if (!choosing) return [];
    const taken = takenIn(view.pieces);
    const chosen = new Set(choosing.chosen.map(placeKey));
    const open = new Set(choosing.places.map(placeKey));
    const all = [...choosing.places, ...choosing.chosen.filter((place) => !open.has(placeKey(place)))];
    return all.flatMap((place) => {
        const point = placePoint(plan, place);
        const key = placeKey(place);
        return point ? [{ place, key, x: point.x, y: point.y, chosen: chosen.has(key), open: open.has(key), taken: taken.has(key) }] : [];
    });
}

/** The lit place that a finger at a point means; scale: CSS pixels a unit. */
export function litAt(lit: Lit[], at: Point, scale: number): Lit | null {
    let best: Lit | null = null;
    let bestShare = 1;
    for (const one of lit) {
        if (!one.open) continue;
        const share = Math.hypot(one.x - at.x, one.y - at.y) / Math.max(leastReach[one.place.kind], fingerReach / scale);
        if (share <= bestShare) [best, bestShare] = [one, share];
    }
    return best;
}

/** Half the way to the nearest other lit place: targets that can be seen do not cover one another. */
function reachOf(lit: Lit[], one: Lit, scale: number): number {
    const closest = Math.min(...lit.map((other) => (other === one ? Infinity : Math.hypot(other.x - one.x, other.y - one.y))));
    return Math.max(8, Math.min(fingerReach / scale, closest / 2));
}

function Glow({ plan, one }: { plan: Plan; one: Lit }): JSX.Element {
    if (one.place.kind === 'hex') return <path class="glow" d={hexInner} />;
    if (one.place.kind === 'vertex') return <circle class="glow" r={one.taken ? pieceRing : ringRadius} />;
    return <rect class="glow" x={-20} y={-9} width={40} height={18} rx={9} transform={`rotate(${plan.edges[one.place.id]?.angle ?? 0})`} />;
}

const check = <path class="check" d="M-6 0l4.500 5L7-6" />;

interface LightsProps {
    plan: Plan;
    view: OnBoard;
    choosing: Choosing | null;
    lit: Lit[];
    scale: number;
    onShow: (one: Lit | null) => void;
}

/** Whether the keyboard is in use, as the browser judges it, and no text is being typed. */
const byKeyboard = (): boolean => document.activeElement?.matches('button:focus-visible, [role=radio]:focus-visible') ?? false;

export function Lights({ plan, view, choosing, lit, scale, onShow }: LightsProps): JSX.Element {
    const group = useRef<SVGGElement>(null);
    const focused = useRef(false);
    const [at, setAt] = useState('');
    const open = lit.filter((one) => one.open);
    const here = open.find(({ key }) => key === at) ?? open.find(({ chosen }) => chosen) ?? open[0];
    // Nobody is led to places that are lit only because nothing was begun.
    const places = choosing?.idle ? '' : open.map(({ key }) => key).join();
    const before = useRef('');
    // Whoever chooses by keyboard is led to the board, and on to what comes next there.
    const lead = before.current !== places && places !== '' && (focused.current || (before.current === '' && byKeyboard()));
    useLayoutEffect(() => {
        before.current = places;
        if (lead) focus(here?.key);
        if (places === '') focused.current = false;
    }, [places]);
    useEffect(() => () => onShow(null), []);
    const focus = (key: string | undefined): void => group.current?.querySelector<SVGGElement>(`[data-place="${key}"]`)?.focus();
    const press = (event: KeyboardEvent): void => {
        if (!here || !choosing) return;
        const direction = arrowKeys[event.key];
        if (direction) {
            event.preventDefault();
            const next = open[nextInDirection(open, here, direction)];
            if (next) focus(next.key);
        } else if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            choosing.pick(here.place);
        } else if (event.key === 'Escape') {
            event.preventDefault();
            focused.current = false;
            if (choosing.cancel) choosing.cancel();
            else document.querySelector<HTMLElement>('[data-do=cancel]')?.focus();
        }
    };
    const enter = (one: Lit): void => {
        focused.current = true;
        setAt(one.key);
        onShow(one);
    };
    const leave = (event: FocusEvent): void => {
        // Taken off the board with its place, the focus goes on to the next one; left by hand, it does not.
        if (event.relatedTarget) focused.current = false;
        onShow(null);
    };
    return (
        <g ref={group} class={choosing?.idle ? 'idle' : undefined} onKeyDown={press}>
            {lit.map((one) => (
                <g key={one.key} transform={`translate(${one.x} ${one.y})`} class={`lit lit-${one.place.kind}${one.taken ? ' over' : ''}`} data-place={one.key} {...(one.open ? litProps(one, one === here) : { 'data-chosen': '' })}>
                    <Glow plan={plan} one={one} />
                    {one.open && one.place.kind !== 'hex' && <circle class="reach" r={reachOf(lit, one, scale)} />}
                    {one.chosen && check}
                </g>
            ))}
        </g>
    );

    function litProps(one: Lit, isHere: boolean): SVGAttributes<SVGGElement> {
        return {
            'data-lit': '',
            role: 'button',
            tabindex: isHere ? 0 : -1,
            'aria-label': [placeName(plan, view, one.place), ...(one.chosen ? [texts().board.chosen] : [])].join('; '),
            'aria-pressed': one.chosen,
            onFocus: () => enter(one),
            onBlur: leave,
            ...(one.chosen ? { 'data-chosen': '' } : {}),
        } as SVGAttributes<SVGGElement>;
    }
}

/** Points out what has changed. */
export function Marks({ plan, marks }: { plan: Plan; marks: Place[] }): JSX.Element {
    return (
        <g class="marks">
            {marks.map((place) => {
                const point = placePoint(plan, place);
                const turn = place.kind === 'edge' ? ` rotate(${plan.edges[place.id]?.angle ?? 0})` : '';
                return (
                    point && (
                        <g key={placeKey(place)} transform={`translate(${point.x} ${point.y})${turn}`} data-mark={placeKey(place)}>
                            {place.kind === 'hex' && <path d={hexInner} />}
                            {place.kind === 'vertex' && <circle r={27} />}
                            {place.kind === 'edge' && <rect x={-29} y={-14} width={58} height={28} rx={14} />}
                        </g>
                    )
                );
            })}
        </g>
    );
}
