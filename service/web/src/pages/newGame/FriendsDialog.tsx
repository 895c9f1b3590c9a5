// SPDX-License-Identifier: AGPL-3.0-or-later
// A game with friends: the number of players, and how many of them are bots; the other seats go to those with the link.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts';
import { Dialog } from '../../ui/Dialog';
import { type Draft, startDraft, withPlayers, withSeat } from './draft';

const counts = [2, 3, 4];
/** At least the reader and one friend. */
const peopleLeast = 2;

/** A game for friends with this many players, the last of them bots. */
export function friendsDraft(players: number, bots: number): Draft {
    const draft = withPlayers(startDraft('friends'), players);
    return Array.from({ length: bots }, (_, i) => players - 1 - i).reduce((made, seat) => withSeat(made, seat, { who: 'normal' }), draft);
}

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

export function FriendsDialog({ busy, onMake, onClose }: { busy: boolean; onMake: (draft: Draft) => void; onClose: () => void }): JSX.Element {
    const t = texts().making.friends;
    const [players, setPlayers] = useState(3);
    const [wanted, setBots] = useState(0);
    const bots = Math.min(wanted, players - peopleLeast);
    return (
        <Dialog
            title={texts().making.presets.friends.name}
            onClose={onClose}
            actions={
                <button type="button" class="main" data-do="make" disabled={busy} onClick={() => onMake(friendsDraft(players, bots))}>
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
