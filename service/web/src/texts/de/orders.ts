// SPDX-License-Identifier: AGPL-3.0-or-later
import { formatter } from '../format';
import type { orders as english } from '../en/orders';

const moves: typeof english.moves = {
    road: '{edge} eine Straße bauen', settlement: '{vertex} eine Siedlung bauen', city: '{vertex} eine Stadt bauen', buy: 'eine Entwicklungskarte kaufen',
    bank: 'beim Vorrat {give} gegen {take} tauschen', offer: '{give} gegen {take} anbieten', knightCard: 'einen Ritter ausspielen: Räuber auf {hex}', roadsCard: 'Straßenbau ausspielen: {first} {second}',
    plentyCard: 'Erfindung ausspielen: {cards}', monopolyCard: 'das Monopol auf {resource} ausspielen', wall: '{vertex} eine Stadtmauer bauen', knight: '{vertex} einen Ritter bauen',
    activate: 'den Ritter {vertex} aktivieren', promote: 'den Ritter {vertex} aufwerten', move: 'den Ritter {from} versetzen, neuer Platz {to}', displace: 'mit dem Ritter {from} den {to} vertreiben',
    chase: 'mit dem Ritter {vertex} den Räuber vertreiben, auf {hex}', improve: '{track} ausbauen', repair: 'die Stadt {vertex} instand setzen', alchemist: 'Alchemie ausspielen: {yellow} und {red}',
    crane: 'den Baukran ausspielen', engineer: 'Ingenieurwesen ausspielen: Stadtmauer {vertex}', inventor: 'Erfindung ausspielen: {first} und {second} vertauschen', irrigation: 'Bewässerung ausspielen', medicine: 'Medizin ausspielen: Stadt {vertex}',
    mining: 'Bergbau ausspielen', smith: 'Schmiedekunst ausspielen: Ritter {first} {second}', bishop: 'Steuern ausspielen: Räuber auf {hex}', deserter: 'Verrat ausspielen: {seat}', diplomat: 'Diplomatie ausspielen: Straße {from}',
    intrigue: 'Intrige ausspielen: Ritter {vertex}', saboteur: 'Sabotage ausspielen', spy: 'Spionage ausspielen: {seat}', warlord: 'Motivation ausspielen', wedding: 'Hochzeit ausspielen', harborCard: 'den Handelshafen ausspielen',
    masterMerchant: 'Abgaben ausspielen: {seat}', merchant: 'den Händler ausspielen: {hex}', fleet: 'die Handelsflotte ausspielen: {kind}', tradeMonopoly: 'das Handelswaren-Monopol ausspielen: {commodity}', end: 'den Zug beenden',
};

const facts: typeof english.facts = {
    hold: 'du hast {compare} {count} {kind}', mine: 'du hast {compare} {count} {own}', theirs: '{seat} hat {compare} {count} {measure}', bank: 'im Vorrat sind {compare} {count} {kind}', rolled: 'der Wurf ist {compare} {count}',
    vertexFree: 'die Kreuzung {vertex} ist frei', edgeFree: 'der Weg {edge} ist frei', settlementAt: '{vertex} steht eine Siedlung {seat}', cityAt: '{vertex} steht eine Stadt {seat}', knightAt: '{vertex} steht ein Ritter {seat}',
    robberAt: 'der Räuber steht auf {hex}', card: 'du hast die Karte {card}',
};

export const orders: typeof english = {
    intro: 'Daueraufträge antworten für dich, während du weg bist. Niemand sonst sieht sie oder dass es welche gibt: Der Server antwortet nach einer zufälligen Weile, als wärst du vorbeigekommen.',
    notNow: 'Daueraufträge kann geben, wer mitspielt, sobald die Partie begonnen hat.',
    over: 'Die Partie ist zu Ende; die Daueraufträge sind es mit ihr.',
    save: 'Aufträge sichern', saving: 'Wird gesichert …', saved: 'Deine Aufträge sind gesichert.', remove: 'Alle Aufträge zurücknehmen', removeSure: 'Ja, alle zurücknehmen', removed: 'Alle Aufträge sind zurückgenommen.',
    changed: 'Noch nicht gesichert', unchanged: 'Gesichert',
    undo: 'Zurück zum Gesicherten',
    wrong: 'Etwas stimmt noch nicht; es ist an seiner Stelle markiert.',
    elsewhere: 'Die Aufträge haben sich inzwischen geändert: Eine Regel wurde gebraucht, der Plan ging weiter, oder du hast sie anderswo geändert. Deine stehen noch hier.',
    saveAnyway: 'Meine trotzdem sichern', takeTheirs: 'Die geltenden zeigen',
    notes: 'Was daraus geworden ist',
    noteKinds: [
        ['Your plan passed over "*", as "*" did not hold', 'Dein Plan hat „{1}“ übergangen, weil „{2}“ nicht galt.'],
        ['Your plan was dropped before "*", as "*" did not hold', 'Dein Plan endete vor „{1}“, weil „{2}“ nicht galt.'],
        ['Your plan was dropped at "*", which is not legal: *', 'Dein Plan endete bei „{1}“, weil das nicht erlaubt ist: {2}.'],
        ['Your plan was dropped: the turn that it was for is over', 'Dein Plan ist erledigt: Der Zug, für den er war, ist vorbei.'],
        ['Your plan passed over "*": the dice were rolled already', 'Dein Plan hat „{1}“ übergangen: Es war schon gewürfelt.'],
    ],
    ask: 'mich fragen', up: 'Nach oben', down: 'Nach unten', add: 'Hinzufügen', take: 'Herausnehmen',
    onBoard: 'Auf dem Spielfeld wählen', chooseOnBoard: (what) => `Auf dem Spielfeld wählen: ${what}`, onBoardNow: 'Wähle jetzt auf dem Spielfeld …',
    nothing: 'noch nichts gewählt',
    delay: {
        title: 'Wie schnell', median: 'Meist nach (Minuten)', max: 'Spätestens nach (Minuten)',
        help: 'Jede Antwort wartet eine zufällige Weile: die Hälfte kürzer als die erste Zahl, keine länger als die zweite. So verrät die Schnelligkeit nicht, dass es ein Auftrag war.',
    },
    turn: {
        title: 'In meinem Zug', roll: 'Würfeln', seven: 'Bei einer Sieben', end: 'Den Zug beenden',
        rolls: { '': 'mich fragen', if_nothing_before: 'für mich würfeln, außer ich könnte vorher etwas ausspielen', always: 'immer für mich würfeln' },
        sevens: { '': 'mich fragen', robber: 'den Räuber für mich versetzen: auf das erste Feld, an dem jemand bestohlen werden kann', pirate: 'den Piraten für mich versetzen: auf das erste Seefeld, an dem jemand bestohlen werden kann' },
        ends: { '': 'mich fragen', if_nothing: 'für mich beenden, wenn ich nichts mehr tun kann', if_nothing_but_trades: 'für mich beenden, wenn nur noch Handel bleibt' },
    },
    parts: {
        label: 'In den Zügen der anderen', help: 'Das siehst nur du. Es gilt sofort. Wenn du passt, wartet die Partie nie auf dich.',
        settings: { pass: 'Passen: nicht auf mich warten', ask: 'Fragen, solange ich Karten habe', plan: 'Meinen Plan ausführen' },
        empty: 'Noch nichts geplant: Wähle, was gebaut werden soll.', order: 'Jedes Mal in dieser Reihenfolge versucht. Was gebaut ist, verlässt die Liste; was nicht geht, bleibt.',
        skipped: (what) => `Ging beim letzten Mal nicht: ${what}.`, give: 'Geben', take: 'Bekommen', trade: 'Handel mit der Bank',
    },
    emptyTurn: {
        title: 'Züge, in denen nichts zu tun ist', help: 'Es wird gewürfelt, und der Zug endet, wenn nur noch Handel bleibt. Er wartet auf dich, solange ein Angebot offen ist oder du mehr Karten hast, als eine Sieben übrig lässt.',
        pass: 'Vorübergehen lassen', passes: 'gehen vorüber', passesBut: (what) => `gehen vorüber; nicht beachtet: ${what}`,
        ignore: 'Kein Grund, auf mich zu warten', ignoreNone: 'nichts', bank: 'Auf mich warten, wenn Handel mit der Bank etwas bezahlbar macht', hand: 'Mit höchstens so vielen Handkarten', handLimit: 'wie eine Sieben lässt',
        ignorable: {
            build_settlement: 'Siedlungen', build_city: 'Städte', build_road: 'Straßen', buy_dev_card: 'Karten kaufen', play_dev_card: 'Karten ausspielen',
            forced_trade: 'Zwangshandel', robber_to_desert: 'Räuber in die Wüste', trade_in_knight: 'Ritter eintauschen',
            build_city_wall: 'Stadtmauern', build_knight: 'Ritter bauen', activate_knight: 'Ritter aktivieren', promote_knight: 'Ritter befördern', move_knight: 'Ritter versetzen', displace_knight: 'Ritter vertreiben', chase_robber: 'Räuber verjagen',
            improve_city: 'Stadtausbau', repair_city: 'Städte aufrichten', play_progress_card: 'Fortschrittskarten',
            build_ship: 'Schiffe', move_ship: 'Schiffe versetzen', build_wonder: 'Wunder',
        },
    },
    answers: {
        discard: { title: 'Karten, die bei einer Sieben abgegeben werden', help: 'Die ersten Sorten gehen zuerst; was du behalten willst, zuletzt.' },
        saboteur: { title: 'Karten, die bei Sabotage abgegeben werden', help: 'Steht hier nichts, gilt die Antwort für die Sieben.' },
        wedding: { title: 'Karten, die zur Hochzeit verschenkt werden', help: 'Zwei Karten, ebenso ausgewählt.' },
        harbor: { title: 'Handelsware für einen Handelshafen', help: 'Die erste, die du hast.' },
        pillage: { title: 'Stadt, die an die Barbaren verloren geht', help: 'Die erste, die verloren gehen kann.' },
        relocate: { title: 'Wohin ein vertriebener Ritter zieht', help: 'Der erste Platz, der zu erreichen ist.' },
        deserter: { title: 'Ritter, der bei Verrat geht', help: 'Der erste davon, der dort steht.' },
        aqueduct: { title: 'Rohstoff durch das Aquädukt', help: 'Der erste, den der Vorrat hat.' },
        deck: { title: 'Stapel, von dem bei der Verteidigung gezogen wird', help: 'Der erste, der nicht leer ist.' },
        progress_discard: { title: 'Fortschrittskarte, die zurückgeht, wenn es eine zu viel ist', help: 'Die erste davon, die du hast.' },
        commit: { title: 'Ritter gegen die Barbaren', help: 'In der Variante, in der alle sagen, wer kämpft.' },
    },
    words: {
        first: 'Diese zuerst, in dieser Reihenfolge', keep: 'Möglichst behalten', cardsDefault: 'der Server wählt, wovon du am meisten hast', own: 'in meiner Reihenfolge',
        most_held: 'wovon ich am meisten habe', fewest_pips: 'die Stadt mit dem geringsten Ertrag', nearest: 'der nächste Platz', weakest: 'der schwächste Ritter', least_held: 'wovon ich am wenigsten habe', skip: 'nichts nehmen', best: 'der Bereich, in dem ich am weitesten bin', last_drawn: 'die zuletzt gezogene Karte',
        all: 'alle aktiven Ritter', as_needed: 'nur so viele wie nötig', none: 'keine',
    },
    offers: {
        title: 'Angebote der anderen', help: 'Die erste Regel, die zu einem Angebot passt, beantwortet es. Passt keine, wirst du gefragt.', add: 'Regel hinzufügen', rule: (n) => `Regel ${n}`,
        answer: 'Antwort', answers: { accept: 'annehmen', refuse: 'ablehnen', ask: 'mich fragen' },
        give: 'Ich gebe nur', get: 'Ich bekomme nur', any: 'jede Sorte', giveMost: 'Ich gebe höchstens', getLeast: 'Ich bekomme mindestens', rate: 'Verhältnis', rateNone: 'jedes', rateOf: (give, get) => `höchstens ${give} für ${get}`, keep: 'Danach behalte ich', from: 'Nur Angebote von', everybody: 'allen',
        times: 'Wie oft', unlimited: 'ohne Grenze', until: 'Bis', untilTurn: 'Bis zum Zug Nummer', more: 'Weitere Bedingungen',
        examples: 'Beispiele: annehmen, wenn ich nur Wolle gebe und Erz bekomme; alles andere ablehnen.',
        presets: { refuse: 'Alles ablehnen', wool: 'Wolle gegen Erz' },
    },
    plan: {
        title: 'Plan für meinen nächsten Zug', none: 'kein Plan', help: 'Zug um Zug, sobald du an der Reihe bist; dazwischen wird für dich gewürfelt. Ist etwas nicht mehr möglich, endet der Plan, und du wirst gefragt.',
        forTurn: (turn) => `Dieser Plan ist für Zug ${turn}.`, add: 'Schritt hinzufügen', step: (n) => `Schritt ${n}`, move: 'Was', inWords: 'in Worten …', wordsHelp: 'Wie im Chat, auf Englisch: „city 12“, „bank 4 wool for ore“.',
        when: 'Wann', whens: { actions: 'nach dem Würfeln', before_roll: 'vor dem Würfeln' }, otherwise: 'Gilt das nicht', otherwises: { skip: 'diesen Schritt übergehen', wait: 'den Rest für den Zug danach aufheben', drop: 'den Plan aufgeben' },
    },
    condition: {
        title: 'Nur wenn', none: 'immer', add: 'Bedingung hinzufügen', join: 'Alle oder eine', joins: { and: 'alle davon gelten', or: 'eine davon gilt' }, not: 'nicht', what: 'Bedingung',
        words: 'In Worten', help: 'Auf Englisch, zum Beispiel „3 ore and 2 grain“, „points of red > 7“, „12 is free“.',
    },
    moves, facts,
    compare: { '>=': 'mindestens', '<=': 'höchstens', '=': 'genau', '>': 'mehr als', '<': 'weniger als' },
    measures: { points: 'Siegpunkte', cards: 'Handkarten', settlements: 'Siedlungen', cities: 'Städte', roads: 'Straßen', line: 'Straßen in einer Reihe', army: 'ausgespielte Ritter', knights: 'Ritter', walls: 'Stadtmauern', strength: 'Stärke der Ritter', turn: 'als Nummer des Zuges', barbarians: 'Felder der Barbaren', trade: 'Stufen im Handel', politics: 'Stufen in Politik', science: 'Stufen in Wissenschaft' },
    fields: { vertex: 'Kreuzung', edge: 'Weg', hex: 'Feld', seat: 'Person', kind: 'Sorte', resource: 'Rohstoff', commodity: 'Handelsware', track: 'Bereich', cards: 'Karten', give: 'geben', take: 'bekommen', die: 'Würfel', yellow: 'gelber Würfel', red: 'roter Würfel', count: 'Anzahl', compare: 'wie viele', measure: 'wovon', own: 'wovon', card: 'Karte', first: 'zuerst', second: 'danach', from: 'von', to: 'nach' },
    mine: 'von mir', ofMine: 'von dir', anybody: 'irgendwer', optional: 'nicht nötig',
    of: (name) => `von ${name}`,
    say: {
        offer: (from, when, answer, limits) => `Angebote${from === '' ? '' : ` von ${from}`}${when.length === 0 ? ' ' : `, bei denen ${formatter(Intl.ListFormat, 'de', {}).format(when)}, `}${answer}${limits.length === 0 ? '' : ` (${limits.join(', ')})`}.`,
        answered: { accept: 'werden angenommen', refuse: 'werden abgelehnt', ask: 'bleiben dir überlassen' },
        giveOnly: (kinds) => `du nur ${kinds} gibst`, getOnly: (kinds) => `du nur ${kinds} bekommst`, giveMost: (n) => `du höchstens ${n} gibst`, getLeast: (n) => `du mindestens ${n} bekommst`,
        rate: (give, get) => `du höchstens ${give} für ${get} gibst`, keep: (cards) => `dir ${cards} bleibt`, times: (n) => (n === 1 ? 'einmal' : `${n}-mal`), until: (when) => `bis ${when}`, untilTurn: (n) => `bis Zug ${n}`,
        step: (move, condition, otherwise, before) => `${before ? 'Vor dem Würfeln: ' : ''}${condition === '' ? '' : `Wenn gilt: ${condition}, dann `}${move}${otherwise === '' ? '' : `; sonst ${otherwise}`}.`,
        not: (fact) => `es gilt nicht: ${fact}`, and: ' und ', or: ' oder ',
        first: (what) => `zuerst ${what}`, keepCards: (what) => `${what} möglichst behalten`,
        kindsOr: (kinds) => formatter(Intl.ListFormat, 'de', { type: 'disjunction' }).format(kinds),
    },
};
