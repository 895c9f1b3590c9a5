// SPDX-License-Identifier: AGPL-3.0-or-later
// The keyboard on the board: lit places are one stop for the tabulator, arrow keys go from one to the
// nearest that way. Whoever begins something by keyboard is led to the board, and on to what comes next
// there; Escape leads back.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { nextInDirection } from './geometry';
import { arrowKeys, focusAgain, pressedByKey } from './keys';
import type { BoardChoice, Target } from './targets';

interface Roving {
    group: { current: SVGGElement | null };
    /** The one that the tabulator stops at. */
    here: Target | undefined;
    enter: (one: Target) => void;
    blur: (event: FocusEvent) => void;
    press: (event: KeyboardEvent) => void;
}

function focusOn(group: SVGGElement | null, key: string | undefined): void {
    group?.querySelector<SVGGElement>(`[data-place="${key}"]`)?.focus();
}

/** Leads the focus to places that come to be lit; what is set while the focus is on the board. */
function useLead(group: Roving['group'], places: string, first: string | undefined): { focused: { current: boolean }; leave: (choosing: BoardChoice) => void } {
    const focused = useRef(false);
    const origin = useRef<Element | null>(null);
    const before = useRef('');
    useLayoutEffect(() => {
        const [began, changed] = [before.current === '', before.current !== places];
        before.current = places;
        if (places === '') focused.current = false;
        else if (changed && (focused.current || (began && pressedByKey()))) {
            if (!focused.current) origin.current = pressedByKey();
            focusOn(group.current, first);
        }
    }, [places]);
    const leave = ({ cancel }: BoardChoice): void => {
        focused.current = false;
        if (!cancel) return document.querySelector<HTMLElement>('[data-do=cancel]')?.focus();
        cancel();
        // When the page has taken it in, what was pressed is there again.
        setTimeout(() => focusAgain(origin.current));
    };
    return { focused, leave };
}

export function useRoving(choosing: BoardChoice | null, lit: Target[], onShow: (one: Target | null) => void): Roving {
    const group = useRef<SVGGElement>(null);
    const [at, setAt] = useState('');
    const open = lit.filter((one) => one.open);
    const here = open.find(({ key }) => key === at) ?? open.find(({ chosen }) => chosen) ?? open[0];
    // Nobody is led to places that are lit only because nothing was begun.
    const places = choosing?.idle ? '' : open.map(({ key }) => key).join();
    const { focused, leave } = useLead(group, places, here?.key);
    useEffect(() => () => onShow(null), []);
    const press = (event: KeyboardEvent): void => {
        const direction = arrowKeys[event.key];
        const picks = event.key === 'Enter' || event.key === ' ';
        if (!here || !choosing || !(direction || picks || event.key === 'Escape')) return;
        event.preventDefault();
        if (direction) focusOn(group.current, open[nextInDirection(open, here, direction)]?.key);
        else if (picks) choosing.pick(here.place);
        else leave(choosing);
    };
    const enter = (one: Target): void => {
        focused.current = true;
        setAt(one.key);
        onShow(one);
    };
    const blur = (event: FocusEvent): void => {
        // Taken off the board with its place, the focus goes on to the next one; left by hand, it does not.
        if (event.relatedTarget) focused.current = false;
        onShow(null);
    };
    return { group, here, enter, blur, press };
}
