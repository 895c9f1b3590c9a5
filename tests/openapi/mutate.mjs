// SPDX-License-Identifier: AGPL-3.0-or-later
// Slightly wrong requests: the description's own examples with one change.
import { check, operations, pointer, resolve } from './description.mjs';

// Without null: an optional field may be null.
const strange = [-1, 1.5, 4096, 1e15, true, '', 'x', 'é\u0001', [], {}, [[0]], { type: 'roll' }];

function places(value, found = []) {
    if (value === null || typeof value !== 'object') return found;
    for (const key of Object.keys(value)) {
        found.push([value, key]);
        places(value[key], found);
    }
    return found;
}

/** A copy of VALUE with one thing changed, by CHANCE. */
export function mutate(chance, value) {
    const copy = structuredClone(value);
    const all = places(copy);
    if (all.length === 0) return { unknown: 1 };
    const [parent, key] = chance.of(all);
    switch (chance.below(4)) {
        case 0:
            if (Array.isArray(parent)) parent.splice(Number(key), 1);
            else delete parent[key];
            break;
        case 1:
            if (Array.isArray(parent)) parent.push(structuredClone(parent[key]));
            else parent[`${key}_`] = parent[key];
            break;
        default:
            parent[key] = chance.of(strange);
    }
    return copy;
}

/** Every request body in the examples: { method, path, value, schema }. */
export function requests() {
    return operations().flatMap(({ method, path, at }) => {
        if (!resolve(at).value.requestBody) return [];
        const body = resolve(`${at}/requestBody`);
        const media = body.value.content['application/json'];
        if (!media) return []; // a form
        const schema = `${body.at}${pointer('content', 'application/json', 'schema').slice(1)}`;
        const values = media.examples ? Object.values(media.examples).map((example) => example.value) : [media.example];
        return values.map((value) => ({ method: method.toUpperCase(), path, value, schema }));
    });
}

/** Whether the description accepts this body. */
export const fits = (schema, value) => check(schema, value).length === 0;
