// SPDX-License-Identifier: AGPL-3.0-or-later
// Schemas in words: the type of a value in a line, and the members of an object as a list. A keyword that is
// not known here stops the build, so that nothing is left out in silence.
import { html, joined } from './html.mjs';
import { markdown } from './markdown.mjs';

const known = new Set(['$ref', 'type', 'description', 'properties', 'required', 'additionalProperties', 'unevaluatedProperties', 'const', 'items',
    'minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties', 'uniqueItems', 'pattern', 'format', 'default',
    'examples', 'allOf', 'oneOf', 'anyOf', 'enum', 'discriminator', 'propertyNames', 'dependentRequired', 'x-data',
    'contentMediaType', 'contentSchema']);

const code = (value) => html`<code>${JSON.stringify(value)}</code>`;
const nameOf = (ref) => ref.slice(ref.lastIndexOf('/') + 1);
const linkTo = (name) => html`<a href="#schema-${name}">${name}</a>`;

/** "3 to 20", "at least 3", "at most 20", or nothing. */
function range(least, most) {
    if (least === undefined && most === undefined) return null;
    if (least === most) return `exactly ${least}`;
    if (most === undefined) return `at least ${least}`;
    return least === undefined ? `at most ${most}` : `${least} to ${most}`;
}

/** What narrows a value beyond its type, as words. */
function limits(schema) {
    const size = (least, most, what) => {
        const words = range(least, most);
        return words && `${words} ${what}`;
    };
    return [
        range(schema.minimum, schema.maximum),
        size(schema.minLength, schema.maxLength, 'characters'),
        size(schema.minItems, schema.maxItems, 'items'),
        size(schema.minProperties, schema.maxProperties, 'members'),
        schema.uniqueItems && 'each once',
        schema.discriminator && html`told apart by <code>${schema.discriminator.propertyName}</code>`,
        schema.format,
        schema.pattern && html`<code>${schema.pattern}</code>`,
        schema.propertyNames && html`names like <code>${schema.propertyNames.pattern}</code>`,
        schema.default !== undefined && html`left out, ${code(schema.default)}`,
    ].filter(Boolean);
}

function plainType(schema, type) {
    if (type === 'array') return schema.items ? ['list of ', typeOf(schema.items)] : 'list';
    if (type === 'object' && typeof schema.additionalProperties === 'object') return ['object of ', typeOf(schema.additionalProperties)];
    return type;
}

function kind(schema) {
    if (schema.$ref) return linkTo(nameOf(schema.$ref));
    if (schema.const !== undefined) return code(schema.const);
    if (schema.enum) return joined(schema.enum.map(code), ' or ');
    const choice = schema.oneOf ?? schema.anyOf;
    if (choice && choice.every((one) => !one.properties && Object.keys(one).join() !== 'required')) return joined(choice.map(typeOf), ' or ');
    if (schema.allOf?.length === 1 && schema.allOf[0].$ref && !schema.properties) return typeOf(schema.allOf[0]);
    if (schema.type) return joined([schema.type].flat().map((type) => plainType(schema, type)), ' or ');
    return schema.properties || schema.allOf || schema.oneOf ? 'object' : 'anything';
}

/** The type of a value in a line. */
export function typeOf(schema) {
    for (const key of Object.keys(schema)) if (!known.has(key)) throw new Error(`a schema says "${key}", which openapi/docs/schema.mjs does not know`);
    const narrowed = limits(schema);
    return html`${kind(schema)}${narrowed.length > 0 && html` <small>(${joined(narrowed, ', ')})</small>`}`;
}

function member(name, schema, required) {
    return html`<dt><code>${name}</code> <span>${typeOf(schema)}</span>${required && html` <em>required</em>`}</dt><dd>${markdown(schema.description)}${membersOf(schema)}</dd>`;
}

/** Schemas that stand within this one without a name of their own, and have members. */
function inner(schema) {
    const within = [schema.items, schema.additionalProperties, ...schema.oneOf ?? [], ...schema.anyOf ?? [], ...schema.allOf ?? []];
    return within.filter((one) => one !== null && typeof one === 'object');
}

/** The members of an object, and of objects within it; what a schema says beyond its type and description. */
export function membersOf(schema) {
    const { properties = {}, required = [], allOf = [], dependentRequired = {}, examples = [] } = schema;
    const bases = allOf.filter((base) => base.$ref).map(typeOf);
    const ones = schema.oneOf?.filter((one) => Object.keys(one).join() === 'required') ?? [];
    const more = required.filter((name) => !(name in properties));
    return [
        bases.length > 0 && (schema.properties || allOf.length > 1) && html`<p>All of ${joined(bases, ' and ')}${schema.properties && ', and:'}</p>`,
        Object.keys(properties).length > 0 && html`<dl>${Object.entries(properties).map(([name, one]) => member(name, one, required.includes(name)))}</dl>`,
        more.length > 0 && html`<p>Always there: ${joined(more.map((name) => html`<code>${name}</code>`), ', ')}.</p>`,
        ones.length > 0 && html`<p>Exactly one of ${joined(ones.map((one) => joined(one.required.map((name) => html`<code>${name}</code>`), ' with ')), ', ')}.</p>`,
        Object.entries(dependentRequired).map(([name, others]) => html`<p><code>${name}</code> only with ${joined(others.map((other) => html`<code>${other}</code>`), ' and ')}.</p>`),
        inner(schema).map(membersOf),
        examples.map((value) => html`<p class="example">Example: ${code(value)}</p>`),
    ];
}
