// SPDX-License-Identifier: AGPL-3.0-or-later
import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { list } from '../src/lib/list';
import { type Language, languages, loadLanguage, loadTexts, preferredLanguage, texts } from '../src/texts/index';

globalThis.document = { documentElement: {} } as Document;
const stored = new Map<string, string>();
globalThis.localStorage = { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) } as unknown as Storage;
const tags = Object.keys(languages) as Language[];
await loadLanguage('de');
await loadTexts('fair', 'game', 'home', 'knights', 'learning', 'making', 'orders', 'panels', 'push', 'reasons', 'rules', 'sea', 'settings', 'setup', 'table');
await loadLanguage('en');
const english = texts();
await loadLanguage('de');
const german = texts();

/** The paths of all texts in a catalogue. */
function paths(value: unknown, at = ''): string[] {
    if (value === null || typeof value !== 'object') return [at];
    return Object.entries(value).flatMap(([key, inner]) => paths(inner, `${at}.${key}`));
}

/** What each language has where others have nothing: its words for the server's, and for cards of former printings. */
const free = ['.reasons.details', '.orders.noteKinds', '.knights.formerNames'];

test('all languages have the same texts', async () => {
    const shared = (value: unknown): string => paths(value).filter((path) => !free.some((at) => path.startsWith(at))).sort().join('\n');
    ok(paths(english).length > 2000);
    for (const tag of tags) {
        await loadLanguage(tag);
        equal(shared(texts()), shared(english), tag);
    }
    equal(german.orders === english.orders, false);
});

test('words have the form for their number, and the reader is spoken to', async () => {
    await loadLanguage('de');
    equal([0, 1, 2].map(texts().common.points).join(), '0 Punkte,1 Punkt,2 Punkte');
    equal(list(['Ada', 'Bo', 'Cy']), 'Ada, Bo und Cy');
    await loadLanguage('en');
    const { since, offer } = texts().log;
    equal([{ name: 'Ada', you: true }, { name: 'Bo', you: false }].map((who) => since.robbed(who)).join(), 'robbed you,robbed Bo');
    equal(offer(null, ''), 'an offer');
    equal(list(['Ada', 'Bo', 'Cy']), 'Ada, Bo, and Cy');
});

test('the page is read in the language that was chosen, or else in the first that the browser asks for', () => {
    const asks = (...wanted: string[]): Language => {
        Object.defineProperty(globalThis, 'navigator', { value: { languages: wanted }, configurable: true });
        return preferredLanguage();
    };
    equal(asks('de-AT', 'en'), 'de');
    equal(asks('xx', 'en-GB', 'de'), 'en');
    equal(asks('xx'), 'en');
    stored.set('hexpost.language', 'de');
    equal(asks('en'), 'de');
    stored.set('hexpost.language', 'toString');
    equal(asks('xx'), 'en');
});

test('nobody can be called what the page calls people', async () => {
    const cut = (tag: string, name: string): string[] => {
        const file = readFileSync(`../texts/${tag === 'en' ? 'hexpost.pot' : `${tag}.po`}`, 'utf8');
        const [, english, own] = new RegExp(`msgctxt "${name}"\nmsgid "(.*)"\nmsgstr "(.*)"`).exec(file) ?? [];
        return (own || english || '').split('|');
    };
    for (const tag of tags) {
        await loadLanguage(tag);
        const { common, making } = texts(), reserved = [...cut(tag, 'word.reserved'), ...cut(tag, 'word.join.seat'), 'bot'];
        for (const word of [common.you, common.bot, common.openSeat, making.seat(1).replace(' 1', '')]) ok(reserved.includes(word.toLowerCase()), `${tag} ${word}`);
    }
});
