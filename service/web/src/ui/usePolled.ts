// SPDX-License-Identifier: AGPL-3.0-or-later
// Changes to a game that are not moves cause no event, so the page polls for them.
import { useEffect } from 'preact/hooks';
import { type Fetched, useFetched } from './forms';

const lookEveryMs = 5000;

/** Fetches when one of `of` changes, and every `everyMs` while the page is visible. */
export function usePolled<Value>(load: () => Promise<Value>, of: unknown[], everyMs = lookEveryMs): Fetched<Value> {
    const fetched = useFetched(load, of);
    useEffect(() => {
        const look = (): void => {
            if (document.visibilityState === 'visible') void fetched.reload();
        };
        const timer = setInterval(look, everyMs);
        document.addEventListener('visibilitychange', look);
        return () => {
            clearInterval(timer);
            document.removeEventListener('visibilitychange', look);
        };
    }, of);
    return fetched;
}
