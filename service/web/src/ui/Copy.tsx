// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { texts } from '../texts';

/** A text to take along. Where the browser lets nobody write to the clipboard, it is marked for copying. */
export function Copy({ label, text }: { label: string; text: string }): JSX.Element {
    const id = useId();
    const input = useRef<HTMLInputElement>(null);
    const [copied, setCopied] = useState(false);
    const copy = async (): Promise<void> => {
        input.current?.select();
        // The clipboard is there only where the page came by https.
        await (navigator.clipboard as Clipboard | undefined)?.writeText(text).then(() => setCopied(true)).catch(() => undefined);
    };
    return (
        <div class="copy">
            <label for={id}>{label}</label>
            <input id={id} ref={input} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
            <button type="button" onClick={() => void copy()}>
                <span aria-live="polite">{copied ? texts().common.copied : texts().common.copy}</span>
            </button>
        </div>
    );
}
