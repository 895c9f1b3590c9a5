// SPDX-License-Identifier: AGPL-3.0-or-later
// Zooming: which part of the drawing is shown. Pinch, drag, double tap, Ctrl and wheel, buttons.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Bounds, Point } from './geometry';

const maxZoom = 4;
const zoomStep = 1.6;
/** A tap can move this many CSS pixels. */
const tapSlack = 9;
const doubleTapMs = 320;
const longPressMs = 450;
const wheelPerStep = 400;

export interface Sight {
    /** The center of the visible part, in units of the drawing. */
    x: number;
    y: number;
    /** 1: the whole board. */
    zoom: number;
}

export const whole = (bounds: Bounds): Sight => ({ x: bounds.left + bounds.width / 2, y: bounds.top + bounds.height / 2, zoom: 1 });

/** The row of buttons above a board on a phone, in CSS pixels. */
const buttonsHigh = 46;
/** Where a narrow window begins is not further in than this. */
const homeMost = 1.6;

/** The view that shows PART of a board as large as a frame of this size allows, right below the buttons. */
export function viewOf(bounds: Bounds, part: Bounds, width: number, height: number): Sight {
    const unit = Math.max(bounds.width / width, bounds.height / height);
    const zoom = Math.min(homeMost, (width * unit) / part.width, ((height - buttonsHigh) * unit) / part.height);
    if (!(zoom > 1.03)) return whole(bounds);
    return within(bounds, { x: part.left + part.width / 2, y: part.top + (height / 2 - buttonsHigh) * (unit / zoom), zoom });
}

/** Clamps the view to the board. */
export function within(bounds: Bounds, { x, y, zoom }: Sight): Sight {
    const z = Math.min(Math.max(zoom, 1), maxZoom);
    const [halfWidth, halfHeight] = [bounds.width / z / 2, bounds.height / z / 2];
    const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
    return { x: clamp(x, bounds.left + halfWidth, bounds.left + bounds.width - halfWidth), y: clamp(y, bounds.top + halfHeight, bounds.top + bounds.height - halfHeight), zoom: z };
}

/** Zooms so that a point stays where it is on the screen. */
export function zoomAt(bounds: Bounds, sight: Sight, at: Point, factor: number): Sight {
    const zoom = Math.min(Math.max(sight.zoom * factor, 1), maxZoom);
    const k = sight.zoom / zoom;
    return within(bounds, { x: at.x + (sight.x - at.x) * k, y: at.y + (sight.y - at.y) * k, zoom });
}

export function viewBox(bounds: Bounds, { x, y, zoom }: Sight): string {
    const [width, height] = [bounds.width / zoom, bounds.height / zoom];
    return `${x - width / 2} ${y - height / 2} ${width} ${height}`;
}

/** Units of the drawing per CSS pixel when all of it is shown in a box of any shape. */
export function unitsPerPixel({ width, height }: Bounds, box: Element): number {
    return Math.max(width / box.clientWidth, height / box.clientHeight);
}

type Located = { clientX: number; clientY: number; currentTarget: EventTarget | null };

export interface Zooming {
    sight: Sight;
    zoomed: boolean;
    /** Zoomed or moved by the reader. */
    own: boolean;
    atMost: boolean;
    zoomIn: () => void;
    zoomOut: () => void;
    reset: () => void;
    /** Scrolls a point into view. */
    show: (at: Point) => void;
    /** Handlers for the element that takes the pointer. */
    handlers: {
        onPointerDown: (event: PointerEvent) => void;
        onPointerMove: (event: PointerEvent) => void;
        onPointerUp: (event: PointerEvent) => void;
        onPointerCancel: (event: PointerEvent) => void;
        onWheel: (event: WheelEvent) => void;
    };
    /** Whether the last gesture was a drag or a pinch, so that its click must be ignored. */
    moved: () => boolean;
    toUnits: (event: Located) => Point;
}

const middle = ([a, b]: Point[]): Point => ({ x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2 });
const apart = ([a, b]: Point[]): number => Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));
const pointOf = ({ clientX, clientY }: Located): Point => ({ x: clientX, y: clientY });

/** Applies touch and mouse gestures to the view. */
class Gestures {
    sight: Sight;
    /** Where the board begins, until the reader zooms or moves it. */
    home: Sight;
    own = false;
    /** The current or last gesture is a drag or a pinch. */
    moved = false;
    onSight: (sight: Sight) => void = () => undefined;
    /** Whether nothing is lit at a point, so that a double tap can zoom. */
    free: (at: Point) => boolean = () => true;
    /** Called when a finger rests. */
    onLongPress: (at: Point) => void = () => undefined;
    #pointers = new Map<number, Point>();
    #start: Point = { x: 0, y: 0 };
    #lastTap = { at: this.#start, time: 0 };
    #press: ReturnType<typeof setTimeout> | undefined;

    constructor(readonly bounds: Bounds) {
        this.sight = this.home = whole(bounds);
    }

    begin(home: Sight): void {
        this.home = home;
        if (!this.own) this.sight = home;
    }

    set(sight: Sight): void {
        this.own = true;
        this.sight = sight;
        this.onSight(sight);
    }

    /** All of the board, or where it began if that is what is shown. */
    reset(): void {
        this.set(this.sight.zoom > 1.001 ? whole(this.bounds) : this.home);
    }

    by(factor: number, at: Point = this.sight): void {
        this.set(zoomAt(this.bounds, this.sight, at, factor));
    }

    /** Scrolls a point into view. */
    show(at: Point): void {
        const { x, y, zoom } = this.sight;
        const [dx, dy] = [this.bounds.width / zoom / 2.4, this.bounds.height / zoom / 2.4];
        if (Math.abs(at.x - x) > dx || Math.abs(at.y - y) > dy) this.set(within(this.bounds, { ...at, zoom }));
    }

    #scale(currentTarget: EventTarget | null): { box: DOMRect; scale: number } {
        const box = (currentTarget as Element).getBoundingClientRect();
        return { box, scale: unitsPerPixel(this.bounds, currentTarget as Element) / this.sight.zoom };
    }

    toUnits(event: Located): Point {
        const { box, scale } = this.#scale(event.currentTarget);
        return { x: this.sight.x + (event.clientX - box.left - box.width / 2) * scale, y: this.sight.y + (event.clientY - box.top - box.height / 2) * scale };
    }

    #drag(event: PointerEvent, before: Point[], after: Point[]): void {
        const { scale } = this.#scale(event.currentTarget);
        const [from, to] = after.length === 2 ? [middle(before), middle(after)] : [before[0], after[0]];
        if (!from || !to) return;
        this.set(within(this.bounds, { ...this.sight, x: this.sight.x - (to.x - from.x) * scale, y: this.sight.y - (to.y - from.y) * scale }));
        if (after.length === 2 && apart(before) > 0) this.by(apart(after) / apart(before), this.toUnits({ clientX: to.x, clientY: to.y, currentTarget: event.currentTarget }));
    }

    #tap(event: PointerEvent): void {
        const here = pointOf(event);
        const second = event.timeStamp - this.#lastTap.time < doubleTapMs && apart([this.#lastTap.at, here]) < tapSlack * 3;
        this.#lastTap = { at: here, time: second ? 0 : event.timeStamp };
        const at = this.toUnits(event);
        if (!second || !this.free(at)) return;
        if (this.sight.zoom > this.home.zoom) this.set(this.home);
        else this.by(zoomStep * zoomStep, at);
    }

    stop(): void {
        clearTimeout(this.#press);
    }

    readonly handlers: Zooming['handlers'] = {
        onPointerDown: (event) => {
            const here = pointOf(event);
            if (this.#pointers.size === 0) [this.#start, this.moved] = [here, false];
            this.#pointers.set(event.pointerId, here);
            this.stop();
            if (event.pointerType === 'mouse' || this.#pointers.size > 1) return;
            const at = this.toUnits(event);
            this.#press = setTimeout(() => this.onLongPress(at), longPressMs);
        },
        onPointerMove: (event) => {
            const here = pointOf(event);
            if (!this.#pointers.has(event.pointerId)) return;
            if (!this.moved && this.#pointers.size === 1 && apart([this.#start, here]) < tapSlack) return;
            const before = [...this.#pointers.values()];
            this.#pointers.set(event.pointerId, here);
            if (!this.moved) (event.currentTarget as Element).setPointerCapture(event.pointerId);
            this.moved = true;
            this.stop();
            this.#drag(event, before, [...this.#pointers.values()]);
        },
        onPointerUp: (event) => {
            this.stop();
            if (this.#pointers.delete(event.pointerId) && !this.moved) this.#tap(event);
        },
        onPointerCancel: (event) => {
            this.stop();
            this.#pointers.delete(event.pointerId);
        },
        onWheel: (event) => {
            if (!event.ctrlKey && !event.metaKey) return;
            event.preventDefault();
            this.by(zoomStep ** (-event.deltaY / wheelPerStep), this.toUnits(event));
        },
    };
}

/** The view of a board, which begins at HOME; `free` and `onLongPress` as in Gestures. */
export function useZoom(bounds: Bounds, home: Sight, free: (at: Point) => boolean, onLongPress: (at: Point) => void): Zooming {
    const gestures = useMemo(() => new Gestures(bounds), [bounds]);
    const [, again] = useState(gestures.sight);
    Object.assign(gestures, { free, onLongPress, onSight: again });
    gestures.begin(home);
    useEffect(() => () => gestures.stop(), [gestures]);
    const { sight, handlers } = gestures;
    return {
        sight,
        zoomed: sight.zoom > 1.001,
        own: gestures.own && (sight.zoom > 1.001 || gestures.home.zoom > 1.001),
        atMost: sight.zoom >= maxZoom,
        zoomIn: () => gestures.by(zoomStep),
        zoomOut: () => gestures.by(1 / zoomStep),
        reset: () => gestures.reset(),
        show: (at) => gestures.show(at),
        handlers,
        moved: () => gestures.moved,
        toUnits: (event) => gestures.toUnits(event),
    };
}
