// SPDX-License-Identifier: AGPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';

const inputs = ['pointerover', 'pointerdown', 'focusin'];

/** Whether the reader has pointed at, touched or gone to anything yet: what only answers that can come so late. */
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
