// SPDX-License-Identifier: AGPL-3.0-or-later
// All pieces on the board. Color and a sign tell seats apart; shapes tell ranks and states apart.
import type { ComponentChildren, JSX, SVGAttributes } from 'preact';
import type { Board, Place, View } from '../types';
import { awningShape, awningStripes, cityRoof, cityShape, rankShapes, robberShape, seatSign, settlementRoof, settlementShape, shieldShape, shipHull, shipSail, skullShape, stallShape, swordShape, towerShape, trackSigns, wallShape } from './art';
import { between, placePoint, type Plan, type Point } from './geometry';
import { rockSpot } from './Land';

/** The parts of a view that the board shows; a position being set up has them too. */
export interface OnBoard extends Pick<View, 'robber' | 'pirate' | 'fleet' | 'numbers' | 'hexes_revealed' | 'harbors' | 'gifts_left' | 'villages' | 'merchant' | 'barbarians'> {
    pieces: View['pieces'];
    /** `bot` is set by nameBots (lib/bots.ts). */
    players: (Pick<View['players'][number], 'seat' | 'color' | 'name' | 'fortress'> & { bot?: boolean })[];
    seq?: number;
}

/** The board including hexes revealed from fog and harbors placed during the game. */
export function boardNow(board: Board, { hexes_revealed: revealed = [], harbors }: Pick<OnBoard, 'hexes_revealed' | 'harbors'>): Board {
    if (revealed.length === 0 && !harbors) return board;
    const known = new Map(revealed.map((hex) => [hex.hex, hex]));
    return { ...board, harbors: harbors ?? board.harbors, hexes: board.hexes.map((hex) => ({ ...hex, terrain: known.get(hex.id)?.terrain ?? hex.terrain, number: known.get(hex.id)?.number ?? hex.number })) };
}

/** The current numbers. */
export function numbersOf(plan: Plan, view: OnBoard): Map<number, number> {
    const moved = view.numbers as Record<string, number | null> | undefined;
    return new Map(plan.hexes.flatMap(({ id, number }) => {
        const now = moved?.[id] ?? number;
        return now === null ? [] : [[id, now] as [number, number]];
    }));
}

type City = NonNullable<View['pieces']['cities']>[number];
type Knight = NonNullable<View['pieces']['knights']>[number];

/** The part of a road's length left free at each end. */
const roadGap = 0.2;
/** The robber goes west and the merchant east of the number, without covering it; both are scaled down to end before
 * the roads. */
const robberAside = { x: -34.5, scale: 0.74 };
const merchantAside = { x: 35, scale: 0.62 };
const beside = (spot: Point, { x, scale }: typeof robberAside): string => `translate(${spot.x + x} ${spot.y}) scale(${scale})`;
/** The transform of the robber: on a hex, or beside the board. */
export const robberSpot = (plan: Plan, hex: Point | undefined): string => (hex ? beside(hex, robberAside) : beside(rockSpot(plan), { ...robberAside, x: 0 }));

/** Pieces that move from place to place. */
export type Walker = 'robber' | 'merchant' | 'knight' | 'pirate' | 'ship';

/** The transform attribute that puts a piece on its place; null: not on the board. */
export function pieceTransform(plan: Plan, piece: Walker, place: Place | null): string | null {
    const spot = place ? placePoint(plan, place) : null;
    if (piece === 'robber') return robberSpot(plan, spot ?? undefined);
    if (!spot) return null;
    return piece === 'merchant' ? beside(spot, merchantAside) : `translate(${spot.x} ${spot.y})`;
}

const paints = ['red', 'blue', 'white', 'orange', 'green', 'brown'];
/** The class that sets the color of a seat's pieces. */
export const paintOf = (players: OnBoard['players'], seat: number): string => {
    const color = players.find((player) => player.seat === seat)?.color ?? '';
    return `paint-${paints.includes(color) ? color : (paints[seat % paints.length] ?? '')}`;
};

function At({ spot, children, ...rest }: { spot: Point; children: ComponentChildren } & SVGAttributes<SVGGElement>): JSX.Element {
    return (
        <g transform={`translate(${spot.x} ${spot.y})`} {...rest}>
            {children}
        </g>
    );
}

export function SettlementArt({ seat }: { seat: number }): JSX.Element {
    return (
        <>
            <path class="body" d={settlementShape} />
            <path class="roof" d={settlementRoof} />
            <path class="sign" data-detail="sign" d={seatSign(seat)} transform="translate(0 4) scale(.9)" />
        </>
    );
}

export function CityArt({ seat }: { seat: number }): JSX.Element {
    return (
        <>
            <path class="body" d={cityShape} />
            <path class="roof" d={cityRoof} />
            <path class="sign" data-detail="sign" d={seatSign(seat)} transform="translate(-8 2) scale(.9)" />
            <path class="door" d="M7 14V5h6v9z" />
        </>
    );
}

/** A city: upright, on its side or upside down, with its wall and metropolis. */
export function CityState({ seat, city }: { seat: number; city: Partial<City> }): JSX.Element {
    const turned = city.tipped ? 'rotate(90)' : city.sabotaged ? 'rotate(180)' : undefined;
    return (
        <>
            {city.metropolis && (
                <g class={`tower area-${city.metropolis}`} data-metropolis={city.metropolis}>
                    <path d={towerShape} />
                    <path class="track-sign" d={trackSigns[city.metropolis]} transform="translate(13 -15) scale(.85)" />
                </g>
            )}
            <g transform={turned}>
                <CityArt seat={seat} />
            </g>
            {turned && <path class="struck" d="M-15-15L15 15M15-15L-15 15" />}
            {city.wall && <path class="wall" d={wallShape} data-wall="" />}
        </>
    );
}

/** Active: sword drawn, shield in full color. Inactive: no sword, pale shield. */
export function KnightArt({ seat, level, active }: { seat: number; level: number; active: boolean }): JSX.Element {
    return (
        <>
            {active && <path class="sword" data-detail="sword" d={swordShape} />}
            <path class="body" d={shieldShape} />
            {!active && <path class="pale" data-detail="pale" d={shieldShape} transform="scale(.74)" />}
            <path class="rank-edge" d={rankShapes[level] ?? ''} />
            <path class="rank" data-detail="rank" d={rankShapes[level] ?? ''} />
            <path class="sign" data-detail="sign" d={seatSign(seat)} transform={`translate(0 ${level === 3 ? 12 : 10.5}) scale(.62)`} />
        </>
    );
}

export function RobberArt(): JSX.Element {
    return <path class="robber" d={robberShape} />;
}

export function MerchantArt(): JSX.Element {
    return (
        <>
            <path class="stall" d={stallShape} />
            <path class="body" d={awningShape} />
            <path class="awning" d={awningStripes} />
        </>
    );
}

/** A road along D, with the seat's sign in the middle. */
export function RoadArt({ seat, d = 'M-18 12L18-12', at = { x: 0, y: 0 } }: { seat: number; d?: string; at?: Point }): JSX.Element {
    return (
        <>
            <path class="road-edge" d={d} />
            <path class="road" d={d} />
            <path class="sign" data-detail="sign" d={seatSign(seat)} transform={`translate(${at.x} ${at.y}) scale(.8)`} />
        </>
    );
}

function Road({ plan, edge, seat, paint }: { plan: Plan; edge: number; seat: number; paint: string }): JSX.Element | null {
    const spot = plan.edges[edge];
    const [one, two] = (spot?.ends ?? []).map((id) => plan.vertices[id]);
    if (!spot || !one || !two) return null;
    const [a, b] = [between(one, two, roadGap), between(two, one, roadGap)];
    const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
    return (
        <g class={paint} data-piece="road" data-seat={seat} data-at={`edge-${edge}`}>
            <RoadArt seat={seat} d={d} at={spot} />
        </g>
    );
}

/** A ship in the middle of its path, upright whatever the path's direction. */
export function ShipArt({ seat, warship = false }: { seat: number; warship?: boolean }): JSX.Element {
    return (
        <>
            <path class="body" d={shipHull} />
            <path class="body" d={shipSail} />
            <path class="sign" data-detail="sign" d={seatSign(seat)} transform="translate(-6 -4) scale(.62)" />
            {warship && <path class="pennant" d="M0-14v-12l12 6z" />}
        </>
    );
}

export function PirateArt(): JSX.Element {
    return (
        <>
            <path class="pirate" d={shipHull} />
            <path class="pirate" d={shipSail} />
            <path class="pirate-skull" d={skullShape} />
        </>
    );
}

/** The hex of the pirate or the pirate fleet; null: off the board, or not in this game. */
export const pirateHex = ({ fleet, pirate }: Pick<OnBoard, 'fleet' | 'pirate'>): number | null => fleet ?? pirate ?? null;

function Sailing({ plan, view }: { plan: Plan; view: OnBoard }): JSX.Element {
    const sails = pirateHex(view);
    const pirate = sails === null ? undefined : plan.hexes[sails];
    return (
        <>
            {(view.pieces.ships ?? []).map(({ edge, player, warship }) => {
                const spot = plan.edges[edge];
                return (
                    spot && (
                        <At key={`v${edge}`} spot={spot} class={paintOf(view.players, player)} data-piece="ship" data-seat={player} data-at={`edge-${edge}`} data-warship={warship ? 'true' : undefined}>
                            <ShipArt seat={player} warship={warship ?? false} />
                        </At>
                    )
                );
            })}
            {pirate && (
                <At spot={pirate} data-piece="pirate" data-at={`hex-${pirate.id}`}>
                    <PirateArt />
                </At>
            )}
        </>
    );
}

function Robber({ plan, view }: { plan: Plan; view: OnBoard }): JSX.Element {
    const hex = view.robber === null ? undefined : plan.hexes[view.robber];
    return (
        <g transform={robberSpot(plan, hex)} data-piece="robber" data-at={hex ? `hex-${hex.id}` : 'off'}>
            <RobberArt />
        </g>
    );
}

function Knights({ plan, view, knights }: { plan: Plan; view: OnBoard; knights: Knight[] }): JSX.Element {
    return (
        <>
            {knights.map(({ vertex, player, level, active }) => {
                const spot = plan.vertices[vertex];
                return (
                    spot && (
                        <At key={vertex} spot={spot} class={paintOf(view.players, player)} data-piece="knight" data-seat={player} data-at={`vertex-${vertex}`} data-level={level} data-active={String(Boolean(active))}>
                            <KnightArt seat={player} level={level} active={Boolean(active)} />
                        </At>
                    )
                );
            })}
        </>
    );
}

/** All pieces, roads at the bottom; `robber`: false where only some pieces are drawn. */
export function Pieces({ plan, view, robber = true }: { plan: Plan; view: OnBoard; robber?: boolean }): JSX.Element {
    const { settlements = [], cities = [], roads = [], knights = [] } = view.pieces;
    const merchant = view.merchant ? plan.hexes[view.merchant.hex] : undefined;
    return (
        <g class="pieces">
            {roads.map(({ edge, player }) => (
                <Road key={`r${edge}`} plan={plan} edge={edge} seat={player} paint={paintOf(view.players, player)} />
            ))}
            <Sailing plan={plan} view={view} />
            {robber && (view.pirate === undefined || view.robber !== null) && <Robber plan={plan} view={view} />}
            {view.merchant && merchant && (
                <g transform={beside(merchant, merchantAside)} class={paintOf(view.players, view.merchant.player)} data-piece="merchant" data-seat={view.merchant.player} data-at={`hex-${merchant.id}`}>
                    <MerchantArt />
                </g>
            )}
            {settlements.map(({ vertex, player }) => {
                const spot = plan.vertices[vertex];
                return (
                    spot && (
                        <At key={`s${vertex}`} spot={spot} class={paintOf(view.players, player)} data-piece="settlement" data-seat={player} data-at={`vertex-${vertex}`}>
                            <SettlementArt seat={player} />
                        </At>
                    )
                );
            })}
            {cities.map((city) => {
                const spot = plan.vertices[city.vertex];
                const state = city.tipped ? 'tipped' : city.sabotaged ? 'sabotaged' : 'upright';
                return (
                    spot && (
                        <At key={`c${city.vertex}`} spot={spot} class={paintOf(view.players, city.player)} data-piece="city" data-seat={city.player} data-at={`vertex-${city.vertex}`} data-state={state}>
                            <CityState seat={city.player} city={city} />
                        </At>
                    )
                );
            })}
            <Knights plan={plan} view={view} knights={knights} />
        </g>
    );
}
