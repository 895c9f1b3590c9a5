// SPDX-License-Identifier: AGPL-3.0-or-later
// Proposals of others that the reader has not answered, in a list of games: each subject once.
import type { JSX } from 'preact';
import { list } from '../lib/list';
import { texts } from '../texts';
import type { MyGame } from '../types';
import { holder } from './GameCard';

export default function Proposed({ mine: { game, proposals } }: { mine: MyGame }): JSX.Element {
    const t = texts().proposals;
    const nameOf = (number: number): string => game.seats.filter(({ seat }) => seat === number).map((seat) => holder(game, seat)).join('');
    const matters = new Map(proposals.map(({ seat }) => [seat, list(proposals.filter((one) => one.seat === seat).map(({ by }) => nameOf(by)))]));
    return (
        <>
            {[...matters].map(([seat, who]) => (
                <p key={String(seat)} class="wanted" data-part="proposed">
                    <strong>{seat === null ? t.pause(who) : t.vote(who, nameOf(seat))}</strong>
                </p>
            ))}
        </>
    );
}
