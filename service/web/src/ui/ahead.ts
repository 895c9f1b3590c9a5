// SPDX-License-Identifier: AGPL-3.0-or-later
// Components whose code comes before it is shown, but after what is shown first.
import { type Signal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { type Load, made } from './lazy';

/** A component that is there at once where somebody has called `fetch` before, and waited. */
type Fetched<Props> = ComponentType<Props> & { fetch: () => Promise<unknown> };

/** The same with nothing in its place, for what opens by itself in some games: who shows one fetches it first. */
export function ahead<Props extends object>(load: Load<Props>): Fetched<Props> {
    const { Lazy, fetch } = made(load, () => null);
    return Object.assign(Lazy, { fetch });
}

const oneTapAway = new Set<() => Promise<unknown>>();

/** The same for what is one tap away from the first picture: it comes by itself soon after (fetchSoon). */
export function soon<Props extends object>(load: Load<Props>): Fetched<Props> {
    const later = ahead(load);
    oneTapAway.add(later.fetch);
    return later;
}

const fetched = signal(false);
/** Whether that has come once: what is put away may be made by then. */
export const cameSoon: Pick<Signal<boolean>, 'value'> = fetched;

/** Fetches all that is one tap away. What does not come is fetched when it is shown. */
export async function fetchSoon(): Promise<void> {
    if (!navigator.onLine) return;
    const fetches = [...oneTapAway];
    oneTapAway.clear();
    await Promise.allSettled(fetches.map((fetch) => fetch()));
    fetched.value = true;
}
