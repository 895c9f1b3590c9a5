// SPDX-License-Identifier: AGPL-3.0-or-later
import type { knights as english } from '../en/knights';
import { cardEffects, formerNames } from './knightsCards';
import { asks, chaseTo, help } from './knightsAsks';
import { knightsDecisions } from './knightsDecisions';

export { log, play } from './knightsGame';

const ranks = ['einfacher', 'starker', 'mächtiger'];
const status = (active: boolean): string => (active ? 'aktiv' : 'passiv');
const cities = (count: number): string => (count === 1 ? '1 Stadt' : `${count} Städte`);

/** The interface names the buildings in the language of the edition. */
const buildings: Record<string, string> = {
    Market: 'Markt', 'Trading House': 'Handels\u00ADhaus', 'Merchant Guild': 'Gilde', 'Counting House': 'Kontor', 'Great Exchange': 'Handels\u00ADzentrum',
    'Town Hall': 'Rathaus', Church: 'Kirche', Fortress: 'Festung', Cathedral: 'Kathedrale', 'High Assembly': 'Hoher Rat',
    Abbey: 'Abtei', Library: 'Bibliothek', Aqueduct: 'Aquädukt', University: 'Univer\u00ADsität',
};

export const knights: typeof english = {
    cardEffects,
    formerNames,
    decisions: knightsDecisions,
    asks, help, chaseTo,

    knight: (rank, active) => `${ranks[rank - 1]} Ritter, ${status(active)}`,
    knightAt: (rank, active, vertex) => `${ranks[rank - 1]} Ritter, ${status(active)} (Kreuzung ${vertex})`,
    noKnights: 'keine Ritter',
    strength: (strength) => `Stärke ${strength}`,
    reserve: (left) => `Im Vorrat: ${left.map((n, i) => `${n} ${['einfache', 'starke', 'mächtige'][i]}`).join(', ')}`,
    knightCan: { activate_knight: 'Aktivieren', promote_knight: 'Aufwerten', move_knight: 'Versetzen', displace_knight: 'Ritter vertreiben', chase_robber: 'Räuber vertreiben' },
    noneYet: 'Noch keine. Stell einen an deinen Straßen auf; sobald du ihn aktivierst, verteidigt er die Insel gegen die Barbaren.',
    yourKnights: 'Deine Ritter',
    knightState: { activated: 'in diesem Zug aktiviert', acted: 'hat in diesem Zug gehandelt', promoted: 'in diesem Zug aufgewertet', committed: 'kämpft mit' },

    improvements: 'Stadtausbau',
    trackLevel: (track, level, name) => `${track}: Stufe ${level}${name === null ? '' : `, ${name}`}`,
    allLevels: 'Voll ausgebaut',
    held: (have, cost) => `${cost} (du:\u00A0${have})`,
    draws: (level) => (level === 0 ? 'Noch keine Fortschrittskarten' : `Eine Fortschrittskarte, wenn der rote Würfel 1 bis ${level + 1} zeigt`),
    abilities: {
        trade: 'Ab Stufe 3: zwei gleiche Handelswaren gegen eine beliebige Karte, so oft du willst.',
        politics: 'Ab Stufe 3: starke Ritter können mächtig werden.',
        science: 'Ab Stufe 3: Bringt dir ein Wurf (keine Sieben) nichts ein, nimmst du dir einen beliebigen Rohstoff.',
    },
    metropolis: (track) => `Metropole: ${track}`,
    metropolisFree: 'Die Metropole (2 Punkte mehr) bekommt, wer zuerst Stufe 4 erreicht.',
    metropolisTake: (name) => `Mit Stufe 5 nimmst du ${name} die Metropole ab.`,
    needsPlainCity: 'Für die Stufen 4 und 5 brauchst du eine Stadt ohne Metropole.',
    building: (name) => buildings[name] ?? name,

    eventShip: 'Schiff',
    barbarians: 'Barbaren',
    shipLeft: (ships) => (ships === 1 ? 'Noch ein Schiff auf dem Ereigniswürfel, dann landen sie.' : `Noch ${ships} Schiffe auf dem Ereigniswürfel, dann landen sie.`),
    balance: (cityCount, strength) => `Barbaren ${cityCount} (${cities(cityCount)}), Ritter ${strength}`,
    wouldHold: (names) => `Landeten sie jetzt, hielte die Insel stand, und ${names} bekäme den Siegpunkt für die Verteidigung.`,
    wouldTie: (names) => `Landeten sie jetzt, hielte die Insel stand; ${names} zögen je eine Fortschrittskarte.`,
    wouldHoldAlone: 'Landeten sie jetzt, hielte die Insel auch ohne Ritter stand.',
    wouldFall: (names) => `Landeten sie jetzt, würde die Insel überfallen, und eine Stadt verlöre: ${names}.`,
    wouldSpare: 'Landeten sie jetzt, würde die Insel überfallen, aber niemand hat eine Stadt zu verlieren.',
    nasty: 'In dieser Partie sagen alle an, welche ihrer aktiven Ritter kämpfen.',
    inactiveToo: (strength) => `Wären alle Ritter aktiv: ${strength}.`,
    frozen: 'Bis dahin bewegt nichts den Räuber.',
    defender: (count) => (count === 1 ? '1 Punkt für die Verteidigung' : `${count} Punkte für die Verteidigung`),
    merchantOf: (name, terrain) => `Händler: ${name}, ${terrain}`,
    progressBacks: (name) => `Fortschrittskarten von ${name}`,
    backs: (count, track) => `${count} × ${track}`,
    laidOut: 'Offen ausgelegt (je 1 Punkt)',
    stacks: (trade, politics, science) => `Noch im Stapel: Handel ${trade}, Politik ${politics}, Wissenschaft ${science}`,

    progressHand: 'Deine Fortschrittskarten',
    handLimit: (count) => `${count} von 4`,
    play: 'Ausspielen',
    cannotNow: 'gerade nicht',
    beforeRoll: 'nur vor dem Wurf',
    cranesOpen: (count) => (count === 1 ? 'Baukran: Der nächste Stadtausbau kostet eine Handelsware weniger' : `Baukräne: Die nächsten ${count} Stadtausbauten kosten je eine Handelsware weniger`),
    fleetOpen: (kinds) => `Handelsflotte in diesem Zug: ${kinds} 2:1`,
    presetDice: (yellow, red) => `Gelegte Würfel: ${yellow} und ${red}`,
    harborOpen: 'Handelshafen',
    harborHelp: 'Einmal bei allen anderen: Du gibst einen Rohstoff und bekommst eine Handelsware nach Wahl der anderen Person. Hat sie keine, behältst du den Rohstoff.',
    harborAsked: 'schon gefragt',
    robbedNobody: 'Von niemandem eine Karte',
    takeNone: 'Keine nehmen',
    commitAll: 'Alle',
    commitNone: 'Keiner',
    commitThese: (strength) => `Mit Stärke ${strength} kämpfen`,
    robbed: (cards) => (cards === 1 ? '1 Karte ziehen' : `${cards} Karten ziehen`),
    setDice: (sum) => `Würfel legen: ${sum}`,
    deckLeft: (track, left) => `${track} (noch ${left})`,
    improvementsHelp: 'Was der Stadtausbau bringt',
};
