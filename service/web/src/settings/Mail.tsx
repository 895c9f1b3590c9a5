// SPDX-License-Identifier: AGPL-3.0-or-later
// One's address, and what goes there.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, got } from '../api';
import { ConfirmForm } from '../around/ConfirmForm';
import type { components } from '../schema';
import { loadMe } from '../session';
import { moment, texts } from '../texts';
import { Check, Choice, Field } from '../ui/Field';
import { say } from '../ui/notice';
import { type Fetched, Loaded, Twice, useDoing, useFetched } from './use';

type Mailbox = components['schemas']['Mailbox'];
type Change = components['schemas']['MailboxChange'];

const load = async (): Promise<Mailbox> => await got(api.GET('/v1/me/mail'));

/** Stores a change and shows what there is now. */
function useChange(of: Fetched<Mailbox>, fields: string[] = []): { change: (change: Change) => Promise<boolean>; busy: boolean; error: (pointer: string) => string | undefined } {
    const { run, busy, error } = useDoing(fields);
    const change = (body: Change): Promise<boolean> => run(async () => of.set(await got(api.PATCH('/v1/me/mail', { body }))));
    return { change, busy, error };
}

function stateText({ address, confirmed, bounced }: Mailbox): string {
    const { state } = texts().settings.mail;
    if (address === null) return state.none;
    if (bounced) return state.bounced(moment(bounced.at), bounced.detail);
    return confirmed ? state.confirmed(address) : state.asked(address);
}

function Address({ box, of }: { box: Mailbox; of: Fetched<Mailbox> }): JSX.Element {
    const t = texts().settings.mail;
    const { change, busy, error } = useChange(of, ['/address']);
    const [typed, setTyped] = useState(box.address ?? '');
    const waits = box.address !== null && !box.confirmed;
    const save = async (address: string | null): Promise<void> => {
        if (await change({ address })) await loadMe().catch(() => undefined);
    };
    const submit = (event: SubmitEvent): void => {
        event.preventDefault();
        void save(typed.trim());
    };
    const giveUp = (): void => {
        setTyped('');
        void save(null);
    };
    return (
        <section class="sheet">
            <p role="status" class={box.bounced ? 'bad' : undefined}>
                {stateText(box)}
            </p>
            <form noValidate onSubmit={submit}>
                <Field label={t.address} help={t.addressHelp} error={error('/address')} type="email" name="address" autocomplete="email" required value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
                <div class="row">
                    <button type="submit" class="main" data-do="save-address" disabled={busy || typed.trim() === ''}>
                        {waits && typed.trim() === box.address ? t.askAgain : t.saveAddress}
                    </button>
                    {box.address !== null && <Twice name="give-up" label={t.giveUp} sure={t.giveUpSure} disabled={busy} onDo={giveUp} />}
                </div>
            </form>
        </section>
    );
}

const switches = { reminders: 'reminders', game_over: 'gameOver', invitations: 'invitations', talk: 'talk' } as const;

function What({ box, of, zone }: { box: Mailbox; of: Fetched<Mailbox>; zone: string }): JSX.Element {
    const t = texts().settings.mail;
    const { change, busy } = useChange(of);
    const nothing = box.mode === 'off' && !box.reminders && !box.game_over && !box.invitations && !box.talk;
    const set = async (body: Change, said = t.saved): Promise<void> => {
        // A switch shows at once where it has been put, and goes back where that was refused.
        of.set({ ...box, ...body });
        if (await change(body)) say(said);
        else of.set(box);
    };
    return (
        <section class="sheet">
            <h3>{t.what}</h3>
            <Choice label={t.mode} value={box.mode} options={Object.entries(t.modes) as [Mailbox['mode'], string][]} onChoose={(mode) => void set({ mode })} />
            {box.mode === 'daily' && <Field label={t.dailyAt} help={t.dailyHelp(zone)} type="time" name="daily_at" required value={box.daily_at} onChange={(event) => event.currentTarget.value && void set({ daily_at: event.currentTarget.value })} />}
            {Object.entries(switches).map(([key, name]) => (
                <Check key={key} label={t[name]} help={key === 'reminders' ? t.remindersHelp : undefined} checked={box[key as keyof typeof switches]} onChange={(on) => void set({ [key]: on })} />
            ))}
            <p class="row">
                <button type="button" data-do="unsubscribe" disabled={busy || nothing} onClick={() => void set({ mode: 'off', reminders: false, game_over: false, invitations: false, talk: false }, t.stopped)}>
                    {t.stop}
                </button>
            </p>
            <p class="quiet">{t.stopHelp}</p>
        </section>
    );
}

export default function Mail(): JSX.Element {
    const box = useFetched(load);
    const calendar = useFetched(async () => await got(api.GET('/v1/me/calendar')));
    return (
        <Loaded of={box}>
            {(value) => (
                <div class="settings-stack">
                    {value.address !== null && !value.confirmed && !value.bounced && <ConfirmForm lead={texts().settings.mail.confirmLead} onConfirmed={() => void box.reload()} />}
                    <Address box={value} of={box} />
                    <What box={value} of={box} zone={calendar.value?.zone ?? 'UTC'} />
                </div>
            )}
        </Loaded>
    );
}
