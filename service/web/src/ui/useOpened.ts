// SPDX-License-Identifier: AGPL-3.0-or-later
import { useEffect, useMemo } from 'preact/hooks';

interface Opened {
    open(): void;
    close(): void;
}

/** Creates and opens an object for as long as a component is shown; a new one when one of `of` changes. */
export function useOpened<Kind extends Opened>(make: () => Kind, of: unknown[]): Kind {
    const opened = useMemo(make, of);
    useEffect(() => {
        opened.open();
        return () => opened.close();
    }, [opened]);
    return opened;
}
