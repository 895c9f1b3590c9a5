// SPDX-License-Identifier: AGPL-3.0-or-later
// The reader's contribution to the dice: whether they want one, and the number they have committed to.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { setPrefs, currentPrefs } from '../../lib/prefs';
import { texts } from '../../texts';
import { CopyField } from '../../ui/CopyField';
import { Check, Field } from '../../ui/Field';
import { toastError } from '../../ui/toast';
import { enterShare, shareOf } from '../../lib/clientSeed';

/** The seat has a commitment, and its number has not been sent. */
export function OwnNumber({ commitment }: { commitment: string }): JSX.Element {
    const t = texts().fair;
    const [seed, setSeed] = useState(() => shareOf(commitment));
    const [typed, setTyped] = useState('');
    const [wrong, setWrong] = useState(false);
    const [entered, setEntered] = useState(false);
    const enter = async (): Promise<void> => {
        const good = await enterShare(typed, commitment);
        setWrong(!good);
        setEntered(good);
        if (good) setSeed(shareOf(commitment));
    };
    const submit = (event: SubmitEvent): void => {
        event.preventDefault();
        enter().catch(toastError);
    };
    return (
        <section class="sheet" data-own={seed === null ? 'missing' : 'here'}>
            <h2>{t.own}</h2>
            {seed === null ? (
                <form onSubmit={submit}>
                    <p>{t.ownMissing}</p>
                    <Field label={t.ownEnter} error={wrong ? t.ownWrong : undefined} name="seed" autocomplete="off" spellcheck={false} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
                    <button type="submit" class="main" disabled={typed.trim() === ''}>
                        {texts().common.save}
                    </button>
                </form>
            ) : (
                <>
                    <p role="status">{entered ? t.ownTaken : t.ownHere}</p>
                    <CopyField label={t.own} text={seed} />
                </>
            )}
        </section>
    );
}

export function OwnChoice(): JSX.Element {
    const t = texts().fair;
    const { share } = currentPrefs();
    return (
        <section class="sheet">
            <h2>{t.own}</h2>
            <Check label={t.ownChoice} help={t.ownHelp} checked={share} onChange={(wanted) => setPrefs({ share: wanted })} />
        </section>
    );
}
