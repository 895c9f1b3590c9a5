// SPDX-License-Identifier: AGPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';

/** Whether the media QUERY matches, kept up to date. For what is rendered or not; how it looks belongs in the style
 * sheets. */
export function useMedia(query: string): boolean {
    const [matches, setMatches] = useState(() => matchMedia(query).matches);
    useEffect(() => {
        const list = matchMedia(query);
        const take = (): void => setMatches(list.matches);
        take();
        list.addEventListener('change', take);
        return () => list.removeEventListener('change', take);
    }, [query]);
    return matches;
}
