// SPDX-License-Identifier: AGPL-3.0-or-later
// openapi/openapi.yaml for checks: which operation a request belongs to, and whether a response is one that the
// operation allows.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(new URL('../tools/package.json', import.meta.url));
const Ajv = require('ajv/dist/2020').default;
const addFormats = require('ajv-formats').default;
const yaml = require('js-yaml'); // eight times as fast as the package yaml

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const text = readFileSync(`${root}openapi/openapi.yaml`, 'utf8');
export const document = yaml.load(text, { schema: yaml.CORE_SCHEMA }); // refuses a key that is there twice

const methods = ['get', 'post', 'put', 'patch', 'delete'];
// Compiling a schema takes longer than the checks of a run by it: no copies of what it refers to, no optimizing.
const quick = { inlineRefs: false, code: { optimize: false } };
const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, ...quick });
addFormats(ajv);
ajv.addSchema(byTag(document), 'openapi');

// If a field says which of several schemas applies, only that one is used, so that errors are about the intended kind
// of value.
function byTag(node) {
    if (node === null || typeof node !== 'object') return node;
    if (Array.isArray(node)) return node.map(byTag);
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, byTag(value)]));
    const { propertyName, mapping } = node.discriminator ?? {};
    if (!mapping || !node.oneOf) return copy;
    const { oneOf, ...rest } = copy;
    const branches = Object.entries(mapping).map(([tag, $ref]) => ({
        if: { required: [propertyName], properties: { [propertyName]: { const: tag } } },
        then: { $ref },
    }));
    const tags = { required: [propertyName], properties: { [propertyName]: { enum: Object.keys(mapping) } } };
    return { ...rest, allOf: [tags, ...branches] };
}

const escaped = (key) => key.replaceAll('~', '~0').replaceAll('/', '~1');
export const pointer = (...keys) => `#${keys.map((key) => `/${escaped(String(key))}`).join('')}`;

/** The target of a pointer, following references; with its final pointer. */
export function resolve(at) {
    const keys = at.slice(2).split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    let value = document;
    for (const key of keys) value = value?.[key];
    return value?.$ref ? resolve(value.$ref) : { at, value };
}

const validators = new Map();
/** Errors of a value against the schema at a pointer, as lines; none if it is valid. */
export function check(at, value) {
    if (!validators.has(at)) validators.set(at, ajv.compile({ $ref: `openapi${at}` }));
    const validate = validators.get(at);
    return validate(value) ? [] : explain(validate.errors, value);
}

// The errors deepest in the value come first: they say most about what is wrong.
function explain(errors, value) {
    const told = errors.filter((error) => error.keyword !== 'if' && error.keyword !== 'oneOf');
    const kept = told.length > 0 ? told : errors;
    kept.sort((a, b) => b.instancePath.split('/').length - a.instancePath.split('/').length);
    const lines = kept.map((error) => {
        const { unevaluatedProperty, additionalProperty, allowedValue } = error.params;
        const what = unevaluatedProperty ?? additionalProperty ?? allowedValue;
        const keys = error.instancePath.split('/').slice(1);
        const found = keys.reduce((part, key) => part?.[key.replaceAll('~1', '/')], value);
        return `${error.instancePath || '/'} ${error.message}${what === undefined ? '' : ` (${what})`}: `
            + JSON.stringify(found)?.slice(0, 300);
    });
    return [...new Set(lines)].slice(0, 6);
}

/** Every operation: { method, path, at }. */
export function operations() {
    return Object.entries(document.paths).flatMap(([path, item]) => methods
        .filter((method) => item[method])
        .map((method) => ({ method, path, at: pointer('paths', path, method) })));
}

/** A path without parameters comes before one with some that it fits, too. */
const parameters = (path) => path.split('{').length;
const patterns = operations().map((operation) => ({
    ...operation,
    pattern: new RegExp(`^${operation.path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
})).sort((one, other) => parameters(one.path) - parameters(other.path));

/** The operation for METHOD on a path without query, or undefined. */
export function operationOf(method, path) {
    const wanted = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
    return patterns.find((row) => row.method === wanted && row.pattern.test(path));
}

/** Any operation on a path without query, or undefined. */
export const operationAt = (path) => patterns.find((row) => row.pattern.test(path));

/**
 * What is wrong with a response, as lines. A response for an unknown path or method can only be a problem: 404 or 405.
 */
export function checkAnswer({ method, path, status, type, headers, body }) {
    const operation = operationOf(method, path);
    if (method === 'OPTIONS') return status === 204 && headers.get('allow') ? [] : [`OPTIONS answered ${status} without Allow`];
    if (!operation) {
        if (status !== 404 && status !== 405) return [`${status} on an address that is not described`];
        return checkBody('#/components/responses/OtherProblem', { method, type, body });
    }
    if (!headers.get('x-request-id')) return ['no X-Request-Id'];
    const responses = resolve(operation.at).value.responses;
    if (!responses[status]) return [`status ${status} is not described for ${method} ${operation.path}: ${JSON.stringify(body)?.slice(0, 300)}`];
    const response = resolve(`${operation.at}/responses/${status}`);
    const missing = Object.keys(response.value.headers ?? {})
        .filter((name) => resolve(`${response.at}/headers/${name}`).value.required && !headers.get(name));
    return [...missing.map((name) => `no header ${name}`), ...checkBody(response.at, { method, type, body })];
}

function checkBody(at, { method, type, body }) {
    const content = resolve(at).value.content;
    if (!content) return body === undefined || body === '' ? [] : ['a body where none is described'];
    const media = (type ?? '').split(';')[0].trim();
    if (!content[media]) return [`type "${type}" where ${Object.keys(content).join(' or ')} is described`];
    if (method === 'HEAD') return body === undefined || body === '' ? [] : ['HEAD answered with a body'];
    return content[media].schema ? check(`${at}/content/${escaped(media)}/schema`, body) : [];
}

/** Every example with the pointer of its schema: { name, value, schema }. */
export function* examples() {
    yield* walk(document, '#');
}

function* walk(node, at) {
    if (node === null || typeof node !== 'object') return;
    const isMedia = !Array.isArray(node) && node.schema && (node.example !== undefined || node.examples);
    if (isMedia) {
        if (node.example !== undefined) yield { name: at, value: node.example, schema: `${at}/schema` };
        for (const key of Object.keys(node.examples ?? {})) {
            const { value } = resolve(`${at}/examples/${key}`).value;
            yield { name: `${at}/examples/${key}`, value, schema: `${at}/schema` };
        }
    } else if (/^#\/components\/schemas\/[^/]+$/.test(at) && Array.isArray(node.examples)) {
        for (const [i, value] of node.examples.entries()) yield { name: `${at}/examples/${i}`, value, schema: at };
    }
    for (const [key, value] of Object.entries(node)) {
        if (key !== 'example' && key !== 'examples') yield* walk(value, `${at}/${escaped(key)}`);
    }
}
