// SPDX-License-Identifier: AGPL-3.0-or-later
// What the page has to say in passing: at the lower edge, read out, gone after a while or by a tap.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LostNetwork, Problem } from '../api';
import { texts } from '../texts';

interface Said {
    id: number;
    text: string;
    bad: boolean;
}

const shownFor = 9000;
let last = 0;
let shown: Said[] = [];
const changed = new EventTarget();

function set(next: Said[]): void {
    shown = next;
    changed.dispatchEvent(new globalThis.Event('change'));
}

export function say(text: string, bad = false): void {
    const said = { id: ++last, text, bad };
    set([...shown.filter((other) => other.text !== text), said].slice(-3));
    setTimeout(() => set(shown.filter((other) => other.id !== said.id)), shownFor);
}

/** A fault in plain words. Refused moves are put in words by the rule they break. */
export function faultText(fault: unknown): string {
    if (fault instanceof LostNetwork) return texts().common.lostNetwork;
    if (!(fault instanceof Problem)) return texts().common.failed;
    if (fault.status === 429) return texts().common.tooMany(fault.retryAfter ?? 1);
    const { reason, rule, detail, errors } = fault.document;
    const known = reason === undefined ? undefined : (texts().reasons as Record<string, string>)[reason];
    if (known) return rule ? `${known} (${rule})` : known;
    return [detail ?? fault.message, ...(errors ?? []).map((error) => error.detail)].filter((text, i, all) => all.indexOf(text) === i).join(' ');
}

export function sayFault(fault: unknown): void {
    if (!(fault instanceof Problem) && !(fault instanceof LostNetwork)) console.error(fault);
    say(faultText(fault), true);
}

export function Notices(): JSX.Element {
    const [, again] = useState(0);
    useEffect(() => {
        const redraw = (): void => again((n) => n + 1);
        changed.addEventListener('change', redraw);
        return () => changed.removeEventListener('change', redraw);
    }, []);
    return (
        <div class="notices" role="status" aria-live="polite">
            {shown.map(({ id, text, bad }) => (
                <button type="button" key={id} class={bad ? 'notice bad' : 'notice'} onClick={() => set(shown.filter((other) => other.id !== id))}>
                    {text}
                </button>
            ))}
        </div>
    );
}
