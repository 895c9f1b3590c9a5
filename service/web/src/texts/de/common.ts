// SPDX-License-Identifier: AGPL-3.0-or-later
import { formatter } from '../format';
import type { common as english } from '../en/common';

const resources: typeof english.kinds = { brick: 'Lehm', lumber: 'Holz', wool: 'Wolle', grain: 'Getreide', ore: 'Erz', cloth: 'Tuch', coin: 'Münzen', paper: 'Papier' };

const wrong: typeof english.wrong = {
    '/address': 'Das ist keine Mailadresse.',
    '/daily_at': 'Das ist keine Uhrzeit.',
    '/zone': 'Diese Zeitzone kennt der Server nicht.',
    '/quiet': 'Zwischen einer Minute und 14 Stunden.',
    '/vacations': 'Höchstens 35 Tage im Jahr, und keiner später als in zwei Jahren.',
    '/url': 'Nötig ist eine https-Adresse im öffentlichen Internet, ohne Namen oder Passwort darin.',
    '/events': 'Wähle mindestens eines.',
    '/expires_at': 'Dieser Zeitpunkt ist vorbei.',
    '/until': 'Ein Tag innerhalb der nächsten sechzig.',
    '/to/account': 'So heißt niemand.',
    '/bot_token': 'Das Token eines Bots sieht aus wie 123456:ABC-def.',
    '/homeserver': 'Nötig ist eine https-Adresse im öffentlichen Internet.',
};

export const common: typeof english = {
    kinds: resources,
    terrains: { forest: 'Wald', pasture: 'Weideland', fields: 'Ackerland', hills: 'Hügelland', mountains: 'Gebirge', desert: 'Wüste', sea: 'Meer', gold: 'Gold', fog: 'Nebel' },
    tracks: { trade: 'Handel', politics: 'Politik', science: 'Wissenschaft' },
    wonders: { theater: 'Theater', great_bridge: 'Große Brücke', monument: 'Monument', great_wall: 'Große Mauer', cathedral: 'Kathedrale', library: 'Bibliothek', lighthouse: 'Leuchtturm' },
    devCards: { knight: 'Ritter', victory_point: 'Siegpunkt', road_building: 'Straßenbau', year_of_plenty: 'Erfindung', monopoly: 'Monopol' },
    progressCards: {
        alchemist: 'Alchemie', crane: 'Baukran', engineer: 'Ingenieurwesen', inventor: 'Erfindung', irrigation: 'Bewässerung', medicine: 'Medizin', mining: 'Bergbau', printer: 'Buchdruck', road_building: 'Straßenbau', smith: 'Schmiedekunst',
        bishop: 'Steuern', constitution: 'Verfassung', deserter: 'Verrat', diplomat: 'Diplomatie', intrigue: 'Intrige', saboteur: 'Sabotage', spy: 'Spionage', warlord: 'Motivation', wedding: 'Hochzeit',
        commercial_harbor: 'Handelshafen', master_merchant: 'Abgaben', merchant: 'Händler', merchant_fleet: 'Handelsflotte', resource_monopoly: 'Rohstoff-Monopol', trade_monopoly: 'Handelswaren-Monopol',
    },
    colors: { red: 'Rot', blue: 'Blau', white: 'Weiß', orange: 'Orange', green: 'Grün', brown: 'Braun' },
    name: 'Hexpost',
    ok: 'OK', cancel: 'Abbrechen', close: 'Schließen', save: 'Speichern', back: 'Zurück', again: 'Noch einmal', more: 'Mehr', yes: 'Ja', no: 'Nein',
    remove: 'Entfernen', copy: 'Kopieren', copied: 'Kopiert', loading: 'Lädt …', none: 'keine', you: 'du', bot: 'Bot', openSeat: 'freier Platz', nobody: 'niemand',
    moreOf: (what) => `${what}: eins mehr`, fewerOf: (what) => `${what}: eins weniger`,
    list: (items) => formatter(Intl.ListFormat, 'de', { type: 'conjunction' }).format(items),
    kindCount: (count, kind) => `${count} ${kind === 'coin' && count === 1 ? 'Münze' : resources[kind]}`,
    cards: (count) => (count === 1 ? '1 Karte' : `${count} Karten`),
    points: (count) => (count === 1 ? '1 Punkt' : `${count} Punkte`),
    noNetwork: 'Keine Verbindung',
    lostNetwork: 'Der Server ist nicht zu erreichen. Was du siehst, kann veraltet sein; sobald das Netz wieder da ist, wird es erneuert.',
    notFound: 'Diese Seite gibt es nicht.',
    toGames: 'Zu meinen Partien',
    failed: 'Hier ist etwas schiefgegangen, das nicht schiefgehen sollte.',
    reload: 'Seite neu laden',
    skipToContent: 'Zum Inhalt',
    tooMany: (seconds) => `Zu viele Anfragen auf einmal. Wieder in ${seconds} s.`,
    limited: {
        title: 'Du bist über einen Link aus einer Mail hier',
        why: 'Damit kannst du deine Partien sehen und spielen, aber nicht das Konto ändern: Eine Mail wird früher oder später weitergeleitet. Melde dich dafür richtig an.',
        short: 'Du bist über einen Link aus einer Mail hier: Damit kannst du spielen, aber nicht das Konto ändern. Melde dich dafür richtig an.',
        mail: 'Schick mir einen Link zum Anmelden',
        sent: (address) => `Unterwegs an ${address}, falls die Adresse bestätigt ist. Öffne den Link in diesem Browser.`,
        token: 'Mit einem Schlüssel anmelden',
    },
    wrong,
};
