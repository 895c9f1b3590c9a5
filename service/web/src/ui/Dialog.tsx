// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts';

/** A modal dialog; the browser keeps the focus in it, closes it with Escape and gives the focus back. */
export function Dialog({ title, onClose, children, actions }: { title: string; onClose: () => void; children: ComponentChildren; actions?: ComponentChildren }): JSX.Element {
    const dialog = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        dialog.current?.showModal();
    }, []);
    return (
        <dialog ref={dialog} class="dialog" aria-labelledby="dialog-title" onClose={onClose}>
            <header>
                <h2 id="dialog-title">{title}</h2>
                <button type="button" class="plain" aria-label={texts().common.close} onClick={() => dialog.current?.close()}>
                    ×
                </button>
            </header>
            <div class="dialog-body">{children}</div>
            {actions && <footer>{actions}</footer>}
        </dialog>
    );
}
