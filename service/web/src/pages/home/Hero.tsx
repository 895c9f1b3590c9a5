// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { lazy } from '../../ui/lazy';

/** Keeps its place while its code is on the way. */
const HeroBoard = lazy(() => import('./HeroBoard'), () => null);

export function Hero(): JSX.Element {
    return (
        <div class="hero" aria-hidden="true">
            <HeroBoard />
        </div>
    );
}
