// SPDX-License-Identifier: AGPL-3.0-or-later
// Which places are lit, and which of them a finger means: the nearest within its reach, so that targets
// are large even where places are crowded.
import type { Place } from '../types';
import { placeKey, placePoint, type Plan, type Point } from './geometry';
import type { OnBoard } from './pieces';

/** What can be clicked on the board now, and what that does. */
export interface BoardChoice {
    /** What for: read out, and shown above the board. */
    label: string;
    places: Place[];
    /** Chosen already; they are shown, and can be clicked to take them back where they are in places too. */
    chosen: Place[];
    pick: (place: Place) => void;
    /** Nothing was begun: a tap only tells what can be done there, so the light can be faint. */
    idle?: boolean;
    /** What Escape does on the board; where nothing is said, the focus goes to the button that cancels. */
    cancel?: () => void;
}

/** CSS pixels around a place that still mean it: half a finger's width. */
const fingerReach = 24;
/** At least this many units, whatever the scale. */
const leastReach: Record<Place['kind'], number> = { vertex: 22, edge: 22, hex: 56 };

export interface Target extends Point {
    place: Place;
    key: string;
    chosen: boolean;
    /** In `places`: can be picked. What is only chosen is just shown. */
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

/** The lit place that a finger at a point means; scale: CSS pixels a unit. */
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

/** Half the way to the nearest other lit place: targets that can be seen do not cover one another. */
export function reachOf(lit: Target[], one: Target, scale: number): number {
    const closest = Math.min(...lit.map((other) => (other === one ? Infinity : Math.hypot(other.x - one.x, other.y - one.y))));
    return Math.max(8, Math.min(fingerReach / scale, closest / 2));
}
