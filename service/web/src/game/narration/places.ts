// SPDX-License-Identifier: AGPL-3.0-or-later
// Names for places on the board: by the hexes around them, which is how readers find them.
import { texts } from '../../texts';
import type { Board, View } from '../../types';

export interface PlaceWords {
    hex: (id: number) => string;
    /** "forest 8 / hills 5", without a preposition. */
    vertex: (id: number) => string;
    /** "at forest 8 / hills 5" */
    atVertex: (id: number) => string;
    /** "between forest 8 and hills 5", "at sea off forest 8" */
    edge: (id: number) => string;
}

const hexesAround = 3;

const onLand = ([one = '', other]: string[]): string => (other === undefined ? texts().log.places.coast(one) : texts().log.places.edge(one, other));

/** A path with sea on both sides, named by what is at its ends. */
function atSea([one, other]: string[]): string {
    const t = texts().log.places.atSea;
    return one === undefined ? t.open : other === undefined ? t.off(one) : t.from(one, other);
}

/** Hexes have their numbers in VIEW; with `numbered` each place includes its id. */
export function placeWords(board: Board, view: View | null, numbered = false): PlaceWords {
    const t = texts().log.places;
    const at = new Map(board.hexes.map((hex) => [`${hex.q},${hex.r}`, hex]));
    const byId = new Map(board.hexes.map((hex) => [hex.id, hex]));
    type Hex = (typeof board.hexes)[number];
    const number = (hex: Hex): number | null => view?.numbers?.[hex.id] ?? hex.number;
    const terrain = (hex: Hex): string => texts().common.terrains[hex.terrain];
    const withNumber = (hex: Hex): string | null => (number(hex) === null ? null : t.hex(terrain(hex), number(hex) ?? ''));
    const inList = (hex: Hex): string => withNumber(hex) ?? terrain(hex);
    const corners = (id: number): string[] => (board.vertices.find((vertex) => vertex.id === id)?.hexes ?? []).map((hex) => hex.join());
    const land = (keys: string[]): Hex[] => keys.map((key) => at.get(key)).filter((hex) => hex !== undefined).filter((hex) => hex.terrain !== 'sea');
    const named = (words: string, id: string): string => (numbered ? t.withNumber(words, id) : words);
    const vertex = (id: number): string => {
        const hexes = land(corners(id)).map(inList);
        return named((hexes.length < hexesAround ? [...hexes, t.sea] : hexes).join(' / '), `v${id}`);
    };
    return {
        hex: (id) => {
            const hex = byId.get(id);
            return hex ? named(withNumber(hex) ?? t.hexes[hex.terrain], `h${id}`) : `h${id}`;
        },
        vertex,
        atVertex: (id) => t.atVertex(vertex(id)),
        edge: (id) => {
            const [a, b] = board.edges.find((edge) => edge.id === id)?.vertices ?? [];
            if (a === undefined || b === undefined) return t.unknown(`e${id}`);
            const [one, other] = [corners(a), corners(b)];
            const sides = land(one.filter((key) => other.includes(key))).map(inList);
            const ends = land([...one.filter((key) => !other.includes(key)), ...other.filter((key) => !one.includes(key))]).map(inList);
            return named(sides.length > 0 ? onLand(sides) : atSea(ends), `e${id}`);
        },
    };
}
