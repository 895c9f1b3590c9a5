// SPDX-License-Identifier: AGPL-3.0-or-later
import { texts } from '../../texts';

/** The name that the server gives to a browser, "Firefox on Android", in the reader's language; other names stay. */
export function browserName(name: string): string {
    const t = texts().settings.tokens;
    const known = (word: string): string => (word === 'a browser' ? t.browser : word);
    const [browser = '', system] = name.split(' on ');
    return system ? t.browserOn(known(browser), system) : known(browser);
}
