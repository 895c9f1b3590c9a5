// SPDX-License-Identifier: AGPL-3.0-or-later
// The reader's active games, most urgent first, kept up to date; one list for all components that show it.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { listen } from '../../lib/live';
import { currentId, onSession } from '../../lib/session';
import type { MyGame } from '../../types';

interface MyGames {
    /** null: not loaded yet, or not signed in. */
    games: MyGame[] | null;
    fault: unknown;
}

/** Bots cause many events at once: the list is fetched when they pause. */
const pauseMs = 400;

const mine = signal<MyGames>({ games: null, fault: null });
let users = 0;
let stop: () => void = () => undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The games that wait for a decision of the reader's. */
export const urgent = (games: MyGame[] | null): MyGame[] => (games ?? []).filter(({ decisions, game }) => decisions.length > 0 && game.mode === 'play');

export const isMyGame = (id: string): boolean => mine.peek().games?.some(({ game }) => game.id === id) === true;

/** On the icon of the installed page, if the system shows it. */
function showBadge(count: number): void {
    const { setAppBadge, clearAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
    const shown = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
    shown?.catch(() => undefined);
}

function set(next: MyGames): void {
    mine.value = next;
    showBadge(urgent(next.games).length);
}

export async function refreshMyGames(): Promise<void> {
    const who = currentId();
    if (who === '') return set({ games: null, fault: null });
    try {
        const { items } = await unwrap(api.GET('/v1/me/games'));
        if (who === currentId()) set({ games: items as MyGame[], fault: null });
    } catch (fault) {
        if (who === currentId()) set({ games: mine.peek().games, fault });
    }
}

function soon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void refreshMyGames(), pauseMs);
}

/** The next account has games of its own. */
function begun(): void {
    set({ games: null, fault: null });
    void refreshMyGames();
}

function begin(): void {
    const stops = [listen(null, soon), onSession(begun)];
    stop = () => stops.forEach((end) => end());
    void refreshMyGames();
}

export function useMyGames(): MyGames {
    useEffect(() => {
        if (users++ === 0) begin();
        return () => {
            if (--users === 0) stop();
        };
    }, []);
    return mine.value;
}
