// SPDX-License-Identifier: AGPL-3.0-or-later
// The folders of the page point one way, and no files import each other in a circle.
import { equal, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** From top to bottom: each may import from those after it. */
const layers = ['app', 'pages', 'game', 'board', 'ui', 'lib', 'texts', 'vocabulary', 'types', 'schema'];

interface Import {
    from: string;
    to: string;
    /** Types alone make no circle: they are gone when the page runs. */
    value: boolean;
}

const files = readdirSync('src', { recursive: true }).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const known = new Set(files);

/** The file that a relative path means, seen from another file. */
function target(from: string, path: string): string {
    const parts = from.split('/').slice(0, -1);
    for (const part of path.split('/')) {
        if (part === '..') parts.pop();
        else if (part !== '.') parts.push(part);
    }
    const name = parts.join('/');
    return [`${name}.ts`, `${name}.tsx`, `${name}/index.ts`].find((file) => known.has(file)) ?? `${name}.d.ts`;
}

const imports = files.flatMap((from): Import[] => {
    const text = readFileSync(`src/${from}`, 'utf8');
    const found = text.matchAll(/^(?:import|export)( type)?[^;]*? from '(\.[^']*)';|\bimport\('(\.[^']*)'\)|^import '(\.[^']*)';/gm);
    return [...found].map(([, type, named, later, bare]) => ({ from, to: target(from, named ?? later ?? bare ?? ''), value: type === undefined && later === undefined }));
});

const layerOf = (file: string): number => layers.indexOf((file.split('/')[0] ?? '').replace(/(\.d)?\.tsx?$/, ''));

test('every file stands in a layer', () => {
    equal(files.filter((file) => layerOf(file) < 0).join(), '');
    ok(imports.length > files.length, 'imports are found');
});

test('imports point down', () => {
    equal(imports.filter(({ from, to }) => layerOf(to) < layerOf(from)).map(({ from, to }) => `${from} imports ${to}`).join('\n'), '');
});

test('no circles', () => {
    const next = new Map(files.map((file) => [file, imports.filter(({ from, value }) => value && from === file).map(({ to }) => to)]));
    const done = new Set<string>();
    const circleFrom = (file: string, way: string[]): string[] => {
        if (way.includes(file)) return [[...way.slice(way.indexOf(file)), file].join(' imports ')];
        if (done.has(file)) return [];
        const circles = (next.get(file) ?? []).flatMap((inner) => circleFrom(inner, [...way, file]));
        done.add(file);
        return circles;
    };
    equal(files.flatMap((file) => circleFrom(file, [])).join('\n'), '');
});
