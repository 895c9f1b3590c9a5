// SPDX-License-Identifier: AGPL-3.0-or-later
// Writes the schemas of the engine's vocabulary: names, options, refusals, actions, events.
//   hexpost vocabulary | node vocabulary.mjs > schemas/vocabulary.yaml
//   hexpost vocabulary | node vocabulary.mjs awards > awards.txt
// Their descriptions are in about.yaml, by the schema's name.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const YAML = createRequire(new URL('../tests/tools/package.json', import.meta.url))('yaml');
const words = JSON.parse(readFileSync(0, 'utf8'));
const about = YAML.parse(readFileSync(new URL('about.yaml', import.meta.url), 'utf8'));
const { names } = words;

const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const nothing = { type: 'null' };
const pascal = (name) => name.split('_').map((word) => word[0].toUpperCase() + word.slice(1)).join('');
/** A schema with its description from about.yaml. */
const told = (name, schema) => [name, about.schemas[name] ? { description: about.schemas[name], ...schema } : schema];

// ---- names ----

const sets = {
    Resource: names.resource, Commodity: names.commodity, Kind: [...names.resource, ...names.commodity], Track: names.track,
    ProgressCard: names.progress_card, DevCard: names.dev_card, Terrain: names.terrain, HarborKind: names.harbor,
    GameKind: names.game, Edition: names.edition, Scenario: names.scenario, MarkKind: [...names.mark, 'lane'], GiftKind: names.gift,
    Phase: names.phase, TurnStep: names.turn_step, EventDie: names.event_die, Wonder: names.wonder, Loot: names.loot,
    EventBy: names.event_by, AgendaStep: names.agenda_step, Side: names.side,
    EventType: [...words.actions.map(({ type }) => type), ...words.events],
    Reason: [...new Set(words.refusals.map(({ code }) => code))],
};
/** An object with a number for each name. */
const numbers = (keys, schema) => ({ type: 'object', additionalProperties: false, properties: Object.fromEntries(keys.map((key) => [key, schema])) });
const counted = {
    Cards: { ...numbers(sets.Kind, ref('Count')), examples: [{ brick: 1, ore: 2 }] },
    DevCards: { ...numbers(sets.DevCard, ref('Count')), examples: [{ knight: 1 }] },
    ByTrack: { required: sets.Track, ...numbers(sets.Track, { type: 'integer', minimum: 0 }) },
};
const chosen = {
    Variants: { type: 'array', maxItems: names.variant.length, uniqueItems: true, items: { type: 'string', enum: names.variant } },
    Options: { type: 'object', additionalProperties: false, properties: Object.fromEntries(words.options.map(({ option, values }) => [option, { type: 'string', enum: values, ...(about.options[option] ? { description: about.options[option] } : {}) }])) },
};

// ---- special cards that no edition has ----

/** The rows for which assemble.sh repeats a line of a schema. */
const awardRows = words.added_awards.map((row) => [row.award, pascal(row.award), row.of_player]);
const awards = Object.fromEntries(words.added_awards.map(({ award, figure }) => [pascal(award), {
    description: `With the option \`${award}\`. Who holds this card, and with how much; null: nobody.`,
    oneOf: [{ type: 'object', required: ['player', figure], additionalProperties: false, properties: { player: ref('Seat'), [figure]: { type: 'integer', minimum: 0 } } }, nothing],
}]));

// ---- actions ----

const list = (of) => ({ least, most }) => ({ type: 'array', ...(least > 0 ? { minItems: least } : {}), maxItems: most, items: ref(of) });
/** The schema of each kind of field, and an example. */
const kinds = {
    vertex: [ref('Vertex'), 12], edge: [ref('Edge'), 17], hex: [ref('Hex'), 4], seat: [ref('Seat'), 1], seat_or_null: [ref('MaybeSeat'), 1],
    edges: [list('Edge'), [17, 18]], hexes: [list('Hex'), [3, 9]], vertices: [list('Vertex'), [12, 30]],
    seats: [(field) => ({ ...list('Seat')(field), uniqueItems: true }), [1, 2]], cards: [ref('Cards'), { wool: 2 }],
    resource: [ref('Resource'), 'ore'], commodity: [ref('Commodity'), 'cloth'], kind: [ref('Kind'), 'cloth'],
    dev_card: [ref('DevCard'), 'knight'], progress_card: [ref('ProgressCard'), 'spy'], progress_card_or_null: [{ oneOf: [ref('ProgressCard'), nothing] }, 'merchant'],
    piece: [ref('Piece'), 'road'], bool: [{ type: 'boolean' }, true], number: [ref('OfferId'), 7], die: [ref('Die'), 2], level: [ref('Level'), 1],
    track: [ref('Track'), 'science'], wonder: [ref('Wonder'), 'great_bridge'], harbor: [ref('HarborKind'), 'wool'], loot: [ref('Loot'), 'cloth'],
    thief: [{ type: 'string', enum: ['robber', 'pirate'], description: about.thief }, 'robber'], free_pieces: [ref('FreePieces'), [{ kind: 'ship', edge: 17 }]],
};
/** Fields whose names differ from the kind of their values. */
const fieldSchemas = { to_seq: [ref('Seq'), 41], take: [ref('Cards'), { ore: 1 }], want: [ref('Cards'), { ore: 1 }], to: [null, 20] };

function fieldOf(field) {
    const [schema] = field.name === 'to_seq' ? fieldSchemas.to_seq : kinds[field.kind];
    return typeof schema === 'function' ? schema(field) : schema;
}
const exampleOf = ({ name, kind }) => (kind === 'cards' || kind === 'edge' || kind === 'number' ? fieldSchemas[name]?.[1] : undefined) ?? kinds[kind][1];

/** The schema of an action with these fields; FIXED: members with a single value. */
function shape(fixed, fields) {
    const free = fields.filter(({ name }) => !(name in fixed));
    const required = free.filter(({ optional }) => !optional);
    const either = fields.some(({ name }) => name === 'pieces'); // instead of edges
    return {
        type: 'object',
        required: [...Object.keys(fixed), ...required.filter(({ name }) => !(either && name === 'edges')).map(({ name }) => name)],
        ...(either ? { minProperties: Object.keys(fixed).length + 1 } : {}),
        additionalProperties: false,
        properties: { ...Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, { const: value }])), ...Object.fromEntries(free.map((field) => [field.name, fieldOf(field)])) },
        examples: [{ ...fixed, ...Object.fromEntries(required.map((field) => [field.name, exampleOf(field)])) }],
    };
}
const oneOf = (by, parts) => ({ type: 'object', required: by === 'type' ? ['type'] : ['type', by], discriminator: { propertyName: by, mapping: Object.fromEntries(parts.map(([value, name]) => [value, ref(name).$ref])) }, oneOf: parts.map(([, name]) => ref(name)) });
const formName = (type, is) => about.names[`${type}.${is}`] ?? (type.startsWith('play_') ? `Play${pascal(is)}` : pascal(type) + pascal(is));

function actionSchemas({ type, by, forms, fields }) {
    if (!forms) return [told(pascal(type), shape({ type }, fields))];
    return [told(pascal(type), oneOf(by, forms.map(({ is }) => [is, formName(type, is)]))), ...forms.map((form) => told(formName(type, form.is), shape({ type, [by]: form.is }, form.fields)))];
}

// ---- events ----

/** The fields of an action as a reader of its event sees them: a hidden field is replaced by another or left out. */
function seen({ type, fields = [] }) {
    const hidden = fields.filter((field) => field.hidden !== undefined);
    if (hidden.length === 0) return [null, ref(pascal(type))];
    const name = about.names[`${type}.seen`] ?? `${pascal(type)}Seen`;
    const instead = Object.fromEntries(hidden.filter((field) => field.hidden).map((field) => [field.hidden, field.hidden === 'count' ? ref('Count') : ref('Track')]));
    const { examples, ...whole } = shape({ type }, fields.map((field) => ({ ...field, optional: field.optional || field.hidden !== undefined })));
    return [told(name, { ...whole, properties: { ...whole.properties, ...instead } }), ref(name)];
}

const hiddenCount = { ...ref('Count'), description: 'How many cards, where they are hidden.' };
const drawn = {
    kind: [ref('StolenOutcome')],
    dev_card: [{ type: 'object', additionalProperties: false, properties: { card: ref('DevCard') } }],
    progress_card: [{ type: 'object', additionalProperties: false, properties: { card: ref('ProgressCard'), track: { ...ref('Track'), description: 'The stack, where the card is hidden.' } } }],
};
/** The possible outcomes of such an action. */
function outcomesOf({ type, chance = [], draws, discovers, ships }) {
    if (about.outcomes[type]) return [ref(about.outcomes[type]), nothing];
    const some = [];
    if (chance.includes('event')) return [{ allOf: [ref('RollOutcome')], required: ['yellow', 'red'] }];
    if (chance.includes('dice')) some.push(ref('DieOutcome'));
    if (chance.includes('card')) some.push(...drawn[draws]);
    if (chance.includes('cards') && draws) some.push(ref('BishopOutcome'));
    else if (chance.includes('cards')) some.push({ type: 'object', additionalProperties: false, properties: { cards: { type: 'array', items: ref('Resource') }, count: hiddenCount } });
    if (discovers) some.push(ref(ships || /ship/.test(type) ? 'ShipOutcome' : 'RevealsOutcome'));
    return some.length === 0 || discovers || draws && chance.includes('cards') ? [...some, nothing] : some;
}

function eventSchemas(action) {
    const { type, forms } = action;
    const [schema, shown] = seen(action);
    const all = (forms ?? [action]).flatMap((form) => outcomesOf({ type, ...form }));
    const outcomes = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
    return [...(schema ? [schema] : []), [`${pascal(type)}Event`, {
        allOf: [ref('EventBase')],
        properties: { type: { const: type }, player: ref('Seat'), action: shown, outcome: outcomes.length === 1 ? outcomes[0] : { [outcomes.length === 2 && outcomes.includes(nothing) ? 'oneOf' : 'anyOf']: outcomes } },
        unevaluatedProperties: false,
    }]];
}

// ---- all of it ----

const schemas = Object.fromEntries([
    ...Object.entries(sets).map(([name, values]) => told(name, { type: 'string', enum: values })),
    ...Object.entries({ ...counted, ...chosen, ...awards }).map(([name, schema]) => told(name, schema)),
    told('Action', oneOf('type', words.actions.map(({ type }) => [type, pascal(type)]))),
    ...words.actions.flatMap(actionSchemas),
    told('Event', oneOf('type', [...words.actions.map(({ type }) => type), ...words.events].map((type) => [type, `${pascal(type)}Event`]))),
    ...words.actions.flatMap(eventSchemas),
]);
for (const name of Object.keys(about.schemas)) if (!(name in schemas)) throw new Error(`about.yaml: there is no schema ${name}`);
/** JSON is YAML: one line for each member of a schema, and for each of its properties. */
const lines = (schema) => Object.entries(schema).flatMap(([key, value]) => (key === 'properties' ? ['  properties:', ...Object.entries(value).map(([name, one]) => `    ${name}: ${JSON.stringify(one)}`)] : [`  ${key}: ${JSON.stringify(value)}`]));
const head = '# SPDX-License-Identifier: AGPL-3.0-or-later\n# Generated by openapi/vocabulary.mjs from the engine\'s vocabulary and about.yaml: edit those, then run make vocabulary.\n';
process.stdout.write(process.argv[2] === 'awards' ? awardRows.map((row) => `${row.join(' ')}\n`).join('') : head + Object.entries(schemas).map(([name, schema]) => `${name}:\n${lines(schema).join('\n')}\n`).join(''));
