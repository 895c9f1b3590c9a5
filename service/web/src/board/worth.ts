// SPDX-License-Identifier: AGPL-3.0-or-later
// The value of a building site, judged as the server's bot does (service/bots/plan.c): how often its hexes produce,
// discounted for resources you already get plenty of, plus its harbor.
import type { Cards, HarborKind, Kind, Terrain } from '../types';
import { dotsAround, dotsOn, pips, type Plan } from './geometry';

/** The value of a pip of a kind you do not get yet, of a commodity, of a 3:1 harbor, and of a 2:1 harbor. */
const pipWorth = 52;
const commodityWorth = 70;
const harborWorth = 60;
const harborPipWorth = 14;
/** This many pips of a kind halve the value of further ones. */
const plenty = 9;

export const landKind: Record<Terrain, Kind | null> = { forest: 'lumber', pasture: 'wool', fields: 'grain', hills: 'brick', mountains: 'ore', desert: null, gold: null, sea: null, fog: null };
/** The commodity a city in Cities & Knights produces as well. */
export const cityKind: Partial<Record<Terrain, Kind>> = { forest: 'paper', pasture: 'cloth', mountains: 'coin' };

export interface Worth {
    vertex: number;
    /** Sum of pips of all its hexes. */
    dots: number;
    /** The kinds they produce, without duplicates. */
    kinds: Kind[];
    harbor: HarborKind | null;
    /** Only comparable with scores of other sites. */
    score: number;
}

/** Pips of each kind for buildings at these vertices; a city counts twice. */
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

/** A vertex's value given the current INCOME. `city`: a city of Cities & Knights. */
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

/** The best sites, best first; leaves out neighbors of a better one, because of the distance rule. */
export function bestOf(plan: Plan, all: Worth[], count: number): Worth[] {
    const best: Worth[] = [];
    for (const one of [...all].sort((a, b) => b.score - a.score || a.vertex - b.vertex)) {
        if (best.length === count) break;
        if (!best.some(({ vertex }) => plan.vertices[vertex]?.neighbors.includes(one.vertex))) best.push(one);
    }
    return best;
}
