// SPDX-License-Identifier: AGPL-3.0-or-later
// Starts a game: which one, then with whom; what guests cannot do is offered to signed-in users only.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { signInPath } from '../../lib/paths';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import type { Preset } from '../../types';
import { Avatar } from '../../ui/Avatar';
import { lazy } from '../../ui/lazy';
import { toastError } from '../../ui/toast';
import { Doors } from './Doors';
import { type Chosen, chosenDoor, doorDraft } from './door';
import type { Draft } from './draft';
import { needsAccount, startGame } from './start';

const FriendsDialog = lazy(async () => ({ default: (await import('./FriendsDialog')).FriendsDialog }), () => null);

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
                    <Avatar key={i} name={who} paint={`paint-${color}`} bot={preset === 'bots' && i > 0} />
                ))}
            </span>
            <b>{name}</b>
            <small>{preset === 'all' && me?.guest ? notForGuests : help}</small>
        </>
    );
}

export function StartCards({ onChoose }: { onChoose?: (chosen: Chosen) => void }): JSX.Element {
    const t = texts().making;
    const me = useMe();
    const chosen = chosenDoor();
    const waits = chosen.door === 'sea' && chosen.map === null;
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
            <Doors chosen={chosen} onChoose={onChoose} />
            <h2 class="start-whom" id="start-whom">{t.whom}</h2>
            <ul class="start-cards" aria-labelledby="start-whom">
                {presets.map((preset) => (
                    <li key={preset}>
                        {me === null && needsAccount(doorDraft(chosen, preset)) ? (
                            <Link class="button start-card" href={signInPath('/new')}>
                                <Card preset={preset} />
                            </Link>
                        ) : (
                            <button type="button" class="start-card" data-start={preset} disabled={busy || waits || (me?.guest === true && needsAccount(doorDraft(chosen, preset)))} onClick={() => (preset === 'friends' ? setAsking(true) : make(doorDraft(chosen, preset)))}>
                                <Card preset={preset} />
                            </button>
                        )}
                    </li>
                ))}
            </ul>
            {asking && <FriendsDialog chosen={chosen} busy={busy} onMake={make} onClose={() => setAsking(false)} />}
        </>
    );
}
