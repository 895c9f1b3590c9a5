// SPDX-License-Identifier: AGPL-3.0-or-later
// The moves that can be planned, and the facts that a condition can ask for.
import type { Played } from './model';
import type { Form, Scope } from './notation';

export const moves: Form[] = [
    { id: 'road', pattern: 'road {edge}' },
    { id: 'ship', pattern: 'ship {edge}', in: ['sea'] },
    { id: 'sail', pattern: 'sail {from:edge} to {to:edge}', in: ['sea'] },
    { id: 'settlement', pattern: 'settle {vertex}' },
    { id: 'city', pattern: 'city {vertex}' },
    { id: 'buy', pattern: 'buy', in: ['base'] },
    { id: 'bank', pattern: 'bank {give:cards} for {take:cards}' },
    { id: 'offer', pattern: 'offer {give:cards} for {take:cards} [to {seat}]' },
    { id: 'knightCard', pattern: 'play knight {hex} [from {seat}]', in: ['base', 'robber'] },
    { id: 'warshipCard', pattern: 'play knight', in: ['base', 'fleet'] },
    { id: 'roadsCard', pattern: 'play roads {first:edge} [{second:edge}]' },
    { id: 'shipsCard', pattern: 'play roads ship {first:edge} [ship {second:edge}]', in: ['sea'] },
    { id: 'plentyCard', pattern: 'play plenty {cards}', in: ['base'] },
    { id: 'monopolyCard', pattern: 'play monopoly {resource}' },
    { id: 'wonder', pattern: 'wonder {wonder}', in: ['wonders'] },
    { id: 'attack', pattern: 'attack', in: ['base', 'fleet'] },
    { id: 'neutralRoad', pattern: 'neutral road {neutral} {edge}', in: ['two'] },
    { id: 'neutralSettlement', pattern: 'neutral settlement {neutral} {vertex}', in: ['two'] },
    { id: 'force', pattern: 'force', in: ['two'] },
    { id: 'giveBack', pattern: 'return {cards}', in: ['two'] },
    { id: 'desert', pattern: 'robber to desert', in: ['two'] },
    { id: 'tradeIn', pattern: 'trade in knight', in: ['two'] },
    { id: 'wall', pattern: 'wall {vertex}', in: ['knights'] },
    { id: 'knight', pattern: 'knight {vertex}', in: ['knights'] },
    { id: 'activate', pattern: 'activate {vertex}', in: ['knights'] },
    { id: 'promote', pattern: 'promote {vertex}', in: ['knights'] },
    { id: 'move', pattern: 'move {from:vertex} to {to:vertex}', in: ['knights'] },
    { id: 'displace', pattern: 'displace {from:vertex} to {to:vertex}', in: ['knights'] },
    { id: 'chase', pattern: 'chase {vertex} to {hex} [from {seat}]', in: ['knights'] },
    { id: 'improve', pattern: 'improve {track} [at {vertex}]', in: ['knights'] },
    { id: 'repair', pattern: 'repair {vertex}', in: ['knights'] },
    { id: 'alchemist', pattern: 'play alchemist {yellow:die} {red:die}', in: ['knights'] },
    { id: 'crane', pattern: 'play crane', in: ['knights'] },
    { id: 'engineer', pattern: 'play engineer {vertex}', in: ['knights'] },
    { id: 'inventor', pattern: 'play inventor {first:hex} {second:hex}', in: ['knights'] },
    { id: 'irrigation', pattern: 'play irrigation', in: ['knights'] },
    { id: 'medicine', pattern: 'play medicine {vertex}', in: ['knights'] },
    { id: 'mining', pattern: 'play mining', in: ['knights'] },
    { id: 'smith', pattern: 'play smith {first:vertex} [{second:vertex}]', in: ['knights'] },
    { id: 'bishop', pattern: 'play bishop {hex}', in: ['knights'] },
    { id: 'deserter', pattern: 'play deserter on {seat}', in: ['knights'] },
    { id: 'diplomat', pattern: 'play diplomat {from:edge} [to {to:edge}]', in: ['knights'] },
    { id: 'intrigue', pattern: 'play intrigue {vertex}', in: ['knights'] },
    { id: 'saboteur', pattern: 'play saboteur [at {vertex}]', in: ['knights'] },
    { id: 'spy', pattern: 'play spy on {seat}', in: ['knights'] },
    { id: 'warlord', pattern: 'play warlord', in: ['knights'] },
    { id: 'wedding', pattern: 'play wedding', in: ['knights'] },
    { id: 'harborCard', pattern: 'play harbor', in: ['knights'] },
    { id: 'masterMerchant', pattern: 'play master on {seat}', in: ['knights'] },
    { id: 'merchant', pattern: 'play merchant {hex}', in: ['knights'] },
    { id: 'fleet', pattern: 'play fleet {kind}', in: ['knights'] },
    { id: 'tradeMonopoly', pattern: 'play monopoly {commodity}', in: ['knights'] },
    { id: 'end', pattern: 'end' },
];

const atLeast = { compare: '>=' };

export const facts: Form[] = [
    { id: 'hold', pattern: '{kind} {compare} {count}', start: { ...atLeast, kind: 'ore', count: '3' }, also: [{ pattern: '{count} {kind}', values: atLeast }, { pattern: 'at least {count} {kind}', values: atLeast }, { pattern: 'at most {count} {kind}', values: { compare: '<=' } }, { pattern: 'no {kind}', values: { compare: '=', count: '0' } }] },
    { id: 'mine', pattern: '{own} {compare} {count}', start: { ...atLeast, own: 'cards', count: '8' }, also: [{ pattern: 'at most {count} {own}', values: { compare: '<=' } }, { pattern: '{count} {own}', values: atLeast }] },
    { id: 'theirs', pattern: '{seat} {measure} {compare} {count}', start: { ...atLeast, measure: 'points', count: '8' }, also: [{ pattern: '{measure} of {seat} {compare} {count}', values: {} }] },
    { id: 'bank', pattern: 'bank {kind} {compare} {count}', start: { ...atLeast, kind: 'ore', count: '1' }, also: [{ pattern: 'bank {count} {kind}', values: atLeast }] },
    { id: 'rolled', pattern: 'roll {compare} {count}', start: { compare: '=', count: '7' }, also: [{ pattern: 'rolled {count}', values: { compare: '=' } }] },
    { id: 'vertexFree', pattern: '{vertex} is free', also: [{ pattern: '{vertex} free', values: {} }] },
    { id: 'edgeFree', pattern: '{edge} is free', also: [{ pattern: '{edge} free', values: {} }] },
    { id: 'settlementAt', pattern: '[{seat} has a] settlement at {vertex}' },
    { id: 'cityAt', pattern: '[{seat} has a] city at {vertex}' },
    { id: 'roadAt', pattern: '[{seat} has a] road at {edge}' },
    { id: 'shipAt', pattern: '[{seat} has a] ship at {edge}', in: ['sea'] },
    { id: 'knightAt', pattern: '[{seat} has a] knight at {vertex}', in: ['knights'] },
    { id: 'robberAt', pattern: 'robber at {hex}' },
    { id: 'pirateAt', pattern: 'pirate at {hex}', in: ['sea', 'robber'] },
    { id: 'card', pattern: 'card {card}' },
];

/** What a game has of what forms are about. */
export function scopesOf({ game, players, scenario }: Played): ReadonlySet<Scope> {
    return new Set<Scope>([
        game === 'cities_and_knights' ? 'knights' : 'base',
        scenario === 'pirate_islands' ? 'fleet' : 'robber',
        ...(scenario === undefined ? [] : (['sea'] as const)),
        ...(scenario === 'wonders' ? (['wonders'] as const) : []),
        ...(players === 2 ? (['two'] as const) : []),
    ]);
}

export const forGame = (forms: Form[], scopes: ReadonlySet<Scope>): Form[] => forms.filter((form) => (form.in ?? []).every((scope) => scopes.has(scope)));
