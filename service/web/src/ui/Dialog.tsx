// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts';

/** Outside the box, on the backdrop. */
function outside({ target, currentTarget, clientX, clientY }: MouseEvent & { currentTarget: HTMLDialogElement }): boolean {
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
    return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/** A modal dialog. One without actions is also closed by a tap outside. The browser keeps the focus inside, closes it
 * on Escape and restores the focus. */
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
