// SPDX-License-Identifier: AGPL-3.0-or-later
// The maps at sea, as pictures.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadRules } from '../../lib/rules';
import { texts } from '../../texts';
import { type Chosen, chooseDoor, chosenDoor, seaMaps } from './door';

/** Renders again once the rules, which list the maps, are loaded. */
export function useRules(): void {
    const [, redraw] = useState(false);
    useEffect(() => {
        loadRules().then(() => redraw(true), () => undefined);
    }, []);
}

export default function SeaMaps({ chosen, choose }: { chosen: Chosen; choose: (chosen: Chosen) => void }): JSX.Element {
    const t = texts();
    useEffect(() => {
        // The first map is chosen as soon as there are any.
        loadRules().then(() => chooseDoor(chosenDoor()), () => undefined);
    }, []);
    return (
        <section class="map-shelf" data-part="map-shelf" aria-label={t.making.map}>
            <ul>
                {seaMaps().map((map) => (
                    <li key={map}>
                        <button type="button" data-map={map} aria-pressed={chosen.map === map} onClick={() => choose({ door: 'sea', map })}>
                            <img src={`/v1/scenarios/${map}/board.svg`} alt="" loading="lazy" width="150" height="110" />
                            <b>{t.scenarios[map]}</b>
                        </button>
                    </li>
                ))}
            </ul>
        </section>
    );
}
