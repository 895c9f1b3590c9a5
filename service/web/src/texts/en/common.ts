// SPDX-License-Identifier: AGPL-3.0-or-later
import { formatter } from '../format';
import type { Commodity, DevCard, Kind, ProgressCard, Resource, Terrain, Track, Wonder } from '../../types';

const resources: Record<Resource, string> = { brick: 'brick', lumber: 'lumber', wool: 'wool', grain: 'grain', ore: 'ore' };
const commodities: Record<Commodity, string> = { cloth: 'cloth', coin: 'coin', paper: 'paper' };
const terrains: Record<Terrain, string> = { forest: 'forest', pasture: 'pasture', fields: 'fields', hills: 'hills', mountains: 'mountains', desert: 'desert', sea: 'sea', gold: 'gold', fog: 'fog' };
const tracks: Record<Track, string> = { trade: 'trade', politics: 'politics', science: 'science' };
const wonders: Record<Wonder, string> = { theater: 'Theater', great_bridge: 'Great Bridge', monument: 'Monument', great_wall: 'Great Wall', cathedral: 'Cathedral', library: 'Library', lighthouse: 'Lighthouse' };
const devCards: Record<DevCard, string> = { knight: 'Knight', victory_point: 'Victory Point', road_building: 'Road Building', year_of_plenty: 'Year of Plenty', monopoly: 'Monopoly' };
const progressCards: Record<ProgressCard, string> = {
    alchemist: 'Alchemist', crane: 'Crane', engineer: 'Engineer', inventor: 'Inventor', irrigation: 'Irrigation', medicine: 'Medicine', mining: 'Mining', printer: 'Printer', road_building: 'Road Building', smith: 'Smith',
    bishop: 'Bishop', constitution: 'Constitution', deserter: 'Deserter', diplomat: 'Diplomat', intrigue: 'Intrigue', saboteur: 'Saboteur', spy: 'Spy', warlord: 'Warlord', wedding: 'Wedding',
    commercial_harbor: 'Commercial Harbor', master_merchant: 'Master Merchant', merchant: 'Merchant', merchant_fleet: 'Merchant Fleet', resource_monopoly: 'Resource Monopoly', trade_monopoly: 'Trade Monopoly',
};
const colors: Record<string, string> = { red: 'red', blue: 'blue', white: 'white', orange: 'orange', green: 'green', brown: 'brown' };

/** What is wrong with what was entered, by the member of the request. */
const wrong = {
    '/address': 'This is no mail address.',
    '/daily_at': 'This is no time of day.',
    '/zone': 'The server does not know this time zone.',
    '/quiet': 'Between a minute and 14 hours.',
    '/vacations': 'At most 35 days a year, and none further ahead than two years.',
    '/url': 'An https address on the public internet is needed, without a name or password in it.',
    '/events': 'Choose at least one.',
    '/expires_at': 'This moment is over.',
    '/until': 'A day within the next sixty.',
    '/to/account': 'Nobody has this name.',
    '/bot_token': 'A bot’s token looks like 123456:ABC-def.',
    '/homeserver': 'An https address on the public internet is needed.',
};

/** Words that all parts of the page use. */
export const common = {
    kinds: { ...resources, ...commodities },
    terrains, tracks, wonders, devCards, progressCards, colors,
    name: 'Hexpost',
    ok: 'OK', cancel: 'Cancel', close: 'Close', save: 'Save', back: 'Back', again: 'Try again', more: 'More', yes: 'Yes', no: 'No',
    remove: 'Remove', copy: 'Copy', copied: 'Copied', loading: 'Loading …', none: 'none', you: 'you', bot: 'bot', openSeat: 'open seat', nobody: 'nobody',
    moreOf: (what: string) => `one more ${what}`, fewerOf: (what: string) => `one ${what} fewer`,
    list: (items: string[]) => formatter(Intl.ListFormat, 'en', { type: 'conjunction' }).format(items),
    kindCount: (count: number, kind: Kind) => `${count} ${kind === 'coin' && count !== 1 ? 'coins' : { ...resources, ...commodities }[kind]}`,
    cards: (count: number) => (count === 1 ? '1 card' : `${count} cards`),
    points: (count: number) => (count === 1 ? '1 point' : `${count} points`),
    noNetwork: 'No connection',
    lostNetwork: 'Can’t reach the server. What you see may be out of date; it will update when you’re back online.',
    notFound: 'Page not found.',
    toGames: 'To my games',
    failed: 'Sorry, something went wrong.',
    reload: 'Reload the page',
    skipToContent: 'Skip to content',
    tooMany: (seconds: number) => `Too many requests. Try again in ${seconds} s.`,
    limited: {
        title: 'You came by a link in a mail',
        why: 'With it you can see and play your games, but it does not change the account: a mail gets forwarded sooner or later. For that, sign in fully.',
        short: 'You came by a link in a mail: it plays, but it does not change the account. Sign in fully for that.',
        mail: 'Mail me a link to sign in',
        sent: (address: string) => `On its way to ${address}, if the address is confirmed. Open the link in this browser.`,
        token: 'Sign in with a key',
    },
    wrong,
};
