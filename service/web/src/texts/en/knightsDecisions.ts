// SPDX-License-Identifier: AGPL-3.0-or-later
/** A battle as it was: strengths, and who is hit or rewarded. */
export interface BattleWords {
    barbarians: number;
    knights: number;
    /** Those who were weakest, or strongest, with you among them or not. */
    names: string;
    /** What they put in, each. */
    strength: number;
    several: boolean;
}

/** What a decision of Cities & Knights asks, and where it comes from. */
export const knightsDecisions = {
    setupCity: 'Place your city',
    setupCityHelp: 'It brings one resource of each hex around it.',
    commit: 'Which of your active knights fight?',
    commitHelp: (barbarians: number, committed: number) => `The barbarians have landed with strength ${barbarians}; so far knights of strength ${committed} are declared. Who fights is inactive afterwards. The weakest of those with a city to lose will lose one if the island falls.`,
    pillaged: 'Which city is lost?',
    pillagedHelp: ({ barbarians, knights, names, strength, several }: BattleWords) => `The barbarians have landed: ${barbarians} against ${knights}, the island falls. ${names} put in least (${strength})${several ? ', so each loses a city' : ' and loses a city'}. It becomes a settlement; a wall under it is gone.`,
    deck: 'Draw a progress card: from which stack?',
    deckHelp: ({ barbarians, knights, names, strength }: BattleWords) => `The barbarians have landed: ${knights} against ${barbarians}, the island holds. ${names} put in most (${strength} each), so each draws a card instead of becoming Defender.`,
    surplus: 'Which progress card goes under its stack?',
    surplusHelp: 'Four are the limit. The others only see which stack it belongs to.',
    surplusTurnEnd: 'Four are the limit at the end of your turn. The others only see which stack it belongs to.',
    fifth: 'Five progress cards: play one now',
    fifthHelp: 'In this edition a fifth card drawn on one’s own turn makes you play one at once.',
    fifthNone: 'None of the five can be played now, so one goes under its stack.',
    aqueduct: 'Take a resource of your choice',
    aqueductHelp: (name: string) => `You got nothing from the roll; that is what the ${name} is for.`,
    relocate: (knight: string) => `Where does your ${knight} go?`,
    relocateHelp: 'It was driven away and goes on along your own roads. It stays as it is.',
    remove: (name: string) => `Which of your knights deserts to ${name}?`,
    removeHelp: (name: string) => `${name} has played the Deserter. The knight leaves the board for your supply.`,
    place: 'Place a knight, free of charge',
    placeHelp: (active: boolean) => `It stays ${active ? 'active' : 'inactive'}, as the one that deserted. You may also place none.`,
    give: (name: string, count: number) => `Give ${name} ${count === 1 ? '1 card' : `${count} cards`}`,
    giveHelp: (name: string) => `${name} has played the Wedding and has fewer points than you. Only the two of you see the cards.`,
    take: (name: string, count: number) => `Take ${count === 1 ? '1 card' : `${count} cards`} from ${name}`,
    takeHelp: (name: string) => `The Master Merchant shows you the whole hand of ${name}. Nobody else sees it.`,
    spy: (name: string) => `Take a progress card from ${name}`,
    spyHelp: 'You may look and take none. A card you take may be played this turn.',
    commodity: (name: string) => `Which commodity does ${name} get?`,
    commodityHelp: (name: string, resource: string) => `${name} has played the Commercial Harbor and gives you 1 ${resource} for it.`,
    saboteur: 'The Saboteur costs you half of your cards, whatever walls you have.',
};
