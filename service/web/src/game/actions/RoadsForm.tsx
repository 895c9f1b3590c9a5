// SPDX-License-Identifier: AGPL-3.0-or-later
// Two free roads, for when the list of actions leaves the paths open; otherwise the picker is used. At sea each of the
// two is a road or a ship, and a coastal path takes either.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useGame } from '../state/context';
import { texts } from '../../texts';
import type { Place } from '../../types';
import { mover, playerOf } from './asked';
import { Choices, BackButtons } from './Choices';
import type { FormProps } from './controls';
import { PickerFrame } from './PickerFrame';
import { type FreePiece, piecePlaces } from './roads';
import { startHelp } from './say';

const asPlace = (id: number): Place => ({ kind: 'edge', id });
const kinds: FreePiece['kind'][] = ['road', 'ship'];

function FreePieces({ start, flow, sails }: FormProps & { sails: boolean }): JSX.Element {
    const { state, selection } = useGame();
    const [pieces, setPieces] = useState<FreePiece[]>([]);
    const [wanted, setWanted] = useState<FreePiece['kind']>('road');
    const t = texts().play;
    const seat = mover(state) ?? 0;
    const count = Number(start.actions[0]?.count ?? 2);
    const supply = playerOf(state, seat)?.supply;
    const left = (kind: FreePiece['kind']): number => (kind === 'road' ? (supply?.roads ?? 0) : (supply?.ships ?? 0)) - pieces.filter((piece) => piece.kind === kind).length;
    const placesOf = (kind: FreePiece['kind']): number[] => (pieces.length < count && left(kind) > 0 ? piecePlaces(state.board, state.view, seat, kind, pieces) : []);
    const possible = kinds.filter((kind) => (kind === 'road' || sails) && placesOf(kind).length > 0);
    const kind = possible.includes(wanted) ? wanted : (possible[0] ?? wanted);
    const places = placesOf(kind);
    const edges = pieces.map(({ edge }) => edge);
    useEffect(() => {
        if (flow.sending) return undefined;
        const pick = ({ id }: Place): void => setPieces(edges.includes(id) ? pieces.slice(0, edges.indexOf(id)) : [...pieces, { kind, edge: id }]);
        selection.set('form', { label: t.asks[sails ? 'road_building.pieces' : 'road_building.edges'], places: [...places, ...edges].map(asPlace), chosen: edges.map(asPlace), pick });
        return () => selection.set('form', null);
    }, [pieces, kind, state.list.seq, flow.sending]);
    const make = (): void => flow.make({ type: start.type, card: start.card, ...(sails ? { pieces } : { edges }) });
    return (
        <PickerFrame start={start} field="edges">
            <p class="quiet">{startHelp(start, state.game.rules)}</p>
            <p aria-live="polite">{t.roadsChosen(pieces.length, count)}</p>
            {sails && (
                <div class="row">
                    {kinds.map((one) => (
                        <button type="button" key={one} data-pick={`kind=${one}`} aria-pressed={one === kind} disabled={flow.sending || !possible.includes(one)} onClick={() => setWanted(one)}>
                            {t.actions[`build_${one}`]}
                        </button>
                    ))}
                </div>
            )}
            <div class="row">
                <button type="button" class="main" data-do="confirm" disabled={pieces.length === 0 || flow.sending} onClick={make}>
                    {sails ? t.layPieces(pieces.length) : t.layRoads(pieces.length)}
                </button>
                <BackButtons flow={flow} />
            </div>
        </PickerFrame>
    );
}

export function RoadsForm({ start, flow }: FormProps): JSX.Element | null {
    const { state } = useGame();
    const sails = state.game.rules.scenario !== undefined;
    return sails || start.actions.some(({ open }) => open) ? <FreePieces start={start} flow={flow} sails={sails} /> : <Choices start={start} flow={flow} />;
}
