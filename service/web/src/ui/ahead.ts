// SPDX-License-Identifier: AGPL-3.0-or-later
// Components whose code comes before it is shown, but after what is shown first.
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

/** Fetches all that is one tap away. What does not come is fetched when it is shown. */
export function fetchSoon(): void {
    if (!navigator.onLine) return;
    for (const fetch of oneTapAway) fetch().catch(() => undefined);
    oneTapAway.clear();
}
