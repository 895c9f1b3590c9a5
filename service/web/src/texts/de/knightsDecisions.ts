// SPDX-License-Identifier: AGPL-3.0-or-later
import type { knightsDecisions as english } from '../en/knightsDecisions';

const cards = (count: number): string => (count === 1 ? '1 Karte' : `${count} Karten`);

export const knightsDecisions: typeof english = {
    setupCity: 'Setze deine Stadt',
    setupCityHelp: 'Sie bringt dir einen Rohstoff von jedem Feld, an das sie grenzt.',
    commit: 'Welche deiner aktiven Ritter kämpfen?',
    commitHelp: (barbarians, committed) => `Die Barbaren sind mit Stärke ${barbarians} gelandet; bisher sind Ritter der Stärke ${committed} gemeldet. Wer kämpft, ist danach passiv. Wird die Insel überfallen, verliert der Schwächste von denen, die eine Stadt zu verlieren haben, eine Stadt.`,
    pillaged: 'Welche Stadt geht verloren?',
    pillagedHelp: ({ barbarians, knights, names, strength, several }) => `Die Barbaren sind gelandet: ${barbarians} gegen ${knights}, die Insel wird überfallen. Am wenigsten (${strength}) ${several ? `haben ${names} beigetragen und verlieren je` : `hat ${names} beigetragen und verliert`} eine Stadt. Aus ihr wird eine Siedlung; ihre Mauer ist weg.`,
    deck: 'Zieh eine Fortschrittskarte: von welchem Stapel?',
    deckHelp: ({ barbarians, knights, names, strength }) => `Die Barbaren sind gelandet: ${knights} gegen ${barbarians}, die Insel hält stand. Am meisten (je ${strength}) haben ${names} beigetragen, also gibt es statt des Siegpunkts je eine Karte.`,
    surplus: 'Welche Fortschrittskarte kommt unter ihren Stapel?',
    surplusHelp: 'Mehr als vier sind nicht erlaubt. Die anderen sehen nur, zu welchem Stapel sie gehört.',
    surplusTurnEnd: 'Mehr als vier sind am Ende deines Zuges nicht erlaubt. Die anderen sehen nur, zu welchem Stapel sie gehört.',
    fifth: 'Fünf Fortschrittskarten: Spiel jetzt eine aus',
    fifthHelp: 'In dieser Ausgabe musst du sofort eine ausspielen, wenn du im eigenen Zug die fünfte ziehst.',
    fifthNone: 'Von den fünfen lässt sich gerade keine ausspielen, also kommt eine unter ihren Stapel.',
    aqueduct: 'Nimm dir einen Rohstoff deiner Wahl',
    aqueductHelp: (name) => `Du bist bei diesem Wurf leer ausgegangen; dafür hast du „${name}“.`,
    relocate: (knight) => `Wohin geht dein Ritter (${knight})?`,
    relocateHelp: 'Er wurde vertrieben und zieht über deine eigenen Straßen weiter. Sonst ändert sich an ihm nichts.',
    remove: (name) => `Welcher deiner Ritter läuft zu ${name} über?`,
    removeHelp: (name) => `${name} hat den Überläufer gespielt. Der Ritter kommt zurück in deinen Vorrat.`,
    place: 'Setz kostenlos einen Ritter ein',
    placeHelp: (active) => `Er ist ${active ? 'aktiv' : 'passiv'} wie der übergelaufene. Du darfst auch verzichten.`,
    give: (name, count) => `Schenke ${name} ${cards(count)}`,
    giveHelp: (name) => `${name} feiert Hochzeit und hat weniger Siegpunkte als du. Nur ihr beide seht die Karten.`,
    take: (name, count) => `Nimm dir ${cards(count)} von ${name}`,
    takeHelp: (name) => `Der Großhändler zeigt dir alle Handkarten von ${name}. Sonst sieht sie niemand.`,
    spy: (name) => `Nimm dir eine Fortschrittskarte von ${name}`,
    spyHelp: 'Du kannst auch nur hineinsehen. Was du nimmst, darfst du noch in diesem Zug ausspielen.',
    commodity: (name) => `Welche Handelsware bekommt ${name}?`,
    commodityHelp: (name, resource) => `${name} hat den Handelshafen gespielt und gibt dir 1 ${resource} dafür.`,
    saboteur: 'Der Saboteur kostet dich die Hälfte deiner Karten, Stadtmauern hin oder her.',
};
