// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { withParts } from '../lib/parts';
import { setPrefs, currentPrefs } from '../lib/prefs';
import { texts } from '../texts';
import type { Board, Place } from '../types';
import { lazy } from '../ui/lazy';
import { Explained } from './Explained';
import { type Bounds, dotsAround, landOf, placeAt, type Plan, planOf, type Point } from './geometry';
import { Land, Tokens } from './Land';
import { type BoardChoice, type Target, targetAt, targetsOf } from './targets';
import { Lights, Marks, Tints } from './Lights';
import { placeName } from './names';
import { boardNow, numbersOf, type OnBoard, Pieces } from './pieces';
import { Summary } from './Summary';
import { Tools } from './Tools';
import { type Sight, unitsPerPixel, useZoom, viewBox, viewOf, whole, type Zooming } from './zoom';

const Coordinates = lazy(async () => ({ default: (await import('./Coordinates')).Coordinates }), () => null);
const HintMarks = lazy(async () => ({ default: (await import('./HintMarks')).HintMarks }), () => null);
const Legend = lazy(withParts(['panels'], () => import('./Legend')));
const ScenarioMarks = lazy(async () => ({ default: (await import('./ScenarioMarks')).ScenarioMarks }), () => null);

/** The frame's size, and CSS pixels per unit of the full drawing in it. */
interface Size {
    width: number;
    height: number;
    perUnit: number;
}

function useSize(bounds: Bounds): [{ current: HTMLDivElement | null }, Size] {
    const frame = useRef<HTMLDivElement>(null);
    const [size, setSize] = useState<Size>({ width: 0, height: 0, perUnit: 1 });
    useLayoutEffect(() => {
        const element = frame.current;
        if (!element) return undefined;
        const measure = (): void => {
            const [width, height, perUnit] = [element.clientWidth, element.clientHeight, 1 / (unitsPerPixel(bounds, element) || 1)];
            setSize((old) => (old.width === width && old.height === height && old.perUnit === perUnit ? old : { width, height, perUnit }));
        };
        measure();
        const watch = new ResizeObserver(measure);
        watch.observe(element);
        return () => watch.disconnect();
    }, [bounds]);
    return [frame, size];
}

/** Frames below this width begin with the land of a map at sea. */
const narrow = 560;

/** Where the board begins in its frame. */
function useHome(plan: Plan, view: OnBoard, lit: Target[], marks: Place[], { width, height }: Size): Sight {
    const { bounds, framed } = plan;
    const begins = framed && width > 0 && width < narrow;
    return useMemo(() => {
        if (!begins) return whole(bounds);
        const { settlements = [], cities = [], knights = [], roads = [], ships = [] } = view.pieces;
        const at = (kind: Place['kind'], id: number | null | undefined): Place[] => (typeof id === 'number' ? [{ kind, id }] : []);
        const standing = [...at('hex', view.robber), ...at('hex', view.pirate), ...[...settlements, ...cities, ...knights].flatMap(({ vertex }) => at('vertex', vertex)), ...[...roads, ...ships].flatMap(({ edge }) => at('edge', edge))];
        return viewOf(bounds, landOf(plan, [...standing, ...lit.map(({ place }) => place), ...marks]), width, height);
    }, [plan, view, lit, marks.length, begins, width, height]);
}

/** Line over the sea: the place under the pointer, with `note` below. The board's current prompt is read out from here. */
function Line({ choosing, told, note }: { choosing: BoardChoice | null; told: string; note: ComponentChildren }): JSX.Element {
    return (
        <p class="board-line" data-part="place-line">
            <span class="sr" role="status">
                {choosing ? `${choosing.label} ${texts().board.keys}` : ''}
            </span>
            {told && <span aria-hidden="true">{told}</span>}
            {note}
        </p>
    );
}

interface BoardProps {
    board: Board;
    view: OnBoard;
    choosing: BoardChoice | null;
    marks?: Place[];
    /** Recommended places, best first. */
    hints?: Place[];
    /** The reader asked for the hints. */
    hinted?: boolean;
    /** Shows or hides hints; null: there is nothing to recommend. */
    onHint?: (() => void) | null;
    /** Turned by a quarter. */
    turned?: boolean;
    /** Leaves out what only the notation needs. */
    plain?: boolean;
    /** Called with the place that was hovered or tapped; null: the mouse left the board. */
    onLook?: ((place: Place | null) => void) | undefined;
    /** Shown below the name of that place. */
    note?: ComponentChildren;
}

/** The island and everything on it. Places that can be chosen are lit; `marks` highlights places. */
export function BoardView({ board, view, choosing, marks = [], hints = [], hinted = false, onHint = null, turned = false, plain = false, onLook, note }: BoardProps): JSX.Element {
    const revealed = JSON.stringify([view.hexes_revealed, view.harbors]);
    const shown = useMemo(() => boardNow(board, view), [board, revealed]);
    const plan = planOf(shown, turned);
    const { bounds } = plan;
    const { coordinates } = currentPrefs();
    const [told, setTold] = useState('');
    const [legend, setLegend] = useState(false);
    const [frame, size] = useSize(bounds);
    const { perUnit } = size;
    const lit = useMemo(() => targetsOf(plan, view, choosing), [plan, view, choosing]);
    const tell = (place: Place | null): void => {
        onLook?.(place);
        setTold(place ? [placeName(plan, view, place, coordinates), ...(place.kind === 'vertex' ? [texts().board.dots(dotsAround(plan, numbersOf(plan, view), place.id))] : [])].join(' · ') : '');
    };
    const scaleNow = (zoom: Zooming): number => perUnit * zoom.sight.zoom;
    const home = useHome(plan, view, lit, marks, size);
    const zoom: Zooming = useZoom(bounds, home, (at) => targetAt(lit, at, scaleNow(zoom)) === null, (at) => tell(placeAt(plan, at)));
    const scale = scaleNow(zoom);
    const numbers = JSON.stringify(view.numbers);
    // Some scenarios at sea have no robber.
    const rock = view.robber === null && view.pirate === undefined;
    const land = useMemo(() => <Land plan={plan} rock={rock} />, [plan, rock]);
    const tokens = useMemo(() => <Tokens plan={plan} numbers={numbersOf(plan, view)} />, [plan, numbers]);
    const pieces = useMemo(() => <Pieces plan={plan} view={view} />, [plan, view]);
    const explained = useMemo(() => <Explained plan={plan} numbers={numbersOf(plan, view)} robber={view.robber} />, [plan, numbers, view.robber]);
    const summary = useMemo(() => <Summary plan={plan} view={view} />, [plan, view, texts()]);
    const click = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
        const own = (event.target as Element).closest('[data-lit]');
        if (event.detail > 0 && zoom.moved()) return;
        const at: Point = zoom.toUnits(event);
        // A click without a pointer (from a screen reader) means the target itself.
        const found = event.detail === 0 && own ? lit.find(({ key }) => key === own.getAttribute('data-place')) : targetAt(lit, at, scale);
        if (found && choosing) {
            onLook?.(found.place);
            choosing.pick(found.place);
        } else tell(placeAt(plan, at));
    };
    const hover = (event: PointerEvent & { currentTarget: SVGSVGElement }): void => {
        zoom.handlers.onPointerMove(event);
        if (event.pointerType !== 'mouse' || event.buttons > 0) return;
        const at = zoom.toUnits(event);
        tell(targetAt(lit, at, scale)?.place ?? placeAt(plan, at));
    };
    const show = (one: Target | null): void => {
        if (!one) return setTold('');
        tell(one.place);
        zoom.show(one);
    };
    const box = viewBox(bounds, zoom.sight);
    return (
        <section class="board" data-part="board" aria-label={texts().board.board} data-hexes={board.hexes.length} data-seq={view.seq} data-marks={marks.length}>
            <div class={zoom.zoomed ? 'board-frame zoomed' : 'board-frame'} data-part="frame" data-framed={plan.framed ? '' : undefined} data-turned={turned ? '' : undefined} data-zoomed={zoom.zoomed ? '' : undefined} ref={frame} style={{ aspectRatio: `${bounds.width} / ${bounds.height}`, '--shape': bounds.height / bounds.width }}>
                <svg class="board-art drawing" data-part="drawing" viewBox={box} aria-hidden="true" focusable="false">
                    {land}
                    {board.marks && <ScenarioMarks plan={plan} view={view} />}
                    <Tints plan={plan} lit={lit} idle={choosing?.idle === true} />
                    {tokens}
                    {pieces}
                    {coordinates && <Coordinates plan={plan} view={view} scale={scale} />}
                </svg>
                <svg class="board-art lights" data-part="lights" viewBox={box} role="group" aria-label={choosing?.label ?? texts().board.board} {...zoom.handlers} onPointerMove={hover} onPointerLeave={(event) => event.pointerType === 'mouse' && tell(null)} onClick={click}>
                    {explained}
                    <Marks plan={plan} marks={marks} />
                    <Lights plan={plan} view={view} choosing={choosing} lit={lit} scale={scale} onShow={show} />
                    {hints.length > 0 && <HintMarks plan={plan} places={hints} />}
                </svg>
                <Tools zoom={zoom} coordinates={coordinates} onCoordinates={plain && !coordinates ? null : () => setPrefs({ coordinates: !coordinates })} onLegend={() => setLegend(true)} hinted={hinted} onHint={onHint} />
                <Line choosing={choosing} told={told} note={note} />
            </div>
            {summary}
            {legend && <Legend view={view} marks={board.marks ?? []} onClose={() => setLegend(false)} />}
        </section>
    );
}
