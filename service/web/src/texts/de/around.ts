// SPDX-License-Identifier: AGPL-3.0-or-later
import type { around as english, mine as mineInEnglish } from '../en/around';

/** Worauf eine Partie bei einem selbst wartet. */
export const mine: typeof mineInEnglish = {
    setup_settlement: 'Siedlung setzen', setup_city: 'Stadt setzen', setup_road: 'Straße setzen', turn: 'Du bist am Zug', discard: 'Karten abgeben', move_robber: 'Räuber versetzen', build_neutral: 'Für eine neutrale Farbe bauen', return_cards: 'Karten zurückgeben',
    commit_knights: 'Ritter gegen die Barbaren', choose_pillaged_city: 'Die verlorene Stadt wählen', choose_progress_deck: 'Fortschrittskarte wählen', discard_progress_card: 'Fortschrittskarte abgeben', fifth_card: 'Eine von fünf Fortschrittskarten ausspielen', take_resource: 'Rohstoff nehmen',
    relocate_knight: 'Dein Ritter muss weichen', remove_knight: 'Einen Ritter aufgeben', place_knight: 'Ritter einsetzen', give_cards: 'Karten geben', take_cards: 'Karten nehmen', take_progress_card: 'Fortschrittskarte nehmen', give_commodity: 'Handelsware geben', special_build: 'Zwischen den Zügen bauen (siehe Aufträge)', place_harbor: 'Hafen setzen', draw_victim: 'Für die Sieben eine Karte ziehen', choose_gold: 'Karten für Gold wählen',
};

export const around: typeof english = {
    games: { base: 'Basisspiel', cities_and_knights: 'Städte & Ritter' },
    players: (count) => `${count} Spieler`,
    upTo: (points) => `bis ${points} Siegpunkte`,
    untitled: (game) => game,
    nav: {
        menu: 'Menü', games: 'Meine Partien', lobby: 'Lobby', make: 'Neue Partie', table: 'Am Tisch', rules: 'So wird gespielt', settings: 'Einstellungen', about: 'Über Hexpost', signIn: 'Anmelden', signOut: 'Abmelden', signedOut: 'Du bist abgemeldet.',
        language: 'Sprache', theme: 'Farben', yourMove: 'du bist dran', themes: { auto: 'wie das Gerät', light: 'hell', dark: 'dunkel' },
        waiting: (count) => (count === 1 ? 'Eine Partie wartet auf dich' : `${count} Partien warten auf dich`),
    },
    sign: {
        confirmTitle: 'Bestätige deine Adresse',
        confirm: 'Bestätigen',
        confirmed: 'Deine Adresse ist bestätigt.',
        title: 'Anmelden', upTitle: 'Neu hier',
        upLead: 'Ein Name genügt.',
        name: 'Name', nameHelp: 'Die anderen sehen ihn.',
        email: 'Mailadresse (wenn du magst)', emailHelp: 'Damit wir dir sagen können, wenn du am Zug bist, und dich wieder einlassen, wenn du deinen Schlüssel verlierst. Niemand sieht sie.',
        emailKept: 'Für diese Adresse ist dein Platz freigehalten.',
        up: 'Konto anlegen',
        inTitle: 'Ich war schon hier', inBy: 'Wie du dich anmeldest', byMail: 'Per Mail', byToken: 'Mit Schlüssel',
        address: 'Mailadresse', addressHelp: 'Die, die du hier bestätigt hast.', mailMe: 'Link zuschicken',
        mailed: (address) => `Falls ${address} hier bestätigt ist, ist eine Mail unterwegs. Öffne ihren Link oder kopiere den Code daraus:`,
        code: 'Code aus der Mail', codeHelp: '26 Buchstaben und Ziffern. Er gilt einmal und eine halbe Stunde lang.', codeBad: 'Das ist kein Code, oder er wurde schon benutzt oder ist abgelaufen.', another: 'An eine andere Adresse',
        token: 'Schlüssel', tokenHelp: 'Er beginnt mit hxp_. Du hast ihn gesehen, als du das Konto angelegt hast.', tokenBad: 'Zu diesem Schlüssel gibt es kein Konto.', in: 'Anmelden',
        nameTaken: (name) => `Der Name ${name} ist vergeben oder einem vergebenen zu ähnlich. Nimm einen anderen.`, nameBad: 'Nimm einen anderen: mit etwas Lesbarem, ohne Leerzeichen am Rand und kein Wort des Spiels wie „Bank“ oder „Rot“.', nameEmpty: 'Sag, wie du heißen willst.', nameLong: 'Das ist zu lang.',
        emailBad: 'Das ist keine Adresse wie name@example.org.',
    },
    key: {
        title: (name) => `Willkommen, ${name}!`,
        why: 'Das ist dein Schlüssel. Mit ihm meldest du dich auf anderen Geräten an. Er wird nur dieses eine Mal gezeigt:',
        only: 'Du hast keine Mailadresse angegeben, also führt nur er wieder hinein. Bewahre ihn dort auf, wo du Passwörter aufbewahrst.',
        mailed: (address) => `Wir haben eine Mail an ${address} geschickt. Hast du ihren Link geöffnet, kommst du auch per Mail wieder hinein.`,
        label: 'Dein Schlüssel', download: 'Als Datei sichern', file: (name) => `hexpost-schluessel-${name}.txt`, on: 'Gesichert, weiter',
    },
    keep: {
        title: 'Konto behalten', lead: 'Dann bleibt es mit allen Partien bestehen, und du kommst auch von anderen Geräten hinein.', do: 'Behalten', leave: 'Abmelden und verlieren', keyName: 'Schlüssel',
        note: 'Du spielst als Gast. Deine Partien bleiben 30 Tage nach deinem letzten Besuch erhalten.',
    },

    card: {
        mine,
        until: (when, left) => `bis ${when} (${left})`, late: (when) => `war fällig ${when}`,
        turnOf: (names) => `Am Zug: ${names}`, paused: (until) => `Pause bis ${until}`,
        unread: (count) => (count === 1 ? 'eine neue Nachricht' : `${count} neue Nachrichten`),
        won: (name) => `${name} hat gewonnen`, youWon: 'Du hast gewonnen', abandoned: 'Aufgegeben', agreed: 'Ohne Ergebnis beendet', damaged: 'Zurzeit nicht lesbar: Was der Server von ihr gespeichert hat, ist beschädigt', free: (count) => (count === 1 ? 'ein freier Platz' : `${count} freie Plätze`), keptFor: 'ein Platz ist freigehalten',
        seatPoints: (name, points) => `${name}: ${points === 1 ? '1 Siegpunkt' : `${points} Siegpunkte`}`,
        made: (when) => `angelegt ${when}`, begun: (when) => `begonnen ${when}`, ended: (when) => `beendet ${when}`, invited: 'eingeladen', tableGame: 'Tischpartie', private: 'privat',
    },
    foot: { about: 'Über Hexpost', fair: 'Zufall zum Nachprüfen', source: 'Freie Software (AGPL)' },
};
