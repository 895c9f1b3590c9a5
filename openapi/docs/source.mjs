// SPDX-License-Identifier: AGPL-3.0-or-later
// The description that the reference is made of.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { parse } = createRequire(new URL('../../tests/tools/package.json', import.meta.url))('yaml');

/** A file, by its path from here. */
export const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
export const parsed = (path) => parse(read(path), { uniqueKeys: true });
export const document = parsed('../openapi.yaml');

/** What a reference names; anything else is itself. */
export function follow(node) {
    if (!node.$ref) return node;
    return follow(node.$ref.slice(2).split('/').reduce((value, key) => value[key.replaceAll('~1', '/').replaceAll('~0', '~')], document));
}

const methods = ['get', 'put', 'post', 'patch', 'delete'];

/** The operations of paths, or of what the server sends: [{ method, path, item, value }]. */
export const calls = (items) => Object.entries(items).flatMap(([path, item]) => methods.filter((method) => item[method])
    .map((method) => ({ method: method.toUpperCase(), path, item, value: item[method] })));
