// SPDX-License-Identifier: AGPL-3.0-or-later
// How chance follows from seeds (openapi.yaml, "Fair chance"; service/fair.h): numbered draws, each from HMAC-SHA-256
// with a key derived from the seeds.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Draw NUMBER, below BOUND. */
export type Draw = (number: number, bound: number) => number;

const words = 2 ** 32;
const wordBytes = 4;
const seedBytes = 32;

function word(value: number): Uint8Array {
    const bytes = new Uint8Array(wordBytes);
    new DataView(bytes.buffer).setUint32(0, value);
    return bytes;
}

/** The draws of a key. */
export function drawsOf(key: Uint8Array): Draw {
    const label = utf8ToBytes('hexpost draw 1');
    return (number, bound) => {
        const limit = Math.floor(words / bound) * bound;
        for (let block = 0; ; block++) {
            const bytes = hmac(sha256, key, concatBytes(label, word(number), word(block)));
            const view = new DataView(bytes.buffer, bytes.byteOffset);
            for (let at = 0; at < bytes.length; at += wordBytes) if (view.getUint32(at) < limit) return view.getUint32(at) % bound;
        }
    };
}

function keyOfSeats(server: string, label: string, clients: (string | null)[]): Uint8Array {
    const parts = clients.flatMap((seed) => (seed === null ? [Uint8Array.of(0)] : [Uint8Array.of(seedBytes), hexToBytes(seed)]));
    return hmac(sha256, hexToBytes(server), concatBytes(utf8ToBytes(label), ...parts));
}

/** The key of the rolls that decide who begins: no client seed is known yet. */
export const startKey = (server: string, players: number): Uint8Array => keyOfSeats(server, 'hexpost start 1', new Array<null>(players).fill(null));
/** The key of everything after that. */
export const playKey = (server: string, clients: (string | null)[]): Uint8Array => keyOfSeats(server, 'hexpost play 1', clients);
export const boardKey = (seed: string): Uint8Array => sha256(concatBytes(utf8ToBytes('hexpost board 1'), utf8ToBytes(seed)));

export const commitmentOf = (seed: string): string => bytesToHex(sha256(hexToBytes(seed)));
export const newSeed = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(seedBytes)));
