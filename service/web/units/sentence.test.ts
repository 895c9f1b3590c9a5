// SPDX-License-Identifier: AGPL-3.0-or-later
// Every event of both games gives a sentence in both languages, and the right one.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { barePhraseContext } from '../src/game/narration/phrase';
import { sentence } from '../src/game/narration/sentence';
import { type Language, languages, loadLanguage, loadTexts, texts } from '../src/texts/index';
import type { GameEvent } from '../src/types';
import { eventTypes } from '../src/vocabulary';
import { rows } from './sentences';

(globalThis as { document?: unknown }).document ??= { documentElement: {} };

const serverTypes = ['start', 'reveal', 'seat_changed', 'finished'];
const told = barePhraseContext((seat) => ['Ann', 'Bob', 'Cyd', 'Dan'][seat] ?? '?', 1);

function eventOf(type: string, rest: Record<string, unknown>): GameEvent {
    const action = serverTypes.includes(type) ? null : { type, ...(rest.action as object) };
    return { seq: 9, player: 0, type, outcome: null, effects: [], at: '2026-01-01T00:00:00.000Z', by: 'player', ...rest, action } as unknown as GameEvent;
}

/** Those in which the sentences are written down here. */
const written = ['en', 'de'] as const;

const each = async <L extends Language>(body: (language: L) => void, all: readonly L[]): Promise<void> => {
    for (const language of all) {
        await loadLanguage(language);
        await loadTexts('game', 'knights', 'sea');
        body(language);
    }
};

test('each form of each event has its sentence', () =>
    each((language) => {
        for (const [type, rest, en, de] of rows) equal(sentence(eventOf(type, rest), told), language === 'en' ? en : de);
    }, written));

test('the table shows every type, and every sentence of the catalogue', () => {
    const shown = new Set(rows.map(([type]) => type));
    deepEqual(eventTypes.filter((type) => !shown.has(type)), []);
    const cards = new Set(rows.flatMap(([type, rest]) => ((rest.action as { card?: string } | undefined)?.card ? [`${type} ${(rest.action as { card: string }).card}`] : [])));
    const { devCards, progressCards } = texts().common;
    deepEqual(Object.keys(progressCards).filter((card) => !cards.has(`play_progress_card ${card}`)), []);
    deepEqual(Object.keys(devCards).filter((card) => card !== 'victory_point' && !cards.has(`play_dev_card ${card}`)), []);
});

test('whole games are told without a gap', () =>
    each((language) => {
        let events = 0;
        for (const name of ['play-undo', 'play-knights', 'play-proved', 'table-knights', 'table-position', 'table-told'])
            for (const event of (JSON.parse(readFileSync(`../../tests/records/${name}.json`, 'utf8')) as { events: GameEvent[] }).events) {
                const text = sentence(event, told);
                events++;
                ok(/^\S.*[^ ]\.$/.test(text) && !/undefined|null|NaN|\{|\}|_|\[object|  /.test(text), `${language}, ${name} ${event.seq}: ${text}`);
            }
        ok(events > 700);
    }, Object.keys(languages) as Language[]));

test('what changed on the table is told', () =>
    each((language) => {
        const changes = { longest_road: 1, robber: 3, barbarians: { position: 5, attacks: 0 }, turn: { number: 4, player: 1 } };
        const text = sentence(eventOf('resign', { player: 0, changes }), told);
        const expected = { en: 'Ann resigned: the barbarians are 2 steps away; Longest Road goes to you; the robber goes to h3; it is your turn.', de: 'Ann hat aufgegeben: die Barbaren sind noch 2 Felder entfernt; die Längste Handelsroute geht an dich; der Räuber zieht um: h3; du bist an der Reihe.' };
        equal(text, expected[language]);
        const attack = { barbarians: { position: 0, attacks: 1 }, defenders: [1], tipped_cities: [{ vertex: 14, player: 0 }] };
        const landed = sentence(eventOf('roll', { outcome: { yellow: 1, red: 1, event: 'ship' }, changes: attack }), told);
        const said = { en: 'Ann rolled 2 (1 + 1) and the ship: the barbarians attack; you are Defender and get a point; Ann’s city at v14 lies on its side and counts as a settlement.', de: 'Ann hat 2 gewürfelt (1 + 1) und das Schiff: die Barbaren greifen an; du bist Verteidiger und bekommst einen Punkt; die Stadt von Ann bei v14 liegt auf der Seite und zählt als Siedlung.' };
        equal(landed, said[language]);
    }, written));
