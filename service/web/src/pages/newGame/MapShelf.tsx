// SPDX-License-Identifier: AGPL-3.0-or-later
// Pictures of the maps at sea and of the larger island: everything else there is to play, at a glance.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadRules } from '../../lib/rules';
import { texts } from '../../texts';
import { Avatar } from '../../ui/Avatar';
import { type Draft, largePlayers, mapsFor, playerCounts, type Scenario, withMap, withPlayers } from './draft';

/** Renders again once the rules, which list the maps, are loaded. */
export function useRules(): void {
    const [, redraw] = useState(false);
    useEffect(() => {
        loadRules().then(() => redraw(true), () => undefined);
    }, []);
}

const sixColors = ['red', 'blue', 'white', 'orange', 'green', 'brown'];

/** Chooses MAP, with the present number of players, or the fewest it allows. */
function withShelfMap(draft: Draft, map: Scenario): Draft {
    const counts = playerCounts[draft.game].filter((count) => mapsFor(draft.game, count).includes(map));
    const count = counts.includes(draft.seats.length) ? draft.seats.length : (counts[0] ?? draft.seats.length);
    return withMap(withPlayers(draft, count), map);
}

const withSix = (draft: Draft): Draft => withPlayers(draft, Math.max(...playerCounts[draft.game]));

export function MapShelf({ draft, onChoose }: { draft: Draft; onChoose: (draft: Draft) => void }): JSX.Element {
    const t = texts().making;
    useRules();
    const maps = [...new Set(playerCounts[draft.game].flatMap((count) => mapsFor(draft.game, count)))];
    return (
        <section class="map-shelf" data-part="map-shelf" aria-labelledby="map-shelf">
            <h2 id="map-shelf">{t.shelf}</h2>
            <ul>
                <li>
                    <button type="button" data-start="six" aria-pressed={draft.scenario === undefined && draft.seats.length >= largePlayers} onClick={() => onChoose(withMap(withSix(draft), null))}>
                        <span class="start-faces">
                            {sixColors.map((color) => (
                                <Avatar key={color} name={color} paint={`paint-${color}`} />
                            ))}
                        </span>
                        <b>{t.six}</b>
                    </button>
                </li>
                {maps.map((map) => (
                    <li key={map}>
                        <button type="button" data-start={map} aria-pressed={draft.scenario === map} onClick={() => onChoose(withShelfMap(draft, map))}>
                            <img src={`/v1/scenarios/${map}/board.svg`} alt="" loading="lazy" width="150" height="110" />
                            <b>{texts().scenarios[map]}</b>
                        </button>
                    </li>
                ))}
            </ul>
        </section>
    );
}
