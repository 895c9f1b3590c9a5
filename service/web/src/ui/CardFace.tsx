// SPDX-License-Identifier: AGPL-3.0-or-later
// A card's picture: what stands on the hex that produces it. Without a kind: its back.
import type { JSX } from 'preact';
import type { Kind } from '../types';
import { cardArt, Drawn } from './drawings';

export function CardFace({ kind }: { kind: Kind | null }): JSX.Element {
    return (
        <svg class="card-face board-art" viewBox="0 0 48 64" aria-hidden="true" data-face={kind ?? 'back'}>
            <rect class={`face ${kind ?? 'back'}`} x="1" y="1" width="46" height="62" rx="6" />
            {kind ? (
                <>
                    <ellipse class="face-light" cx="24" cy="31" rx="19" ry="22" />
                    <g transform="translate(24 33)">
                        <Drawn shape={cardArt[kind]} />
                    </g>
                </>
            ) : (
                <path class="face-back" d="M24 14l15.600 9v18L24 50L8.400 41V23z" />
            )}
        </svg>
    );
}
