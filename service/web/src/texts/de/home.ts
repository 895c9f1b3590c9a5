// SPDX-License-Identifier: AGPL-3.0-or-later
import type { home as english } from '../en/home';

export const home: typeof english = {
    title: 'Meine Partien',
    lead: 'Gemeinsam eine Insel besiedeln, alle dann, wenn sie Zeit haben.',
    what: 'Ein Brettspiel mit Würfeln, Handeln und Bauen für 2 bis 6 Personen: das Basisspiel, Städte & Ritter und die Seefahrt, gegen Freunde, Fremde oder Bots.',
    points: [
        { title: 'Zwei Minuten am Tag', text: 'Die Seite, eine Mail oder ein Chat sagt dir, wenn du am Zug bist, und von dort antwortest du.' },
        { title: 'Jede Ausgabe, jede Regel', text: 'Vier Ausgaben von Städte & Ritter, Uhren, die auf Nächte und Wochenenden Rücksicht nehmen, und Partien am Tisch zum Mitschreiben.' },
        { title: 'Ehrlich, und nachprüfbar', text: 'Nach der Partie rechnet dein eigener Browser jeden Wurf und jede Karte nach.' },
    ],
    play: 'Jetzt spielen', playHelp: 'Sofort gegen zwei Bots, ohne Anmeldung.', start: 'Konto anlegen oder anmelden', watch: 'Öffentliche Partien ansehen', options: 'Alle Optionen',
    waiting: 'Warten auf dich', running: 'Laufen', open: 'Warten auf Mitspieler', over: 'Zu Ende', tables: 'Am Tisch',
    noneWaiting: 'Niemand wartet auf dich.', none: 'Du hast noch keine Partie.', noneLead: 'Beginne eine gegen Bots, lade Freunde ein oder nimm einen Platz in der Lobby.',
    allOver: 'Alle meine beendeten Partien',
};
