// SPDX-License-Identifier: AGPL-3.0-or-later
// Signs of life: whoever points at, touches or types something where a game is shown has seen it, and need not be told
// of it by mail. What a page asks for by itself says nothing: it may stand there with nobody before it.
import { useEffect } from 'preact/hooks';
import { api } from '../../lib/api';

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'];
/** So often at most. */
const restMs = 10_000;

/** Tells the server of signs of life in game ID; null: the reader does not play there. */
export function usePresence(id: string | null): void {
    useEffect(() => {
        if (id === null) return undefined;
        let sentAt = -restMs;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const send = (): void => {
            clearTimeout(timer);
            timer = undefined;
            sentAt = performance.now();
            api.PUT('/v1/games/{id}/presence', { params: { path: { id } } }).catch(() => undefined);
        };
        // A sign within the rest is sent at its end: what has happened meanwhile was seen too.
        const note = (): void => {
            timer ??= setTimeout(send, Math.max(0, sentAt + restMs - performance.now()));
        };
        // Whoever opens the game, or comes back to it, is there.
        const look = (): void => {
            if (document.visibilityState === 'visible' && document.hasFocus()) note();
            else if (timer !== undefined) send();
        };
        look();
        signs.forEach((type) => addEventListener(type, note, { capture: true, passive: true }));
        addEventListener('focus', look);
        document.addEventListener('visibilitychange', look);
        return () => {
            signs.forEach((type) => removeEventListener(type, note, true));
            removeEventListener('focus', look);
            document.removeEventListener('visibilitychange', look);
            if (timer !== undefined) send();
        };
    }, [id]);
}
