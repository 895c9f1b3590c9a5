// SPDX-License-Identifier: AGPL-3.0-or-later
// A row that scrolls sideways: at which of its ends there is more to come, for the style, and its chosen part in sight.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A pixel may be lost in rounding. */
const slack = 1;

/** For the row's element, of class "edges". CHOSEN: what changes when another part of it is chosen. */
export function useEdges<Row extends HTMLElement>(chosen: string): { current: Row | null } {
    const row = useRef<Row>(null);
    useLayoutEffect(() => {
        const element = row.current;
        if (!element) return undefined;
        const look = (): void => {
            const { scrollLeft, scrollWidth, clientWidth } = element;
            const more = [scrollLeft > slack && 'start', scrollLeft + clientWidth < scrollWidth - slack && 'end'].filter((end) => end !== false);
            if (more.length > 0) element.dataset.more = more.join(' ');
            else delete element.dataset.more;
        };
        look();
        const watch = new ResizeObserver(look);
        watch.observe(element);
        element.addEventListener('scroll', look, { passive: true });
        return () => {
            watch.disconnect();
            element.removeEventListener('scroll', look);
        };
    }, []);
    useLayoutEffect(() => {
        const part = row.current?.querySelector<HTMLElement>('[aria-selected=true], [aria-current]');
        if (row.current && part) row.current.scrollLeft = part.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - part.offsetWidth) / 2;
    }, [chosen]);
    return row;
}
