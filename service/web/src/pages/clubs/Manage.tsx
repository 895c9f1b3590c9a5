// SPDX-License-Identifier: AGPL-3.0-or-later
// For organisers: the channel that follows a club's games; for its owner also what it says about itself, and its end.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { hasCode } from '../../lib/faults';
import { navigate } from '../../lib/router';
import { texts } from '../../texts';
import { Choice, Field } from '../../ui/Field';
import { AsyncContent, ConfirmButton, useFetched, useSubmit } from '../../ui/forms';
import { toastError } from '../../ui/toast';
import { ClubForm } from './ClubForm';
import type { Channel, Club } from './club';

const hooks = ['discord_webhook', 'slack_webhook', 'mattermost_webhook', 'rocketchat_webhook'] as const;
type Hook = (typeof hooks)[number];
const hookNames: Record<Hook, string> = { discord_webhook: 'Discord', slack_webhook: 'Slack', mattermost_webhook: 'Mattermost', rocketchat_webhook: 'Rocket.Chat' };

async function loadChannel(id: string): Promise<{ channel: Channel | null }> {
    try {
        return { channel: await unwrap(api.GET('/v1/clubs/{id}/channel', { params: { path: { id } } })) };
    } catch (fault) {
        if (hasCode(fault, 'not-found')) return { channel: null };
        throw fault;
    }
}

function NewChannel({ id, onDone }: { id: string; onDone: () => void }): JSX.Element {
    const t = texts().clubs;
    const [kind, setKind] = useState<Hook>('discord_webhook');
    const [url, setUrl] = useState('');
    const { busy, run, error } = useSubmit(['/url']);
    const send = (event: Event): void => {
        event.preventDefault();
        void run(() => api.PUT('/v1/clubs/{id}/channel', { params: { path: { id } }, body: { kind, url: url.trim() } as never })).then((done) => done && onDone());
    };
    return (
        <form data-part="club-channel" onSubmit={send}>
            <div class="columns">
                <Choice label={t.channelKind} value={kind} options={hooks.map((hook) => [hook, hookNames[hook]])} onChoose={setKind} />
                <Field label={t.channelUrl} name="url" type="url" required value={url} error={error('/url')} onInput={(event) => setUrl(event.currentTarget.value)} />
            </div>
            <button type="submit" data-do="set-channel" disabled={busy}>
                {t.channelSet}
            </button>
        </form>
    );
}

function ChannelPart({ id }: { id: string }): JSX.Element {
    const t = texts().clubs;
    const found = useFetched(() => loadChannel(id), [id]);
    const { busy, run } = useSubmit();
    const end = (): void => void run(() => api.DELETE('/v1/clubs/{id}/channel', { params: { path: { id } } })).then((done) => done && void found.reload());
    return (
        <section class="sheet">
            <h2>{t.channel}</h2>
            <p class="quiet">{t.channelLead}</p>
            <AsyncContent of={found}>
                {({ channel }) =>
                    channel ? (
                        <p class="row">
                            <b data-part="channel-kind">{hookNames[channel.kind as Hook] ?? channel.kind}</b>
                            <ConfirmButton name="end-channel" label={t.channelEnd} sure={t.channelEndSure} disabled={busy} onDo={end} />
                        </p>
                    ) : (
                        <NewChannel id={id} onDone={() => void found.reload()} />
                    )
                }
            </AsyncContent>
        </section>
    );
}

export function Manage({ club, onDone }: { club: Club; onDone: (club: Club) => void }): JSX.Element {
    const t = texts().clubs;
    const params = { path: { id: club.id } };
    const end = (): void => void api.DELETE('/v1/clubs/{id}', { params }).then(() => navigate('/clubs'), toastError);
    return (
        <>
            <ChannelPart id={club.id} />
            {club.role === 'owner' && (
                <section class="sheet">
                    <h2>{t.change}</h2>
                    <ClubForm of={club} label={t.save} send={async (body) => onDone(await unwrap(api.PATCH('/v1/clubs/{id}', { params, body })))} />
                    <p>
                        <ConfirmButton name="delete-club" label={t.end} sure={t.endSure} onDo={end} />
                    </p>
                </section>
            )}
        </>
    );
}
