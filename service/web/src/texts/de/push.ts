// SPDX-License-Identifier: AGPL-3.0-or-later
import { formatter } from '../format';
import type { push as english } from '../en/push';

export const push: typeof english = {
    list: (names) => formatter(Intl.ListFormat, 'de', { type: 'conjunction' }).format(names),
    game: (names) => (names === '' ? 'Deine Partie' : `Deine Partie mit ${names}`),
    turn: (what) => (what === null ? 'Die Partie wartet auf dich.' : `${what}.`),
    reminder: (what) => (what === null ? 'Deine Zeit läuft ab.' : `Deine Zeit läuft ab: ${what}.`),
    started: 'Die Partie hat begonnen.',
    over: 'Die Partie ist zu Ende.',
    talk: 'Jemand hat dir geschrieben.',
    offer: 'Jemand bietet dir einen Handel an.',
    unknown: 'Es gibt etwas Neues.',

    title: 'Nachrichten dieses Browsers',
    why: 'Dieser Browser sagt dir, wenn eine Partie auf dich wartet, auch wenn die Seite zu ist. In der Nachricht steht nichts Geheimes, und unterwegs kann sie niemand lesen.',
    on: 'Hier Bescheid sagen',
    off: 'Hier keine Nachrichten mehr',
    isOn: 'Dieser Browser sagt dir Bescheid.',
    isOff: 'Dieser Browser sagt dir nicht Bescheid.',
    denied: 'Du hast dieser Seite verboten, Nachrichten zu zeigen. Erlaube es in den Einstellungen des Browsers für diese Seite (meist hinter dem Zeichen links neben der Adresse) und komm dann hierher zurück.',
    unsupported: 'Diesem Browser kann nicht Bescheid gesagt werden: Er kennt kein Web Push oder hat es abgeschaltet, etwa in einem privaten Fenster.',
    insecure: 'Web Push gibt es nur, wo die Seite über https kommt.',
    install: 'Auf iPhone und iPad muss die Seite erst installiert sein: „Teilen“ öffnen, „Zum Home-Bildschirm“ wählen und sie von dort aus öffnen.',
    failed: 'Der Push-Dienst des Browsers antwortet nicht. Versuch es später noch einmal.',
    others: 'Browser, denen Bescheid gesagt wird',
    here: 'dieser Browser',
    unnamed: 'ein Browser',
    by: (host) => `über ${host}`,
    since: (when) => `seit ${when}`,
    last: (when) => `zuletzt ${when}`,
    never: 'noch keine Nachricht',
    remove: 'Nicht mehr Bescheid sagen',
    removeSure: 'Ja, nicht mehr',
    installOffer: 'Hexpost auf diesem Gerät installieren',
    installed: 'Hexpost ist installiert.',
};
