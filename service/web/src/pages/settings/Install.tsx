// SPDX-License-Identifier: AGPL-3.0-or-later
// Offers to install the page if the browser can and has not done so yet.
import type { JSX } from 'preact';
import { install, useCanInstall } from '../../lib/install';
import { texts } from '../../texts';
import { toast, toastError } from '../../ui/toast';

export function Install(): JSX.Element | null {
    const t = texts().push;
    if (!useCanInstall()) return null;
    const start = (): void => {
        install().then((done) => {
            if (done) toast(t.installed);
        }, toastError);
    };
    return (
        <p>
            <button type="button" data-do="install" onClick={start}>
                {t.installOffer}
            </button>
        </p>
    );
}
