// SPDX-License-Identifier: AGPL-3.0-or-later
// Who is signed in. The token is in a cookie that scripts cannot read.
import { signal } from '@preact/signals';
import { api, unwrap, signedOut } from './api';
import type { components } from '../schema';
import type { Me } from '../types';

/** undefined: not known yet; null: signed out. */
const me = signal<Me | null | undefined>(undefined);
type Listener = (left: boolean) => void;
const listeners = new Set<Listener>();
/** All tabs share one cookie, so they tell each other when the account changes. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hexpost-session');

export const currentMe = (): Me | null => me.peek() ?? null;
/** The same, for components; undefined: not known yet. */
export const useMe = (): Me | null | undefined => me.value;

/** The current account's id, to keep the stored data and the events of different accounts apart. */
export const currentId = (): string => me.peek()?.id ?? '';

/** Calls HEAR when the account changes or signs out, until the returned function is called. `left`: another account was
 * signed in before, and what is shown may be theirs. */
export function onSession(hear: Listener): () => void {
    listeners.add(hear);
    return () => listeners.delete(hear);
}

function set(next: Me | null): void {
    const before = me.peek();
    me.value = next;
    if (before?.id !== next?.id) {
        // Drafts of the previous account must not show up for the next one.
        if (before) sessionStorage.clear();
        for (const hear of [...listeners]) hear(Boolean(before));
        tabs?.postMessage(currentId());
    }
}

export async function loadMe(): Promise<void> {
    set((await unwrap(api.GET('/v1/session'))).account);
}

/** Creates a guest and signs this browser in as it; "" lets the server choose a name. The page treats the guest as
 * signed in only when the returned function is called, so that it does not change before it shows what they came
 * for. */
export async function beginGuest(name = ''): Promise<() => void> {
    const { account } = await unwrap(api.POST('/v1/accounts', { body: { guest: true, session: true, ...(name && { name }) } }));
    return () => set(account);
}

/** Changes the signed-in account. */
export async function changeMe(body: components['schemas']['AccountChange']): Promise<void> {
    set(await unwrap(api.PATCH('/v1/me', { body })));
}

/** Creates a session for this browser from a token. */
export async function signIn(token: string): Promise<void> {
    await api.POST('/v1/session', { headers: { Authorization: `Bearer ${token}` } });
    await loadMe();
}

export async function signOut(): Promise<void> {
    await api.DELETE('/v1/session');
    set(null);
}

const askAgain = (): void => void loadMe().catch(() => undefined);

/** Listens to other tabs and for the end of the session. Call it once, at the start. */
export function startSession(): void {
    if (tabs) tabs.onmessage = ({ data }: MessageEvent<string>) => data !== currentId() && askAgain();
    // A page restored by the back button can be older than the session.
    addEventListener('pageshow', ({ persisted }) => persisted && askAgain());

    signedOut.addEventListener('signed-out', () => {
        if (me.peek()) set(null);
    });
}
