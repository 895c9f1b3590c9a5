// SPDX-License-Identifier: AGPL-3.0-or-later
// Looking closer: which part of the drawing is shown. Pinch, drag, double tap, control and wheel, buttons.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Bounds, Point } from './geometry';

const maxZoom = 4;
const zoomStep = 1.6;
/** CSS pixels that a finger may move and still mean a tap. */
const tapSlack = 9;
const doubleTapMs = 320;
const longPressMs = 450;
const wheelPerStep = 400;

export interface Sight {
    /** The middle of what is shown, in units of the drawing. */
    x: number;
    y: number;
    /** 1: the whole board. */
    zoom: number;
}

export const whole = (bounds: Bounds): Sight => ({ x: bounds.left + bounds.width / 2, y: bounds.top + bounds.height / 2, zoom: 1 });

/** Keeps within the board. */
export function within(bounds: Bounds, { x, y, zoom }: Sight): Sight {
    const z = Math.min(Math.max(zoom, 1), maxZoom);
    const [halfWidth, halfHeight] = [bounds.width / z / 2, bounds.height / z / 2];
    const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
    return { x: clamp(x, bounds.left + halfWidth, bounds.left + bounds.width - halfWidth), y: clamp(y, bounds.top + halfHeight, bounds.top + bounds.height - halfHeight), zoom: z };
}

/** Zooms such that a point stays where it is on the screen. */
export function zoomAt(bounds: Bounds, sight: Sight, at: Point, factor: number): Sight {
    const zoom = Math.min(Math.max(sight.zoom * factor, 1), maxZoom);
    const k = sight.zoom / zoom;
    return within(bounds, { x: at.x + (sight.x - at.x) * k, y: at.y + (sight.y - at.y) * k, zoom });
}

export function viewBox(bounds: Bounds, { x, y, zoom }: Sight): string {
    const [width, height] = [bounds.width / zoom, bounds.height / zoom];
    return `${x - width / 2} ${y - height / 2} ${width} ${height}`;
}

export interface Zooming {
    sight: Sight;
    zoomed: boolean;
    atMost: boolean;
    zoomIn: () => void;
    zoomOut: () => void;
    reset: () => void;
    /** Brings a point into sight. */
    show: (at: Point) => void;
    /** Handlers for the drawing that takes the pointer. */
    handlers: {
        onPointerDown: (event: PointerEvent) => void;
        onPointerMove: (event: PointerEvent) => void;
        onPointerUp: (event: PointerEvent) => void;
        onPointerCancel: (event: PointerEvent) => void;
        onWheel: (event: WheelEvent) => void;
    };
    /** Whether the last gesture was a drag or a pinch, so that its click is none. */
    moved: () => boolean;
    toUnits: (event: { clientX: number; clientY: number; currentTarget: EventTarget | null }) => Point;
}

interface Gesture {
    pointers: Map<number, Point>;
    start: Point;
    moved: boolean;
    lastTap: { at: Point; time: number };
    press: ReturnType<typeof setTimeout> | undefined;
}

const middle = ([a, b]: Point[]): Point => ({ x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2 });
const apart = ([a, b]: Point[]): number => Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));

/**
 * The sight on a board. A double tap where nothing is lit (`free`) zooms; `onLongPress` hears of a finger
 * that rests.
 */
export function useZoom(bounds: Bounds, free: (at: Point) => boolean, onLongPress: (at: Point) => void): Zooming {
    const [sight, setSight] = useState<Sight>(() => whole(bounds));
    const now = useRef(sight);
    const gesture = useRef<Gesture>({ pointers: new Map(), start: { x: 0, y: 0 }, moved: false, lastTap: { at: { x: 0, y: 0 }, time: 0 }, press: undefined });
    const set = (next: Sight): void => {
        now.current = next;
        setSight(next);
    };
    useEffect(() => set(whole(bounds)), [bounds]);
    useEffect(() => () => clearTimeout(gesture.current.press), []);

    const toUnits = ({ clientX, clientY, currentTarget }: { clientX: number; clientY: number; currentTarget: EventTarget | null }): Point => {
        const box = (currentTarget as Element).getBoundingClientRect();
        const { x, y, zoom } = now.current;
        const scale = bounds.width / zoom / box.width;
        return { x: x + (clientX - box.left - box.width / 2) * scale, y: y + (clientY - box.top - box.height / 2) * scale };
    };
    const by = (factor: number, at: Point = now.current): void => set(zoomAt(bounds, now.current, at, factor));
    const drag = (event: PointerEvent, before: Point[], after: Point[]): void => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        const scale = bounds.width / now.current.zoom / box.width;
        const [from, to] = after.length === 2 ? [middle(before), middle(after)] : [before[0], after[0]];
        if (!from || !to) return;
        set(within(bounds, { ...now.current, x: now.current.x - (to.x - from.x) * scale, y: now.current.y - (to.y - from.y) * scale }));
        if (after.length === 2 && apart(before) > 0) by(apart(after) / apart(before), toUnits({ clientX: to.x, clientY: to.y, currentTarget: event.currentTarget }));
    };
    const tap = (event: PointerEvent): void => {
        const { lastTap } = gesture.current;
        const here = { x: event.clientX, y: event.clientY };
        const second = event.timeStamp - lastTap.time < doubleTapMs && apart([lastTap.at, here]) < tapSlack * 3;
        gesture.current.lastTap = { at: here, time: second ? 0 : event.timeStamp };
        const at = toUnits(event);
        if (second && free(at)) set(now.current.zoom > 1 ? whole(bounds) : zoomAt(bounds, now.current, at, zoomStep * zoomStep));
    };
    const release = (event: PointerEvent): void => {
        clearTimeout(gesture.current.press);
        gesture.current.pointers.delete(event.pointerId);
    };
    const handlers: Zooming['handlers'] = {
        onPointerDown(event) {
            const g = gesture.current;
            const here = { x: event.clientX, y: event.clientY };
            if (g.pointers.size === 0) Object.assign(g, { start: here, moved: false });
            g.pointers.set(event.pointerId, here);
            clearTimeout(g.press);
            if (event.pointerType === 'mouse' || g.pointers.size > 1) return;
            const at = toUnits(event);
            g.press = setTimeout(() => onLongPress(at), longPressMs);
        },
        onPointerMove(event) {
            const g = gesture.current;
            const last = g.pointers.get(event.pointerId);
            if (!last) return;
            const before = [...g.pointers.values()];
            g.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
            const after = [...g.pointers.values()];
            if (!g.moved && g.pointers.size === 1 && apart([g.start, { x: event.clientX, y: event.clientY }]) < tapSlack) {
                g.pointers.set(event.pointerId, last);
                return;
            }
            if (!g.moved) (event.currentTarget as Element).setPointerCapture(event.pointerId);
            g.moved = true;
            clearTimeout(g.press);
            drag(event, before, after);
        },
        onPointerUp(event) {
            const known = gesture.current.pointers.has(event.pointerId);
            release(event);
            if (known && !gesture.current.moved) tap(event);
        },
        onPointerCancel: release,
        onWheel(event) {
            if (!event.ctrlKey && !event.metaKey) return;
            event.preventDefault();
            by(zoomStep ** (-event.deltaY / wheelPerStep), toUnits(event));
        },
    };
    return {
        sight,
        zoomed: sight.zoom > 1.001,
        atMost: sight.zoom >= maxZoom,
        zoomIn: () => by(zoomStep),
        zoomOut: () => by(1 / zoomStep),
        reset: () => set(whole(bounds)),
        show(at) {
            const { x, y, zoom } = now.current;
            const [dx, dy] = [bounds.width / zoom / 2.4, bounds.height / zoom / 2.4];
            if (Math.abs(at.x - x) > dx || Math.abs(at.y - y) > dy) set(within(bounds, { ...at, zoom }));
        },
        handlers,
        moved: () => gesture.current.moved,
        toUnits,
    };
}
