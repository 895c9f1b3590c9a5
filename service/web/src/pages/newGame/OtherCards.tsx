// SPDX-License-Identifier: AGPL-3.0-or-later
// Cards that do not start a game with others: lessons, and a table elsewhere.
import type { JSX } from 'preact';
import { commodities, resources } from '../../lib/kinds';
import { Link } from '../../lib/router';
import { texts } from '../../texts';
import type { GameKind, Kind } from '../../types';
import { CardFace } from '../../ui/CardFace';
import { DieFace } from '../../ui/DieFace';
import { GuidedButton } from './GuidedButton';

/** For a game that is played at a real table and recorded here. */
function TableCard(): JSX.Element {
    const t = texts().making;
    return (
        <Link class="button start-card" href="/table">
            <span class="start-faces" data-for="table">
                <DieFace color="yellow" face={4} />
                <DieFace color="red" face={2} />
            </span>
            <b>{t.tableLead}</b>
            <small>{t.tableLink}</small>
        </Link>
    );
}

/** A game with the guide. */
function GuidedCard({ game, cards }: { game: GameKind; cards: Kind[] }): JSX.Element {
    const { name, help } = texts().making.lessons[game];
    return (
        <li>
            <GuidedButton game={game} look="start-card">
                <span class="start-faces" data-for={game}>
                    {cards.map((kind) => (
                        <CardFace key={kind} kind={kind} />
                    ))}
                </span>
                <b>{name}</b>
                <small>{help}</small>
            </GuidedButton>
        </li>
    );
}

export function OtherCards(): JSX.Element {
    return (
        <section aria-labelledby="other-cards">
            <h2 id="other-cards">{texts().making.others}</h2>
            <ul class="start-cards start-others">
                <GuidedCard game="base" cards={resources.slice(0, commodities.length)} />
                <GuidedCard game="cities_and_knights" cards={commodities} />
                <li>
                    <TableCard />
                </li>
            </ul>
        </section>
    );
}
