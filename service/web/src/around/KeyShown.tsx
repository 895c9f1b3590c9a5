// SPDX-License-Identifier: AGPL-3.0-or-later
// The key of a new account, shown this once.
import type { JSX } from 'preact';
import { texts } from '../texts';
import { Copy } from '../ui/Copy';
import type { Made } from './SignUpForm';

function save(name: string, token: string): void {
    const url = URL.createObjectURL(new Blob([`${token}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
}

export function KeyShown({ made, onDone }: { made: Made; onDone: () => void }): JSX.Element {
    const t = texts().around.key;
    return (
        <section class="sheet key-shown">
            <p>{t.why}</p>
            <Copy label={t.label} text={made.token} />
            <p>{made.email ? t.mailed(made.email) : t.only}</p>
            <p class="row">
                <button type="button" class="main" data-do="key-kept" onClick={onDone}>
                    {t.on}
                </button>
                <button type="button" onClick={() => save(t.file(made.name), made.token)}>
                    {t.download}
                </button>
            </p>
        </section>
    );
}
