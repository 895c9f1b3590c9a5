// SPDX-License-Identifier: AGPL-3.0-or-later
// Who is signed in here. The token lies in a cookie that scripts cannot read.
import { useEffect, useState } from 'preact/hooks';
import { api, got, Problem, signedOut } from './api';
import type { Me } from './types';

/** undefined: not known yet; null: nobody. */
let me: Me | null | undefined;
const changed = new EventTarget();
const became = new EventTarget();
/** One browser has one cookie: its tabs tell each other when it is somebody else's. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hexpost-session');

export const currentMe = (): Me | null => me ?? null;

/** Whose the page is, for telling apart what is kept or told for somebody. */
export const currentId = (): string => me?.id ?? '';

/** Hears when somebody else is signed in, or nobody any more, until the function it returns is called. `left`:
 * somebody was signed in before, and what is shown might be theirs. */
export function onSession(hear: (left: boolean) => void): () => void {
    const take = (event: globalThis.Event): void => hear((event as CustomEvent<boolean>).detail);
    became.addEventListener('change', take);
    return () => became.removeEventListener('change', take);
}

function set(next: Me | null): void {
    const before = me;
    me = next;
    if (before?.id !== next?.id) {
        // What they were typing is not for whoever comes next.
        if (before) sessionStorage.clear();
        became.dispatchEvent(new CustomEvent('change', { detail: Boolean(before) }));
        tabs?.postMessage(currentId());
    }
    changed.dispatchEvent(new globalThis.Event('change'));
}

export async function loadMe(): Promise<void> {
    try {
        set(await got(api.GET('/v1/me')));
    } catch (fault) {
        if (!(fault instanceof Problem) || fault.status !== 401) throw fault;
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

const askAgain = (): void => void loadMe().catch(() => undefined);
if (tabs) tabs.onmessage = ({ data }: MessageEvent<string>) => data !== currentId() && askAgain();
// Gone back to, a page can be older than the session.
addEventListener('pageshow', ({ persisted }) => persisted && askAgain());

signedOut.addEventListener('signed-out', () => {
    if (me) set(null);
});
