// SPDX-License-Identifier: AGPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import type { Game } from '../../types';
import { toastError } from '../../ui/toast';

/** A list of games, loaded page by page. */
export function useGames(load: (cursor: string | undefined) => Promise<{ items: Game[]; next: string | null }>, key: string): { games: Game[] | null; more: (() => void) | null } {
    const [games, setGames] = useState<Game[] | null>(null);
    const [next, setNext] = useState<string | null>(null);
    const read = (cursor: string | undefined, before: Game[]): void => {
        load(cursor).then((page) => {
            setGames([...before, ...page.items]);
            setNext(page.next);
        }, toastError);
    };
    useEffect(() => {
        setGames(null);
        setNext(null);
        read(undefined, []);
    }, [key]);
    return { games, more: next === null ? null : () => read(next, games ?? []) };
}
