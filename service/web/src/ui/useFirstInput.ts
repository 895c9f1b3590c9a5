// SPDX-License-Identifier: AGPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';

const inputs = ['pointerover', 'pointerdown', 'focusin'];

/** Whether there has been any pointer or focus event: code that only reacts to these can be loaded then. */
export function useFirstInput(): boolean {
    const [seen, setSeen] = useState(false);
    useEffect(() => {
        const stop = (): void => inputs.forEach((type) => removeEventListener(type, see, true));
        const see = (): void => {
            stop();
            setSeen(true);
        };
        inputs.forEach((type) => addEventListener(type, see, true));
        return stop;
    }, []);
    return seen;
}
