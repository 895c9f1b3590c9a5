// SPDX-License-Identifier: AGPL-3.0-or-later
import type { rules as english } from '../en/rules';

export const rules: typeof english = {
    editions: {
        ck1998: 'Der Räuber zieht vom ersten Zug an und darf auf jedes Feld vertrieben werden; Sabotage stellt eine Stadt auf den Kopf, bis sie instand gesetzt ist.',
        ck2007: 'Der Räuber steht still, bis die Barbaren einmal da waren; Ritter vertreiben ihn auf Felder mit Zahlenchip; fehlt dir bei Verrat ein Ritter der Stufe, wird es ein einfacher.',
        ck2020: 'Spielt sich wie die Ausgabe von 2007; nur das Material sieht anders aus. Nimm diese, wenn du nicht sicher bist.',
        ck2022: 'Der Räuber wartet auf der Halbinsel und kommt mit dem ersten Überfall in die Wüste; Ritter vertreiben ihn nur zu anderen; eine fünfte Fortschrittskarte im eigenen Zug heißt, sofort eine auszuspielen.',
    },
    variants: {
        nasty: 'Landen die Barbaren, sagen alle der Reihe nach, welche aktiven Ritter kämpfen. Nur die zählen, und nur die werden passiv.',
        knight_errant: 'Vor dem Würfeln darf ein aktiver Ritter von dir den Räuber von einem Feld neben ihm vertreiben.',
        easy_start: 'In den ersten beiden Zügen aller bleibt der Ereigniswürfel liegen, und eine Sieben wird neu gewürfelt.',
    },
    options: {
        robber_start: 'Die Halbinsel liegt neben der Fahrstrecke der Barbaren; von dort stört er niemanden.',
        robber_freeze: 'Solange er still steht, müssen bei einer Sieben nur große Hände Karten abgeben.',
        robber_release: 'Wichtig, wenn er auf der Halbinsel begonnen hat.',
        chase_target: 'Wohin ein Ritter, der neben dem Räuber steht, ihn schicken darf.',
        fifth_card_on_turn: 'Außerhalb deines Zuges geht eine fünfte Karte immer sofort zurück.',
        deserter_fallback: 'Wer Verrat ausspielt, bekommt einen Ritter der verlorenen Stufe; hier steht, was gilt, wenn die Figur fehlt.',
        deserter_may_act: 'Ein Ritter handelt nie in dem Zug, in dem er aktiviert wurde; ein übergelaufener kann aber schon aktiv gewesen sein.',
        saboteur: 'Es trifft alle, die so viele Punkte haben wie du oder mehr.',
        displace_origin_free: 'Ein vertriebener Ritter zieht über die Straßen seiner Farbe.',
    },
    topics: {
        setup: { title: 'Gründungsphase', text: ['Der Reihe nach setzen alle eine Siedlung und eine Straße daran, dann noch einmal in umgekehrter Reihenfolge. Für die zweite gibt es von jedem angrenzenden Feld eine Karte.', 'Mit Städte & Ritter ist die zweite Figur eine Stadt.'] },
        turn: { title: 'Ein Zug', text: ['Würfeln: Jedes Feld mit dieser Zahl gibt für eine Siedlung eine Karte, für eine Stadt zwei.', 'Dann handelst und baust du, wie du magst, und beendest deinen Zug.'] },
        building: { title: 'Bauen', text: ['Straße: Lehm, Holz. Siedlung: Lehm, Holz, Wolle, Getreide. Stadt: 3 Erz, 2 Getreide. Entwicklungskarte: Wolle, Getreide, Erz.', 'Abstandsregel: Die Kreuzungen neben einer neuen Siedlung müssen frei sein. Sie braucht eine eigene Straße.'] },
        trade: { title: 'Handeln', text: ['Mit dem Vorrat 4 gleiche Karten gegen 1; am Hafen 3, oder 2 seiner eigenen Sorte.', 'Mit anderen, worauf ihr euch einigt; nur wer an der Reihe ist, handelt. Ein Angebot endet mit dem Zug oder wenn dahinter Karten fehlen.'] },
        robber: { title: 'Eine Sieben', text: ['Wer mehr als 7 Karten hat, gibt die Hälfte ab. Dann zieht der Räuber um: Sein Feld gibt nichts, und du stiehlst dort jemandem eine Karte.'] },
        devCards: { title: 'Entwicklungskarten', text: ['Eine je Zug, und nicht in dem Zug, in dem sie gekauft wurde. Der Ritter versetzt den Räuber; Straßenbau gibt zwei Straßen, Erfindung zwei Karten, Monopol alle Karten einer Sorte.', 'Siegpunktkarten zählen von selbst.'] },
        awards: { title: 'Punkte', text: ['Siedlung 1, Stadt 2. Längste Handelsroute (ab 5) 2, Größte Rittermacht (ab 3 Rittern) 2.', 'Du gewinnst, wenn du in deinem eigenen Zug das Ziel erreichst.'] },
        two: { title: 'Zu zweit', text: ['Zwei neutrale Farben bauen mit: Zu jeder Straße oder Siedlung setzt du eine für sie. Du würfelst zweimal je Zug.', 'Handelskarten bezahlen einen erzwungenen Tausch oder schicken den Räuber in die Wüste.'] },
        commodities: { title: 'Handelswaren und Bereiche', text: ['Städte an Weideland, Gebirge und Wald geben neben dem Rohstoff Tuch, Münzen und Papier. Damit baust du aus: Stufe 1 kostet eine, Stufe 5 fünf.', 'Stufe 3 bringt einen bleibenden Vorteil, Stufe 4 eine Metropole mit 2 Punkten; wer zuerst Stufe 5 erreicht, kann sie übernehmen und behält sie.'] },
        eventDie: { title: 'Der Ereigniswürfel', text: ['Das Schiff rückt die Barbaren vor. Ein Symbol gibt allen eine Fortschrittskarte, deren Stufe in dem Bereich an den roten Würfel heranreicht.'] },
        barbarians: { title: 'Barbaren', text: ['Nach sieben Schiffen landen sie. Alle aktiven Ritter zusammen müssen so stark sein, wie es Städte gibt; sonst verliert eine Stadt, wer am wenigsten beigetragen hat.', 'Wer am meisten beigetragen hat, wenn sie besiegt werden, bekommt einen Siegpunkt; bei Gleichstand zieht jede dieser Personen eine Fortschrittskarte. Danach sind alle Ritter passiv.'] },
        knights: { title: 'Ritter', text: ['Bauen und Aufwerten kosten Wolle und Erz, Aktivieren kostet Getreide. Ab dem Zug danach darf ein aktiver Ritter ziehen, einen schwächeren oder den Räuber vertreiben; dann ist er passiv.', 'Mächtige Ritter brauchen Stufe 3 in Politik.'] },
        progress: { title: 'Fortschrittskarten', text: ['Nach dem Würfeln so viele du magst; Alchemie davor. Auf der Hand hast du höchstens vier.'] },
    },
    title: 'Die Regeln in Kürze',
    base: 'Das Basisspiel',
    knights: 'Dazu kommt mit Städte & Ritter',
};
