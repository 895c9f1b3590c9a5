// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Commodity, DevCard, Kind, ProgressCard, Resource, Terrain, Track } from '../../types';

const resources: Record<Resource, string> = { brick: 'brick', lumber: 'lumber', wool: 'wool', grain: 'grain', ore: 'ore' };
const commodities: Record<Commodity, string> = { cloth: 'cloth', coin: 'coin', paper: 'paper' };
const terrains: Record<Terrain, string> = { forest: 'forest', pasture: 'pasture', fields: 'fields', hills: 'hills', mountains: 'mountains', desert: 'desert' };
const tracks: Record<Track, string> = { trade: 'trade', politics: 'politics', science: 'science' };
const devCards: Record<DevCard, string> = { knight: 'Knight', victory_point: 'Victory Point', road_building: 'Road Building', year_of_plenty: 'Year of Plenty', monopoly: 'Monopoly' };
const progressCards: Record<ProgressCard, string> = {
    alchemist: 'Alchemist', crane: 'Crane', engineer: 'Engineer', inventor: 'Inventor', irrigation: 'Irrigation', medicine: 'Medicine', mining: 'Mining', printer: 'Printer', road_building: 'Road Building', smith: 'Smith',
    bishop: 'Bishop', constitution: 'Constitution', deserter: 'Deserter', diplomat: 'Diplomat', intrigue: 'Intrigue', saboteur: 'Saboteur', spy: 'Spy', warlord: 'Warlord', wedding: 'Wedding',
    commercial_harbor: 'Commercial Harbor', master_merchant: 'Master Merchant', merchant: 'Merchant', merchant_fleet: 'Merchant Fleet', resource_monopoly: 'Resource Monopoly', trade_monopoly: 'Trade Monopoly',
};
const colors: Record<string, string> = { red: 'red', blue: 'blue', white: 'white', orange: 'orange', green: 'green', brown: 'brown' };

/** Words that all parts of the page use. */
export const common = {
    kinds: { ...resources, ...commodities },
    terrains, tracks, devCards, progressCards, colors,
    name: 'Hexpost',
    ok: 'OK', cancel: 'Cancel', close: 'Close', save: 'Save', back: 'Back', again: 'Try again', more: 'More', yes: 'Yes', no: 'No',
    remove: 'Remove', copy: 'Copy', copied: 'Copied', loading: 'Loading …', none: 'none', you: 'you', bot: 'bot', openSeat: 'open seat', nobody: 'nobody',
    moreOf: (what: string) => `one more ${what}`, fewerOf: (what: string) => `one ${what} fewer`,
    list: (items: string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(items),
    kindCount: (count: number, kind: Kind) => `${count} ${kind === 'coin' && count !== 1 ? 'coins' : { ...resources, ...commodities }[kind]}`,
    cards: (count: number) => (count === 1 ? '1 card' : `${count} cards`),
    points: (count: number) => (count === 1 ? '1 point' : `${count} points`),
    noNetwork: 'No connection',
    lostNetwork: 'The server cannot be reached. Your view may be old; it is brought up to date as soon as the network is back.',
    notFound: 'There is no such page.',
    toGames: 'To my games',
    failed: 'Something went wrong here that should not have.',
    reload: 'Load the page again',
    skipToContent: 'To the content',
    tooMany: (seconds: number) => `Too many requests at once. Again in ${seconds} s.`,
};
