// SPDX-License-Identifier: AGPL-3.0-or-later
// Reports a player of a game to the moderators.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../lib/api';
import type { components } from '../../schema';
import { texts } from '../../texts';
import { Dialog } from '../../ui/Dialog';
import { Choice } from '../../ui/Field';
import { useSubmit } from '../../ui/forms';
import { TextBox } from '../../ui/TextBox';
import { toast } from '../../ui/toast';

type Kind = components['schemas']['ReportKind'];

const textMax = 1000;

export default function ReportDialog({ account, game, onClose }: { account: string; game: string; onClose: () => void }): JSX.Element {
    const t = texts().fairPlay;
    const { run, busy, error } = useSubmit(['/text', '/about']);
    const [kind, setKind] = useState<Kind>('collusion');
    const [text, setText] = useState('');
    const send = (event: SubmitEvent): void => {
        event.preventDefault();
        const about = kind === 'name' ? { account } : { account, game };
        void run(() => api.POST('/v1/reports', { body: { about, kind, text: text.trim() } }), t.reportedAlready).then((sent) => {
            if (!sent) return;
            toast(t.reported);
            onClose();
        });
    };
    return (
        <Dialog title={t.report(account)} onClose={onClose}>
            <form noValidate data-part="report" onSubmit={send}>
                <p class="quiet">{t.reportLead(account)}</p>
                <Choice label={t.kind} help={error('/about')} value={kind} options={Object.entries(t.kinds) as [Kind, string][]} onChoose={setKind} />
                <TextBox label={t.what} name="text" error={error('/text')} maxLength={textMax} value={text} onText={setText} />
                <button type="submit" class="main" data-do="send-report" disabled={busy || text.trim() === ''}>
                    {t.send}
                </button>
            </form>
        </Dialog>
    );
}
