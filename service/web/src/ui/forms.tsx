// SPDX-License-Identifier: AGPL-3.0-or-later
// Shared by all forms: fetching, showing what could not be fetched, submitting, and reporting refusals.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, Problem } from '../lib/api';
import { signInPath } from '../lib/paths';
import { Link, useLocation } from '../lib/router';
import { useMe } from '../lib/session';
import { texts } from '../texts';
import { CopyField } from './CopyField';
import { faultText, toast, toastError } from './toast';

export interface Fetched<Value> {
    value: Value | undefined;
    fault: unknown;
    set: (value: Value) => void;
    reload: () => Promise<void>;
}

/** Fetches on the first render, when one of `of` changes, and on reload. */
export function useFetched<Value>(load: () => Promise<Value>, of: unknown[] = []): Fetched<Value> {
    const [value, setValue] = useState<Value>();
    const [fault, setFault] = useState<unknown>(null);
    const asked = useRef(0);
    const reload = async (): Promise<void> => {
        const mine = ++asked.current;
        try {
            const found = await load();
            if (mine !== asked.current) return;
            setValue(found);
            setFault(null);
        } catch (thrown) {
            if (mine === asked.current) setFault(thrown);
        }
    };
    const set = (next: Value): void => {
        // Responses to earlier requests are older than this value.
        asked.current++;
        setValue(next);
    };
    useEffect(() => {
        void reload();
        return () => {
            asked.current++;
        };
    }, of);
    return { value, fault, set, reload };
}

/** For a session opened by a link in a mail about a game: it can play, but not change the account. */
function Limited(): JSX.Element {
    const t = texts().common.limited;
    const email = useMe()?.email;
    const [sent, setSent] = useState(false);
    const mail = async (): Promise<void> => {
        try {
            if (email) await api.POST('/v1/sign-in', { body: { email } });
            setSent(true);
        } catch (fault) {
            toastError(fault);
        }
    };
    return (
        <div class="sheet limited">
            <h3>{t.title}</h3>
            <p>{t.why}</p>
            <p class="row">
                {email && (
                    <button type="button" class="main" data-do="mail-sign-in" disabled={sent} onClick={() => void mail()}>
                        {t.mail}
                    </button>
                )}
                <SignInLink label={t.token} />
            </p>
            <p aria-live="polite">{sent ? t.sent(email ?? '') : ''}</p>
        </div>
    );
}

export function SignInLink({ label }: { label: string }): JSX.Element {
    const { path } = useLocation();
    return (
        <Link class="button" href={signInPath(path)}>
            {label}
        </Link>
    );
}

/** Shows fetched data; until it arrives, a placeholder; if it fails, the reason. */
export function AsyncContent<Value>({ of, children }: { of: Fetched<Value>; children: (value: Value) => JSX.Element }): JSX.Element {
    const { value, fault, reload } = of;
    if (value !== undefined) return children(value);
    if (fault === null) return <div class="loading" aria-busy="true" />;
    if (fault instanceof Problem && fault.limited) return <Limited />;
    return (
        <div role="alert">
            <p>{faultText(fault)}</p>
            <button type="button" onClick={() => void reload()}>
                {texts().common.again}
            </button>
        </div>
    );
}

/** The fault of one member of the request body, in our words if there are some. */
function errorAt(fault: unknown, pointer: string): string | undefined {
    if (!(fault instanceof Problem)) return undefined;
    const found = fault.document.errors?.find((error) => error.pointer === pointer || error.pointer?.startsWith(`${pointer}/`));
    return found && ((texts().common.wrong as Record<string, string>)[pointer] ?? found.detail);
}

interface Submit {
    busy: boolean;
    /** Runs WORK; resolves to whether it succeeded. CONFLICT explains a 409. */
    run: (work: () => Promise<unknown>, conflict?: string) => Promise<boolean>;
    error: (pointer: string) => string | undefined;
}

/** A form's action. Faults of its `fields` are shown at the fields, others as a toast. */
export function useSubmit(fields: string[] = []): Submit {
    const [busy, setBusy] = useState(false);
    const [fault, setFault] = useState<unknown>(null);
    const run = async (work: () => Promise<unknown>, conflict?: string): Promise<boolean> => {
        setBusy(true);
        setFault(null);
        try {
            await work();
            return true;
        } catch (thrown) {
            setFault(thrown);
            if (thrown instanceof Problem && thrown.limited) toast(texts().common.limited.short, true);
            else if (thrown instanceof Problem && thrown.status === 409 && conflict) toast(conflict, true);
            else if (fields.every((pointer) => errorAt(thrown, pointer) === undefined)) toastError(thrown);
            return false;
        } finally {
            setBusy(false);
        }
    };
    return { busy, run, error: (pointer) => errorAt(fault, pointer) };
}

/** A text to copy, with an explanation. */
export function CopyBox({ label, text, help }: { label: string; text: string; help: string }): JSX.Element {
    return (
        <>
            <CopyField label={label} text={text} />
            <p class="quiet">{help}</p>
        </>
    );
}

/** Confirms something irreversible: the first press arms the button, the second runs the action. */
export function ConfirmButton({ label, sure, onDo, name, disabled }: { label: string; sure: string; onDo: () => void; name: string; disabled?: boolean }): JSX.Element {
    const [armed, setArmed] = useState<boolean | null>(null);
    const place = useRef<HTMLSpanElement>(null);
    useEffect(() => {
        // The pressed button is gone: move the focus to the one in its place.
        if (armed !== null) place.current?.querySelector('button')?.focus();
    }, [armed]);
    return (
        <span class="row twice" ref={place}>
            {armed ? (
                <>
                    <button type="button" key="sure" class="danger armed" data-do="confirm" disabled={disabled} onClick={onDo}>
                        {sure}
                    </button>
                    <button type="button" key="not" data-do="cancel" onClick={() => setArmed(false)}>
                        {texts().common.cancel}
                    </button>
                </>
            ) : (
                <button type="button" key="first" class="danger" data-do={name} disabled={disabled} onClick={() => setArmed(true)}>
                    {label}
                </button>
            )}
        </span>
    );
}
