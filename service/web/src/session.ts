// SPDX-License-Identifier: AGPL-3.0-or-later
// Who is signed in here. The token lies in a cookie that scripts cannot read.
import { useEffect, useState } from 'preact/hooks';
import { api, got, Problem, signedOut } from './api';
import type { Me } from './types';

/** undefined: not known yet; null: nobody. */
let me: Me | null | undefined;
const changed = new EventTarget();
const became = new EventTarget();

export const currentMe = (): Me | null => me ?? null;

/** Hears when somebody else is signed in, or nobody any more, until the function it returns is called. */
export function onSession(hear: () => void): () => void {
    became.addEventListener('change', hear);
    return () => became.removeEventListener('change', hear);
}

function set(next: Me | null): void {
    const other = me?.id !== next?.id;
    me = next;
    if (other) became.dispatchEvent(new globalThis.Event('change'));
    changed.dispatchEvent(new globalThis.Event('change'));
}

export async function loadMe(): Promise<void> {
    try {
        set(await got(api.GET('/v1/me')));
    } catch (fault) {
        if (!(fault instanceof Problem)) throw fault;
        set(null);
    }
}

/** Gives the browser a session of its own for a token. */
export async function signIn(token: string): Promise<void> {
    await api.POST('/v1/session', { headers: { Authorization: `Bearer ${token}` } });
    await loadMe();
}

export async function signOut(): Promise<void> {
    await api.DELETE('/v1/session');
    set(null);
}

export function useMe(): Me | null | undefined {
    const [now, setNow] = useState(me);
    useEffect(() => {
        const take = (): void => setNow(me);
        take();
        changed.addEventListener('change', take);
        return () => changed.removeEventListener('change', take);
    }, []);
    return now;
}

signedOut.addEventListener('signed-out', () => {
    if (me) set(null);
});
