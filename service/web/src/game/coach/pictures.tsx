// SPDX-License-Identifier: AGPL-3.0-or-later
// Pictures for the rules: small islands, drawn with the board's own code.
import type { JSX } from 'preact';
import { longship } from '../../board/art';
import { planOf, type Plan } from '../../board/geometry';
import { boardOf, type Island } from '../../board/island';
import { Land, Tokens } from '../../board/Land';
import { numbersOf } from '../../board/pieces';
import { CityArt, KnightArt, type OnBoard, paintOf, Pieces } from '../../board/pieces';
import { commodities } from '../../lib/kinds';
import type { Terrain } from '../../types';
import { CardFace } from '../../ui/CardFace';
import { Drawn } from '../../ui/drawings';

const players = (['red', 'blue'] as const).map((color, seat) => ({ seat, color, name: null }));
const paint = paintOf(players, 0);

const seaCut = 40;
const land = (hexes: [number, number, Terrain, number | null][], harbors: Island['harbors'] = []): Plan => planOf(boardOf({ hexes: hexes.map(([q, r, terrain, number]) => ({ q, r, terrain, number })), harbors }));

/** The intersection between these hexes. */
const corner = (plan: Plan, ...hexes: number[]): number => plan.vertices.find((spot) => hexes.every((hex) => spot.hexes.includes(hex)))?.id ?? 0;
/** The path between two intersections. */
const edge = (plan: Plan, a: number, b: number): number => plan.edges.find(({ ends }) => ends.includes(a) && ends.includes(b))?.id ?? 0;

function Island({ plan, pieces = {}, robber = null, pirate, struck = [] }: { plan: Plan; pieces?: object; robber?: number | null; pirate?: number; struck?: number[] }): JSX.Element {
    const view = { players, pieces, robber, pirate, numbers: undefined, merchant: null, barbarians: null } as unknown as OnBoard;
    const { left, top, width, height } = plan.bounds;
    // Without harbors there is no need for sea around.
    const cut = plan.harbors.length > 0 ? 0 : seaCut;
    return (
        <svg class="rule-picture board-art" viewBox={`${left + cut} ${top + cut} ${width - 2 * cut} ${height - 2 * cut}`} aria-hidden="true">
            <Land plan={plan} rock={false} />
            <Tokens plan={plan} numbers={numbersOf(plan, view)} />
            <Pieces plan={plan} view={view} robber={robber !== null} />
            {struck.map((id) => (
                <path key={id} class="struck" d="M-9-9L9 9M9-9L-9 9" transform={`translate(${plan.vertices[id]?.x ?? 0} ${plan.vertices[id]?.y ?? 0})`} />
            ))}
        </svg>
    );
}

const three = land([[0, 0, 'fields', 9], [1, 0, 'hills', 6], [0, 1, 'pasture', 4]]);
const middle = corner(three, 0, 1, 2);

/** A settlement where three hexes meet. */
export const IslandPicture = (): JSX.Element => <Island plan={three} pieces={{ settlements: [{ vertex: middle, player: 0 }] }} />;

const two = land([[0, 0, 'forest', 8], [1, 0, 'mountains', 5]]);

/** A settlement with a road, and the neighboring intersections that are closed to settling. */
export function DistancePicture(): JSX.Element {
    const spot = two.vertices.find(({ id }) => id === corner(two, 0, 1));
    const beside = spot?.neighbors ?? [];
    return <Island plan={two} pieces={{ settlements: [{ vertex: spot?.id, player: 0 }], roads: [{ edge: edge(two, spot?.id ?? 0, beside.at(-1) ?? 0), player: 0 }] }} struck={beside} />;
}

const coast = land([[0, 0, 'pasture', 10], [1, 0, 'hills', 4]], [{ q: 0, r: 0, side: 'SW', kind: 'wool' }]);

/** A settlement at a harbor. */
export function HarborPicture(): JSX.Element {
    const spot = coast.vertices.find(({ harbor, hexes }) => harbor && hexes.length > 0);
    return <Island plan={coast} pieces={{ settlements: [{ vertex: spot?.id, player: 0 }] }} />;
}

/** The robber on a number of another player's. */
export function RobberPicture(): JSX.Element {
    return <Island plan={two} robber={0} pieces={{ settlements: [{ vertex: corner(two, 0, 1), player: 1 }] }} />;
}

/** Land, a sea hex and a gold field, and the northern route of ships between them. */
const crossing = land([[0, 0, 'forest', 8], [1, 0, 'sea', null], [2, 0, 'gold', 6]]);
function crossed(): number[] {
    const [from, to] = [[0, 1], [1, 2]].map((hexes) => crossing.vertices.filter((spot) => hexes.every((hex) => spot.hexes.includes(hex))).sort((a, b) => a.y - b.y)[0]);
    const between = from?.neighbors.find((id) => to?.neighbors.includes(id)) ?? 0;
    return [from?.id ?? 0, between, to?.id ?? 0];
}
const way = crossed();
const ships = way.slice(1).map((vertex, i) => ({ edge: edge(crossing, way[i] ?? 0, vertex), player: 0 }));

/** A line of ships from a settlement to another shore. */
export const ShipsPicture = (): JSX.Element => <Island plan={crossing} pieces={{ settlements: [{ vertex: way[0], player: 0 }], ships }} />;

/** The pirate next to them. */
export const PiratePicture = (): JSX.Element => <Island plan={crossing} pirate={1} pieces={{ settlements: [{ vertex: way[0], player: 1 }], ships: ships.map((ship) => ({ ...ship, player: 1 })) }} />;

/** A settlement at a gold field. */
export const GoldPicture = (): JSX.Element => <Island plan={crossing} pieces={{ settlements: [{ vertex: way.at(-1), player: 0 }], ships }} />;

export function CommodityPicture(): JSX.Element {
    return (
        <span class="rule-picture rule-row">
            <svg class={`board-art ${paint}`} viewBox="-24 -26 48 48" aria-hidden="true">
                <CityArt seat={0} />
            </svg>
            {commodities.map((kind) => (
                <CardFace key={kind} kind={kind} />
            ))}
        </span>
    );
}

export function KnightsPicture(): JSX.Element {
    return (
        <span class="rule-picture rule-row">
            {[1, 2, 3].map((level) => (
                <svg key={level} class={`board-art ${paint}`} viewBox="-26 -30 54 54" aria-hidden="true">
                    <KnightArt seat={0} level={level} active={level !== 2} />
                </svg>
            ))}
        </span>
    );
}

export function ShipPicture(): JSX.Element {
    return (
        <span class="rule-picture rule-row">
            <svg class="board-art" viewBox="-30 -28 60 46" aria-hidden="true">
                <Drawn shape={longship} />
            </svg>
        </span>
    );
}
