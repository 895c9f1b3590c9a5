// SPDX-License-Identifier: AGPL-3.0-or-later
// Starts a game with one tap; what guests cannot do is offered to signed-in users only.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { commodities, resources } from '../../lib/kinds';
import { signInPath } from '../../lib/paths';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import type { GameKind, Kind, Preset } from '../../types';
import { Avatar } from '../../ui/Avatar';
import { CardFace } from '../../ui/CardFace';
import { DieFace } from '../../ui/DieFace';
import { toastError } from '../../ui/toast';
import { type Draft, startDraft } from './draft';
import { FriendsDialog } from './FriendsDialog';
import { GuidedButton } from './GuidedButton';
import { needsAccount, startGame } from './start';

/** The other players; null: whoever joins. */
const others: Record<Preset, [name: string | null, color: string][]> = {
    bots: [['Otto', 'blue'], ['Ida', 'white'], ['Bruno', 'orange']],
    friends: [['Ada', 'green'], ['Ben', 'blue'], [null, 'own']],
    all: [[null, 'own'], [null, 'own'], [null, 'own']],
};

export const presets = Object.keys(others) as Preset[];

function Card({ preset }: { preset: Preset }): JSX.Element {
    const { presets: words, notForGuests } = texts().making;
    const me = useMe();
    const { name, help } = words[preset];
    return (
        <>
            <span class="start-faces" data-for={preset}>
                {[[me?.name ?? 'Greta', 'red'] as const, ...others[preset]].map(([who, color], i) => (
                    <Avatar key={i} name={who} paint={`paint-${color}`} />
                ))}
            </span>
            <b>{name}</b>
            <small>{preset === 'all' && me?.guest ? notForGuests : help}</small>
        </>
    );
}

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

/** Cards that do not start a game with others: lessons, and a table elsewhere. */
function OtherCards(): JSX.Element {
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

/** ALL: including lessons, and the link to recording a table game. */
export function StartCards({ all = false }: { all?: boolean }): JSX.Element {
    const t = texts().making;
    const me = useMe();
    const [busy, setBusy] = useState(false);
    const [asking, setAsking] = useState(false);
    const make = (draft: Draft): void => {
        setBusy(true);
        startGame(draft).catch((fault: unknown) => {
            toastError(fault);
            setBusy(false);
        });
    };
    return (
        <>
            <ul class="start-cards" aria-label={t.how}>
                {presets.map((preset) => (
                    <li key={preset}>
                        {me === null && needsAccount(startDraft(preset)) ? (
                            <Link class="button start-card" href={signInPath('/new')}>
                                <Card preset={preset} />
                            </Link>
                        ) : (
                            <button type="button" class="start-card" data-start={preset} disabled={busy || (me?.guest === true && needsAccount(startDraft(preset)))} onClick={() => (preset === 'friends' ? setAsking(true) : make(startDraft(preset)))}>
                                <Card preset={preset} />
                            </button>
                        )}
                    </li>
                ))}
            </ul>
            {all && <OtherCards />}
            {asking && <FriendsDialog busy={busy} onMake={make} onClose={() => setAsking(false)} />}
        </>
    );
}
