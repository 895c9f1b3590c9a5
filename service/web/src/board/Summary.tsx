// SPDX-License-Identifier: AGPL-3.0-or-later
// A text version of the board for screen readers.
import type { JSX } from 'preact';
import { texts } from '../texts';
import type { Plan } from './geometry';
import { nameOf, placeName } from './names';
import type { OnBoard } from './pieces';

function Owned({ plan, view, seat }: { plan: Plan; view: OnBoard; seat: number }): JSX.Element {
    const t = texts().board;
    const { settlements = [], cities = [], roads = [], knights = [] } = view.pieces;
    const own = <P extends { player: number }>(list: P[]): P[] => list.filter(({ player }) => player === seat);
    const built = [...own(settlements), ...own(cities), ...own(knights)].map(({ vertex }) => vertex);
    const [s, c, r, k] = [own(settlements).length, own(cities).length, own(roads).length, own(knights).length];
    const words = texts().game;
    const pieces = [words.settlements(s), words.cities(c), words.roads(r), ...(k > 0 ? [t.knights(k)] : [])];
    return (
        <li>
            {nameOf(view, seat)}: {s + c + r + k > 0 ? pieces.join(', ') : t.nothingBuilt}
            <ul>
                {[...new Set(built)].map((id) => (
                    <li key={id}>{placeName(plan, view, { kind: 'vertex', id })}</li>
                ))}
            </ul>
        </li>
    );
}

export function Summary({ plan, view }: { plan: Plan; view: OnBoard }): JSX.Element {
    const t = texts().board;
    return (
        <section class="sr" aria-label={t.inWords}>
            {view.robber === null && view.fleet === undefined && <p>{t.robberOff}</p>}
            <ul aria-label={t.hexes}>
                {plan.hexes.map(({ id }) => (
                    <li key={id}>{placeName(plan, view, { kind: 'hex', id })}</li>
                ))}
            </ul>
            <ul aria-label={t.harbors}>
                {plan.harbors.map(({ edge }) => (
                    <li key={edge}>{placeName(plan, view, { kind: 'edge', id: edge })}</li>
                ))}
            </ul>
            <ul>
                {view.players.map(({ seat }) => (
                    <Owned key={seat} plan={plan} view={view} seat={seat} />
                ))}
            </ul>
        </section>
    );
}
