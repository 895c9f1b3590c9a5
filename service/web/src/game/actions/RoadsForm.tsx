// SPDX-License-Identifier: AGPL-3.0-or-later
// Two free roads where the list leaves the paths open; where it has them, the picker does it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useGame } from '../state/context';
import { texts } from '../../texts';
import type { Place } from '../../types';
import { mover } from './asked';
import { Choices, BackButtons } from './Choices';
import type { FormProps } from './controls';
import { PickerFrame } from './PickerFrame';
import { roadPlaces } from './roads';
import { startHelp } from './say';

const asPlace = (id: number): Place => ({ kind: 'edge', id });

function OpenRoads({ start, flow }: FormProps): JSX.Element {
    const { state, selection } = useGame();
    const [edges, setEdges] = useState<number[]>([]);
    const t = texts().play;
    const count = Number(start.actions[0]?.count ?? 2);
    const places = edges.length < count ? roadPlaces(state.board, state.view, mover(state) ?? 0, edges) : [];
    useEffect(() => {
        if (flow.sending) return undefined;
        const pick = ({ id }: Place): void => setEdges(edges.includes(id) ? edges.slice(0, edges.indexOf(id)) : [...edges, id]);
        selection.set('form', { label: t.asks['road_building.edges'], places: [...places, ...edges].map(asPlace), chosen: edges.map(asPlace), pick });
        return () => selection.set('form', null);
    }, [edges, state.list.seq, flow.sending]);
    return (
        <PickerFrame start={start} field="edges">
            <p class="quiet">{startHelp(start, state.game.rules)}</p>
            <p aria-live="polite">{t.roadsChosen(edges.length, count)}</p>
            <div class="row">
                <button type="button" class="main" data-do="confirm" disabled={edges.length === 0 || flow.sending} onClick={() => flow.make({ type: start.type, card: start.card, edges })}>
                    {t.layRoads(edges.length)}
                </button>
                <BackButtons flow={flow} />
            </div>
        </PickerFrame>
    );
}

export function RoadsForm({ start, flow }: FormProps): JSX.Element | null {
    return start.actions.some(({ open }) => open) ? <OpenRoads start={start} flow={flow} /> : <Choices start={start} flow={flow} />;
}
