// SPDX-License-Identifier: AGPL-3.0-or-later
// As much of Node.js as the unit tests use.
declare module 'node:test' {
    export function test(name: string, body: () => void | Promise<void>): void;
}
declare module 'node:assert/strict' {
    export function equal(got: unknown, want: unknown, message?: string): void;
    export function deepEqual(got: unknown, want: unknown, message?: string): void;
    export function ok(value: unknown, message?: string): asserts value;
    export function throws(body: () => unknown, message?: RegExp): void;
}
declare module 'node:fs' {
    export function readFileSync(path: string | URL, encoding: 'utf8'): string;
    export function readdirSync(path: string, options: { recursive: true }): string[];
}
