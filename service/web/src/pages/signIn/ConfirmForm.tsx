// SPDX-License-Identifier: AGPL-3.0-or-later
// Confirms an email address with the code from the mail.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../lib/api';
import { texts } from '../../texts';
import { Field } from '../../ui/Field';
import { toast, toastError } from '../../ui/toast';
import { hasCode } from '../../lib/faults';
import { codeOf } from './SignInForm';

export function ConfirmForm({ lead, onConfirmed }: { lead: string; onConfirmed: () => void }): JSX.Element {
    const t = texts().around;
    const [code, setCode] = useState('');
    const [wrong, setWrong] = useState<string | undefined>();
    const confirm = async (event: Event): Promise<void> => {
        event.preventDefault();
        setWrong(undefined);
        try {
            await api.POST('/v1/me/mail/confirm', { body: { code: codeOf(code) } });
            toast(t.sign.confirmed);
            onConfirmed();
        } catch (fault) {
            if (hasCode(fault, 'not-found', 'invalid')) setWrong(t.sign.codeBad);
            else toastError(fault);
        }
    };
    return (
        <form class="sheet" noValidate onSubmit={(event) => void confirm(event)}>
            <h2>{t.sign.confirmTitle}</h2>
            <p>{lead}</p>
            <Field label={t.sign.code} error={wrong} name="confirm-code" value={code} autocomplete="one-time-code" autocapitalize="none" spellcheck={false} onInput={(event) => setCode(event.currentTarget.value)} />
            <button type="submit" class="main" disabled={code.trim() === ''}>
                {t.sign.confirm}
            </button>
        </form>
    );
}
