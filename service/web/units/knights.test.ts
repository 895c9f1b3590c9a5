// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { knowRules, type KnownRules } from '../src/lib/rules';
import { battle, cardEffect, nextCost, option, shipsLeft } from '../src/game/actions/knights';
import { loadLanguage, loadTexts, texts } from '../src/texts/index';
import type { Game, PlayerView, View } from '../src/types';

globalThis.document = { documentElement: {} } as Document;
await loadLanguage('en');
await loadTexts('knights');

interface Piece {
    player: number;
    level?: number;
    active?: boolean;
    committed?: boolean;
    tipped?: boolean;
    metropolis?: 'trade';
}

/** A view with these knights and cities, of three players. */
function view(knights: Piece[], cities: Piece[], more: object = {}): View {
    const at = (pieces: Piece[]): object[] => pieces.map((piece, vertex) => ({ vertex, ...piece }));
    return { players: [0, 1, 2].map((seat) => ({ seat, neutral: false })), pieces: { knights: at(knights), cities: at(cities) }, turn: { player: 0 }, ...more } as unknown as View;
}
const active = (player: number, level: number): Piece => ({ player, level, active: true });
const each: Piece[] = [{ player: 0 }, { player: 1 }, { player: 2 }];
const rules = (edition: string, options?: object): Game['rules'] => ({ game: 'cities_and_knights', edition, options }) as unknown as Game['rules'];

test('only active knights and upright cities count', () => {
    const { barbarians, knights, possible, held } = battle(view([active(0, 2), { player: 1, level: 3 }], [...each, { player: 0, tipped: true }]));
    deepEqual([barbarians, knights, possible, held], [3, 2, 5, false]);
});

test('the weakest of those with a city to lose are hit', () => {
    deepEqual(battle(view([active(0, 2)], each)).seats, [1, 2]);
    deepEqual(battle(view([active(0, 1)], [{ player: 0 }, { player: 1, metropolis: 'trade' }])).seats, [0]);
    deepEqual(battle(view([], [{ player: 1, metropolis: 'trade' }])).seats, []);
});

test('the strongest are rewarded, nobody for nothing', () => {
    deepEqual(battle(view([active(0, 2), active(1, 1)], each)).seats, [0]);
    deepEqual(battle(view([active(0, 2), active(1, 2)], each)).seats, [0, 1]);
    deepEqual(battle(view([], [])).seats, []);
});

test('of declared knights only those fight', () => {
    const { knights, seats } = battle(view([{ ...active(0, 3), committed: true }, active(1, 3)], each), ({ committed }) => committed === true);
    deepEqual([knights, seats], [3, [0]]);
});

test('editions differ, and a game’s own settings go before', () => {
    const edition = (name: string, chase_target: string, saboteur: string, deserter_fallback: string): object => ({ edition: name, options: { chase_target, saboteur, deserter_fallback } });
    const editions = [edition('ck1998', 'any_other', 'invert_city', 'lower'), edition('ck2007', 'numbered', 'discard_half', 'basic'), edition('ck2020', 'numbered', 'discard_half', 'basic'), edition('ck2022', 'near_opponent', 'discard_half', 'lower')];
    equal(option(rules('ck2022'), 'chase_target'), '', 'nothing is said before the server has');
    knowRules({ games: [{ costs: {}, editions }] } as unknown as KnownRules);
    deepEqual(['ck1998', 'ck2007', 'ck2022'].map((edition) => option(rules(edition), 'chase_target')), ['any_other', 'numbered', 'near_opponent']);
    equal(option(rules('ck2022', { chase_target: 'numbered' }), 'chase_target'), 'numbered');
    const { deserter, deserter_basic, saboteur, saboteur_half } = texts().knights.cardEffects;
    deepEqual([cardEffect('saboteur', rules('ck1998')), cardEffect('deserter', rules('ck1998'))], [saboteur, deserter]);
    deepEqual([cardEffect('saboteur', rules('ck2020', { saboteur: 'invert_city' })), cardEffect('deserter', rules('ck2020'))], [saboteur, deserter_basic]);
    equal(cardEffect('saboteur', rules('ck2020')), saboteur_half);
});

test('a Crane of this turn makes the next level cheaper, for its player alone', () => {
    const player = (seat: number): PlayerView => ({ seat, improvements: { trade: 2 } }) as unknown as PlayerView;
    const now = view([], [], { turn: { player: 0, cranes: 1 }, barbarians: { position: 5, attacks: 0 } });
    deepEqual([nextCost(now, player(0), 'trade'), nextCost(now, player(1), 'trade'), nextCost(now, player(0), 'science')], [2, 3, 0]);
    equal(shipsLeft(now), 2);
});
