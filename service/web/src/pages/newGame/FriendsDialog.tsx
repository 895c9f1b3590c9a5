// SPDX-License-Identifier: AGPL-3.0-or-later
// A game with friends: the number of players, and how many of them are bots; the other seats go to those with the link.
// What was chosen last for this game is chosen already.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { currentPrefs, setPrefs } from '../../lib/prefs';
import { texts } from '../../texts';
import { Dialog } from '../../ui/Dialog';
import { type Chosen, countsOf, friendsDraft } from './door';
import type { Draft } from './draft';

/** At least the reader and one friend. */
const peopleLeast = 2;
/** The reader and two friends. */
const usual = 3;

function Numbers({ label, name, value, options, onChoose }: { label: string; name: string; value: number; options: number[]; onChoose: (value: number) => void }): JSX.Element {
    return (
        <fieldset class="friends-count">
            <legend>{label}</legend>
            <div class="row">
                {options.map((option) => (
                    <button type="button" key={option} aria-pressed={option === value} data-pick={`${name}=${option}`} onClick={() => onChoose(option)}>
                        {option}
                    </button>
                ))}
            </div>
        </fieldset>
    );
}

export function FriendsDialog({ chosen, busy, onMake, onClose }: { chosen: Chosen; busy: boolean; onMake: (draft: Draft) => void; onClose: () => void }): JSX.Element {
    const t = texts().making.friends;
    const { friends } = currentPrefs();
    const last = friends[chosen.door];
    const counts = countsOf(chosen);
    const [wantedPlayers, setPlayers] = useState(last?.players ?? usual);
    const [wantedBots, setBots] = useState(last?.bots ?? 0);
    const players = counts.includes(wantedPlayers) ? wantedPlayers : (counts[0] ?? usual);
    const bots = Math.min(wantedBots, players - peopleLeast);
    const make = (): void => {
        setPrefs({ friends: { ...friends, [chosen.door]: { players, bots } } });
        onMake(friendsDraft(chosen, players, bots));
    };
    return (
        <Dialog
            title={texts().making.presets.friends.name}
            onClose={onClose}
            actions={
                <button type="button" class="main" data-do="make" disabled={busy} onClick={make}>
                    {t.make}
                </button>
            }
        >
            <Numbers label={t.players} name="players" value={players} options={counts} onChoose={setPlayers} />
            <Numbers label={t.bots} name="bots" value={bots} options={Array.from({ length: players - peopleLeast + 1 }, (_, n) => n)} onChoose={setBots} />
            <p aria-live="polite">{t.open(players - 1 - bots)}</p>
        </Dialog>
    );
}
