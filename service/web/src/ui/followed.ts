// SPDX-License-Identifier: AGPL-3.0-or-later
import { useEffect, useMemo, useState } from 'preact/hooks';

/** What tells of its changes while it is open. */
interface Followed extends EventTarget {
    open(): void;
    close(): void;
}

/** Makes and opens something for as long as a component is shown, which is drawn again at each change. */
export function useFollowed<Kind extends Followed>(make: () => Kind, of: unknown[]): Kind {
    const followed = useMemo(make, of);
    const [, again] = useState(0);
    useEffect(() => {
        const redraw = (): void => again((n) => n + 1);
        followed.addEventListener('change', redraw);
        followed.open();
        return () => {
            followed.removeEventListener('change', redraw);
            followed.close();
        };
    }, [followed]);
    return followed;
}
