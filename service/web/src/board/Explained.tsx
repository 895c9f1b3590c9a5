// SPDX-License-Identifier: AGPL-3.0-or-later
// Parts of the drawing that have an explanation (ui/Explain.tsx): numbers, harbors, the robber. Lies below everything
// that can be chosen, and lets taps through to the board. A mouse has to rest for a moment.
import type { JSX } from 'preact';
import type { Plan } from './geometry';
import { robberSpot } from './pieces';

export function Explained({ plan, numbers, robber }: { plan: Plan; numbers: Map<number, number>; robber: number | null }): JSX.Element {
    return (
        <g data-rest={900}>
            {plan.hexes.map(({ id, x, y }) => numbers.has(id) && <circle key={id} class="reach" cx={x} cy={y} r={24} data-explain={`number/${numbers.get(id)}`} />)}
            {plan.harbors.map(({ edge, kind, x, y }) => (
                <circle key={edge} class="reach" cx={x} cy={y} r={26} data-explain={`harbor/${kind}`} />
            ))}
            <circle class="reach" r={24} transform={robberSpot(plan, robber === null ? undefined : plan.hexes[robber])} data-explain="robber" />
        </g>
    );
}
