// SPDX-License-Identifier: AGPL-3.0-or-later
// Single-key shortcuts for frequent actions. Disabled while the user types and under a dialog.
import { useEffect, useRef } from 'preact/hooks';

/** Calls KEYS[key] when a key is pressed without modifiers; letters are in lower case. */
export function useHotkeys(keys: Record<string, () => void>): void {
    const latest = useRef(keys);
    latest.current = keys;
    useEffect(() => {
        const press = (event: KeyboardEvent): void => {
            const { target } = event;
            const typing = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
            if (event.defaultPrevented || typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
            const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
            if (!act) return;
            event.preventDefault();
            act();
        };
        addEventListener('keydown', press);
        return () => removeEventListener('keydown', press);
    }, []);
}
