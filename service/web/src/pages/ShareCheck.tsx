// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { setPrefs, currentPrefs } from '../lib/prefs';
import { texts } from '../texts';
import { Check } from '../ui/Field';

/** Whether the reader contributes a number of their own to the chance of games that they create and join. */
export function ShareCheck(): JSX.Element {
    const t = texts().making;
    const { share } = currentPrefs();
    return <Check label={t.share} help={t.shareHelp} checked={share} onChange={(on) => setPrefs({ share: on })} />;
}
