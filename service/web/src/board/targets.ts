// SPDX-License-Identifier: AGPL-3.0-or-later
// Which places are lit, and which of them a tap means: the nearest one within reach. So targets are large even where
// places are crowded.
import type { Place } from '../types';
import { placeKey, placePoint, type Plan, type Point } from './geometry';
import type { OnBoard } from './pieces';

/** What can be clicked on the board now, and the effect. */
export interface BoardChoice {
    /** The prompt: read out, and shown above the board. */
    label: string;
    places: Place[];
    /** Already chosen: shown, and if they are also in `places`, a click takes them back. */
    chosen: Place[];
    pick: (place: Place) => void;
    /** No action in progress: a tap only shows what can be done there, so the light can be faint. */
    idle?: boolean;
    /** Called for Escape on the board; if absent, the focus goes to the cancel button. */
    cancel?: () => void;
}

/** Reach of a tap in CSS pixels: half a finger's width. */
const fingerReach = 24;
/** Minimum reach in units of the drawing, whatever the scale. */
const leastReach: Record<Place['kind'], number> = { vertex: 22, edge: 22, hex: 56 };

export interface Target extends Point {
    place: Place;
    key: string;
    chosen: boolean;
    /** In `places`, so it can be picked. Places that are only chosen are just shown. */
    open: boolean;
    /** There is a piece on it. */
    taken: boolean;
}

function takenIn({ settlements = [], cities = [], knights = [], roads = [], ships = [] }: OnBoard['pieces']): Set<string> {
    return new Set([...[...settlements, ...cities, ...knights].map(({ vertex }) => `vertex-${vertex}`), ...[...roads, ...ships].map(({ edge }) => `edge-${edge}`)]);
}

export function targetsOf(plan: Plan, view: OnBoard, choosing: BoardChoice | null): Target[] {
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

/** The lit place that a tap at a point means; scale: CSS pixels per unit. */
export function targetAt(lit: Target[], at: Point, scale: number): Target | null {
    let best: Target | null = null;
    let bestShare = 1;
    for (const one of lit) {
        if (!one.open) continue;
        const share = Math.hypot(one.x - at.x, one.y - at.y) / Math.max(leastReach[one.place.kind], fingerReach / scale);
        if (share <= bestShare) [best, bestShare] = [one, share];
    }
    return best;
}

/** Half the distance to the nearest other lit place, so that visible targets do not overlap. */
export function reachOf(lit: Target[], one: Target, scale: number): number {
    const closest = Math.min(...lit.map((other) => (other === one ? Infinity : Math.hypot(other.x - one.x, other.y - one.y))));
    return Math.max(8, Math.min(fingerReach / scale, closest / 2));
}
