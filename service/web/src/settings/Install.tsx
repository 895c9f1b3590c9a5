// SPDX-License-Identifier: AGPL-3.0-or-later
// Offers to install the page, where the browser can do that and has not done it yet.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { canInstall, install, installs } from '../install';
import { texts } from '../texts';
import { say, sayFault } from '../ui/notice';

export function Install(): JSX.Element | null {
    const t = texts().push;
    const [can, setCan] = useState(canInstall);
    useEffect(() => {
        const look = (): void => setCan(canInstall());
        installs.addEventListener('change', look);
        return () => installs.removeEventListener('change', look);
    }, []);
    if (!can) return null;
    const start = (): void => {
        install().then((done) => {
            if (done) say(t.installed);
        }, sayFault);
    };
    return (
        <p>
            <button type="button" data-do="install" onClick={start}>
                {t.installOffer}
            </button>
        </p>
    );
}
