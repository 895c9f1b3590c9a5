// SPDX-License-Identifier: AGPL-3.0-or-later
// Writes the engine's words as the lists that the page goes through, each in the engine's order; and the rows of options
// by themselves, which the form of a new game alone needs.
//   hexpost vocabulary | node vocabulary.mjs > src/vocabulary.ts
//   hexpost vocabulary | node vocabulary.mjs options > src/pages/newGame/optionRows.ts
import { readFileSync } from 'node:fs';

const { names, added_awards: addedAwards, options, actions, events } = JSON.parse(readFileSync(0, 'utf8'));

/** What the page calls a list, the type of its words (types.ts), and the words. */
const lists = [
    ['resources', 'Kind', names.resource],
    ['commodities', 'Kind', names.commodity],
    ['kinds', 'Kind', [...names.resource, ...names.commodity]],
    ['terrains', 'Terrain', names.terrain],
    ['harborKinds', 'HarborKind', names.harbor],
    ['tracks', 'Track', names.track],
    ['devCards', 'DevCard', names.dev_card],
    ['progressCards', 'ProgressCard', names.progress_card],
    ['variants', 'Variant', names.variant],
    ['editions', 'Edition', names.edition],
    ['scenarios', 'Scenario', names.scenario],
    ['wonders', 'Wonder', names.wonder],
    ['eventTypes', 'EventType', [...actions.map(({ type }) => type), ...events]],
];
const quoted = (words) => words.map((word) => `'${word}'`).join(', ');
const rows = options.map(({ option, of, values, with_knights: knights }) => `    { option: '${option}', of: ${of === null ? null : `'${of}'`}, values: [${quoted(values)}]${knights ? ', withKnights: true' : ''} },\n`);

const head = (types, from) => `// SPDX-License-Identifier: AGPL-3.0-or-later
// Made by vocabulary.mjs of the engine's words (make vocabulary): nobody edits this.
import type { ${types.join(', ')} } from '${from}';
`;

/** Words that are the names of members: their type is the words themselves. */
const members = [
    ['awards', 'Award', names.award],
    ['addedFigures', 'AddedFigure', addedAwards.map(({ of_player: figure }) => figure)],
];
const membersText = ([list, type, words]) => `export const ${list} = [${quoted(words)}] as const;\nexport type ${type} = (typeof ${list})[number];\n`;

const listsText = () => `${head([...new Set(lists.map(([, type]) => type))].sort(), './types')}
${lists.map(([name, type, words]) => `export const ${name}: ${type}[] = [${quoted(words)}];\n`).join('')}${members.map(membersText).join('')}`;

const optionsText = () => `${head(['Options'], '../../types')}
/** Settings of a game: which games have them (null: all), and their values. */
export interface OptionRow {
    option: keyof Options;
    of: 'cities_and_knights' | 'five_six' | 'sea' | null;
    values: string[];
    /** At sea with Cities & Knights alone. */
    withKnights?: true;
}
export const optionRows: OptionRow[] = [
${rows.join('')}];
`;

process.stdout.write(process.argv[2] === 'options' ? optionsText() : listsText());
