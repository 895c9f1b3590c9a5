// SPDX-License-Identifier: AGPL-3.0-or-later
// Toasts: short messages at the lower edge, read out, gone after a while or on a tap.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { LostNetwork, Problem } from '../lib/api';
import { translated } from '../lib/translated';
import { type Texts, texts } from '../texts';

interface Toast {
    id: number;
    text: string;
    bad: boolean;
}

const shownFor = 9000;
let last = 0;
const shown = signal<Toast[]>([]);

const remove = (id: number): void => {
    shown.value = shown.value.filter((other) => other.id !== id);
};

export function toast(text: string, bad = false): void {
    const said = { id: ++last, text, bad };
    shown.value = [...shown.value.filter((other) => other.text !== text), said].slice(-3);
    setTimeout(() => remove(said.id), shownFor);
}

/** A detail from the server in the reader's language, if there is a text for it. */
const detailText = (detail: string): string | undefined => translated(texts().reasons.details, detail);

const sentenceOf = (detail: string): string => `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${/[.!?]$/.test(detail) ? '' : '.'}`;

/** A detail from the server as a sentence. */
export const faultDetail = (detail: string): string => detailText(detail) ?? sentenceOf(detail);

/** Why a move is refused, by its code and the rule behind it. */
function reasonText(reason: string, rule?: string | null): string | undefined {
    const t = texts().reasons;
    const known = (t.moves as Record<string, string>)[reason];
    return known && (rule ? `${known} (${t.rule(rule)})` : known);
}

/** A fault as text. Refused moves are explained by the rule they break. */
export function faultText(fault: unknown): string {
    if (fault instanceof LostNetwork) return texts().common.lostNetwork;
    if (!(fault instanceof Problem)) return texts().common.failed;
    if (fault.code === 'rate-limited') return texts().common.tooMany(fault.retryAfter ?? 1);
    const t = (texts() as Partial<Texts>).reasons;
    // A fault that the page found itself can come before these texts are loaded.
    if (!t) return texts().common.failed;
    const { reason, rule, detail, errors } = fault.document;
    const known = reason === undefined ? undefined : reasonText(reason, rule);
    if (known) return known;
    const details = [detail, ...(errors ?? []).map((error) => error.detail)].filter((text): text is string => Boolean(text)).filter((text, i, all) => all.indexOf(text) === i);
    const told = details.map((text) => detailText(text) ?? (t.details.length === 0 || fault.status === 422 ? sentenceOf(text) : '')).filter((text) => text !== '');
    if (fault.code === 'stale') return t.problems.stale ?? fault.message;
    return told.join(' ') || (t.problems[fault.code] ?? fault.message);
}

export function toastError(fault: unknown): void {
    if (!(fault instanceof Problem) && !(fault instanceof LostNetwork)) console.error(fault);
    toast(faultText(fault), true);
}

export function Toasts(): JSX.Element {
    return (
        <div class="notices" role="status" aria-live="polite">
            {shown.value.map(({ id, text, bad }) => (
                <button type="button" key={id} class={bad ? 'notice bad' : 'notice'} data-part="toast" onClick={() => remove(id)}>
                    {text}
                </button>
            ))}
        </div>
    );
}
