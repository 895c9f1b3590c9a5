// SPDX-License-Identifier: AGPL-3.0-or-later
// My games, as the header and the first page show them.
import { useEffect, useState } from 'preact/hooks';
import { api, got } from '../api';
import { listen } from '../live';
import { useMe } from '../session';
import type { components } from '../schema';

export type MyGame = components['schemas']['MyGame'];

/** The games that go on, the most urgent first; null: not known yet, or nobody is signed in. */
export function useMyGames(): { games: MyGame[] | null; fault: unknown; again: () => void } {
    const name = useMe()?.name;
    const [games, setGames] = useState<MyGame[] | null>(null);
    const [fault, setFault] = useState<unknown>(null);
    const [wanted, setWanted] = useState(0);
    const again = (): void => setWanted((n) => n + 1);
    useEffect(() => {
        if (!name) {
            setGames(null);
            return undefined;
        }
        return listen(null, again);
    }, [name]);
    useEffect(() => {
        if (!name) return undefined;
        let late = false;
        got(api.GET('/v1/me/games')).then(
            ({ items }) => {
                if (late) return;
                setGames(items);
                setFault(null);
            },
            (problem) => {
                if (!late) setFault(problem);
            },
        );
        return () => {
            late = true;
        };
    }, [name, wanted]);
    return { games, fault, again };
}

export const waitingCount = (games: MyGame[] | null): number => (games ?? []).filter(({ decisions }) => decisions.length > 0).length;
