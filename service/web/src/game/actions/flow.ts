// SPDX-License-Identifier: AGPL-3.0-or-later
// A move in progress: begun by a button, narrowed choice by choice, given the outcome of chance (at a real table),
// confirmed if it is final, and sent.
import { useRef, useState } from 'preact/hooks';
import { isOpen, Problem } from '../../lib/api';
import { useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import { currentPrefs } from '../../lib/prefs';
import { texts } from '../../texts';
import { faultText, toast } from '../../ui/toast';
import type { Action, Outcome, Place } from '../../types';
import { startsOf, wanted } from './asked';
import { asksFirst, partIn } from './chance';
import { rowOf } from './controls';
import type { Listed, Value } from './fields';
import { enough, narrow, type Pick, type Picked, type Start, unpick } from './picker';

interface Way {
    key: string;
    /** The last event when it was begun. */
    seq: number;
    picks: Pick[];
    /** Opened by itself, not by a button. */
    alone: boolean;
    /** The complete action, while an outcome or a confirmation is missing. */
    made: Listed | null;
}

export interface Flow {
    /** The control that was begun; null: none. */
    start: Start | null;
    picked: Picked;
    picks: Pick[];
    /** Complete, waiting for the outcome of chance. */
    untold: Listed | null;
    /** Complete, waiting for confirmation. */
    asked: Listed | null;
    sending: boolean;
    /** Why the last attempt was refused. */
    fault: string | null;
    /** Whether there is anything to go back from. */
    canGoBack: boolean;
    begin: (start: Start, picks?: Pick[]) => void;
    pick: (value: Value | typeof enough) => void;
    /** Removes a value from a field with several. */
    drop: (value: Value) => void;
    back: () => void;
    cancel: () => void;
    /** Continues with a complete action: asks what is missing, or sends it. */
    make: (action: Listed) => void;
    /** Sends the action that was asked about. */
    go: (outcome?: Outcome) => void;
}

const nowhere: Picked = { step: null, action: null, places: [] };

/** What the list still allows of a way; null if the game has moved on without it. */
function followed(state: GameState, way: Way | null): { start: Start; picked: Picked } | null {
    const start = way && startsOf(state).find(({ key }) => key === way.key);
    if (!start) return null;
    const picked = narrow(start.actions, way.picks);
    return picked.step || picked.action ? { start, picked } : null;
}

/** Opens a decision's control by itself, and drops a way that is no longer possible. */
function useWay(state: GameState): [Way | null, (next: Way | null | ((now: Way | null) => Way | null)) => void] {
    const [way, setWay] = useState<Way | null>(null);
    const open = wanted(state);
    const current = followed(state, way) ? way : null;
    if (current || !open) return [current, setWay];
    const { action } = narrow(open.actions, []);
    const settled = action && !action.open && !rowOf(open).Form ? action : null;
    // An action that needs no choice waits for a tap, or for the outcome of the dice at a table.
    if (settled && !(state.game.mode === 'table' && partIn(state, settled))) return [null, setWay];
    return [{ key: open.key, seq: state.list.seq, picks: [], alone: true, made: settled }, setWay];
}

/** Sends; calls DONE or FAILED with the last event at the time of sending. */
function useSend(done: (seq: number) => void, failed: (seq: number) => void): Sending {
    const inGame = useGame();
    const { store } = inGame;
    // Stored with its event: the refusal applies to that moment only.
    const [refusal, setRefusal] = useState<{ text: string; seq: number } | null>(null);
    const setFault = (text: string | null): void => setRefusal(text === null ? null : { text, seq: seqNow() });
    // Busy until the page shows the result, so that a second tap does not hit the old buttons. Taps read the ref,
    // because the board keeps its callbacks for a while.
    const after = useRef<number | null>(null);
    const [, redraw] = useState(0);
    const seqNow = (): number => store.state?.list.seq ?? 0;
    const under = (seq: number | null): void => {
        after.current = seq;
        redraw((n) => n + 1);
    };
    const send = (action: Listed, outcome?: Outcome): void => {
        if (store.sending || !inGame.playhead.settled || after.current === seqNow()) return;
        const seq = seqNow();
        setFault(null);
        under(seq);
        const ended = store.send(action as unknown as Action, outcome === undefined ? {} : { outcome }).finally(() => under(null));
        ended.then(() => done(seq), (thrown: unknown) => {
            const stale = thrown instanceof Problem && thrown.status === 409;
            failed(seq);
            // A banner above the board says that the outcome is unknown and offers to send the move again.
            if (isOpen(thrown)) return;
            setFault(stale ? texts().play.stale : faultText(thrown));
            if (!(thrown instanceof Problem)) toast(faultText(thrown), true);
        });
    };
    const fault = refusal?.seq === seqNow() ? refusal.text : null;
    return { send, busy: store.sending || store.unsent !== null || !inGame.playhead.settled || after.current === seqNow(), fault, setFault };
}
interface Sending {
    send: (action: Listed, outcome?: Outcome) => void;
    busy: boolean;
    fault: string | null;
    setFault: (fault: string | null) => void;
}

export function useFlow(): Flow {
    const { store, state } = useGame();
    const { confirm } = currentPrefs();
    const [way, setWay] = useWay(state);
    // The stream can show the result before the response arrives: a way begun since then stays.
    const over = (seq: number, next: (sent: Way) => Way | null): void => setWay((now) => {
        const sent = now ?? way;
        return sent && sent.seq <= seq ? next(sent) : now;
    });
    // A refused move goes back to where its last choice was made.
    const again = (refused: Way): Way | null => (refused.alone || refused.picks.length > 1 ? { ...refused, made: null, picks: unpick(refused.picks) } : null);
    const { send, busy, fault, setFault } = useSend((seq) => over(seq, () => null), (seq) => over(seq, again));
    const { start, picked } = followed(state, way) ?? { start: null, picked: nowhere };
    const made = way?.made ?? null;
    const table = state.game.mode === 'table';
    const untold = made && table && partIn(state, made) ? made : null;
    const change = (picks: Pick[]): void => {
        if (!way || !start || store.sending) return;
        setFault(null);
        const next = { ...way, picks, made: null };
        const { action } = narrow(start.actions, picks);
        setWay(next);
        if (action) make(action, next);
    };
    const make = (action: Listed, on: Way | null = way): void => {
        setFault(null);
        if ((table && partIn(state, action)) || (confirm && asksFirst(state, action))) setWay({ ...(on ?? { key: action.type, seq: state.list.seq, picks: [], alone: false }), made: action });
        else send(action);
    };
    return {
        start, picked, untold, fault,
        picks: way?.picks ?? [],
        asked: made && !untold ? made : null,
        sending: busy,
        canGoBack: way !== null && (!way.alone || way.picks.length > 0),
        begin: (begun, picks = []) => {
            const next = { key: begun.key, seq: state.list.seq, picks, alone: false, made: null };
            const { action } = narrow(begun.actions, picks);
            setWay(next);
            // A form shows the options even if there is only one.
            if (action && !action.open && (picks.length > 0 || !rowOf(begun).Form)) make(action, next);
        },
        pick: (value) => picked.step && change([...(way?.picks ?? []), { field: picked.step.field, value }]),
        drop: (value) => change((way?.picks ?? []).filter((pick) => pick.value !== value)),
        back: () => (made ? setWay({ ...(way as Way), made: null, picks: unpick(way?.picks ?? []) }) : change(unpick(way?.picks ?? []))),
        cancel: () => {
            setFault(null);
            setWay(null);
        },
        make: (action) => make(action),
        go: (outcome) => made && send(made, outcome),
    };
}

/** The places of the next choice. */
export const placeOptions = ({ step }: Picked): Place[] => (step?.place ? step.options.filter((value): value is number => typeof value === 'number').map((id) => ({ kind: step.place as Place['kind'], id })) : []);
