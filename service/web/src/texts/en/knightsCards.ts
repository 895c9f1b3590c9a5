// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ProgressCard } from '../../types';

/** What the rules of a game change about a card. */
export interface CardRules {
    /** Saboteur of the first edition. */
    turnsCity: boolean;
    /** Deserter, where no piece of the rank is left. */
    lowerRank: boolean;
}

const built = 'next to a settlement or city of yours';

/** What each progress card does. */
export const cardEffects: Record<ProgressCard, (rules: CardRules) => string> = {
    alchemist: () => 'Instead of rolling them you set both number dice; only the event die is rolled.',
    crane: () => 'The next improvement you buy this turn costs one commodity less.',
    engineer: () => 'Puts a wall under one of your cities, free of charge.',
    inventor: () => 'Swaps two number tokens on the island, but not 2, 6, 8 or 12.',
    irrigation: () => `2 grain for each fields hex ${built}.`,
    medicine: () => 'Turns one of your settlements into a city for 2 ore and 1 grain.',
    mining: () => `2 ore for each mountains hex ${built}.`,
    printer: () => '1 point. Laid out at once; nobody can take it.',
    road_building: () => 'Build up to two roads for free.',
    smith: () => 'Promotes one or two of your knights by a rank, free of charge.',
    bishop: () => 'Moves the robber. You draw a card from each opponent at the new hex.',
    constitution: () => '1 point. Laid out at once; nobody can take it.',
    deserter: ({ lowerRank }) => `An opponent you name takes one of their knights off the board. You may place one of the same rank, or ${lowerRank ? 'a lower one' : 'a basic one'} if you have none left.`,
    diplomat: () => 'Removes an open road of anybody. Your own you may put elsewhere at once.',
    intrigue: () => 'Drives away an opponent’s knight at one of your roads, whatever its rank.',
    saboteur: ({ turnsCity }) => (turnsCity ? 'Turns a city of an opponent upside down. It yields as a settlement until repaired for 1 lumber and 1 ore.' : 'Every opponent with as many points as you, or more, loses half of their cards.'),
    spy: () => 'Shows you the progress cards of an opponent. You may take one.',
    warlord: () => 'Activates all your knights, free of charge.',
    wedding: () => 'Every opponent with more points than you gives you two cards of their choice.',
    commercial_harbor: () => 'This turn you may press a resource on each opponent, once, for a commodity of their choice.',
    master_merchant: () => 'Shows you the hand of an opponent with more points than you. You take two cards.',
    merchant: () => `Puts the merchant on a hex ${built}: its resource goes at 2:1, and you have a point more while it is yours.`,
    merchant_fleet: () => 'One kind of card goes at 2:1 for the rest of the turn.',
    resource_monopoly: () => 'Every opponent gives you two of a resource you name, as far as they have it.',
    trade_monopoly: () => 'Every opponent gives you one of a commodity you name, if they have it.',
};

/** What other editions than the current one print on a card. */
export const formerNames: Partial<Record<ProgressCard, string>> = {};
