// SPDX-License-Identifier: AGPL-3.0-or-later
import type { legend as english } from '../en/legend';

export const legend: typeof english = {
    gifts: 'Für das erste Schiff dort', warship: 'Kriegsschiff', village: 'Dorf: seine Zahl und das Tuch, das es noch hat', terrains: 'Landschaften und ihre Erträge', pieces: 'Spielfiguren', prices: 'Baukosten', seats: 'Mitspieler',
    cityYields: 'Eine Stadt an Wald, Weideland oder Gebirge bringt statt zwei Rohstoffen einen Rohstoff und eine Handelsware:',
    signs: 'Zeichen', lit: 'Hier kannst du bauen oder hinziehen: antippen', mark: 'Hier ist gerade etwas geschehen',
    hint: 'Ein guter Platz, der beste zuerst', knights: 'Aktive Ritter tragen ein Schwert; die Streifen zeigen die Stärke.', wall: 'Stadtmauer: zwei Karten mehr sind sicher',
    tower: 'Metropole', tipped: 'Überfallene Stadt auf der Seite: zählt als Siedlung', sabotaged: 'Sabotierte Stadt: bringt Erträge wie eine Siedlung',
    robber: 'Räuber: sein Feld bringt nichts', merchant: 'Händler: 2:1 für den Rohstoff seines Feldes', ship: 'Barbarenschiff',
};
