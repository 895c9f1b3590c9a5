// SPDX-License-Identifier: AGPL-3.0-or-later
// Every kind of problem that the interface knows has words, and every reason of the rules.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Problem } from '../src/lib/api';
import { type Language, languages, loadLanguage, loadTexts, texts } from '../src/texts/index';
import { faultText } from '../src/ui/toast';

(globalThis as { document?: unknown }).document ??= { documentElement: {} };

await loadTexts('reasons');
const spec = readFileSync('../../openapi/openapi.yaml', 'utf8');

test('every reason is a sentence', async () => {
    for (const language of Object.keys(languages) as Language[]) {
        await loadLanguage(language);
        for (const text of Object.values(texts().reasons.moves)) ok(/^\S.*\.$/.test(text), text);
    }
});

test('every kind of problem has words', async () => {
    const kinds = [...new Set([...spec.matchAll(/\/problems\/([a-z-]+)/g)].map(([, kind]) => kind as string))].filter((kind) => kind !== 'rate-limited');
    ok(kinds.length > 10);
    for (const language of Object.keys(languages) as Language[]) {
        await loadLanguage(language);
        deepEqual(kinds.filter((kind) => !texts().reasons.problems[kind]), []);
    }
});

test('a refusal names the rule, and what the server says is said in the language of the page', async () => {
    const said = (status: number, code: string, document: Problem['document']): string => faultText(new Problem(status, code, document, null));
    await loadLanguage('de');
    equal(said(422, 'illegal-move', { reason: 'too_close', rule: 'B-63', detail: 'x' }), 'Abstandsregel: Eine benachbarte Kreuzung ist schon bebaut. (Regel B-63)');
    equal(said(409, 'conflict', { detail: 'the name "Ann.*" is taken, looks like one that is, or was another account\'s until recently; choose another' }), 'Der Name „Ann.*“ ist vergeben, sieht einem vergebenen zum Verwechseln ähnlich oder gehörte bis vor Kurzem jemand anderem; wähle einen anderen.');
    equal(said(422, 'invalid', { detail: 'x', errors: [{ pointer: '/a', detail: 'must be a whole number from 1 to 99' }] }).endsWith('Das muss eine ganze Zahl von 1 bis 99 sein.'), true);
    equal(said(409, 'conflict', { detail: 'something new' }), 'Dem steht etwas anderes im Weg.');
    equal(said(429, 'quota-exceeded', { detail: 'this account may have 30 games made in 24 hours (games_per_day)' }), 'Du kannst in 24 Stunden 30 Partien beginnen. Versuch es etwas später wieder.');
    equal(said(409, 'stale', { detail: 'the game has moved on to event 9' }), texts().reasons.problems.stale as string);
    await loadLanguage('en');
    equal(said(409, 'conflict', { detail: 'something new' }), 'Something new.');
    equal(said(422, 'invalid', { detail: 'not so', errors: [{ pointer: '/a', detail: 'not so' }] }), 'Not so.');
});
