// SPDX-License-Identifier: AGPL-3.0-or-later
import type { charts as english } from '../en/charts';

export const charts: typeof english = {
    asTable: 'Die Zahlen als Tabelle',
    nothing: 'Vor dem ersten Ereignis gibt es nichts zu zeigen.',
    points: 'Siegpunkte im Verlauf', turn: 'Zug', turns: 'Züge', pointsSaid: (parts) => `Siegpunkte am Ende jedes Zuges; zuletzt: ${parts.join(', ')}.`,
    dice: 'Würfel', sum: 'Summe', rolled: 'Gewürfelt', expected: 'Erwartet', rollsOf: 'Würfe von', everybody: 'allen',
    diceSaid: (total) => `Wie oft jede Summe in ${total} Würfen fiel, verglichen mit der Erwartung.`,
    diceKey: (total) => `Balken: ${total === 1 ? '1 Wurf' : `${total} Würfe`}. Striche: was zwei Würfel bei so vielen im Mittel ergeben.`,
    sumSaid: (sum, count, expected) => `${sum}: ${count}-mal gewürfelt, ${expected}-mal erwartet`,
    production: 'Erträge', inAll: 'insgesamt',
    robber: 'Räuber', moved: 'versetzt', hit: 'getroffen', stole: 'Karten gestohlen', robbed: 'Karten verloren', discarded: 'abgegeben',
    trades: 'Handel', withBank: 'Karten an den Vorrat und von ihm', withPlayers: 'Karten an Mitspieler und von ihnen', tradesWith: (who) => `Handel mit ${who}`,
};
