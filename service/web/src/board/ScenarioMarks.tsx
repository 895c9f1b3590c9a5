// SPDX-License-Identifier: AGPL-3.0-or-later
// What scenarios at sea add to the board besides land: marked places and gifts.
import type { JSX } from 'preact';
import type { GiftKind, PlaceMark } from '../types';
import type { Plan, Point } from './geometry';
import { Token } from './Land';
import { clothIn } from './names';
import { type OnBoard, paintOf } from './pieces';

/** An arch for a strait, a battlement for the wasteland, a cross where no one may start; for a lane a house, a flag,
 * a tower. */
const markShapes: Record<PlaceMark, string> = {
    strait: 'M-8 6V1a8 8 0 0 1 16 0v5',
    wasteland: 'M-8 6V-5h4v4h2v-4h4v4h2v-4h4V6z',
    no_start: 'M-5-5 5 5M5-5-5 5',
    start: 'M-6 6V-2l6-5 6 5v8z',
    way: 'M-4 8V-8L7-4-4 0',
    fortress: 'M-7 8V-7h3v3h2.500v-3h3v3H4v-3h3V8z',
};
/** A star for a point, a card, an anchor for a harbor. */
export const giftShapes: Record<GiftKind, string> = {
    vp: 'M0-8 2.400-2.400 8-2.400 3.400 1.200 5 7 0 3.600-5 7-3.400 1.200-8-2.400-2.400-2.400z',
    card: 'M-5-7H5V7H-5zM-2-3H2M-2 0H2',
    harbor: 'M0-7V7M-6 2a6 6 0 0 0 12 0M-4-3H4',
};

export function GiftSign({ gift }: { gift: GiftKind }): JSX.Element {
    return (
        <>
            <circle r={13} />
            <path d={giftShapes[gift]} />
        </>
    );
}

/** Pieces in each fortress. */
const fortressPieces = 3;
/** The pieces left in a seat's fortress; all of them if undefined. */
const fortressLeft = ({ players }: OnBoard, owner: number | undefined): number => players.find(({ seat }) => seat === owner)?.fortress?.left ?? fortressPieces;

const move = ({ x, y }: Point): string => `translate(${x} ${y})`;

/** A village: its number, and next to it how much cloth is left. */
export function VillageSign({ number, cloth }: { number: number; cloth: number }): JSX.Element {
    return (
        <g transform="scale(.85)">
            <Token number={number} />
            <g transform="translate(21 -19)">
                <circle class="harbor-disc" r={12} />
                <text class="rate" y={6}>
                    {cloth}
                </text>
            </g>
        </g>
    );
}

export function ScenarioMarks({ plan, view }: { plan: Plan; view: OnBoard }): JSX.Element {
    const left = view.gifts_left ?? [];
    return (
        <>
            <g class="villages">
                {plan.vertices.flatMap((spot) =>
                    spot.marks.map(
                        ({ number }) =>
                            number && (
                                <g key={spot.id} transform={move(spot)} data-mark="village" data-at={spot.id}>
                                    <VillageSign number={number} cloth={clothIn(view, spot.id)} />
                                </g>
                            ),
                    ),
                )}
            </g>
            <Places plan={plan} view={view} left={left} />
        </>
    );
}

/** A marked place: a fortress with the number of pieces LEFT, none once it is conquered. */
export function PlaceSign({ kind, left }: { kind: PlaceMark; left?: number }): JSX.Element | null {
    if (left === 0) return null;
    return (
        <>
            <circle r={13} />
            <path d={markShapes[kind]} />
            {left !== undefined && (
                <text class="rate" y={-17}>
                    {left}
                </text>
            )}
        </>
    );
}

/** LEFT: paths whose gift has not been taken. */
function Places({ plan, view, left }: { plan: Plan; view: OnBoard; left: number[] }): JSX.Element {
    return (
        <g class="map-marks">
            {plan.vertices.flatMap((spot) =>
                spot.marks.map(
                    ({ kind, number, seat }) =>
                        !number && (
                            <g key={`${spot.id}${kind}`} class={seat === undefined ? undefined : paintOf(view.players, seat)} transform={move(spot)} data-mark={kind} data-at={spot.id}>
                                <PlaceSign kind={kind as PlaceMark} {...(kind === 'fortress' && { left: fortressLeft(view, seat) })} />
                            </g>
                        ),
                ),
            )}
            {plan.edges.map(
                (spot) =>
                    spot.lane !== undefined && (
                        <g key={`lane${spot.id}`} class={paintOf(view.players, spot.lane)} transform={move(spot)} data-mark="lane" data-seat={spot.lane} data-at={spot.id}>
                            <circle r={4} />
                        </g>
                    ),
            )}
            {plan.edges.map(
                (spot) =>
                    spot.gift &&
                    left.includes(spot.id) && (
                        <g key={`gift${spot.id}`} transform={move(spot)} data-mark="gift" data-gift={spot.gift.gift} data-at={spot.id}>
                            <GiftSign gift={spot.gift.gift ?? 'vp'} />
                        </g>
                    ),
            )}
        </g>
    );
}
