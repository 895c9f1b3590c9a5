// SPDX-License-Identifier: AGPL-3.0-or-later
// Who is signed in here. The token lies in a cookie that scripts cannot read.
import { signal } from '@preact/signals';
import { api, unwrap, signedOut } from './api';
import type { components } from '../schema';
import type { Me } from '../types';

/** undefined: not known yet; null: nobody. */
const me = signal<Me | null | undefined>(undefined);
type Listener = (left: boolean) => void;
const listeners = new Set<Listener>();
/** One browser has one cookie: its tabs tell each other when it is somebody else's. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hexpost-session');

export const currentMe = (): Me | null => me.peek() ?? null;
/** The same for what is drawn; undefined: not known yet. */
export const useMe = (): Me | null | undefined => me.value;

/** Whose the page is, for telling apart what is kept or told for somebody. */
export const currentId = (): string => me.peek()?.id ?? '';

/** Hears when somebody else is signed in, or nobody any more, until the function it returns is called. `left`:
 * somebody was signed in before, and what is shown might be theirs. */
export function onSession(hear: Listener): () => void {
    listeners.add(hear);
    return () => listeners.delete(hear);
}

function set(next: Me | null): void {
    const before = me.peek();
    me.value = next;
    if (before?.id !== next?.id) {
        // What they were typing is not for whoever comes next.
        if (before) sessionStorage.clear();
        for (const hear of [...listeners]) hear(Boolean(before));
        tabs?.postMessage(currentId());
    }
}

export async function loadMe(): Promise<void> {
    set((await unwrap(api.GET('/v1/session'))).account);
}

/** Makes a guest, whom the browser is signed in as at once; "": with a name that the server finds. The page knows of
 * them when what is returned is called: so that it does not change before it shows what they came for. */
export async function beginGuest(name = ''): Promise<() => void> {
    const { account } = await unwrap(api.POST('/v1/accounts', { body: { guest: true, session: true, ...(name && { name }) } }));
    return () => set(account);
}

/** Changes what is known of whoever is signed in. */
export async function changeMe(body: components['schemas']['AccountChange']): Promise<void> {
    set(await unwrap(api.PATCH('/v1/me', { body })));
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

const askAgain = (): void => void loadMe().catch(() => undefined);

/** Hears of other tabs, and of a session that has ended. Once, when the page starts. */
export function startSession(): void {
    if (tabs) tabs.onmessage = ({ data }: MessageEvent<string>) => data !== currentId() && askAgain();
    // Gone back to, a page can be older than the session.
    addEventListener('pageshow', ({ persisted }) => persisted && askAgain());

    signedOut.addEventListener('signed-out', () => {
        if (me.peek()) set(null);
    });
}
