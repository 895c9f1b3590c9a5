// SPDX-License-Identifier: AGPL-3.0-or-later
import type * as english from '../en/knightsAsks';

export const asks: typeof english.asks = {
    'build_knight.vertex': 'Wo soll der Ritter stehen? Tippe auf eine Kreuzung an deinen Straßen.',
    'build_city_wall.vertex': 'Welche Stadt bekommt die Mauer?',
    'repair_city.vertex': 'Welche Stadt wird instand gesetzt?',
    from: 'Welcher Ritter? Tippe ihn an.', 'displace_knight.to': 'Welcher Ritter wird vertrieben?', 'move_knight.to': 'Wohin geht er?', 'chase_robber.vertex': 'Welcher Ritter vertreibt den Räuber?',
    'activate_knight.vertex': 'Welchen Ritter aktivierst du?',
    'promote_knight.vertex': 'Welchen Ritter wertest du auf?',
    'chase_robber.hex': 'Wohin soll der Räuber? Tippe auf ein Feld.',
    'improve_city.vertex': 'Damit bekommst du die Metropole: 2 Punkte mehr, und sicher vor den Barbaren. Welche Stadt soll sie tragen?',
    'choose_pillaged_city.vertex': 'Tippe auf die Stadt, die zur Siedlung wird.',
    'relocate_knight.vertex': 'Wohin geht der Ritter? Tippe auf eine Kreuzung.',
    'remove_knight.vertex': 'Welcher deiner Ritter läuft über?',
    'place_knight.vertex': 'Wo soll der Ritter stehen? Tippe auf eine Kreuzung.',
    'take_resource.resource': 'Welchen Rohstoff nimmst du?',
    'give_commodity.commodity': 'Welche Handelsware gibst du?',
    'harbor_offer.player': 'Wer bekommt einen Rohstoff von dir?',
    'harbor_offer.resource': 'Welchen Rohstoff gibst du?',
    'engineer.vertex': 'Welche Stadt bekommt die Mauer?',
    'medicine.vertex': 'Welche Siedlung wird zur Stadt?',
    'inventor.hexes': 'Welche zwei Zahlen tauschen den Platz? Tippe auf zwei Felder.',
    'road_building.edges': 'Tippe auf einen Weg für eine kostenlose Straße.',
    'smith.vertices': 'Welche Ritter wertest du auf? Tippe auf einen oder zwei.',
    'bishop.hex': 'Wohin soll der Räuber? Tippe auf ein Feld.',
    'bishop.victims': 'Tippe an, wen du verschonen willst.',
    'deserter.victim': 'Wessen Ritter läuft über?',
    'diplomat.edge': 'Welche offene Straße kommt weg? Tippe sie an.',
    'diplomat.to': 'Wo baust du sie wieder? Tippe auf einen Weg, oder behalte sie.',
    'diplomat.to.nothing': 'Im Vorrat behalten',
    'intrigue.vertex': 'Welcher Ritter muss weichen?',
    'saboteur.vertex': 'Welche Stadt wird auf den Kopf gestellt?',
    'spy.victim': 'Wessen Fortschrittskarten siehst du dir an?',
    'master_merchant.victim': 'Wessen Handkarten siehst du dir an?',
    'merchant.hex': 'Wohin kommt der Händler? Tippe auf ein Feld.',
    'merchant_fleet.kind': 'Was tauschst du 2:1?',
    'resource_monopoly.resource': 'Welchen Rohstoff geben dir alle?',
    'trade_monopoly.commodity': 'Welche Handelsware geben dir alle?',
};

export const help: typeof english.help = {
    activate_knight: 'Nur aktive Ritter verteidigen die Insel und können handeln. Wer jetzt aktiviert wird, handelt erst ab deinem nächsten Zug.',
    promote_knight: 'Eine Stufe höher, je Ritter einmal im Zug.',
    move_knight: 'Über deine eigenen Straßen auf eine freie Kreuzung; danach ist der Ritter passiv.',
    displace_knight: 'Ein schwächerer Ritter muss weichen; deiner nimmt seinen Platz ein und ist danach passiv.',
    chase_robber: 'Am neuen Feld des Räubers ziehst du eine Karte; danach ist der Ritter passiv.',
    build_knight: 'Ein einfacher Ritter, zunächst passiv.',
    build_city_wall: 'Zwei Karten mehr sind vor der Sieben sicher. Eine Mauer je Stadt, insgesamt drei.',
    repair_city: 'Sie bringt wieder so viel ein wie eine Stadt.',
};

export const chaseTo: typeof english.chaseTo = {
    any_other: 'Er darf auf jedes andere Feld.',
    numbered: 'Er darf auf jedes andere Feld mit einem Zahlenchip.',
    near_opponent: 'Er darf auf ein anderes Feld, an dem jemand anderes eine Siedlung oder Stadt hat.',
};
