// SPDX-License-Identifier: AGPL-3.0-or-later
// What somebody has chosen for this browser alone.
import { useEffect, useState } from 'preact/hooks';

export interface Kept {
    theme: 'auto' | 'light' | 'dark';
    /** Ids of places on the board, as the notation says them. */
    coordinates: boolean;
    /** Ask once before a move that cannot be taken back. */
    confirm: boolean;
    /** Mix a number of one's own into the chance of new games (fair/client.ts). */
    share: boolean;
}

const initial: Kept = { theme: 'auto', coordinates: false, confirm: true, share: false };
const key = 'hexpost.settings';
const changed = new EventTarget();

function read(): Kept {
    try {
        return { ...initial, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
    } catch {
        return initial;
    }
}

let kept = read();

export const keptSettings = (): Kept => kept;

export function keep(change: Partial<Kept>): void {
    kept = { ...kept, ...change };
    localStorage.setItem(key, JSON.stringify(kept));
    applyTheme();
    changed.dispatchEvent(new globalThis.Event('change'));
}

export function useKept(): Kept {
    const [now, setNow] = useState(kept);
    useEffect(() => {
        const take = (): void => setNow(kept);
        changed.addEventListener('change', take);
        return () => changed.removeEventListener('change', take);
    }, []);
    return now;
}

export function applyTheme(): void {
    if (kept.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = kept.theme;
}
