// SPDX-License-Identifier: AGPL-3.0-or-later
import type { result as english } from '../en/result';

export const result: typeof english = {
    place: (place) => `${place}.`,
    sources: {
        settlements: 'Siedlungen', cities: 'Städte', longest_road: 'Längste Handelsroute', largest_army: 'Größte Rittermacht', metropolises: 'Metropolen', defender: 'Verteidigung',
        merchant: 'Händler', progress_cards: 'Fortschrittskarten', victory_point_cards: 'Siegpunktkarten', islands: 'Inseln', gifts: 'Geschenke', cloth: 'Tuch',
    },
    cardsRolled: (count) => (count === 1 ? '1 Karte durch Würfel' : `${count} Karten durch Würfel`),
    luck: (rolls, most, mostCount, mostExpected, least, leastCount, leastExpected) =>
        `Würfel: In ${rolls === 1 ? '1 Wurf' : `${rolls} Würfen`} kam die ${most} ${mostCount}-mal (erwartet ${mostExpected}), die ${least} nur ${leastCount}-mal (${leastExpected}).`,
    share: 'Bild teilen',
    chances: 'Chancen im Verlauf', chancesSaid: (parts) => `Chance auf den Sieg in Prozent, Zug für Zug; am Ende: ${parts.join(', ')}.`,
    turning: 'Wo es sich wendete', turningTurn: (turn, who) => `Zug ${turn}, ${who}`,
    luckApart: 'Glück und Spiel', luckDice: 'Würfel', luckCards: 'Karten', luckRest: 'Entscheidungen',
    noChances: 'Die Partie war vor dem ersten Zug zu Ende.', chancesFrom: 'Nach dem Urteil des Bots „schwer“. Glück ist, was kam, gegen das, was zu erwarten war; Entscheidungen sind die aller.',
};
