// SPDX-License-Identifier: AGPL-3.0-or-later
import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadLanguage, loadTexts, texts } from '../src/texts/index';

globalThis.document = { documentElement: {} } as Document;
await loadLanguage('de');
await loadTexts('fair', 'game', 'home', 'knights', 'learning', 'making', 'orders', 'push', 'reasons', 'rules', 'sea', 'settings', 'setup', 'table');
const german = texts();
// All of it follows the language.
await loadLanguage('en');
const english = texts();

/** The paths of all texts in a catalogue. */
function paths(value: unknown, at = ''): string[] {
    if (value === null || typeof value !== 'object') return [at];
    return Object.entries(value).flatMap(([key, inner]) => paths(inner, `${at}.${key}`));
}

/** Where English has an empty list, the other language's texts are its own: it translates there what others wrote. */
function emptyPaths(value: unknown, at = ''): string[] {
    if (value === null || typeof value !== 'object') return [];
    const entries = Object.entries(value);
    return entries.length === 0 ? [`${at}.`] : entries.flatMap(([key, inner]) => emptyPaths(inner, `${at}.${key}`));
}

test('both catalogues have the same texts', () => {
    const [ours, theirs] = [paths(english).sort(), paths(german).sort()];
    // Names that come from the server are translated by each catalogue from the others' languages.
    const free = [...emptyPaths(english), '.knights.buildings.'];
    equal(theirs.filter((path) => !ours.includes(path) && !free.some((at) => path.startsWith(at))).join(' '), '');
    equal(ours.filter((path) => !theirs.includes(path) && !free.some((at) => path.startsWith(at))).join(' '), '');
    ok(ours.length > 50);
    equal(german.orders === english.orders, false);
});

test('nobody can be called what the page calls people', () => {
    const reserved = [...readFileSync('../words/reserved.c', 'utf8').matchAll(/"([^"]+)"/g)].map(([, word]) => word?.toLowerCase());
    for (const { common, making } of [english, german])
        for (const word of [common.you, common.bot, common.openSeat, making.seat(1).replace(' 1', '')]) ok(reserved.includes(word.toLowerCase()), word);
});
