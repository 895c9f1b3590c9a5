// SPDX-License-Identifier: AGPL-3.0-or-later
/** A battle as it was: strengths, and who is hit or rewarded. */
export interface BattleWords {
    barbarians: number;
    knights: number;
    names: string;
    /** What each of them put in. */
    strength: number;
    several: boolean;
}

/** Where a decision of Cities & Knights comes from, and what follows from it. */
export const knightsDecisions = {
    setupCity: 'It brings one resource from each hex around it.',
    commit: (barbarians: number, declared: number) => `The barbarians have landed with strength ${barbarians}; knights of strength ${declared} are declared so far. Who fights is inactive afterwards. If the island falls, the weakest of those with a city to lose loses one.`,
    pillaged: ({ barbarians, knights, names, strength, several }: BattleWords) => `The barbarians have landed: ${barbarians} against ${knights}, the island falls. ${names} put in least (${strength}) and ${several ? 'lose a city each' : 'loses a city'}. It becomes a settlement; a wall under it is gone.`,
    deck: ({ barbarians, knights, names, strength }: BattleWords) => `The barbarians have landed: ${knights} against ${barbarians}, the island holds. ${names} put in most (${strength} each), so instead of a point each draws a card.`,
    surplus: 'Four are the limit. Others only see from which stack the card is.',
    fifth: 'In this game a fifth card drawn on one’s own turn makes one play a card at once.',
    fifthNone: 'None of the five can be played now, so one goes under its stack.',
    aqueduct: (name: string) => `That is what the ${name} is for.`,
    relocate: 'It goes on along your own roads, and stays as strong and as active as it is.',
    remove: 'It goes back to your supply, and its opponent may place one of the same rank.',
    place: (active: boolean) => `Free of charge, and ${active ? 'active' : 'inactive'} as the one that deserted. You may also place none.`,
    give: (name: string) => `${name} has fewer points than you. Only the two of you see the cards.`,
    take: (name: string) => `The Master Merchant shows you the whole hand of ${name}, and nobody else.`,
    spy: 'You may just look. A card that you take may be played this turn.',
    commodity: (name: string) => `${name} only gets to know which one you give.`,
    saboteur: 'Walls do not help against it.',
};
