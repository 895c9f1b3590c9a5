// SPDX-License-Identifier: AGPL-3.0-or-later
// Messages that a browser shows when it is woken, and the switch for them.
import { formatter } from '../format';

export const push = {
    list: (names: string[]) => formatter(Intl.ListFormat, 'en', { type: 'conjunction' }).format(names),
    game: (names: string) => (names === '' ? 'Your game' : `Your game with ${names}`),
    turn: (what: string | null) => (what === null ? 'It’s your turn.' : `${what}.`),
    reminder: (what: string | null) => (what === null ? 'Your time is running out.' : `Your time is running out: ${what}.`),
    started: 'The game has started.',
    over: 'The game is over.',
    talk: 'You have a new message.',
    offer: 'Somebody offers you a trade.',
    unknown: 'Something happened in your game.',

    title: 'Notifications in this browser',
    why: 'This browser tells you when it’s your turn, even when the page is closed. Notifications contain nothing secret and are encrypted on the way.',
    on: 'Turn on notifications',
    off: 'Turn off notifications',
    isOn: 'Notifications are on in this browser.',
    isOff: 'Notifications are off in this browser.',
    denied: 'You’ve blocked notifications from this page. Allow them in the browser’s settings for this site (usually behind the icon left of the address), then come back here.',
    unsupported: 'This browser can’t show notifications: it doesn’t support web push, or has it turned off, as in a private window.',
    insecure: 'Notifications only work over https.',
    install: 'On iPhone and iPad, install the page first: tap “Share”, then “Add to Home Screen”, and open it from there.',
    failed: 'The browser’s push service isn’t responding. Try again later.',
    others: 'Browsers with notifications',
    here: 'this browser',
    unnamed: 'a browser',
    by: (host: string) => `by ${host}`,
    since: (when: string) => `since ${when}`,
    last: (when: string) => `last notified ${when}`,
    never: 'never notified',
    remove: 'Turn off',
    removeSure: 'Yes, turn off',
    installOffer: 'Install Hexpost on this device',
    installed: 'Hexpost is installed.',
};
