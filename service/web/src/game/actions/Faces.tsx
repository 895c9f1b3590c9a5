// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { texts } from '../../texts';
import type { DieColor } from '../../ui/DieFace';
import { Die } from './Dice';

const faces = [1, 2, 3, 4, 5, 6];

/** The six faces of a die. */
export function Faces({ color, value, disabled, onPick }: { color: DieColor; value: number | null; disabled: boolean; onPick: (face: number) => void }): JSX.Element {
    return (
        <div class="play-faces" role="group" aria-label={texts().play.asks[color]}>
            {faces.map((face) => (
                <button type="button" key={face} class="play-face" data-pick={`${color}=${face}`} data-first={(color === 'yellow' && face === 1) || undefined} aria-pressed={value === face} disabled={disabled} onClick={() => onPick(face)}>
                    <Die color={color} face={face} />
                </button>
            ))}
        </div>
    );
}
