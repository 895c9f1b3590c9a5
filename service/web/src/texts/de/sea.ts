// SPDX-License-Identifier: AGPL-3.0-or-later
import type { board as englishBoard, log as englishLog, play as englishPlay } from '../en/sea';
import { pick } from './who';

export const log: typeof englishLog = {
    said: {
        build_ship: '{who} {edge} ein Schiff gebaut',
        move_ship: '{who} ein Schiff versetzt: {from_edge}, jetzt {to_edge}',
        move_pirate: '{who} den Piraten versetzt: {hex}',
        move_pirate_steal: '{who} den Piraten versetzt ({hex}) und von {victim} {card} gestohlen',
        choose_gold: '{who} für Gold gewählt: {take}',
        place_harbor: '{who} einen Hafen gesetzt: {edge}',
        place_harbor_next: '{who} einen Hafen gesetzt: {edge}; als nächstes kommt: {harbor}',
        build_wonder: '{who} eine Stufe am Weltwunder {wonder} gebaut',
        choose_gold_hidden: '{who} Karten für Gold gewählt',
        attack_fortress: '{who} gegen die Festung {die} gewürfelt',
        draw_victim: '{who} für die Sieben keine Karte gezogen',
        draw_victim_steal: '{who} für die Sieben von {victim} {card} gezogen',
        fleet_reward: '{who} für den Sieg über die Flotte {resource} genommen',
        dev_warship: '{who} ein Schiff zum Kriegsschiff gemacht',
    },
    clauses: {
        linked: (who, at) => `${pick(who, 'erreichst', 'erreicht')} das Dorf ${at}`,
        fleet: (to) => (to === null ? 'die Flotte segelt davon' : `die Flotte segelt weiter: ${to}`),
        fortress: (who, left) => (left === 0 ? `${pick(who, 'befreist', 'befreit')} die Festung` : `${pick(who, 'hast', 'hat')} noch ${left} der Festung vor sich`),
    },
};

export const board: typeof englishBoard = {
    village: (number, cloth, linked) => `Dorf ${number}, Tuch übrig: ${cloth}${linked.length > 0 ? `, verbunden: ${linked.join(', ')}` : ''}`,
    marks: { strait: 'Meerenge', wasteland: 'Ödland', no_start: 'hier beginnt niemand', start: 'hier beginnt eine Schiffslinie', way: 'Wegpunkt', fortress: 'Piratenfestung' },
    fleet: 'die Flotte',
};

const cards: Record<string, string> = {
    knight: 'Versetze den Räuber oder den Piraten und nimm jemandem dort eine Karte. Drei offene Ritter, mehr als alle anderen: Größte Rittermacht.',
    road_building: 'Bis zu zwei Straßen oder Schiffe, auch je eines, kostenlos.',
};
const warship = 'Macht das erste Schiff deiner Linie, das noch keines ist, zum Kriegsschiff. Je mehr du hast, desto besser stehst du gegen die Flotte und deine Festung.';

export const play: typeof englishPlay = {
    actions: {
        build_ship: 'Schiff', move_ship: 'Schiff versetzen', move_pirate: 'Piraten versetzen', choose_gold: 'Karten für Gold nehmen', build_wonder: 'Weltwunder bauen',
        place_harbor: 'Hafen setzen', attack_fortress: 'Festung angreifen', draw_victim: 'Karte ziehen', take_resource: 'Rohstoff nehmen',
    },
    effects: {
        build_wonder: 'Stufen sind keine Punkte: Vier davon gewinnen, oder genug Punkte bei den meisten Stufen.',
        attack_fortress: 'Ein Wurf unter der Zahl deiner Kriegsschiffe nimmt der Festung einen Stein; bei gleichem verlierst du ein Schiff, bei höherem zwei. Dein Zug endet.',
    },
    cardAtSea: (card, scenario) => (scenario === 'pirate_islands' && (card === 'knight' || card === 'victory_point') ? warship : cards[card]),
    dock: { attack_fortress: 'Angriff', move_robber: 'Räuber', move_pirate: 'Pirat', move_ship: 'Versetzen', build_wonder: 'Wunder' },
    asks: {
        'build_ship.edge': 'Wohin kommt dein Schiff? Tippe einen Weg an.', 'move_ship.from': 'Welches Schiff? Tippe es an.', 'move_ship.to': 'Wohin fährt es? Tippe einen Weg an.', 'road_building.pieces': 'Tippe einen Weg für eine kostenlose Straße oder ein Schiff an.',
        'place_harbor.edge': 'Wohin kommt dein Hafen? Tippe einen Weg an.', wonder: 'Welches Weltwunder?',
    },
    wantedPlain: { draw_victim: 'Ziehe eine Karte von jemandem, oder von niemandem.' },
    decisionAtSea: (decision, { fleet, robber }) => {
        if (decision === 'setup_road' && fleet === undefined) return ['Straße oder Schiff setzen'];
        if (decision === 'draw_victim') return ['Karte ziehen'];
        if (decision === 'move_robber') return robber === null ? ['Piraten versetzen', 'Versetze den Piraten auf ein anderes Feld.'] : ['Räuber oder Pirat', 'Versetze den Räuber oder den Piraten auf ein anderes Feld.'];
        return decision === 'take_resource' && fleet !== undefined ? ['Rohstoff nehmen', 'Deine Kriegsschiffe haben die Flotte besiegt: Nimm einen Rohstoff deiner Wahl.'] : [];
    },
    figures: { fortress: 'Steine der Festung', warships: 'Kriegsschiffe' },
    fleetTakes: (name, n) => (n === 1 ? `Die Flotte nimmt ${name} eine Karte` : `Die Flotte nimmt ${name} ${n} Karten`),
};
