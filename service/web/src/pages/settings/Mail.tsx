// SPDX-License-Identifier: AGPL-3.0-or-later
// The reader's email address, and what is sent to it.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { ConfirmForm } from '../signIn/ConfirmForm';
import type { components } from '../../schema';
import { changeMe, loadMe, useMe } from '../../lib/session';
import { type Language, language, languages, moment, texts } from '../../texts';
import { Check, Choice, Field } from '../../ui/Field';
import { toast, toastError } from '../../ui/toast';
import { type Fetched, AsyncContent, ConfirmButton, useSubmit, useFetched } from '../../ui/forms';

type Mailbox = components['schemas']['Mailbox'];
type Change = components['schemas']['MailboxChange'];

const load = async (): Promise<Mailbox> => await unwrap(api.GET('/v1/me/mail'));

/** Saves a change and shows the result. */
function useChange(of: Fetched<Mailbox>, fields: string[] = []): { change: (change: Change) => Promise<boolean>; busy: boolean; error: (pointer: string) => string | undefined } {
    const { run, busy, error } = useSubmit(fields);
    const change = (body: Change): Promise<boolean> => run(async () => of.set(await unwrap(api.PATCH('/v1/me/mail', { body }))));
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
    // Saving the same address again sends a new confirmation, if it was not confirmed or mail has bounced.
    const asks = box.address !== null && (!box.confirmed || box.bounced !== null);
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
                        {asks && typed.trim() === box.address ? t.askAgain : t.saveAddress}
                    </button>
                    {box.address !== null && <ConfirmButton name="give-up" label={t.giveUp} sure={t.giveUpSure} disabled={busy} onDo={giveUp} />}
                </div>
            </form>
        </section>
    );
}

const switches = { reminders: 'reminders', game_over: 'gameOver', invitations: 'invitations', talk: 'talk', offers: 'offers', even_if_looked: 'evenIfLooked' } as const;
/** The switches with a help text. */
const helped = { reminders: 'remindersHelp', even_if_looked: 'evenIfLookedHelp' } as const;

/** Changes in quick succession are saved one after the other; each is shown at once. */
function useSwitches(box: Mailbox, of: Fetched<Mailbox>): { shown: Mailbox; set: (body: Change, said: string) => void } {
    const { change } = useChange(of);
    const last = useRef<Promise<unknown>>(Promise.resolve());
    const [pending, setPending] = useState<Change[]>([]);
    const store = async (body: Change, said: string): Promise<void> => {
        if (await change(body)) toast(said);
        setPending((waiting) => waiting.filter((other) => other !== body));
    };
    const set = (body: Change, said: string): void => {
        setPending((waiting) => [...waiting, body]);
        last.current = last.current.then(() => store(body, said));
    };
    return { shown: Object.assign({}, box, ...pending), set };
}

/** The language of mails: the account's. */
function Letters(): JSX.Element {
    const t = texts().settings.mail;
    const me = useMe();
    const change = (wanted: Language): void => {
        changeMe({ language: wanted }).then(() => toast(t.saved), toastError);
    };
    return <Choice label={t.language} value={me?.language ?? language()} options={Object.entries(languages) as [Language, string][]} onChoose={change} />;
}

const nothing: Change = { mode: 'off', reminders: false, game_over: false, invitations: false, talk: false, offers: false };

function What({ box, of, zone }: { box: Mailbox; of: Fetched<Mailbox>; zone: string }): JSX.Element {
    const t = texts().settings.mail;
    const { shown, set } = useSwitches(box, of);
    const isNothing = Object.entries(nothing).every(([key, value]) => shown[key as keyof Mailbox] === value);
    return (
        <section class="sheet">
            <h3>{t.what}</h3>
            <Choice label={t.mode} value={shown.mode} options={Object.entries(t.modes) as [Mailbox['mode'], string][]} onChoose={(mode) => set({ mode }, t.saved)} />
            {shown.mode === 'daily' && <Field label={t.dailyAt} help={t.dailyHelp(zone)} type="time" name="daily_at" required value={shown.daily_at} onChange={(event) => event.currentTarget.value && set({ daily_at: event.currentTarget.value }, t.saved)} />}
            <Letters />
            {Object.entries(switches).map(([key, name]) => (
                <Check key={key} label={t[name]} help={key in helped ? t[helped[key as keyof typeof helped]] : undefined} checked={shown[key as keyof typeof switches]} onChange={(on) => set({ [key]: on }, t.saved)} />
            ))}
            <p class="row">
                <button type="button" data-do="unsubscribe" disabled={isNothing} onClick={() => set(nothing, t.stopped)}>
                    {t.stop}
                </button>
            </p>
            <p class="quiet">{t.stopHelp}</p>
        </section>
    );
}

export default function Mail(): JSX.Element {
    const box = useFetched(load);
    const calendar = useFetched(async () => await unwrap(api.GET('/v1/me/calendar')));
    return (
        <AsyncContent of={box}>
            {(value) => (
                <div class="settings-stack">
                    {value.address !== null && !value.confirmed && !value.bounced && <ConfirmForm lead={texts().settings.mail.confirmLead} onConfirmed={() => void box.reload()} />}
                    <Address box={value} of={box} />
                    <What box={value} of={box} zone={calendar.value?.zone ?? 'UTC'} />
                </div>
            )}
        </AsyncContent>
    );
}
