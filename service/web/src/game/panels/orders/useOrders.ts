// SPDX-License-Identifier: AGPL-3.0-or-later
// Loading and saving. Unsaved changes are kept in the browser; what has changed on the server in the meantime (a rule
// was used, the plan advanced) is never overwritten without notice.
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, Problem } from '../../../lib/api';
import { storeDraft, storedDraft } from '../../../lib/drafts';
import { texts } from '../../../texts';
import { faultText, toast, toastError } from '../../../ui/toast';
import type { OrderError } from './editing';
import { type Change, changed, forForm, forServer, type Orders, type OrdersShown } from './model';

export interface OrdersState {
    /** The orders in force; null: not loaded yet. */
    shown: OrdersShown | null;
    orders: Orders;
    changed: boolean;
    saving: boolean;
    errors: OrderError[];
    /** Why the orders as a whole could not be saved. */
    fault: string | null;
    /** Other orders are in force by now. */
    elsewhere: boolean;
    /** Increases when the form has to be reset. */
    version: number;
    change: (change: Change<Orders>) => void;
    save: (always?: boolean) => Promise<void>;
    reset: () => void;
    remove: () => Promise<void>;
}

/** The stored draft, and the version of the orders it is based on. */
interface Draft {
    orders: Orders;
    tag: string;
}

function readDraft(name: string): Draft | null {
    try {
        return JSON.parse(storedDraft(name) ?? 'null') as Draft | null;
    } catch {
        return null;
    }
}

/** The state of saving; `behind` is called if other orders are in force by now. */
function useAttempts(behind: () => void): Pick<OrdersState, 'saving' | 'errors' | 'fault'> & { clear: () => void; run: (act: () => Promise<void>) => Promise<void> } {
    const [saving, setSaving] = useState(false);
    const [errors, setErrors] = useState<OrderError[]>([]);
    const [fault, setFault] = useState<string | null>(null);
    const clear = (): void => {
        setErrors([]);
        setFault(null);
    };
    const run = async (act: () => Promise<void>): Promise<void> => {
        setSaving(true);
        clear();
        try {
            await act();
        } catch (failed) {
            if (failed instanceof Problem && failed.status === 412) behind();
            else if (failed instanceof Problem && failed.document.errors) {
                setErrors(failed.document.errors.map(({ pointer, detail }) => ({ pointer: pointer ?? '', detail })));
                setFault(texts().orders.wrong);
            } else setFault(faultText(failed));
        } finally {
            setSaving(false);
        }
    };
    return { saving, errors, fault, clear, run };
}

export function useOrders(id: string, seq: number): OrdersState {
    const draftName = `orders.${id}`;
    const [shown, setShown] = useState<OrdersShown | null>(null);
    const [draft, setDraft] = useState<Orders | null>(() => readDraft(draftName)?.orders ?? null);
    const [elsewhere, setElsewhere] = useState(false);
    const [version, setVersion] = useState(0);
    const { saving, errors, fault, clear, run } = useAttempts(() => setElsewhere(true));
    const tag = useRef(readDraft(draftName)?.tag ?? '');
    const path = { id };
    /** `anew`: resets the form if other orders are in force. */
    const load = async (anew = true): Promise<void> => {
        const { data, response } = await api.GET('/v1/games/{id}/orders', { params: { path } });
        const before = tag.current;
        const next = response.headers.get('ETag') ?? '';
        const behind = before !== '' && before !== next && storedDraft(draftName) !== null;
        setShown(data as OrdersShown);
        if (behind) return setElsewhere(true);
        tag.current = next;
        if (anew && before !== '' && before !== next) setVersion((n) => n + 1);
    };
    // Answers by orders and the progress of a plan come with events.
    useEffect(() => {
        load().catch(toastError);
    }, [id, seq]);
    const keep = (orders: Orders | null): void => {
        setDraft(orders);
        storeDraft(draftName, orders && JSON.stringify({ orders, tag: tag.current } satisfies Draft));
        clear();
    };
    const current = draft ?? (shown ? forForm(shown.orders) : {});
    const reset = (): void => {
        keep(null);
        setElsewhere(false);
        setVersion((n) => n + 1);
        load().catch(toastError);
    };
    const finish = async (said: string): Promise<void> => {
        keep(null);
        setElsewhere(false);
        await load(false);
        toast(said);
    };
    const save = (always = false): Promise<void> =>
        run(async () => {
            const headers = always || tag.current === '' ? {} : { 'If-Match': tag.current };
            await api.PUT('/v1/games/{id}/orders', { params: { path }, headers, body: { orders: forServer(current) as never } });
            await finish(texts().orders.saved);
        });
    const remove = (): Promise<void> =>
        run(async () => {
            await api.DELETE('/v1/games/{id}/orders', { params: { path } });
            await finish(texts().orders.removed);
        });
    return { shown, orders: current, changed: draft !== null, saving, errors, fault, elsewhere, version, change: (more) => keep(changed(current, more)), save, reset, remove };
}
