// SPDX-License-Identifier: AGPL-3.0-or-later
// The barbarians' track: how far the ship has come, and the two strengths if it landed now.
import type { JSX } from 'preact';
import { shipSteps } from '../lib/rules';
import { texts } from '../texts';
import { axeShape, fireShape, longship, shieldShape, swordShape } from './art';
import { Drawn } from '../ui/drawings';
import type { OnBoard } from './pieces';

export const stepWidth = 40;

/** The barbarians' strength (upright cities), and that of the active knights. */
export function strengths({ pieces }: OnBoard): { barbarians: number; knights: number } {
    return {
        barbarians: (pieces.cities ?? []).filter(({ tipped }) => !tipped).length,
        knights: (pieces.knights ?? []).reduce((sum, { level, active }) => sum + (active ? level : 0), 0),
    };
}

export function Ship({ view }: { view: OnBoard }): JSX.Element | null {
    if (!view.barbarians) return null;
    const t = texts().board;
    const { position = 0, attacks = 0 } = view.barbarians;
    const { barbarians, knights } = strengths(view);
    return (
        <div class="ship" data-part="ship" role="group" tabIndex={0} aria-label={t.shipTitle} data-explain="barbarians" data-explain-tap data-position={position} data-attacks={attacks}>
            <svg viewBox="-26 -26 332 46" class="way board-art" role="img" aria-label={t.ship(position, shipSteps, attacks)}>
                <path class="wake" d={`M0 0h${shipSteps * stepWidth}`} />
                {Array.from({ length: shipSteps }, (_, i) => (
                    <circle key={i} class={i < position ? 'mile gone' : 'mile'} cx={i * stepWidth} r={8} />
                ))}
                <path class="fire" d={fireShape} transform={`translate(${shipSteps * stepWidth} 0)`} />
                <g transform={`translate(${position * stepWidth} 0)`} data-piece="ship">
                    <Drawn shape={longship} />
                </g>
            </svg>
            <span class="strengths" data-part="strengths" role="img" aria-label={t.strengths(barbarians, knights)} title={t.strengths(barbarians, knights)}>
                <svg class="board-art" viewBox="-18 -18 38 38" aria-hidden="true">
                    <path class="axe" d={axeShape} />
                </svg>
                <b>{barbarians}</b>
                <svg class="board-art" viewBox="-22 -28 50 50" aria-hidden="true">
                    <path class="sword" d={swordShape} />
                    <path class="shield" d={shieldShape} />
                </svg>
                <b>{knights}</b>
            </span>
        </div>
    );
}
