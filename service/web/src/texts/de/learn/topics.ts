// SPDX-License-Identifier: AGPL-3.0-or-later
import type { topics as english } from '../../en/learn/topics';

export const topics: typeof english = {
    contents: 'Inhalt',
    lead: 'Besiedle eine Insel, sammle, was ihr Land hergibt, und sei vor den anderen am Ziel.',
    guided: 'Partie mit Einführung', guidedHelp: 'So lernst du es am schnellsten: Die Regeln kommen, wenn du sie brauchst.',
    base: 'Das Basisspiel', knights: 'Dazu kommt mit Städte & Ritter',
    goal: { title: 'Das Ziel', text: ['Wer im eigenen Zug zuerst 10 Siegpunkte hat, gewinnt (13 mit Städte & Ritter, wenn nichts anderes ausgemacht ist).', 'Siedlung 1 Punkt, Stadt 2. Längste Handelsroute (mindestens 5 Straßen am Stück) 2, Größte Rittermacht (mindestens 3 ausgespielte Ritter) 2.'] },
    island: { title: 'Die Insel', text: ['Jedes Feld bringt eine Sorte Karten: Wald Holz, Hügelland Lehm, Weideland Wolle, Ackerland Getreide, Gebirge Erz; die Wüste nichts.', 'Jedes hat eine Zahl. Wird sie gewürfelt, bekommen alle Karten, die an einer Ecke des Feldes gebaut haben.', 'Die Punkte unter einer Zahl sagen, in wie vielen von 36 Würfen sie fällt: 6 und 8 am häufigsten.'] },
    setup: { title: 'Gründungsphase', text: ['Der Reihe nach setzen alle eine Siedlung und eine Straße daran, dann noch einmal in umgekehrter Reihenfolge. Für die zweite Siedlung gibt es von jedem angrenzenden Feld eine Karte.', 'Abstandsregel: Die drei Nachbarkreuzungen einer Siedlung bleiben frei.'] },
    turn: { title: 'Dein Zug', text: ['Würfeln: Jedes Feld mit dieser Zahl gibt für eine Siedlung eine Karte, für eine Stadt zwei.', 'Dann handelst und baust du, so viel du magst, und beendest deinen Zug.'] },
    building: { title: 'Bauen', text: ['Eine Straße setzt eine von deinen fort. Eine Siedlung braucht eine eigene Straße und Abstand zu anderen. Eine Stadt ersetzt eine deiner Siedlungen.'] },
    trade: { title: 'Handeln', text: ['Mit dem Vorrat: vier gleiche Karten gegen eine beliebige. Mit einem Hafen: drei, oder zwei von der Sorte auf seinem Schild.', 'Mit den anderen: worauf ihr euch einigt. Nur wer am Zug ist, handelt. Ein Angebot endet mit dem Zug, oder wenn dafür Karten fehlen.'] },
    robber: { title: 'Eine Sieben', text: ['Niemand bekommt etwas. Wer mehr als 7 Karten hat, gibt die Hälfte ab.', 'Dann versetzt, wer gewürfelt hat, den Räuber. Sein Feld bringt nichts, solange er dort steht, und wer ihn versetzt, stiehlt daneben eine Karte.'] },
    devCards: { title: 'Entwicklungskarten', text: ['Eine je Zug, aber nicht in dem Zug, in dem du sie gekauft hast. Siegpunktkarten zählen von selbst.'] },
    two: { title: 'Zu zweit', text: ['Zwei neutrale Farben bauen mit: Zu jeder Straße oder Siedlung setzt du eine für sie. Du würfelst zweimal je Zug.', 'Handelskarten bezahlen einen erzwungenen Tausch oder schicken den Räuber in die Wüste.'] },
    commodities: { title: 'Handelswaren und Ausbau', text: ['In der Gründungsphase ist dein zweites Gebäude eine Stadt. An Weideland, Gebirge und Wald bringen Städte neben dem Rohstoff eine Handelsware: Tuch, Münzen und Papier.', 'Damit baust du in drei Bereichen aus: Stufe 1 kostet eine, Stufe 5 fünf. Stufe 3 bringt einen bleibenden Vorteil. Stufe 4 bringt eine Metropole mit 2 Punkten; wer zuerst Stufe 5 erreicht, übernimmt sie für immer.'] },
    eventDie: { title: 'Der Ereigniswürfel', text: ['Das Schiff rückt die Barbaren einen Schritt vor. Ein Stadttor gibt allen eine Fortschrittskarte, deren Stufe in seinem Bereich an den roten Würfel heranreicht.'] },
    barbarians: { title: 'Die Barbaren', text: ['Nach sieben Schiffen landen sie. Alle aktiven Ritter zusammen müssen so stark sein, wie es Städte gibt. Sonst verliert eine Stadt, wer am wenigsten beigetragen hat.', 'Sind sie stark genug, bekommt einen Siegpunkt, wer am meisten beigetragen hat; bei Gleichstand ziehen alle diese eine Fortschrittskarte. Danach sind alle Ritter passiv.'] },
    knightsTopic: { title: 'Ritter', text: ['Aufstellen und Aufwerten kosten Wolle und Erz, Aktivieren kostet Getreide. Ab dem nächsten Zug darf ein aktiver Ritter ziehen, einen schwächeren oder den Räuber vertreiben; dann ist er wieder passiv.', 'Mächtige Ritter brauchen Stufe 3 in Politik.'] },
    progress: { title: 'Fortschrittskarten', text: ['Nach dem Würfeln so viele du magst; Alchemie davor. Vier kannst du behalten.'] },
    walls: { title: 'Stadtmauern', text: ['Mit jeder Mauer darfst du bei einer Sieben zwei Karten mehr haben.'] },
};
