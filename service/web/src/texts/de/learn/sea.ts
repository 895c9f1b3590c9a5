// SPDX-License-Identifier: AGPL-3.0-or-later
import type { seaTopics as english } from '../../en/learn/sea';
import { scenarioNames } from '../scenarios';

export const seaTopics: typeof english = {
    sea: 'Dazu kommt zur See', six: 'Zu fünft und zu sechst',
    ships: { title: 'Schiffe', text: ['Ein Schiff kostet Holz und Wolle. Es liegt auf einem Weg mit Meer auf mindestens einer Seite und beginnt an einer eigenen Siedlung oder Stadt oder setzt eigene Schiffe fort. Straßen und Schiffe verbindet nur ein eigenes Gebäude.', 'Wohin deine Schiffe führen, kannst du siedeln wie am Ende einer Straße.', 'Einmal im Zug, nach dem Würfeln, darfst du ein Schiff vom offenen Ende einer Linie dorthin versetzen, wo du eines bauen könntest. In diesem Zug gebaute Schiffe bleiben liegen, ebenso eine Linie, die zwei deiner Gebäude verbindet.'] },
    pirate: { title: 'Der Pirat', text: ['Bei einer Sieben oder mit einem Ritter versetzt du entweder den Räuber an Land oder den Piraten auf See. Der Pirat nimmt eine Karte von jemandem, der ein Schiff an seinem Feld hat.', 'An seinem Feld wird kein Schiff gebaut oder versetzt.'] },
    gold: { title: 'Gold', text: ['Ein Goldfeld bringt Rohstoffe deiner Wahl: einen für eine Siedlung, zwei für eine Stadt.'] },
    fog: { title: 'Nebel', text: ['Wer eine Straße oder ein Schiff bis an ein Feld im Nebel baut, deckt es auf. Bringt es etwas hervor, gibt es davon sofort eine Karte.'] },
    route: { title: 'Längste Handelsroute', text: ['Straßen und Schiffe zählen zusammen, wo eine Siedlung oder Stadt von dir sie verbindet.'] },
    scenarios: 'Die Szenarien',
    aims: {
        new_shores: 'Ihr beginnt auf der Hauptinsel. Deine erste Siedlung auf jeder kleinen Insel bringt 2 Punkte extra.',
        four_islands: 'Du beginnst auf einer oder zwei Inseln, deiner Heimat. Deine erste Siedlung auf jeder anderen bringt 2 Punkte extra.',
        fog_islands: 'Ihr beginnt auf den Inseln, die zu sehen sind, und findet heraus, was der Nebel verbirgt.',
        desert: 'Ihr beginnt diesseits der Wüste. Die kleinen Inseln und der Streifen hinter der Wüste bringen je 2 Punkte extra.',
        forgotten_tribe: 'Beim Stamm siedelt niemand, doch wer seine Küste mit einem Schiff erreicht, bekommt ein Geschenk: einen Punkt, eine Entwicklungskarte oder einen Hafen für daheim.',
        cloth: 'Segelt zu den Dörfern. Fällt die Zahl eines Dorfes, bekommen alle, die es erreicht haben, ein Tuch; zwei sind einen Punkt wert. Sind nur noch drei Dörfer übrig, endet die Partie.',
        pirate_islands: 'Segle auf deiner eigenen Route zu der Festung, die deine Siedlung besetzt hält. Ritter machen Schiffe zu Kriegsschiffen: gegen die Flotte und gegen die Festung. Zum Sieg braucht es 10 Punkte und die befreite Siedlung.',
        wonders: 'Baue dein eigenes Wunder. Seine vier Stufen gewinnen, ebenso 10 Punkte mit den meisten Stufen.',
        new_world: 'Land und Meer sind gemischt. Ihr beginnt, wo ihr wollt; deine erste Siedlung auf jeder anderen Insel bringt einen Punkt extra.',
    },
    names: scenarioNames,
    larger: { title: 'Eine größere Insel', text: ['Zu fünft und zu sechst wird auf 30 Feldern gespielt, mit mehr Karten in der Bank. Alles andere bleibt, nur wartet niemand eine ganze Runde, um zu bauen.'] },
    paired: { title: 'Zu zweit im Zug', text: ['Nach jedem Zug ist die dritte Person links davon noch dran: Sie handelt mit der Bank, baut und darf eine Entwicklungskarte spielen, würfelt aber nicht und handelt mit niemandem. Auch ihre Punkte zählen dann.'] },
    special: { title: 'Oder alle bauen', text: ['Eine Partie kann auch so angelegt sein, dass nach jedem Zug alle anderen bauen dürfen. Ohne dein Zutun geht es ohne dich weiter; sag, dass du gefragt werden willst, oder hinterlasse einen Plan, der ausgeführt wird, sobald du die Karten hast.'] },
};
