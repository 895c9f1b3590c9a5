// SPDX-License-Identifier: AGPL-3.0-or-later
// Webhooks: all of the reader's, or those for one game.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../../lib/api';
import { Link } from '../../../lib/router';
import type { components } from '../../../schema';
import { moment, texts } from '../../../texts';
import { Field } from '../../../ui/Field';
import { Deliveries } from './Deliveries';
import { CheckboxGroup } from '../../../ui/CheckboxGroup';
import { CopyBox, type Fetched, AsyncContent, ConfirmButton, useSubmit, useFetched } from '../../../ui/forms';

type Webhook = components['schemas']['WebhookListed'];
type EventName = components['schemas']['WebhookEvent'];

const allEvents: EventName[] = ['game.turn', 'game.reminder', 'game.started', 'game.over', 'game.event', 'game.talk', 'account.news'];
const usual: EventName[] = ['game.turn', 'game.reminder', 'game.started', 'game.over'];

const load = async (game: string | null): Promise<Webhook[]> => {
    const found = game === null ? await unwrap(api.GET('/v1/me/webhooks')) : await unwrap(api.GET('/v1/games/{id}/webhooks', { params: { path: { id: game } } }));
    return found.items;
};

/** Address and kinds of messages, for a new webhook or a changed one. */
function HookForm({ hook, label, onSave, onCancel }: { hook: Webhook | null; label: string; onSave: (body: { url: string; events: EventName[] }) => Promise<void>; onCancel?: () => void }): JSX.Element {
    const t = texts().settings.webhooks;
    const { run, busy, error } = useSubmit(['/url', '/events']);
    const [url, setUrl] = useState(hook?.url ?? '');
    const [events, setEvents] = useState<EventName[]>(hook?.events ?? usual);
    const submit = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        if ((await run(() => onSave({ url: url.trim(), events }), t.tooMany)) && !hook) setUrl('');
    };
    return (
        <form noValidate onSubmit={(event) => void submit(event)}>
            <Field label={t.url} help={t.urlHelp} error={error('/url')} type="url" name="url" required maxLength={1000} placeholder="https://" value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
            <CheckboxGroup label={t.events} options={allEvents.map((name) => [name, t.eventNames[name]])} chosen={events} error={events.length === 0 ? t.needEvent : error('/events')} onChange={setEvents} />
            <div class="row">
                <button type="submit" class="main" data-do={hook ? 'save-webhook' : 'create-webhook'} disabled={busy || url.trim() === '' || events.length === 0}>
                    {label}
                </button>
                {onCancel && (
                    <button type="button" onClick={onCancel}>
                        {texts().common.cancel}
                    </button>
                )}
            </div>
        </form>
    );
}

function stateText({ enabled, disabled_why, failing_since, last_success_at }: Webhook): string {
    const t = texts().settings.webhooks.state;
    if (!enabled) return disabled_why ? t.broken(disabled_why) : t.off;
    if (failing_since) return t.failing(moment(failing_since));
    return `${t.on}. ${last_success_at ? t.success(moment(last_success_at)) : t.unused}.`;
}

interface HookProps {
    hook: Webhook;
    of: Fetched<Webhook[]>;
    onSecret: (secret: string) => void;
    /** Set if it is clear which game is meant. */
    inGame: boolean;
}

function HookButtons({ hook, of, onSecret, shown, setShown, onChange }: HookProps & { shown: number; setShown: (shown: number) => void; onChange: () => void }): JSX.Element {
    const t = texts().settings.webhooks;
    const { run, busy } = useSubmit();
    const params = { path: { webhook_id: hook.id } };
    const put = (next: Webhook): void => of.set((of.value ?? []).map((other) => (other.id === next.id ? next : other)));
    const test = (): void =>
        void run(async () => {
            await api.POST('/v1/webhooks/{webhook_id}/test', { params });
            setShown(shown + 1);
        }, t.underWay);
    const rotate = (): void =>
        void run(async () => {
            const { secret, ...next } = await unwrap(api.POST('/v1/webhooks/{webhook_id}/secret', { params }));
            put(next as Webhook);
            onSecret(secret);
        });
    const toggle = (): void => void run(async () => put(await unwrap(api.PATCH('/v1/webhooks/{webhook_id}', { params, body: { enabled: !hook.enabled } }))));
    const remove = (): void =>
        void run(async () => {
            await api.DELETE('/v1/webhooks/{webhook_id}', { params });
            of.set((of.value ?? []).filter(({ id }) => id !== hook.id));
        });
    return (
        <div class="row">
            <button type="button" data-do="test-webhook" disabled={busy || !hook.enabled} onClick={test}>
                {t.test}
            </button>
            <button type="button" data-do="deliveries" aria-expanded={shown > 0} onClick={() => setShown(shown > 0 ? 0 : 1)}>
                {shown > 0 ? t.hideDeliveries : t.deliveries}
            </button>
            <button type="button" data-do="change-webhook" onClick={onChange}>
                {t.change}
            </button>
            <button type="button" data-do="toggle-webhook" disabled={busy} onClick={toggle}>
                {hook.enabled ? t.switchOff : t.switchOn}
            </button>
            <ConfirmButton name="rotate" label={t.rotate} sure={t.rotateSure} disabled={busy} onDo={rotate} />
            <ConfirmButton name="delete-webhook" label={t.remove} sure={t.removeSure} disabled={busy} onDo={remove} />
        </div>
    );
}

function Hook(props: HookProps): JSX.Element {
    const { hook, of, inGame } = props;
    const t = texts().settings.webhooks;
    const [changing, setChanging] = useState(false);
    // Counts requests to show deliveries, so that a test fetches them again.
    const [shown, setShown] = useState(0);
    const params = { path: { webhook_id: hook.id } };
    const reload = async (): Promise<void> => {
        const next = await unwrap(api.GET('/v1/webhooks/{webhook_id}', { params }));
        of.set((of.value ?? []).map((other) => (other.id === next.id ? next : other)));
    };
    const save = async (body: { url: string; events: EventName[] }): Promise<void> => {
        const next = await unwrap(api.PATCH('/v1/webhooks/{webhook_id}', { params, body }));
        of.set((of.value ?? []).map((other) => (other.id === next.id ? next : other)));
        setChanging(false);
    };
    return (
        <li class="sheet" data-webhook={hook.id}>
            <p>
                <b class="url">{hook.url}</b>
            </p>
            <p class={hook.failing_since || (!hook.enabled && hook.disabled_why) ? 'bad' : 'quiet'} data-part="state">
                {stateText(hook)} {hook.old_secret_until && Date.parse(hook.old_secret_until) > Date.now() && t.oldSecret(moment(hook.old_secret_until))}
            </p>
            <p class="quiet">
                {hook.events.map((name) => t.eventNames[name]).join(' · ')}
                {hook.game && !inGame && (
                    <>
                        {' · '}
                        {t.ofGame} (<Link href={`/games/${hook.game}`}>{t.toGame}</Link>)
                    </>
                )}
            </p>
            {changing ? <HookForm hook={hook} label={texts().common.save} onSave={save} onCancel={() => setChanging(false)} /> : <HookButtons {...props} shown={shown} setShown={setShown} onChange={() => setChanging(true)} />}
            {shown > 0 && <Deliveries key={shown} webhook={hook.id} onEnd={() => void reload().catch(() => undefined)} />}
        </li>
    );
}

/** Webhooks for all games of the reader (and for single ones), or for one game. */
export function WebhookList({ game }: { game: string | null }): JSX.Element {
    const t = texts().settings.webhooks;
    const hooks = useFetched(() => load(game), [game]);
    const [secret, setSecret] = useState('');
    const create = async (body: { url: string; events: EventName[] }): Promise<void> => {
        const made = game === null ? await unwrap(api.POST('/v1/me/webhooks', { body })) : await unwrap(api.POST('/v1/games/{id}/webhooks', { params: { path: { id: game } }, body }));
        setSecret(made.secret);
        await hooks.reload();
    };
    return (
        <AsyncContent of={hooks}>
            {(value) => (
                <div class="settings-stack">
                    <p>{game === null ? t.why : t.whyGame}</p>
                    <div aria-live="polite">{secret && <CopyBox label={t.secret} text={secret} help={t.secretHelp} />}</div>
                    {value.length === 0 && <p class="quiet">{t.none}</p>}
                    <ul class="settings-stack hook-list">
                        {value.map((hook) => (
                            <Hook key={hook.id} hook={hook} of={hooks} onSecret={setSecret} inGame={game !== null} />
                        ))}
                    </ul>
                    <details class="sheet" open={value.length === 0 && game === null}>
                        <summary>{t.add}</summary>
                        <HookForm hook={null} label={t.create} onSave={create} />
                    </details>
                </div>
            )}
        </AsyncContent>
    );
}

export default function Webhooks(): JSX.Element {
    return <WebhookList game={null} />;
}
