// SPDX-License-Identifier: AGPL-3.0-or-later
// Signs of presence: a reader who points at, touches or types something on a game's page has seen the game and needs no
// mail about it. Requests that the page makes by itself prove nothing: there may be nobody in front of it.
import { useEffect } from 'preact/hooks';
import { api } from '../../lib/api';

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'];
/** The shortest time between two reports. */
const restMs = 10_000;

/** Reports presence in game ID to the server; null: the reader does not play there. */
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
        // A sign within that time is reported at its end: the reader has seen what happened until then.
        const note = (): void => {
            timer ??= setTimeout(send, Math.max(0, sentAt + restMs - performance.now()));
        };
        // Opening the game, or returning to it, counts as a sign.
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
