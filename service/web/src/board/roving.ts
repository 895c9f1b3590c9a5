// SPDX-License-Identifier: AGPL-3.0-or-later
// Keyboard control of the board. All lit places share one tab stop; arrow keys move to the nearest one in that
// direction. An action begun by keyboard moves the focus to the board and on to its next choice; Escape returns the
// focus.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { nextInDirection } from './geometry';
import { arrowKeys, focusAgain, pressedByKey } from './keys';
import type { BoardChoice, Target } from './targets';

interface Roving {
    group: { current: SVGGElement | null };
    /** The target in the tab order. */
    here: Target | undefined;
    enter: (one: Target) => void;
    blur: (event: FocusEvent) => void;
    press: (event: KeyboardEvent) => void;
}

function focusOn(group: SVGGElement | null, key: string | undefined): void {
    group?.querySelector<SVGGElement>(`[data-place="${key}"]`)?.focus();
}

/** Moves the focus to places that become lit; returns what to set while the focus is on the board. */
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
        // After the page has re-rendered, so that the pressed button exists again.
        setTimeout(() => focusAgain(origin.current));
    };
    return { focused, leave };
}

export function useRoving(choosing: BoardChoice | null, lit: Target[], onShow: (one: Target | null) => void): Roving {
    const group = useRef<SVGGElement>(null);
    const [at, setAt] = useState('');
    const open = lit.filter((one) => one.open);
    const here = open.find(({ key }) => key === at) ?? open.find(({ chosen }) => chosen) ?? open[0];
    // Do not move the focus to places that are lit while no action is in progress.
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
        // If the focused place is removed from the board, the focus moves to the next one; not if the player left it.
        if (event.relatedTarget) focused.current = false;
        onShow(null);
    };
    return { group, here, enter, blur, press };
}
