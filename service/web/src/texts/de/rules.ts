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
        sea_pirate_freeze: 'Solange er still steht, müssen bei einer Sieben nur große Hände Karten abgeben.',
        sea_pirate_start: 'Neben der Karte sperrt er nichts, bis die Barbaren einmal da waren.',
        sea_knight_switch: 'Sein Weg darf über beides führen.',
    },
};
