// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Choosing } from '../game/context';
import { keep, useKept } from '../settings';
import { texts } from '../texts';
import type { Board, Place } from '../types';
import { lazy } from '../ui/lazy';
import { Coordinates } from './Coordinates';
import { placeAt, planOf, type Point } from './geometry';
import { Land } from './Land';
import { type Lit, litAt, litOf } from './lit';
import { Lights, Marks } from './Lights';
import { numbersOf, placeName } from './names';
import { type OnBoard, Pieces } from './pieces';
import { Ship } from './Ship';
import { Summary } from './Summary';
import { Tools } from './Tools';
import { useZoom, viewBox, type Zooming } from './zoom';

const Legend = lazy(() => import('./Legend'));

/** CSS pixels a unit of the drawing, as wide as the frame is now. */
function useScale(units: number): [{ current: HTMLDivElement | null }, number] {
    const frame = useRef<HTMLDivElement>(null);
    const [width, setWidth] = useState(0);
    useLayoutEffect(() => {
        const element = frame.current;
        if (!element) return undefined;
        setWidth(element.clientWidth);
        const watch = new ResizeObserver(() => setWidth(element.clientWidth));
        watch.observe(element);
        return () => watch.disconnect();
    }, []);
    return [frame, (width || units) / units];
}

/** What is wanted of the board, or else what the place is that the pointer is at. */
function Line({ choosing, told }: { choosing: Choosing | null; told: string }): JSX.Element {
    return (
        <p class="board-line">
            <span class="sr" role="status">
                {choosing ? `${choosing.label} ${texts().board.keys}` : ''}
            </span>
            <span aria-hidden="true">{told || choosing?.label}</span>
        </p>
    );
}

interface BoardProps {
    board: Board;
    view: OnBoard;
    choosing: Choosing | null;
    marks?: Place[];
}

/** The island and everything on it. What can be chosen is lit; `marks` points places out. */
export function BoardView({ board, view, choosing, marks = [] }: BoardProps): JSX.Element {
    const plan = planOf(board);
    const { bounds } = plan;
    const { coordinates } = useKept();
    const [told, setTold] = useState('');
    const [legend, setLegend] = useState(false);
    const [frame, perUnit] = useScale(bounds.width);
    const lit = useMemo(() => litOf(plan, view, choosing), [plan, view, choosing]);
    const tell = (place: Place | null): void => setTold(place ? placeName(plan, view, place) : '');
    const scaleNow = (zoom: Zooming): number => perUnit * zoom.sight.zoom;
    const zoom: Zooming = useZoom(bounds, (at) => litAt(lit, at, scaleNow(zoom)) === null, (at) => tell(placeAt(plan, at)));
    const scale = scaleNow(zoom);
    const numbers = JSON.stringify(view.numbers);
    const land = useMemo(() => <Land plan={plan} numbers={numbersOf(plan, view)} rock={view.robber === null} />, [plan, numbers, view.robber === null]);
    const pieces = useMemo(() => <Pieces plan={plan} view={view} />, [plan, view]);
    const summary = useMemo(() => <Summary plan={plan} view={view} />, [plan, view, texts()]);
    const click = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
        const own = (event.target as Element).closest('[data-lit]');
        if (event.detail > 0 && zoom.moved()) return;
        const at: Point = zoom.toUnits(event);
        // Without a pointer (from a program that reads the page aloud) the target itself is meant.
        const found = event.detail === 0 && own ? lit.find(({ key }) => key === own.getAttribute('data-place')) : litAt(lit, at, scale);
        if (found && choosing) choosing.pick(found.place);
        else tell(placeAt(plan, at));
    };
    const hover = (event: PointerEvent & { currentTarget: SVGSVGElement }): void => {
        zoom.handlers.onPointerMove(event);
        if (event.pointerType !== 'mouse' || event.buttons > 0) return;
        const at = zoom.toUnits(event);
        tell(litAt(lit, at, scale)?.place ?? placeAt(plan, at));
    };
    const show = (one: Lit | null): void => {
        tell(one?.place ?? null);
        if (one) zoom.show(one);
    };
    const box = viewBox(bounds, zoom.sight);
    return (
        <section class="board" aria-label={texts().board.board} data-hexes={board.hexes.length} data-seq={view.seq} data-marks={marks.length}>
            <Ship view={view} />
            <div class={zoom.zoomed ? 'board-frame zoomed' : 'board-frame'} ref={frame} style={{ aspectRatio: `${bounds.width} / ${bounds.height}`, '--ratio': bounds.width / bounds.height }}>
                <svg class="board-art drawing" viewBox={box} aria-hidden="true" focusable="false">
                    {land}
                    {pieces}
                    {coordinates && <Coordinates plan={plan} view={view} scale={scale} />}
                </svg>
                <svg class="board-art lights" viewBox={box} role="group" aria-label={choosing?.label ?? texts().board.board} {...zoom.handlers} onPointerMove={hover} onPointerLeave={(event) => event.pointerType === 'mouse' && setTold('')} onClick={click}>
                    <Marks plan={plan} marks={marks} />
                    <Lights plan={plan} view={view} choosing={choosing} lit={lit} scale={scale} onShow={show} />
                </svg>
                <Tools zoom={zoom} coordinates={coordinates} onCoordinates={() => keep({ coordinates: !coordinates })} onLegend={() => setLegend(true)} />
            </div>
            <Line choosing={choosing} told={told} />
            {summary}
            {legend && <Legend view={view} onClose={() => setLegend(false)} />}
        </section>
    );
}
