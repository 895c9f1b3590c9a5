// SPDX-License-Identifier: AGPL-3.0-or-later
// The key of a new account, shown only once.
import type { JSX } from 'preact';
import { download } from '../lib/download';
import { texts } from '../texts';
import { CopyField } from './CopyField';

export interface Made {
    name: string;
    token: string;
    /** "" if none was given. */
    email: string;
}

export function KeyShown({ made, onDone }: { made: Made; onDone: () => void }): JSX.Element {
    const t = texts().around.key;
    return (
        <section class="sheet key-shown">
            <p>{t.why}</p>
            <CopyField label={t.label} text={made.token} />
            <p>{made.email ? t.mailed(made.email) : t.only}</p>
            <p class="row">
                <button type="button" class="main" data-do="key-kept" onClick={onDone}>
                    {t.on}
                </button>
                <button type="button" onClick={() => download(t.file(made.name), `${made.token}\n`)}>
                    {t.download}
                </button>
            </p>
        </section>
    );
}
