// SPDX-License-Identifier: AGPL-3.0-or-later
// Which game: pictures of our own, one of which is chosen. At sea its maps follow.
import type { JSX } from 'preact';
import { texts } from '../../texts';
import { lazy } from '../../ui/lazy';
import { type Chosen, chooseDoor, type Door, doors } from './door';

const SeaMaps = lazy(() => import('./SeaMaps'));

type Spot = [what: string, x: number, y: number];

const hex = 'M0-24L21-12V12L0 24L-21 12V-12z';
const shapes = {
    house: 'M-8 8V-2L0-10L8-2V8z',
    city: 'M-14 11V-5L-7-13L0-5V-1H13V11z',
    shield: 'M-8-10Q0-13 8-10V1Q7 7 0 12Q-7 7-8 1z',
    ship: 'M-17 5H17Q14 14 7 14H-8Q-14 14-17 5zM-1-19V2H-14Q-11-12-1-19zM2-21Q14-13 15 2H2z',
};

/** What each picture shows: land, and on it pieces in colors. */
const pictures: Record<Door, { land: Spot[]; pieces: [shape: keyof typeof shapes, color: string, x: number, y: number][]; scale: number }> = {
    base: { land: [['forest', -21, 14], ['fields', 21, 14], ['hills', 0, -22]], pieces: [['house', 'red', 0, 3], ['house', 'blue', 21, -10]], scale: 1 },
    cities_and_knights: { land: [['mountains', -21, -14], ['pasture', 21, -14], ['hills', 0, 22]], pieces: [['city', 'orange', -2, -2], ['shield', 'blue', 22, 9]], scale: 1 },
    sea: { land: [['forest', -42, 10], ['gold', 42, -10]], pieces: [['ship', 'white', 0, 4], ['house', 'red', -42, -8]], scale: 1 },
    six: { land: [['forest', 0, 0], ['fields', 42, 0], ['hills', -42, 0], ['pasture', 21, 36], ['mountains', -21, 36], ['pasture', 21, -36], ['fields', -21, -36]], pieces: [['house', 'red', 0, -24], ['house', 'blue', 21, -12], ['house', 'white', 21, 12], ['house', 'orange', 0, 24], ['house', 'green', -21, 12], ['house', 'brown', -21, -12]], scale: 0.62 },
};

function Picture({ of }: { of: Door }): JSX.Element {
    const { land, pieces, scale } = pictures[of];
    return (
        <svg class="board-art door-picture" viewBox="-72 -50 144 100" aria-hidden="true">
            <g transform={`scale(${scale})`}>
                {land.map(([terrain, x, y]) => (
                    <path key={`${x} ${y}`} class={`ground ${terrain}`} d={hex} transform={`translate(${x} ${y})`} />
                ))}
                {pieces.map(([shape, color, x, y]) => (
                    <g key={color} class={`paint-${color}`} transform={`translate(${x} ${y}) scale(${1 / Math.sqrt(scale)})`}>
                        <path class="body" d={shapes[shape]} />
                    </g>
                ))}
            </g>
        </svg>
    );
}

interface DoorsProps {
    chosen: Chosen;
    /** Called once the choice is stored. */
    onChoose?: ((chosen: Chosen) => void) | undefined;
}

export function Doors({ chosen, onChoose }: DoorsProps): JSX.Element {
    const t = texts();
    const names: Record<Door, string> = { ...t.around.games, sea: t.making.atSea, six: t.making.six };
    const choose = (next: Chosen): void => {
        chooseDoor(next);
        onChoose?.(next);
    };
    return (
        <>
            <fieldset class="doors" data-part="doors">
                <legend>{t.making.which}</legend>
                {doors.map((door) => (
                    <label key={door} class="door" data-door={door}>
                        <input type="radio" name="door" class="sr" checked={chosen.door === door} onChange={() => choose({ door, map: chosen.map })} />
                        <Picture of={door} />
                        <b>{names[door]}</b>
                    </label>
                ))}
            </fieldset>
            {chosen.door === 'sea' && <SeaMaps chosen={chosen} choose={choose} />}
        </>
    );
}
