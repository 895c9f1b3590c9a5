// SPDX-License-Identifier: AGPL-3.0-or-later
import type { around as english, mine as mineInEnglish } from '../en/around';

/** Worauf eine Partie bei einem selbst wartet. */
export const mine: typeof mineInEnglish = {
    setup_settlement: 'Siedlung setzen', setup_city: 'Stadt setzen', setup_road: 'Straße setzen', turn: 'Du bist am Zug', discard: 'Karten abgeben', move_robber: 'Räuber versetzen', build_neutral: 'Für eine neutrale Farbe bauen', return_cards: 'Karten zurückgeben',
    commit_knights: 'Ritter gegen die Barbaren', choose_pillaged_city: 'Die verlorene Stadt wählen', choose_progress_deck: 'Fortschrittskarte wählen', discard_progress_card: 'Fortschrittskarte abgeben', fifth_card: 'Eine von fünf Fortschrittskarten ausspielen', take_resource: 'Rohstoff nehmen',
    relocate_knight: 'Dein Ritter muss weichen', remove_knight: 'Einen Ritter aufgeben', place_knight: 'Ritter einsetzen', give_cards: 'Karten geben', take_cards: 'Karten nehmen', take_progress_card: 'Fortschrittskarte nehmen', give_commodity: 'Handelsware geben', special_build: 'Zwischen zwei Zügen bauen', choose_gold: 'Karten für Gold wählen',
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
        nameTaken: (name) => `Der Name ${name} ist vergeben. Nimm einen anderen.`, nameBad: 'Keine Leerzeichen am Rand und nichts Unsichtbares.', nameEmpty: 'Sag, wie du heißen willst.', nameLong: 'Das ist zu lang.',
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
    home: {
        title: 'Meine Partien',
        lead: 'Gemeinsam eine Insel besiedeln, jeder zu seiner Zeit.',
        what: 'Ein Brettspiel mit Würfeln, Handeln und Bauen für 2 bis 6: das Basisspiel und Städte & Ritter, gegen Freunde, Fremde oder Bots.',
        points: [
            { title: 'Zwei Minuten am Tag', text: 'Die Seite, eine Mail oder ein Chat sagt dir, wenn du am Zug bist, und von dort antwortest du.' },
            { title: 'Jede Ausgabe, jede Regel', text: 'Vier Ausgaben von Städte & Ritter, Uhren, die Nächte und Wochenenden achten, und Partien am Tisch zum Mitschreiben.' },
            { title: 'Ehrlich, und nachprüfbar', text: 'Nach der Partie rechnet dein eigener Browser jeden Wurf und jede Karte nach.' },
        ],
        play: 'Jetzt spielen', playHelp: 'Sofort gegen zwei Bots, ohne Anmeldung.', start: 'Konto anlegen oder anmelden', watch: 'Öffentliche Partien ansehen', options: 'Alle Optionen',
        waiting: 'Warten auf dich', running: 'Laufen', open: 'Warten auf Mitspieler', over: 'Zu Ende', tables: 'Am Tisch',
        noneWaiting: 'Niemand wartet auf dich.', none: 'Du hast noch keine Partie.', noneLead: 'Beginne eine gegen Bots, lade Freunde ein oder nimm einen Platz in der Lobby.',
        allOver: 'Alle meine beendeten Partien',
    },
    card: {
        mine,
        until: (when, left) => `bis ${when} (${left})`, late: (when) => `war fällig ${when}`,
        turnOf: (names) => `Am Zug: ${names}`, paused: (until) => `Pause bis ${until}`,
        unread: (count) => (count === 1 ? 'eine neue Nachricht' : `${count} neue Nachrichten`),
        won: (name) => `${name} hat gewonnen`, youWon: 'Du hast gewonnen', abandoned: 'Aufgegeben', damaged: 'Zurzeit nicht lesbar: Was der Server von ihr gespeichert hat, ist beschädigt', free: (count) => (count === 1 ? 'ein freier Platz' : `${count} freie Plätze`), keptFor: 'ein Platz ist freigehalten',
        seatPoints: (name, points) => `${name}: ${points === 1 ? '1 Siegpunkt' : `${points} Siegpunkte`}`,
        made: (when) => `angelegt ${when}`, begun: (when) => `begonnen ${when}`, ended: (when) => `beendet ${when}`, invited: 'eingeladen', tableGame: 'Tischpartie', private: 'privat',
    },
    lobby: {
        title: 'Lobby', lead: 'Öffentliche Partien: Nimm einen Platz oder sieh zu.',
        status: 'Welche Partien', open: 'Freie Plätze', active: 'Laufen', finished: 'Zu Ende', anyGame: 'Jedes Spiel', game: 'Spiel', anyCount: 'Beliebig viele', count: 'Spieler', clock: 'Tempo', anyClock: 'Jedes Tempo', withClock: 'Mit Fristen', noClock: 'Ohne Fristen',
        more: 'Mehr zeigen', none: 'So eine gibt es gerade nicht.', make: 'Eine beginnen',
    },
    join: {
        title: 'Eine Einladung', made: (name) => `${name} hat diese Partie angelegt.`,
        seats: 'Plätze', rules: 'Regeln', take: 'Diesen Platz nehmen', takeAny: 'Einen Platz nehmen', signFirst: 'Leg ein Konto an, und der Platz ist deiner', guestTitle: 'Mitspielen', guestName: 'Dein Name', guestHelp: 'Die anderen sehen ihn. Lässt du ihn leer, finden wir einen.', guestDo: 'Mitspielen', haveAccount: 'Ich habe ein Konto', inSeat: 'Du hast hier einen Platz.',
        waitFor: (count) => (count === 1 ? 'Die Partie beginnt, sobald der letzte Platz besetzt ist.' : `Die Partie beginnt, sobald die übrigen ${count} Plätze besetzt sind.`), leave: 'Meinen Platz zurückgeben', left: 'Dein Platz ist wieder frei.',
        remove: 'Diese Partie löschen', removeSure: 'Diese Partie löschen? Dann kann niemand mehr mitspielen.', removed: 'Die Partie ist gelöscht.', begun: 'Diese Partie hat begonnen.', over: 'Diese Partie ist zu Ende.', toGame: 'Zur Partie',
        invite: 'Jemanden einladen', inviteLead: 'Wer diesen Link hat, kann einen freien Platz nehmen:', link: 'Link zu dieser Partie', share: 'Link teilen', mailText: (link) => `Spiel mit auf Hexpost: ${link}`, mailSubject: 'Eine Partie auf Hexpost', byMail: 'Per Mail schicken', privateLead: 'Diese Partie ist privat: Nur wen du per Mail eingeladen hast, kann mitspielen.',
        unseen: 'Diese Partie ist nicht zu sehen', unseenLead: 'Entweder gibt es sie nicht, oder sie ist privat. Wurdest du per Mail eingeladen, dann melde dich an und bestätige die Adresse, an die die Einladung ging.', confirmTitle: 'Bestätige deine Adresse', confirmLead: (address) => `Wir haben eine Mail an ${address} geschickt. Öffne ihren Link und komm wieder, oder kopiere den Code daraus. Dann kannst du den freigehaltenen Platz nehmen.`, confirm: 'Bestätigen', confirmed: 'Deine Adresse ist bestätigt.',
    },
    person: {
        none: 'Hier heißt niemand so.', figures: 'Zahlen', active: 'laufen', finished: 'beendet', won: 'gewonnen', lost: 'verloren', rate: 'Siegquote', resigned: 'aufgegeben', rolls: 'Würfel', rollsLead: 'Wie oft jede Summe gewürfelt wurde und wie oft sie zu erwarten war.', sum: 'Summe', rolled: 'Gewürfelt', expected: 'Erwartet', games: 'Partien', noGames: 'Keine Partien, die du sehen kannst.', discarded: 'Karten abgegeben', stole: 'Karten gestohlen', robbed: 'Karten an den Räuber verloren', trades: 'Handel mit', bots: 'Bots und anderen', tradeCount: (count) => (count === 1 ? 'ein Handel' : `${count} Handel`),
        cards: 'Karten', kind: 'Art', produced: 'aus Würfen', toBank: 'an den Vorrat', fromBank: 'aus dem Vorrat', toOthers: 'an andere', fromOthers: 'von anderen',
        points: 'Siegpunkte in den letzten Partien', pointsOf: (points) => `am Ende ${points} Siegpunkte`,
    },
    found: {
        title: 'Ereignisse', lead: 'Alles durchsuchen, was in Partien geschah, die du sehen darfst.', type: 'Was', anything: 'alles', order: 'Reihenfolge', orders: { newest: 'neueste zuerst', oldest: 'älteste zuerst' },
        from: 'Von', to: 'Bis', find: 'Suchen', more: 'Weitersuchen', none: 'Nichts gefunden.', noneYet: 'Bisher nichts gefunden; es gibt noch mehr zu durchsuchen.',
    },
    about: {
        title: 'Über Hexpost',
        what: ['Hexpost ist ein Server für Fernpartien: Man zieht, wenn man Zeit hat, und erfährt, wenn man an der Reihe ist.', 'Er kennt das Basisspiel für zwei bis sechs Spieler und Städte & Ritter für drei bis sechs, mit jeder Regel der gedruckten Hefte, und sagt, welche Regel einen Zug verbietet.'],
        editionsTitle: 'Regeln', editions: 'Städte & Ritter ist mehrmals mit verschiedenen Regeln erschienen. Jede Partie sagt, welcher Ausgabe sie folgt; die Varianten der Hefte lassen sich beim Anlegen einer Partie wählen.',
        fairTitle: 'Zufall', fair: 'Bevor eine Partie beginnt, legt sich der Server auf seine Würfel und Karten fest; die Spieler können einen eigenen Anteil beisteuern. Am Ende wird alles offengelegt, und dein Browser rechnet es nach: siehe „Zufall prüfen“ in jeder Partie.',
        dataTitle: 'Deine Daten', data: 'Hexpost bewahrt deinen Namen auf, deine Mailadresse, wenn du eine angibst, und deine Partien. Es gibt keine Werbung, niemand wird verfolgt, und diese Seite fragt keinen anderen Server nach etwas. In den Einstellungen kannst du alles mitnehmen oder gehen.',
        licenceTitle: 'Freie Software', licence: 'Hexpost ist freie Software unter der GNU Affero General Public License, Version 3 oder später: Wer es betreibt, muss denen, die es benutzen, den Quelltext anbieten.', docs: 'Die Schnittstelle für Programme', openApi: 'Dieselbe als OpenAPI-Dokument', notices: 'Hinweise zu den Paketen in der Seite',
        marksTitle: 'Namen', marks: 'Hexpost ist ein unabhängiges Projekt und verträgt sich mit den Regeln bekannter Brettspiele. Es ist weder von deren Autoren noch Verlagen gemacht oder gebilligt; die Namen von Spielen gehören ihren Inhabern.',
        noScript: 'Gespielt werden kann auch per Mail, aus einem Chat oder auf Seiten ohne Skripte.',
    },
    foot: { about: 'Über Hexpost', fair: 'Zufall zum Nachprüfen', source: 'Freie Software (AGPL)' },
};
