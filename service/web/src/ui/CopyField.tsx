// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { copyText } from '../lib/clipboard';
import { texts } from '../texts';

/** A text to copy. If the browser gives no access to the clipboard, the text is selected for copying. */
export function CopyField({ label, text }: { label: string; text: string }): JSX.Element {
    const id = useId();
    const input = useRef<HTMLInputElement>(null);
    const [copied, setCopied] = useState(false);
    const copy = async (): Promise<void> => {
        input.current?.select();
        await copyText(text).then(() => setCopied(true), () => undefined);
        // Copied or not, it stays selected.
        input.current?.select();
    };
    return (
        <div class="copy" data-part="copy">
            <label for={id}>{label}</label>
            <input id={id} ref={input} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
            <button type="button" onClick={() => void copy()}>
                <span aria-live="polite">{copied ? texts().common.copied : texts().common.copy}</span>
            </button>
        </div>
    );
}
