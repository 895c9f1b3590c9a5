// SPDX-License-Identifier: AGPL-3.0-or-later
// My games that go on, the most urgent first, kept up to date; one list for all who show it.
import { useEffect, useState } from 'preact/hooks';
import { api, got } from '../api';
import { listen } from '../live';
import { currentId, onSession } from '../session';
import type { MyGame } from '../types';

interface Mine {
    /** null: not known yet, or nobody is signed in. */
    games: MyGame[] | null;
    fault: unknown;
}

/** Many events come at once when bots play: the list is fetched when they pause. */
const pauseMs = 400;

let mine: Mine = { games: null, fault: null };
let users = 0;
let stop: () => void = () => undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const changed = new EventTarget();

/** The games that wait for a decision of mine. */
export const urgent = (games: MyGame[] | null): number => (games ?? []).filter(({ decisions, game }) => decisions.length > 0 && game.mode === 'play').length;

/** On the icon of the installed page, where the system shows it. */
function showBadge(count: number): void {
    const { setAppBadge, clearAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
    const shown = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
    shown?.catch(() => undefined);
}

function set(next: Mine): void {
    mine = next;
    showBadge(urgent(mine.games));
    changed.dispatchEvent(new globalThis.Event('change'));
}

export async function refreshMine(): Promise<void> {
    const who = currentId();
    if (who === '') return set({ games: null, fault: null });
    try {
        const { items } = await got(api.GET('/v1/me/games'));
        if (who === currentId()) set({ games: items as MyGame[], fault: null });
    } catch (fault) {
        if (who === currentId()) set({ games: mine.games, fault });
    }
}

function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void refreshMine(), pauseMs);
}

/** Whoever signs in next has games of their own. */
function begun(): void {
    set({ games: null, fault: null });
    void refreshMine();
}

function begin(): void {
    const stops = [listen(null, soon), onSession(begun)];
    stop = () => stops.forEach((end) => end());
    void refreshMine();
}

export function useMyGames(): Mine {
    const [now, setNow] = useState(mine);
    useEffect(() => {
        const take = (): void => setNow(mine);
        changed.addEventListener('change', take);
        if (users++ === 0) begin();
        take();
        return () => {
            changed.removeEventListener('change', take);
            if (--users === 0) stop();
        };
    }, []);
    return now;
}
