// SPDX-License-Identifier: AGPL-3.0-or-later
// What is lit on the board: the places of the choice in progress, or, if there is none, all places where something can
// be done; a tap shows what.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import { texts } from '../../texts';
import type { Place } from '../../types';
import { decisionOf, startsOf } from './asked';
import { rowOf } from './controls';
import { type Flow, placeOptions } from './flow';
import { placeKind } from './fields';
import { prompt, startLabel } from './say';
import type { Start } from './picker';

/** An action that can be begun at a place. */
export interface Offered {
    start: Start;
    field: string;
    place: Place;
}
export interface Idle {
    /** The place that was tapped while no choice was in progress. */
    here: Place | null;
    /** What can be done there. */
    offered: Offered[];
    leave: () => void;
}

const same = (a: Place, b: Place): boolean => a.kind === b.kind && a.id === b.id;

/** Everything that a tap on the board can begin. */
function offeredOn(state: GameState): Offered[] {
    if (decisionOf(state)?.decision !== 'turn') return [];
    return startsOf(state).flatMap((start) => {
        const field = rowOf(start).onBoard;
        const kind = field && start.actions[0] ? placeKind(start.actions[0], field) : null;
        if (!field || !kind) return [];
        const ids = new Set(start.actions.map((action) => action[field]).filter((id): id is number => typeof id === 'number'));
        return [...ids].map((id) => ({ start, field, place: { kind, id } }));
    });
}

export function useBoard(flow: Flow): Idle {
    const { state, selection } = useGame();
    const [here, setHere] = useState<Place | null>(null);
    const seq = state.list.seq;
    const busy = flow.start !== null || flow.asked !== null;
    const offered = busy ? [] : offeredOn(state);
    const at = here ? offered.filter(({ place }) => same(place, here)) : [];
    useEffect(() => setHere(null), [seq, flow.start?.key]);
    // Before the paint: a different sheet is shown while places are chosen, and it must not jump.
    useLayoutEffect(() => {
        const { picked, start } = flow;
        const places = placeOptions(picked);
        const { step } = picked;
        if (busy && places.length > 0) document.querySelector('.board')?.scrollIntoView({ block: 'nearest' });
        // The choice is being sent, or its result is still being shown.
        if (flow.sending) return undefined;
        if (flow.asked) selection.set('move', { label: texts().play.confirmTitle, places: [], chosen: picked.places, pick: () => undefined });
        else if (start && step && places.length > 0) {
            const pick = ({ kind, id }: Place): void => (picked.places.some((place) => same(place, { kind, id })) ? flow.drop(id) : flow.pick(id));
            const taken = step.many ? picked.places.filter(({ kind }) => kind === step.place) : [];
            selection.set('move', { label: prompt(state, start, step), places: [...places, ...taken], chosen: picked.places, pick, ...(flow.canGoBack ? { cancel: flow.cancel } : {}) });
        } else if (start && picked.places.length > 0) {
            // The next choice is not a place: the chosen places stay visible.
            selection.set('move', { label: startLabel(start), places: [], chosen: picked.places, pick: () => undefined });
        } else if (!busy && offered.length > 0) {
            const all = offered.map(({ place }) => place).filter((place, i, places2) => places2.findIndex((other) => same(other, place)) === i);
            selection.set('move', { label: texts().play.tapPlace, places: all, chosen: here ? [here] : [], pick: setHere, idle: true });
        } else return undefined;
        return () => selection.set('move', null);
    }, [seq, state.as, flow.start?.key, flow.picks.length, flow.asked, flow.sending, busy, here]);
    return { here: at.length > 0 ? here : null, offered: at, leave: () => setHere(null) };
}
