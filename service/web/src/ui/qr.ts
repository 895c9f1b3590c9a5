// SPDX-License-Identifier: AGPL-3.0-or-later
// QR codes (ISO/IEC 18004) for addresses: bytes, error correction M, up to version 6. Of the eight masks always the first
// is used: readers take any.

/** By version from 1 on: bytes of error correction in a block, number of blocks, bytes of data in a block. */
const layouts: [check: number, blocks: number, data: number][] = [[10, 1, 16], [16, 1, 28], [26, 1, 44], [18, 2, 32], [24, 2, 43], [16, 4, 27]];
/** Mode and length take so many bytes. */
const headBytes = 2;
const padding = [0xec, 0x11];
/** The level M and the mask 0, with their error correction. */
const format = 0x5412;

/** In the field of 256 elements of QR codes. */
function product(a: number, b: number): number {
    let sum = 0;
    for (let [x, y] = [a, b]; y > 0; [x, y] = [(x << 1) ^ (x & 0x80 ? 0x11d : 0), y >> 1]) if (y & 1) sum ^= x;
    return sum;
}

/** The COUNT bytes of error correction for DATA (Reed and Solomon). */
export function checkBytes(data: number[], count: number): number[] {
    let generator = [1];
    for (let i = 0, root = 1; i < count; i++, root = product(root, 2)) generator = [...generator, 0].map((factor, j) => factor ^ product(generator[j - 1] ?? 0, root));
    const rest = new Array<number>(count).fill(0);
    for (const byte of data) {
        const factor = byte ^ (rest.shift() ?? 0);
        rest.push(0);
        for (const [j, one] of generator.slice(1).entries()) rest[j] = (rest[j] ?? 0) ^ product(one, factor);
    }
    return rest;
}

/** All bytes of the code in their order: those of all blocks by turns. */
function codewords(text: Uint8Array, [check, blocks, size]: [number, number, number]): number[] {
    const room = blocks * size;
    // Four bits of mode, eight of length, the text, four that end it: everything is moved by half a byte.
    const half = [0x4, text.length >> 4, text.length & 0xf, ...[...text].flatMap((byte) => [byte >> 4, byte & 0xf]), 0];
    const whole = Array.from({ length: half.length / 2 }, (_, i) => ((half[2 * i] ?? 0) << 4) | (half[2 * i + 1] ?? 0));
    const filled = [...whole, ...Array.from({ length: room - whole.length }, (_, i) => padding[i % 2] ?? 0)];
    const data = Array.from({ length: blocks }, (_, i) => filled.slice(i * size, (i + 1) * size));
    const byTurns = (all: number[][], length: number): number[] => Array.from({ length }, (_, i) => all.map((block) => block[i] ?? 0)).flat();
    return [...byTurns(data, size), ...byTurns(data.map((block) => checkBytes(block, check)), check)];
}

/** Modules that are the same in all codes of a version; undefined: free for data. */
function frameOf(version: number): (boolean | undefined)[][] {
    const size = 17 + 4 * version;
    const rows = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined));
    const set = (x: number, y: number, dark: boolean): void => {
        const row = rows[y];
        if (row && x >= 0 && x < size) row[x] = dark;
    };
    const rings = (x: number, y: number, reach: number, light: number[]): void => {
        for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    };
    for (let i = 0; i < size; i++) {
        set(6, i, i % 2 === 0);
        set(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) rings(x, y, 4, [2, 4]);
    if (version > 1) rings(size - 7, size - 7, 2, [1]);
    for (let i = 0; i < 15; i++) {
        const dark = (format >> i) % 2 === 1;
        const near = i < 6 ? i : i < 8 ? i + 1 : 0;
        if (i < 8) set(8, near, dark);
        else set(i === 8 ? 7 : 14 - i, 8, dark);
        if (i < 8) set(size - 1 - i, 8, dark);
        else set(8, size - 15 + i, dark);
    }
    set(8, size - 8, true);
    return rows;
}

/** The free modules in the order in which they are filled: pairs of columns from the right, upwards and downwards by turns. */
function* freeOf(rows: (boolean | undefined)[][]): Generator<[x: number, y: number]> {
    const size = rows.length;
    for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
        if (right === 6) right--;
        for (let i = 0; i < size; i++) {
            const y = up ? size - 1 - i : i;
            for (const x of [right, right - 1]) if (rows[y]?.[x] === undefined) yield [x, y];
        }
    }
}

/** The rows of the code for TEXT, true for dark; null: it is too long. */
export function qrCode(text: string): boolean[][] | null {
    const bytes = new TextEncoder().encode(text);
    const version = layouts.findIndex(([, blocks, size]) => bytes.length + headBytes <= blocks * size) + 1;
    const layout = layouts[version - 1];
    if (!layout) return null;
    const rows = frameOf(version);
    const words = codewords(bytes, layout);
    const filled = rows.map((row) => row.map((dark) => dark === true));
    for (const [i, [x, y]] of [...freeOf(rows)].entries()) {
        const bit = (((words[i >> 3] ?? 0) >> (7 - (i % 8))) & 1) === 1;
        const row = filled[y];
        if (row) row[x] = bit !== ((x + y) % 2 === 0);
    }
    return filled;
}
