// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ProgressCard } from '../../types';
import type { cardEffects as english } from '../en/knightsCards';

const built = 'an dem du eine Siedlung oder Stadt hast';

export const cardEffects: typeof english = {
    alchemist: () => 'Statt zu würfeln, legst du beide Augenwürfel selbst; gewürfelt wird nur der Ereigniswürfel.',
    crane: () => 'Der nächste Stadtausbau in diesem Zug kostet eine Handelsware weniger.',
    engineer: () => 'Setzt kostenlos eine Stadtmauer unter eine deiner Städte.',
    inventor: () => 'Vertauscht zwei Zahlenchips auf der Insel, nur nicht 2, 6, 8 und 12.',
    irrigation: () => `2 Getreide für jedes Ackerland, ${built}.`,
    medicine: () => 'Macht für 2 Erz und 1 Getreide aus einer deiner Siedlungen eine Stadt.',
    mining: () => `2 Erz für jedes Gebirge, ${built}.`,
    printer: () => '1 Siegpunkt. Wird sofort ausgelegt; niemand kann die Karte nehmen.',
    road_building: () => 'Bis zu zwei Straßen, kostenlos.',
    smith: () => 'Wertet einen oder zwei deiner Ritter kostenlos um eine Stufe auf.',
    bishop: () => 'Versetzt den Räuber. Du ziehst eine Karte von allen, die am neuen Feld gebaut haben.',
    constitution: () => '1 Siegpunkt. Wird sofort ausgelegt; niemand kann die Karte nehmen.',
    deserter: ({ lowerRank }) => `Jemand anderes nach deiner Wahl nimmt einen eigenen Ritter vom Spielfeld. Du darfst einen gleich starken einsetzen oder, wenn du keinen mehr hast, ${lowerRank ? 'einen schwächeren' : 'einen einfachen'}.`,
    diplomat: () => 'Entfernt eine offene Straße, gleich von wem. Eine eigene darfst du sofort an anderer Stelle bauen.',
    intrigue: () => 'Vertreibt einen fremden Ritter beliebiger Stufe, der an einer deiner Straßen steht.',
    saboteur: ({ turnsCity }) => (turnsCity ? 'Stellt eine fremde Stadt auf den Kopf. Sie bringt nur noch so viel wie eine Siedlung, bis sie für 1 Holz und 1 Erz instand gesetzt ist.' : 'Alle anderen mit gleich vielen oder mehr Siegpunkten als du verlieren die Hälfte ihrer Karten.'),
    spy: () => 'Zeigt dir die Fortschrittskarten einer anderen Person. Du darfst dir eine nehmen.',
    warlord: () => 'Aktiviert kostenlos alle deine Ritter.',
    wedding: () => 'Alle anderen mit mehr Siegpunkten als du schenken dir zwei Karten ihrer Wahl.',
    commercial_harbor: () => 'In diesem Zug kannst du allen anderen je einmal einen Rohstoff aufdrängen und bekommst dafür eine Handelsware ihrer Wahl.',
    master_merchant: () => 'Zeigt dir die Handkarten einer Person mit mehr Siegpunkten als du. Du nimmst dir zwei davon.',
    merchant: () => `Setzt den Händler auf ein Feld, ${built}: Du tauschst dessen Rohstoff 2:1 und hast einen Punkt mehr, solange der Händler dir gehört.`,
    merchant_fleet: () => 'Eine Kartensorte tauschst du bis zum Ende deines Zuges 2:1.',
    resource_monopoly: () => 'Alle anderen geben dir von einem Rohstoff, den du nennst, bis zu zwei Karten.',
    trade_monopoly: () => 'Alle anderen geben dir von einer Handelsware, die du nennst, eine Karte, wenn sie eine haben.',
};

export const formerNames: Partial<Record<ProgressCard, string>> = {
    alchemist: 'Alchemist', crane: 'Kran', engineer: 'Ingenieur', inventor: 'Erfinder', smith: 'Schmied',
    bishop: 'Bischof', deserter: 'Überläufer', diplomat: 'Diplomat', saboteur: 'Saboteur', spy: 'Spion', warlord: 'Kriegsherr',
    master_merchant: 'Großhändler', resource_monopoly: 'Rohstoffmonopol', trade_monopoly: 'Handelsmonopol',
};
