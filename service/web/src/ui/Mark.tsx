// SPDX-License-Identifier: AGPL-3.0-or-later
// The logo: a hexagon of three lands that is also an envelope. static/icon.svg is the same.
import type { JSX } from 'preact';

export function Mark(): JSX.Element {
    return (
        <svg class="stamp" viewBox="-52 -52 104 104" aria-hidden="true">
            <path class="stamp-edge" d="M0-44L38.100-22V22L0 44L-38.100 22V-22z" />
            <path class="stamp-fields" d="M0-35L30.300-17.500L0 0L-30.300-17.500z" />
            <path class="stamp-forest" d="M-30.300-17.500L0 0V35L-30.300 17.500z" />
            <path class="stamp-hills" d="M30.300-17.500L0 0V35L30.300 17.500z" />
        </svg>
    );
}
