// SPDX-License-Identifier: AGPL-3.0-or-later
// A game in progress, drawn with the board's components; decorative.
import type { JSX } from 'preact';
import { seatSign } from '../../board/art';
import { planOf } from '../../board/geometry';
import { boardOf } from '../../board/island';
import { Land, Tokens } from '../../board/Land';
import { numbersOf, type OnBoard, Pieces } from '../../board/pieces';
import type { Kind } from '../../types';
import { Avatar } from '../../ui/Avatar';
import { CardFace } from '../../ui/CardFace';
import { DieFace } from '../../ui/DieFace';
import { beginnerIsland } from '../table/islands';

/** The pieces of each seat: red, blue, white, orange. */
const settlements = [[39, 41, 42], [30, 48, 49], [5, 29, 40], [18]];
const cities = [[], [31], [14], [8, 28]];
const roads = [[53, 56, 59, 60, 61], [45, 46, 68, 69], [8, 15, 35, 43, 51, 58], [0, 1, 7, 13, 20, 24, 34]];
const colors = ['red', 'blue', 'white', 'orange'];
const robber = 4;

const bySeat = (places: number[][], kind: 'vertex' | 'edge'): object[] => places.flatMap((ids, player) => ids.map((id) => ({ [kind]: id, player })));

const view = {
    robber, numbers: [], merchant: null, barbarians: null,
    players: colors.map((color, seat) => ({ seat, color, name: null })),
    pieces: { settlements: bySeat(settlements, 'vertex'), cities: bySeat(cities, 'vertex'), roads: bySeat(roads, 'edge') },
} as unknown as OnBoard;

const hand: Kind[] = ['brick', 'lumber', 'wool', 'grain', 'ore'];

export default function HeroBoard(): JSX.Element {
    const plan = planOf(boardOf(beginnerIsland));
    const { left, top, width, height } = plan.bounds;
    return (
        <>
            <svg class="board-art" viewBox={`${left} ${top} ${width} ${height}`}>
                <Land plan={plan} rock={false} />
                <Tokens plan={plan} numbers={numbersOf(plan, view)} />
                <Pieces plan={plan} view={view} />
            </svg>
            <div class="hero-dice">
                <DieFace color="yellow" face={5} />
                <DieFace color="red" face={3} />
            </div>
            <div class="hero-offer">
                <Avatar name="Greta" paint="paint-blue" sign={seatSign(1)} />
                <CardFace kind="wool" />
                <span class="hero-arrow" />
                <CardFace kind="ore" />
            </div>
            <div class="hero-hand">
                {hand.map((kind) => (
                    <CardFace key={kind} kind={kind} />
                ))}
            </div>
        </>
    );
}
