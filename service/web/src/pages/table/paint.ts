// SPDX-License-Identifier: AGPL-3.0-or-later
// Painting an island: what a brush does to a hex, a coast or a corner.
import { hexCenter, isLand, type Plan, type Point } from '../../board/geometry';
import { type Island, type IslandHex, type Side, sides } from '../../board/island';
import type { HarborKind, Terrain } from '../../types';
import type { Neutral } from './setup';

/** `off`: not part of the board. */
export type Brush = { kind: 'terrain'; terrain: Terrain | 'off' } | { kind: 'region'; region: string | null } | { kind: 'pirate' } | { kind: 'number'; number: number | null } | { kind: 'harbor'; harbor: HarborKind | null } | { kind: 'neutral' };

/** A place that can be painted. */
export interface Target extends Point {
    key: string;
    shape: 'hex' | 'side' | 'corner';
    q: number;
    r: number;
    side?: Side;
    corner?: 'N' | 'S';
}

const hexMax = 64;
const seaHexMax = 100;
const coordinateMax = 31;
/** A coast's target lies at this fraction of the way to the center of the sea hex. */
const coastPart = 0.72;

const keyOf = (q: number, r: number): string => `${q},${r}`;
/** Hexes that cannot be sailed on, as far as is visible. */
const firmOf = ({ hexes }: Island): Set<string> => new Set(hexes.filter(({ terrain }) => terrain !== 'sea').map(({ q, r }) => keyOf(q, r)));
const numberless: Terrain[] = ['desert', 'sea', 'fog'];

/** The hexes around the board, where it can grow. */
export function ring(island: Island): [number, number][] {
    const land = new Set(island.hexes.map(({ q, r }) => keyOf(q, r)));
    const found = new Map<string, [number, number]>();
    for (const { q, r } of island.hexes)
        for (const [dq, dr] of Object.values(sides)) {
            const [nq, nr] = [q + dq, r + dr];
            if (!land.has(keyOf(nq, nr)) && Math.max(Math.abs(nq), Math.abs(nr)) <= coordinateMax) found.set(keyOf(nq, nr), [nq, nr]);
        }
    return [...found.values()];
}

/** The width of the sea around a new island at sea, in hexes. */
const seaAround = 2;

/** An island with sea around it, for ships. */
export function withSeaAround(island: Island): Island {
    let { hexes } = island;
    for (let i = 0; i < seaAround; i++) hexes = [...hexes, ...ring({ ...island, hexes }).map(([q, r]): IslandHex => ({ q, r, terrain: 'sea', number: null }))];
    return { ...island, hexes };
}

function coasts(island: Island): Target[] {
    const land = firmOf(island);
    return island.hexes.filter(({ terrain }) => isLand(terrain)).flatMap(({ q, r }) =>
        (Object.keys(sides) as Side[]).flatMap((side): Target[] => {
            const [dq, dr] = sides[side];
            if (land.has(keyOf(q + dq, r + dr))) return [];
            const [from, to] = [hexCenter(q, r), hexCenter(q + dq, r + dr)];
            return [{ key: `coast-${q},${r},${side}`, shape: 'side', q, r, side, x: from.x + (to.x - from.x) * coastPart, y: from.y + (to.y - from.y) * coastPart }];
        }),
    );
}

function cornersOf(island: Island): Target[] {
    return island.hexes.flatMap(({ q, r }) => {
        const { x, y } = hexCenter(q, r);
        return (['N', 'S'] as const).map((corner): Target => ({ key: `corner-${q},${r},${corner}`, shape: 'corner', q, r, corner, x, y: y + (corner === 'N' ? -60 : 60) }));
    });
}

const cellAt = (q: number, r: number): Target => ({ key: `cell-${q},${r}`, shape: 'hex', q, r, ...hexCenter(q, r) });
/** Whether any hex is for ships. */
const atSea = ({ hexes }: Island): boolean => hexes.some(({ terrain }) => terrain === 'sea');

export function targetsFor(island: Island, brush: Brush): Target[] {
    if (brush.kind === 'harbor') return coasts(island);
    if (brush.kind === 'neutral') return cornersOf(island);
    if (brush.kind === 'pirate') return island.hexes.filter(({ terrain }) => terrain === 'sea').map(({ q, r }) => cellAt(q, r));
    const grows = brush.kind === 'terrain' && brush.terrain !== 'off' && island.hexes.length < (atSea(island) ? seaHexMax : hexMax);
    const cells: [number, number][] = [...island.hexes.map(({ q, r }): [number, number] => [q, r]), ...(grows ? ring(island) : [])];
    return cells.map(([q, r]) => cellAt(q, r));
}

function withHex(island: Island, q: number, r: number, change: (hex: IslandHex | undefined) => IslandHex | null): Island {
    const old = island.hexes.find((hex) => hex.q === q && hex.r === r);
    const now = change(old);
    const hexes = old ? island.hexes.flatMap((hex) => (hex === old ? (now ?? []) : hex)) : [...island.hexes, ...(now ? [now] : [])];
    const firm = firmOf({ hexes, harbors: [] });
    const land = new Set(hexes.filter(({ terrain }) => isLand(terrain)).map((hex) => keyOf(hex.q, hex.r)));
    // A harbor needs its land hex, and sea next to it.
    const harbors = island.harbors.filter((harbor) => {
        const [dq, dr] = sides[harbor.side];
        return land.has(keyOf(harbor.q, harbor.r)) && !firm.has(keyOf(harbor.q + dq, harbor.r + dr));
    });
    const { pirate, ...rest } = island;
    const sails = pirate && hexes.some((hex) => hex.q === pirate.q && hex.r === pirate.r && hex.terrain === 'sea');
    return { ...rest, hexes, harbors, ...(sails && { pirate }) };
}

export function paint(island: Island, brush: Brush, { q, r, side }: Target): Island {
    switch (brush.kind) {
        case 'terrain': {
            const { terrain } = brush;
            return withHex(island, q, r, (old) => (terrain === 'off' ? null : { ...old, q, r, terrain, number: numberless.includes(terrain) ? null : (old?.number ?? null) }));
        }
        case 'number':
            return withHex(island, q, r, (old) => (old ? { ...old, number: numberless.includes(old.terrain) ? null : brush.number } : null));
        case 'region':
            return withHex(island, q, r, (old) => {
                if (!old) return null;
                const { region, ...rest } = old;
                return brush.region === null || region === brush.region ? rest : { ...rest, region: brush.region };
            });
        case 'pirate': {
            const { pirate, ...rest } = island;
            return pirate?.q === q && pirate.r === r ? rest : { ...rest, pirate: { q, r } };
        }
        case 'harbor': {
            const rest = island.harbors.filter((harbor) => harbor.q !== q || harbor.r !== r || harbor.side !== side);
            const same = island.harbors.some((harbor) => harbor.q === q && harbor.r === r && harbor.side === side && harbor.kind === brush.harbor);
            return { ...island, harbors: brush.harbor === null || same || !side ? rest : [...rest, { q, r, side, kind: brush.harbor }] };
        }
        case 'neutral':
            return island;
    }
}

/** The older of the two neutral places is dropped. */
export function paintNeutral(neutral: Neutral[], { q, r, corner = 'N' }: Target): Neutral[] {
    return [...neutral, { q, r, corner }].slice(-2);
}

/** Land hexes whose number is missing. */
export const unnumbered = ({ hexes }: Island): IslandHex[] => hexes.filter(({ terrain, number }) => !numberless.includes(terrain) && number === null);

/** A plan with room around it for the ring. */
export function roomy({ bounds, ...plan }: Plan): Plan {
    const more = 70;
    return { ...plan, bounds: { left: bounds.left - more, top: bounds.top - more, width: bounds.width + 2 * more, height: bounds.height + 2 * more } };
}
