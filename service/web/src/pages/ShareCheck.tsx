// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { setPrefs, currentPrefs } from '../lib/prefs';
import { texts } from '../texts';
import { Check } from '../ui/Field';

/** Whether a number of one's own goes into the chance of the games that one makes and joins. */
export function ShareCheck(): JSX.Element {
    const t = texts().making;
    const { share } = currentPrefs();
    return <Check label={t.share} help={t.shareHelp} checked={share} onChange={(on) => setPrefs({ share: on })} />;
}
