// SPDX-License-Identifier: AGPL-3.0-or-later
// Components whose code is loaded before they are shown, but after the first screen.
import { type Signal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { type Load, made } from './lazy';

/** Renders immediately if `fetch` has completed before. */
type Fetched<Props> = ComponentType<Props> & { fetch: () => Promise<unknown> };

/** Renders nothing while loading: for what opens by itself in some games. Whoever shows it calls `fetch` first. */
export function ahead<Props extends object>(load: Load<Props>): Fetched<Props> {
    const { Lazy, fetch } = made(load, () => null);
    return Object.assign(Lazy, { fetch });
}

const oneTapAway = new Set<() => Promise<unknown>>();

/** The same for what is one tap away from the first screen: fetchSoon loads it soon after. */
export function soon<Props extends object>(load: Load<Props>): Fetched<Props> {
    const later = ahead(load);
    oneTapAway.add(later.fetch);
    return later;
}

const fetched = signal(false);
/** Whether fetchSoon has completed: from then on hidden parts can be rendered. */
export const cameSoon: Pick<Signal<boolean>, 'value'> = fetched;

/** Loads everything that is one tap away. What fails is loaded again when it is shown. */
export async function fetchSoon(): Promise<void> {
    if (!navigator.onLine) return;
    const fetches = [...oneTapAway];
    oneTapAway.clear();
    await Promise.allSettled(fetches.map((fetch) => fetch()));
    fetched.value = true;
}
