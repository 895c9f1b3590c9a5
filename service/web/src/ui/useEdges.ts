// SPDX-License-Identifier: AGPL-3.0-or-later
// A row that scrolls sideways: marks the ends with hidden content for the style sheet, and keeps the chosen part in
// view.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Rounding can lose a pixel. */
const slack = 1;

/** For an element of class "edges". CHOSEN changes whenever another part is chosen. */
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
