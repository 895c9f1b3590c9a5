// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bytesToHex } from '@noble/hashes/utils.js';
import { checkRecord, type Step, type Verdict } from '../src/pages/fairness/check';
import { boardKey, commitmentOf, drawsOf, playKey, startKey } from '../src/lib/draws';
import { islandOf, sameIsland } from '../src/pages/fairness/island';
import type { GameRecord } from '../src/pages/fairness/table';

const hex = (byte: (i: number) => number): string => bytesToHex(Uint8Array.from({ length: 32 }, (_, i) => byte(i)));
const server = hex((i) => i);
const clients = [hex((i) => 0xa0 + i), null, hex(() => 0xff)];

// tests/service/test_fair.c has the same vectors.
const vectors: [string, Uint8Array, string, number[], number[]][] = [
    ['start', startKey(server, 3), 'b193426d18c192680a4f89719fd0b48c080a38c547f1617c65cc6e0924c37c7d', [0, 0, 4, 3, 2, 2, 5, 2], [0, 0, 24, 72, 23317, 29181]],
    ['play', playKey(server, clients), '5c1a4a0c70b564d91c45561e3e90097d3b20d81ad640eb703aec0f96233de818', [2, 2, 5, 3, 2, 0, 4, 2], [0, 0, 10, 91, 63144, 58555]],
    ['board', boardKey('island'), '280e6f5a0d5ade019931e4203072a01371a1b9ee4cabd87e809782426a28fb7c', [1, 1, 0, 5, 1, 0, 5, 0], [0, 1, 24, 12, 5767, 40713]],
];
const mixed: [number, number][] = [[0, 1], [1, 2], [7, 25], [100, 95], [2 ** 32 - 1, 65535], [3, 65536]];

for (const [name, key, wanted, dice, others] of vectors) {
    test(`the draws of "${name}" are those of the server`, () => {
        equal(bytesToHex(key), wanted);
        const draw = drawsOf(key);
        deepEqual(dice.map((_, i) => draw(i, 6)), dice);
        deepEqual(mixed.map(([number, bound]) => draw(number, bound)), others);
    });
}

test('a word beyond the last whole range is passed over', () => {
    equal(drawsOf(playKey(server, clients))(79121, 65175), 58617);
});

test('a commitment is its seed hashed', () => {
    equal(commitmentOf(server), '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
});

test('an island follows from its seed', () => {
    for (const numbers of ['spiral', 'random'] as const) {
        const island = islandOf('island', numbers, 4);
        equal(island.hexes.filter(({ number }) => number !== null).length, 18);
        ok(sameIsland(island, islandOf('island', numbers, 4)));
        ok(!sameIsland(island, islandOf('islands', numbers, 4)));
        equal(islandOf('island', numbers, 6).hexes.filter(({ number }) => number !== null).length, 28);
    }
});

// ---- records ----

const read = (name: string): GameRecord => JSON.parse(readFileSync(`../../tests/records/${name}.json`, 'utf8')) as GameRecord;

function check(record: GameRecord): { verdict: Verdict; steps: Step[] } {
    const steps: Step[] = [];
    const run = checkRecord(record);
    for (let next = run.next(); ; next = run.next()) {
        if (next.done) return { verdict: next.value, steps };
        steps.push(next.value);
    }
}

for (const [name, drawn] of [['play-proved', 37], ['play-undo', 47], ['play-knights', 79], ['play-six', 53], ['play-tribe', 72], ['play-new-world', 80], ['play-cloth', 61], ['play-pirate-islands', 140]] as const) {
    test(`${name} is proved`, () => {
        const { verdict, steps } = check(read(name));
        equal(verdict.fault, null);
        deepEqual([verdict.drawn, verdict.told, steps.length], [drawn, 0, drawn]);
    });
}

/** Changes a record, and says what has to be found. */
const falsified: [string, (record: GameRecord) => void, string][] = [
    ['another server seed', (record) => void (record.fairness!.server_seed = server), 'commitment'],
    ['another commitment', (record) => void (record.fairness!.commitment = server), 'commitment'],
    ['a client seed that is not theirs', (record) => void (record.fairness!.client_seeds = record.fairness!.client_seeds.map((seed) => seed && server)), 'client'],
    ['a client seed left out', (record) => void (record.fairness!.client_seeds = record.fairness!.client_seeds.map(() => null)), 'client'],
    ['a die', (record) => void ((record.events.find(({ type }) => type === 'roll') as unknown as { outcome: { red: number } }).outcome.red = 7), 'draw'],
    ['who begins', (record) => void ((record.events[0] as unknown as { first: number }).first = 0), 'draw'],
    ['what the dice gave', (record) => void (record.events.find(({ type, effects }) => type === 'roll' && effects.length > 0)!.effects = []), 'hands'],
    ['a draw said to be told', (record) => void (((record.events.find(({ type }) => type === 'roll') as unknown as { chance: string }).chance = 'given')), 'told'],
];

for (const [what, change, found] of falsified) {
    test(`a record with ${what} changed is found out`, () => {
        const record = structuredClone(read('play-undo'));
        change(record);
        const { fault } = check(record).verdict;
        ok(fault !== null && (fault.what === found || (found === 'hands' && fault.what === 'draw')), `${JSON.stringify(fault)}`);
    });
}

test('every drawn card matters', () => {
    const record = read('play-knights');
    let tried = 0;
    for (const [i, event] of record.events.entries()) {
        const outcome = event.outcome as { card?: string } | null;
        if (!outcome?.card || tried > 5) continue;
        const changed = structuredClone(record);
        const other = (changed.events[i] as unknown as { outcome: { card: string } }).outcome;
        other.card = other.card === 'ore' ? 'wool' : 'ore';
        equal(check(changed).verdict.fault?.seq, event.seq);
        tried++;
    }
    ok(tried > 0);
});

test('what the fleet takes and the die of an attack matter', () => {
    const record = read('play-pirate-islands');
    const tried = { lost: 0, die: 0 };
    for (const [i, event] of record.events.entries()) {
        const { lost, die } = (event.outcome ?? {}) as { lost?: { player: number; cards: string[] }[]; die?: number };
        if (!lost && !die) continue;
        const changed = structuredClone(record);
        const other = (changed.events[i] as unknown as { outcome: { lost: { cards: string[] }[]; die: number } }).outcome;
        if (lost) other.lost[0]!.cards[0] = lost[0]!.cards[0] === 'ore' ? 'wool' : 'ore';
        else other.die = die === 6 ? 1 : 6;
        equal(check(changed).verdict.fault?.seq, event.seq);
        tried[lost ? 'lost' : 'die']++;
    }
    ok(tried.lost > 5 && tried.die > 1);
});
