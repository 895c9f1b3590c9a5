// SPDX-License-Identifier: AGPL-3.0-or-later
import type { explain as english } from '../../en/learn/explain';

export const explain: typeof english = {
    from: (land) => `Kommt von: ${land}.`,
    fromCity: (land) => `Bringen Städte an: ${land}.`,
    buys: (things) => `Damit bezahlst du: ${things}.`,
    improves: (area) => `Damit baust du aus: ${area}.`,
    number: (sum) => `Die ${sum}`,
    often: (count) => `Fällt im Schnitt in ${count} von 36 Würfen.`,
    pays: 'Dann bekommen alle daneben Karten: je Siedlung eine, je Stadt zwei.',
    points: 'Siegpunkte',
    cards: 'Alle sehen, wie viele Karten du hast, aber nicht welche. Bei einer Sieben verlieren Hände mit mehr als 7 die Hälfte.',
    bank: ['Die einfachen Zahlen: wie viele Karten jeder Sorte die Bank noch hat.', '4:1 heißt: Für vier gleiche gibt sie eine beliebige Karte. Mit einem Hafen wird daraus 3:1 oder 2:1.'],
    wait: 'Auf diesen Zug wartet die Partie.',
    longestRoad: 'Mindestens fünf Straßen am Stück und mehr als alle anderen: 2 Punkte. Eine längere übernimmt sie.',
    largestArmy: 'Mindestens drei ausgespielte Ritter und mehr als alle anderen: 2 Punkte.',
    actions: {
        build_road: 'Setzt deine Straßen oder Gebäude fort. Führt zu neuen Plätzen und zählt für die Längste Handelsroute.',
        build_settlement: 'An einer eigenen Straße, zwei Wege von jedem anderen Gebäude. 1 Punkt; eine Karte je Wurf ihrer Felder.',
        build_city: 'Ersetzt eine deiner Siedlungen. 2 Punkte; zwei Karten je Wurf ihrer Felder.',
        buy_dev_card: 'Ein Ritter, eine besondere Karte oder ein Punkt, verdeckt gezogen. Ausspielbar ab dem nächsten Zug.',
        build_city_wall: 'Unter einer deiner Städte. Zwei Karten mehr sind vor der Sieben sicher.',
        build_knight: 'An einer deiner Straßen. Verteidigt die Insel, sobald du ihn aktivierst.',
        offer_trade: 'Biete den anderen Karten gegen Karten. Sie nehmen an, lehnen ab oder machen ein Gegenangebot.',
        maritime_trade: 'Vier gleiche Karten gegen eine beliebige; mit einem Hafen drei oder zwei.',
        roll: 'Jedes Feld mit dieser Zahl gibt allen etwas, die daneben gebaut haben. Eine Sieben versetzt den Räuber.',
        end_turn: 'Der nächste Wurf. Auch an dem verdienst du mit.',
        build_ship: 'Setzt deine Schiffe fort oder beginnt an einem deiner Gebäude an der Küste. Führt zu anderen Inseln und zählt für die Längste Handelsroute.',
        move_ship: 'Einmal im Zug: Ein Schiff am offenen Ende einer Linie geht dorthin, wo du eines bauen könntest.',
    },
    sea: {
        'action/roll': 'Jedes Feld mit dieser Zahl gibt allen etwas, die daneben gebaut haben. Bei einer Sieben verlieren große Hände die Hälfte ihrer Karten, und jemand wird beraubt.',
        longest_road: 'Mindestens fünf Straßen und Schiffe am Stück und mehr als alle anderen: 2 Punkte. Eine längere Route übernimmt sie.',
        knights: 'Auf See gehen Ritter auch an Schiffen entlang und vertreiben den Piraten wie den Räuber.',
    },
};
