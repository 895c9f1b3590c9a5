// SPDX-License-Identifier: AGPL-3.0-or-later
// What a club says about itself, and whether it is open: for a new one and for changes.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts';
import { Check, Field } from '../../ui/Field';
import { useSubmit } from '../../ui/forms';
import { TextBox } from '../../ui/TextBox';

interface Draft {
    name: string;
    about: string;
    open: boolean;
}

const aboutMax = 2000;

export function ClubForm({ of = { name: '', about: '', open: false }, label, send }: { of?: Draft; label: string; send: (draft: Draft) => Promise<unknown> }): JSX.Element {
    const t = texts().clubs;
    const [draft, setDraft] = useState<Draft>({ name: of.name, about: of.about, open: of.open });
    const { busy, run, error } = useSubmit(['/name', '/about']);
    const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
    const submit = (event: Event): void => {
        event.preventDefault();
        void run(async () => void (await send(draft)));
    };
    return (
        <form data-part="club-form" onSubmit={submit}>
            <Field label={t.name} name="name" required maxLength={100} value={draft.name} error={error('/name')} onInput={(event) => change({ name: event.currentTarget.value })} />
            <TextBox label={t.about} name="about" maxLength={aboutMax} value={draft.about} error={error('/about')} onText={(about) => change({ about })} />
            <Check name="open" label={t.openLabel} help={t.openHelp} checked={draft.open} onChange={(open) => change({ open })} />
            <button type="submit" class="main" data-do="save-club" disabled={busy}>
                {label}
            </button>
        </form>
    );
}
