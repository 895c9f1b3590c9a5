// SPDX-License-Identifier: AGPL-3.0-or-later
// Reports somebody to the moderators: a player of a game, what somebody has said in it, or somebody by their name.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../lib/api';
import type { components } from '../schema';
import { texts } from '../texts';
import { Dialog } from './Dialog';
import { Choice } from './Field';
import { useSubmit } from './forms';
import { TextBox } from './TextBox';
import { toast } from './toast';

type Kind = components['schemas']['ReportKind'];

const textMax = 1000;

/** What a report is about: a message of a game, a player of a game, or a person. */
export interface Reported {
    account: string;
    game?: string;
    message?: { id: string; text: string };
}

/** Only a game can be let lie; of a message nothing else can be wrong. */
function kindsOf({ game, message }: Reported): Kind[] {
    if (message) return ['talk', 'other'];
    return game ? ['collusion', 'talk', 'stalling', 'name', 'other'] : ['name', 'collusion', 'talk', 'other'];
}

export default function ReportDialog({ of, onClose }: { of: Reported; onClose: () => void }): JSX.Element {
    const t = texts().fairPlay;
    const { account, game, message } = of;
    const kinds = kindsOf(of);
    const { run, busy, error } = useSubmit(['/text', '/about']);
    const [kind, setKind] = useState<Kind>(kinds[0] as Kind);
    const [text, setText] = useState('');
    const send = (event: SubmitEvent): void => {
        event.preventDefault();
        const about = message ? { talk: message.id } : kind === 'name' || !game ? { account } : { account, game };
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
                {message && <blockquote>{message.text}</blockquote>}
                <Choice label={t.kind} help={error('/about')} value={kind} options={kinds.map((one) => [one, t.kinds[one]])} onChoose={setKind} />
                <TextBox label={t.what} name="text" error={error('/text')} maxLength={textMax} value={text} onText={setText} />
                <button type="submit" class="main" data-do="send-report" disabled={busy || text.trim() === ''}>
                    {t.send}
                </button>
            </form>
        </Dialog>
    );
}
