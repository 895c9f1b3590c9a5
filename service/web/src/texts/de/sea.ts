// SPDX-License-Identifier: AGPL-3.0-or-later
import type { log as englishLog, play as englishPlay } from '../en/sea';

export const log: typeof englishLog = {
    said: {
        build_ship: '{who} {edge} ein Schiff gebaut',
        move_ship: '{who} ein Schiff versetzt: {from_edge}, jetzt {to_edge}',
        move_pirate: '{who} den Piraten versetzt: {hex}',
        move_pirate_steal: '{who} den Piraten versetzt ({hex}) und von {victim} {card} gestohlen',
        choose_gold: '{who} für Gold gewählt: {take}',
        place_harbor: '{who} einen Hafen gesetzt: {edge}',
        build_wonder: '{who} eine Stufe am Weltwunder {wonder} gebaut',
        choose_gold_hidden: '{who} Karten für Gold gewählt',
        attack_fortress: '{who} gegen die Festung {die} gewürfelt',
        draw_victim: '{who} für die Sieben keine Karte gezogen',
        draw_victim_steal: '{who} für die Sieben von {victim} {card} gezogen',
        dev_warship: '{who} ein Schiff zum Kriegsschiff gemacht',
    },
};

export const play: typeof englishPlay = {
    actions: {
        build_ship: 'Schiff', move_ship: 'Schiff versetzen', move_pirate: 'Piraten versetzen', choose_gold: 'Karten für Gold nehmen', build_wonder: 'Weltwunder bauen',
        place_harbor: 'Hafen setzen', attack_fortress: 'Festung angreifen', draw_victim: 'Karte ziehen',
    },
    effects: {
        build_wonder: 'Stufen sind keine Punkte: Vier davon gewinnen, oder genug Punkte bei den meisten Stufen.',
        attack_fortress: 'Ein Wurf unter der Zahl deiner Kriegsschiffe nimmt der Festung einen Stein; bei gleichem verlierst du ein Schiff, bei höherem zwei. Dein Zug endet.',
    },
};
