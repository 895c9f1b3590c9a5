// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts';

/** Beside the box, on what the dialog dims. */
function outside({ target, currentTarget, clientX, clientY }: MouseEvent & { currentTarget: HTMLDialogElement }): boolean {
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
    return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/** A modal dialog; what only tells something is closed by a tap beside it, too; the browser keeps the focus in it, closes it with Escape and gives the focus back. */
export function Dialog({ title, onClose, children, actions }: { title: string; onClose: () => void; children: ComponentChildren; actions?: ComponentChildren }): JSX.Element {
    const dialog = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        dialog.current?.showModal();
    }, []);
    return (
        <dialog ref={dialog} class="dialog" aria-labelledby="dialog-title" onClose={onClose} onClick={(event) => !actions && outside(event) && dialog.current?.close()}>
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
