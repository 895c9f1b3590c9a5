// SPDX-License-Identifier: AGPL-3.0-or-later
// The description against the program's own tables: routes and kinds of problems. And against itself: every example
// fits its schema, and a closed schema refuses more fields.
import { existsSync, readFileSync } from 'node:fs';
import { check, document, examples, operations, resolve, root } from './description.mjs';
import { finish, report } from './count.mjs';

const read = (path) => (existsSync(root + path) ? readFileSync(root + path, 'utf8') : null);

function compare(name, ours, theirs, where) {
    for (const item of new Set([...ours, ...theirs])) {
        report(`${name} ${item}`, [
            ...(ours.includes(item) ? [] : [`is in ${where} but not in openapi/openapi.yaml`]),
            ...(theirs.includes(item) ? [] : [`is in openapi/openapi.yaml but not in ${where}`]),
        ]);
    }
}

function routes() {
    const table = read('service/api/routes.c');
    const theirs = [...table.matchAll(/\b(?:ROUTE|WRITE)\(\s*([A-Z]+),\s*"([^"]+)"/g)]
        .map(([, method, path]) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`);
    report('the route table can be read', theirs.length > 0 ? [] : ['no route found in service/api/routes.c']);
    const ours = operations().map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`);
    compare('route', ours, theirs, 'service/api/routes.c');
}

function problems() {
    const table = read('service/http/problem.c');
    if (table === null) return;
    const theirs = [...new Set([...table.matchAll(/\{"([a-z-]+)",\s*(\d+),/g)].map(([, slug, status]) => `${status} ${slug}`))];
    const ours = [...document.info.description.matchAll(/^\| (\d+) \| `([a-z-]+)` \|/gm)].map(([, status, slug]) => `${status} ${slug}`);
    compare('problem', ours, theirs, 'service/http/problem.c');
}

// Every status that is described has a counter of its own in /metrics.
function statuses() {
    const counted = /statuses\[\] = \{([^}]*)\}/.exec(read('service/http/stats.c'))[1].match(/\d+/g);
    const described = new Set(operations().flatMap(({ method, path }) => Object.keys(document.paths[path][method].responses)));
    for (const status of described) {
        report(`metrics count ${status}`, /^\d+$/.test(status) && !counted.includes(status)
            ? ['service/http/stats.c does not count it by itself'] : []);
    }
}

function everyExample() {
    let count = 0;
    for (const { name, value, schema } of examples()) {
        count += 1;
        report(`example ${name}`, check(schema, value));
        const open = /\/schemas\/(Problem|Token|Foreign)$/.test(resolve(schema).at);
        if (value !== null && typeof value === 'object' && !Array.isArray(value) && !open) {
            const more = check(schema, { ...value, not_described: 1 });
            report(`example ${name} with a field too many`, more.length > 0 ? [] : ['was taken: the schema is not closed']);
        }
    }
    report('there are examples', count > 100 ? [] : [`only ${count}`]);
}

// Every request body and every response with a body has an example.
function nothingWithoutExample() {
    const media = (at, content) => Object.entries(content ?? {})
        .filter(([type, body]) => body.schema && body.example === undefined && !body.examples && type !== 'image/png')
        .map(([type]) => `${at}: ${type} has no example`);
    for (const { method, path, at } of operations()) {
        const { value } = resolve(at);
        const missing = media('the request', value.requestBody && resolve(`${at}/requestBody`).value.content);
        for (const status of Object.keys(value.responses)) {
            missing.push(...media(status, resolve(`${at}/responses/${status}`).value.content));
        }
        report(`examples of ${method.toUpperCase()} ${path}`, missing);
    }
}

routes();
problems();
statuses();
everyExample();
nothingWithoutExample();
finish();
