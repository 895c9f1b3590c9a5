// SPDX-License-Identifier: AGPL-3.0-or-later
// What a corner is worth to whoever builds there, judged as the server's own bot does it (service/bots/plan.c): how
// often its hexes come up, less for what one has plenty of, and its harbor.
import type { Cards, HarborKind, Kind, Terrain } from '../types';
import { dotsAround, dotsOn, pips, type Plan } from './geometry';

/** A dot of a kind that one has none of, of a commodity, of a harbor for any kind, and of a harbor's own kind. */
const pipWorth = 52;
const commodityWorth = 70;
const harborWorth = 60;
const harborPipWorth = 14;
/** So many dots of a kind halve the worth of further ones. */
const plenty = 9;

export const landKind: Record<Terrain, Kind | null> = { forest: 'lumber', pasture: 'wool', fields: 'grain', hills: 'brick', mountains: 'ore', desert: null, gold: null, sea: null, fog: null };
/** What a city of Cities & Knights brings besides. */
export const cityKind: Partial<Record<Terrain, Kind>> = { forest: 'paper', pasture: 'cloth', mountains: 'coin' };

export interface Worth {
    vertex: number;
    /** Dots of all hexes. */
    dots: number;
    /** What they bring, each once. */
    kinds: Kind[];
    harbor: HarborKind | null;
    /** To be compared with that of other corners alone. */
    score: number;
}

/** The dots of each kind that buildings at these corners bring; a city's count twice. */
export function incomeOf(plan: Plan, numbers: Map<number, number>, vertices: number[]): Cards {
    const income: Cards = {};
    for (const vertex of vertices) {
        for (const hex of plan.vertices[vertex]?.hexes ?? []) {
            const kind = landKind[plan.hexes[hex]?.terrain ?? 'desert'];
            if (kind) income[kind] = (income[kind] ?? 0) + dotsOn(numbers, hex);
        }
    }
    return income;
}

/** A corner's worth beside INCOME. `city`: it would be a city of Cities & Knights. */
export function worthOf(plan: Plan, numbers: Map<number, number>, income: Cards, vertex: number, city = false): Worth {
    const spot = plan.vertices[vertex];
    const after: Cards = { ...income };
    const kinds = new Set<Kind>();
    let score = 0;
    for (const hex of spot?.hexes ?? []) {
        const terrain = plan.hexes[hex]?.terrain ?? 'desert';
        const land = landKind[terrain];
        const number = numbers.get(hex);
        if (!land || number === undefined) continue;
        const more = city ? cityKind[terrain] : undefined;
        const kind = more ?? land;
        const had = after[kind] ?? 0;
        score += (pips(number) * (more ? commodityWorth : pipWorth) * plenty) / (plenty + had);
        after[kind] = had + pips(number);
        kinds.add(land);
        if (more) kinds.add(more);
    }
    const harbor = spot?.harbor ?? null;
    if (harbor && !city) score += harbor === 'any' ? harborWorth : (after[harbor] ?? 0) * harborPipWorth;
    return { vertex, dots: dotsAround(plan, numbers, vertex), kinds: [...kinds], harbor, score };
}

/** The best of some corners, the best first; none beside a better one, which would keep it free. */
export function bestOf(plan: Plan, all: Worth[], count: number): Worth[] {
    const best: Worth[] = [];
    for (const one of [...all].sort((a, b) => b.score - a.score || a.vertex - b.vertex)) {
        if (best.length === count) break;
        if (!best.some(({ vertex }) => plan.vertices[vertex]?.neighbors.includes(one.vertex))) best.push(one);
    }
    return best;
}
