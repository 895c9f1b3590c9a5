// SPDX-License-Identifier: AGPL-3.0-or-later
// Text for places and the pieces on them.
import { playerName } from '../lib/playerName';
import { giftName } from '../lib/giftName';
import { texts } from '../texts';
import type { Place, PlaceMark } from '../types';
import type { Plan, VertexSpot } from './geometry';
import { numbersOf, type OnBoard } from './pieces';

/** The name of a seat on the board. */
export const nameOf = (view: OnBoard, seat: number): string => playerName(view.players, seat);

/** "forest 8" */
function land(plan: Plan, view: OnBoard, id: number): string {
    const hex = plan.hexes[id];
    if (!hex) return '';
    const number = numbersOf(plan, view).get(id);
    const terrain = texts().common.terrains[hex.terrain];
    return number === undefined ? terrain : `${terrain} ${number}`;
}

const cityName = (name: string, state: string[]): string => (state.length > 0 ? texts().board.cityOfIn(name, state.join(', ')) : texts().board.cityOf(name));

const villageName = (number: number, cloth: number, linked: string[]): string => (linked.length > 0 ? texts().board.villageLinked(number, cloth, linked.join(', ')) : texts().board.village(number, cloth));

function onVertex(view: OnBoard, id: number): string[] {
    const t = texts().board;
    const { settlements = [], cities = [], knights = [] } = view.pieces;
    return [
        ...settlements.filter(({ vertex }) => vertex === id).map(({ player }) => t.settlementOf(nameOf(view, player))),
        ...cities.filter(({ vertex }) => vertex === id).map((city) => cityName(nameOf(view, city.player), [
            ...(city.metropolis ? [t.metropolis(texts().common.tracks[city.metropolis])] : []),
            ...(city.wall ? [t.wall] : []),
            ...(city.tipped ? [t.tipped] : []),
            ...(city.sabotaged ? [t.sabotaged] : []),
        ])),
        ...knights.filter(({ vertex }) => vertex === id).map(({ player, level, active }) => t.knightOf(nameOf(view, player), t.ranks[level] ?? '', active ? t.active : t.inactive)),
    ];
}

/** Cloth left in the village at an intersection; the initial amount if the view does not list it. */
export const clothIn = ({ villages = [] }: OnBoard, at: number): number => villages.find(({ vertex }) => vertex === at)?.cloth ?? 5;

/** The players linked with the village there, in order of arrival. */
const linkedAt = (view: OnBoard, id: number): string[] => (view.villages?.find(({ vertex }) => vertex === id)?.linked ?? []).map((seat) => nameOf(view, seat));

function aroundVertex(plan: Plan, view: OnBoard, vertex: VertexSpot): string[] {
    const harbor = vertex.harbor === null ? [] : [texts().board.harborAt[vertex.harbor]];
    return [...vertex.hexes.map((id) => land(plan, view, id)), ...harbor, ...vertex.marks.map(({ kind, number, seat }) => (number ? villageName(number, clothIn(view, vertex.id), linkedAt(view, vertex.id)) : texts().board.marks[kind as PlaceMark] + (seat === undefined ? '' : ` (${nameOf(view, seat)})`)))];
}

/** Describes a place and the pieces on it: "Intersection 14: forest 8, hills 5, 3:1 harbor; Ada's settlement". The
 * ids help players who cannot see the board, or who show them on it. */
export function placeName(plan: Plan, view: OnBoard, { kind, id }: Place, numbered = true): string {
    const t = texts().board;
    const parts = (number: number | string, what: string[], on: string[]): string => [`${t.place[kind]}${numbered ? ` ${number}` : ''}: ${what.join(', ')}`, ...on].join('; ');
    if (kind === 'hex') return parts(id, [land(plan, view, id)], [...(view.robber === id ? [t.robber] : []), ...(view.fleet === id ? [t.fleet] : []), ...(view.merchant?.hex === id ? [t.merchantOf(nameOf(view, view.merchant.player))] : [])]);
    if (kind === 'vertex') {
        const vertex = plan.vertices[id];
        return parts(id, vertex ? aroundVertex(plan, view, vertex) : [], onVertex(view, id));
    }
    const edge = plan.edges[id];
    if (!edge) return parts(id, [], []);
    const road = view.pieces.roads?.find((other) => other.edge === id);
    const harbor = plan.harbors.find((other) => other.edge === id);
    const gift = view.gifts_left?.includes(id) && edge.gift;
    const beside = [...edge.hexes.map((hex) => land(plan, view, hex)), ...(harbor ? [t.harborAt[harbor.kind]] : []), ...(gift ? [giftName(gift)] : [])];
    return parts(`${edge.ends.join('-')} (${id})`, beside, road ? [t.roadOf(nameOf(view, road.player))] : []);
}
