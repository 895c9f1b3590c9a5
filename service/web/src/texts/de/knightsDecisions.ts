// SPDX-License-Identifier: AGPL-3.0-or-later
import type { knightsDecisions as english } from '../en/knightsDecisions';

export const knightsDecisions: typeof english = {
    setupCity: 'Sie bringt dir einen Rohstoff von jedem Feld, an das sie grenzt.',
    commit: (barbarians, declared) => `Die Barbaren sind mit Stärke ${barbarians} gelandet; bisher sind Ritter der Stärke ${declared} gemeldet. Wer kämpft, ist danach passiv. Wird die Insel überfallen, verliert eine Stadt, wer von denen mit einer Stadt am wenigsten beiträgt.`,
    pillaged: ({ barbarians, knights, names, strength, several }) => `Die Barbaren sind gelandet: ${barbarians} gegen ${knights}, die Insel wird überfallen. Am wenigsten (${strength}) ${several ? `haben ${names} beigetragen und verlieren je` : `hat ${names} beigetragen und verliert`} eine Stadt. Aus ihr wird eine Siedlung; ihre Mauer ist weg.`,
    deck: ({ barbarians, knights, names, strength }) => `Die Barbaren sind gelandet: ${knights} gegen ${barbarians}, die Insel hält stand. Am meisten (je ${strength}) haben ${names} beigetragen, also gibt es statt des Siegpunkts je eine Karte.`,
    surplus: 'Mehr als vier sind nicht erlaubt. Die anderen sehen nur, aus welchem Stapel die Karte ist.',
    fifth: 'In dieser Partie muss sofort eine Karte ausspielen, wer im eigenen Zug die fünfte zieht.',
    fifthNone: 'Von den fünfen lässt sich gerade keine ausspielen, also kommt eine unter ihren Stapel.',
    aqueduct: (name) => `Dafür hast du „${name}“ gebaut.`,
    relocate: 'Er zieht über deine eigenen Straßen weiter; Stufe und Zustand behält er.',
    remove: 'Er kommt zurück in deinen Vorrat, und auf der anderen Seite darf ein gleich starker eingesetzt werden.',
    place: (active) => `Kostenlos, und ${active ? 'aktiv' : 'passiv'} wie der übergelaufene. Du darfst auch verzichten.`,
    give: (name) => `${name} hat weniger Siegpunkte als du. Nur ihr beide seht die Karten.`,
    take: (name) => `Nur du siehst die Handkarten von ${name}.`,
    spy: 'Du kannst auch nur hineinsehen. Was du nimmst, darfst du noch in diesem Zug ausspielen.',
    commodity: (name) => `${name} erfährt nur, welche du gibst.`,
    saboteur: 'Stadtmauern helfen dagegen nicht.',
};
