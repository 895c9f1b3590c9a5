// SPDX-License-Identifier: AGPL-3.0-or-later
// QR codes, read again: what a reader does with a code without faults.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBytes, qrCode } from '../src/ui/qr';

const dark = (rows: boolean[][], x: number, y: number): boolean => rows[y]?.[x] === true;

/** Whether a module belongs to the patterns of versions 1 to 6. */
function isFixed(size: number, x: number, y: number): boolean {
    const corner = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8);
    const mark = size > 21 && Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2;
    return corner || mark || x === 6 || y === 6;
}

/** The data of a code with blocks of SIZE bytes each, before error correction. */
function bytesOf(rows: boolean[][]): number[] {
    const size = rows.length;
    const bits: boolean[] = [];
    const columns = Array.from({ length: size }, (_, i) => size - 1 - i).filter((x) => x !== 6);
    for (let pair = 0; pair < columns.length / 2; pair++) {
        for (let i = 0; i < size; i++) {
            const y = pair % 2 === 0 ? size - 1 - i : i;
            for (const x of columns.slice(2 * pair, 2 * pair + 2)) if (!isFixed(size, x, y)) bits.push(dark(rows, x, y) !== ((x + y) % 2 === 0));
        }
    }
    return Array.from({ length: bits.length >> 3 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + Number(bit), 0));
}

const layouts: Record<number, [check: number, blocks: number, data: number]> = { 21: [10, 1, 16], 25: [16, 1, 28], 29: [26, 1, 44], 33: [18, 2, 32], 37: [24, 2, 43], 41: [16, 4, 27] };

test('error correction is that of the standard', () => {
    // The example of ISO/IEC 18004, annex I: "01234567" in a code of version 1, level M.
    assert.deepEqual(checkBytes([0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11], 10), [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

test('codes of all versions hold their text', () => {
    for (const text of ['hexpost', 'https://hexpost.example', 'https://hexpost.example/games/7kq2x', 'https://play.hexpost.example/games/ORhysY5asHdX44yW/join', `https://${'a'.repeat(60)}/join`, `https://${'ü'.repeat(45)}/`]) {
        const rows = qrCode(text) ?? [];
        const [check, blocks, data] = layouts[rows.length] ?? [0, 0, 0];
        const words = bytesOf(rows);
        const block = (b: number): number[] => Array.from({ length: data }, (_, i) => words[i * blocks + b] ?? 0);
        for (let b = 0; b < blocks; b++) assert.deepEqual(checkBytes(block(b), check), Array.from({ length: check }, (_, i) => words[blocks * data + i * blocks + b]));
        const all = Array.from({ length: blocks }, (_, b) => block(b)).flat();
        const halves = all.flatMap((byte) => [byte >> 4, byte & 15]);
        const length = ((halves[1] ?? 0) << 4) | (halves[2] ?? 0);
        assert.equal(halves[0], 4);
        assert.equal(new TextDecoder().decode(new Uint8Array(Array.from({ length }, (_, i) => ((halves[3 + 2 * i] ?? 0) << 4) | (halves[4 + 2 * i] ?? 0)))), text);
    }
    assert.equal(qrCode('x'.repeat(107)), null);
});

test('its corners can be found', () => {
    const rows = qrCode('hexpost') ?? [];
    for (const [x, y] of [[0, 0], [14, 0], [0, 14]] as const) {
        const row = (dy: number): string => Array.from({ length: 7 }, (_, dx) => (dark(rows, x + dx, y + dy) ? '#' : '.')).join('');
        assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map(row), ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']);
    }
    // The format: level M, mask 0.
    assert.equal(Array.from({ length: 8 }, (_, i) => Number(dark(rows, 20 - i, 8))).join(''), '01001000');
});
