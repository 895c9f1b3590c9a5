// SPDX-License-Identifier: AGPL-3.0-or-later
// The moves that can be planned, and the facts that a condition can ask for.
import type { Form } from './notation';

export const moves: Form[] = [
    { id: 'road', pattern: 'road {edge}' },
    { id: 'settlement', pattern: 'settle {vertex}' },
    { id: 'city', pattern: 'city {vertex}' },
    { id: 'buy', pattern: 'buy', game: 'base' },
    { id: 'bank', pattern: 'bank {give:cards} for {take:cards}' },
    { id: 'offer', pattern: 'offer {give:cards} for {take:cards} [to {seat}]' },
    { id: 'knightCard', pattern: 'play knight {hex} [from {seat}]', game: 'base' },
    { id: 'roadsCard', pattern: 'play roads {first:edge} [{second:edge}]' },
    { id: 'plentyCard', pattern: 'play plenty {cards}', game: 'base' },
    { id: 'monopolyCard', pattern: 'play monopoly {resource}' },
    { id: 'wall', pattern: 'wall {vertex}', game: 'knights' },
    { id: 'knight', pattern: 'knight {vertex}', game: 'knights' },
    { id: 'activate', pattern: 'activate {vertex}', game: 'knights' },
    { id: 'promote', pattern: 'promote {vertex}', game: 'knights' },
    { id: 'move', pattern: 'move {from:vertex} to {to:vertex}', game: 'knights' },
    { id: 'displace', pattern: 'displace {from:vertex} to {to:vertex}', game: 'knights' },
    { id: 'chase', pattern: 'chase {vertex} to {hex} [from {seat}]', game: 'knights' },
    { id: 'improve', pattern: 'improve {track} [at {vertex}]', game: 'knights' },
    { id: 'repair', pattern: 'repair {vertex}', game: 'knights' },
    { id: 'alchemist', pattern: 'play alchemist {yellow:die} {red:die}', game: 'knights' },
    { id: 'crane', pattern: 'play crane', game: 'knights' },
    { id: 'engineer', pattern: 'play engineer {vertex}', game: 'knights' },
    { id: 'inventor', pattern: 'play inventor {first:hex} {second:hex}', game: 'knights' },
    { id: 'irrigation', pattern: 'play irrigation', game: 'knights' },
    { id: 'medicine', pattern: 'play medicine {vertex}', game: 'knights' },
    { id: 'mining', pattern: 'play mining', game: 'knights' },
    { id: 'smith', pattern: 'play smith {first:vertex} [{second:vertex}]', game: 'knights' },
    { id: 'bishop', pattern: 'play bishop {hex}', game: 'knights' },
    { id: 'deserter', pattern: 'play deserter on {seat}', game: 'knights' },
    { id: 'diplomat', pattern: 'play diplomat {from:edge} [to {to:edge}]', game: 'knights' },
    { id: 'intrigue', pattern: 'play intrigue {vertex}', game: 'knights' },
    { id: 'saboteur', pattern: 'play saboteur [at {vertex}]', game: 'knights' },
    { id: 'spy', pattern: 'play spy on {seat}', game: 'knights' },
    { id: 'warlord', pattern: 'play warlord', game: 'knights' },
    { id: 'wedding', pattern: 'play wedding', game: 'knights' },
    { id: 'harborCard', pattern: 'play harbor', game: 'knights' },
    { id: 'masterMerchant', pattern: 'play master on {seat}', game: 'knights' },
    { id: 'merchant', pattern: 'play merchant {hex}', game: 'knights' },
    { id: 'fleet', pattern: 'play fleet {kind}', game: 'knights' },
    { id: 'tradeMonopoly', pattern: 'play monopoly {commodity}', game: 'knights' },
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
    { id: 'knightAt', pattern: '[{seat} has a] knight at {vertex}', game: 'knights' },
    { id: 'robberAt', pattern: 'robber at {hex}' },
    { id: 'card', pattern: 'card {card}' },
];

export const forGame = (forms: Form[], knights: boolean): Form[] => forms.filter(({ game }) => game === undefined || game === (knights ? 'knights' : 'base'));
