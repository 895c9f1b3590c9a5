// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { currentPrefs, setPrefs } from '../lib/prefs';
import { texts } from '../texts';
import { Check } from './Field';

/** Switches for animation and sound in games, for this browser. */
export function MotionSwitches(): JSX.Element {
    const t = texts().settings.look;
    const { motion, sound } = currentPrefs();
    return (
        <>
            <Check label={t.motion} help={t.motionHelp} checked={motion} onChange={(on) => setPrefs({ motion: on })} />
            <Check label={t.sound} help={t.soundHelp} checked={sound} onChange={(on) => setPrefs({ sound: on })} />
        </>
    );
}
