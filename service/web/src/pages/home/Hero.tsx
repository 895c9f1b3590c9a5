// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { lazy } from '../../ui/lazy';

/** Renders nothing while loading; the frame around it keeps the space. */
const HeroBoard = lazy(() => import('./HeroBoard'), () => null);

export function Hero(): JSX.Element {
    return (
        <div class="hero" aria-hidden="true">
            <HeroBoard />
        </div>
    );
}
