// SPDX-License-Identifier: AGPL-3.0-or-later
import { cardEffects, formerNames } from './knightsCards';
import { asks, chaseTo, help } from './knightsAsks';
import { knightsDecisions } from './knightsDecisions';

export { log, play } from './knightsGame';

const ranks = ['basic', 'strong', 'mighty'] as const;
const cities = (count: number): string => (count === 1 ? '1 city' : `${count} cities`);

/** The interface names the buildings in the language of the edition. */
const buildings: Record<string, string> = {
    Markt: 'Market', Zunft: 'Guild', Gilde: 'Merchant Guild', Handelszentrum: 'Trade Center',
    Rathaus: 'Town Hall', Botschaft: 'Embassy', Festung: 'Fortress', Gericht: 'Court', 'Rat Catans': 'High Council',
    Schule: 'School', Bibliothek: 'Library', 'Aquädukt': 'Aqueduct', 'Universität': 'University',
};

/** Cities & Knights: controls and public figures. */
export const knights = {
    cardEffects,
    formerNames,
    decisions: knightsDecisions,
    asks, help, chaseTo,

    knight: (rank: number, active: boolean) => `${ranks[rank - 1]} knight, ${active ? 'active' : 'inactive'}`,
    knightAt: (rank: number, active: boolean, vertex: number) => `${ranks[rank - 1]} knight, ${active ? 'active' : 'inactive'} (intersection ${vertex})`,
    noKnights: 'no knights',
    strength: (strength: number) => `strength ${strength}`,
    reserve: (left: number[]) => `In supply: ${left.map((n, i) => `${n} ${ranks[i]}`).join(', ')}`,
    knightCan: { activate_knight: 'Activate', promote_knight: 'Promote', move_knight: 'Move', displace_knight: 'Displace', chase_robber: 'Chase the robber' } as Record<string, string>,
    noneYet: 'None yet. Hire one next to your roads; once you activate it, it defends the island against the barbarians.',
    yourKnights: 'Your knights',
    knightState: { activated: 'activated this turn', acted: 'has acted this turn', promoted: 'promoted this turn', committed: 'takes part in the battle' } as Record<string, string>,

    improvements: 'City improvements',
    trackLevel: (track: string, level: number, name: string | null) => `${track}: level ${level}${name === null ? '' : `, ${name}`}`,
    allLevels: 'Fully built',
    held: (have: number, cost: number) => `${cost} (you:\u00A0${have})`,
    draws: (level: number) => (level === 0 ? 'No progress cards yet' : `Draws a progress card when the red die shows 1 to ${level + 1}`),
    abilities: {
        trade: 'From level 3: two equal commodities for any card, as often as you like.',
        politics: 'From level 3: strong knights may become mighty.',
        science: 'From level 3: if a roll (no seven) brings you nothing, you take a resource of your choice.',
    } as Record<string, string>,
    metropolis: (track: string) => `Metropolis of ${track}`,
    metropolisFree: 'The first to reach level 4 gets the metropolis (2 extra points).',
    metropolisTake: (name: string) => `Level 5 takes the metropolis from ${name}.`,
    needsPlainCity: 'Levels 4 and 5 need a city without a metropolis.',
    building: (name: string) => buildings[name] ?? name,

    eventShip: 'ship',
    barbarians: 'Barbarians',
    shipLeft: (ships: number) => (ships === 1 ? 'One more ship on the event die, and they land.' : `${ships} more ships on the event die, and they land.`),
    balance: (cityCount: number, strength: number) => `Barbarians ${cityCount} (${cities(cityCount)}), knights ${strength}`,
    wouldHold: (names: string) => `If they landed now, the island would hold and ${names} would become Defender (1 point).`,
    wouldTie: (names: string) => `If they landed now, the island would hold; ${names} would each draw a progress card.`,
    wouldHoldAlone: 'If they landed now, the island would hold without a knight.',
    wouldFall: (names: string) => `If they landed now, the island would fall, and a city would be lost by ${names}.`,
    wouldSpare: 'If they landed now, the island would fall, but nobody has a city to lose.',
    nasty: 'In this game everybody declares which active knights fight.',
    inactiveToo: (strength: number) => `With all knights active: ${strength}.`,
    frozen: 'Until then, the robber can’t move.',
    defender: (count: number) => (count === 1 ? '1 Defender point' : `${count} Defender points`),
    merchantOf: (name: string, terrain: string) => `Merchant: ${name}, ${terrain}`,
    progressBacks: (name: string) => `Progress cards of ${name}`,
    backs: (count: number, track: string) => `${count} × ${track}`,
    laidOut: 'Laid out (1 point each)',
    stacks: (trade: number, politics: number, science: number) => `Progress cards left: trade ${trade}, politics ${politics}, science ${science}`,

    progressHand: 'Your progress cards',
    handLimit: (count: number) => `${count} of 4`,
    play: 'Play',
    cannotNow: 'not now',
    beforeRoll: 'only before the roll',
    cranesOpen: (count: number) => (count === 1 ? 'Crane: the next improvement is one cheaper' : `Cranes: the next ${count} improvements are one cheaper each`),
    fleetOpen: (kinds: string) => `Merchant Fleet this turn: ${kinds} 2:1`,
    presetDice: (yellow: number, red: number) => `The Alchemist has set the dice: ${yellow} and ${red}`,
    harborOpen: 'Commercial Harbor',
    harborHelp: 'Once for each opponent: you give a resource and get a commodity of their choice. With somebody who has none it is void, and the resource stays yours.',
    harborAsked: 'asked already',
    robbedNobody: 'No card from anybody',
    takeNone: 'Take none',
    commitAll: 'All of them',
    commitNone: 'None of them',
    commitThese: (strength: number) => `Fight with strength ${strength}`,
    robbed: (cards: number) => (cards === 1 ? 'Take 1 card' : `Take ${cards} cards`),
    setDice: (sum: number) => `Set the dice: ${sum}`,
    deckLeft: (track: string, left: number) => `${track} (${left} left)`,
    improvementsHelp: 'What improvements bring',
};
