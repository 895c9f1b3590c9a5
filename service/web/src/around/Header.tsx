// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { Link } from '../router';
import { useMe } from '../session';
import { texts } from '../texts';

export function Header(): JSX.Element {
    const me = useMe();
    return (
        <header class="top">
            <Link href="/" class="brand">
                {texts().common.name}
            </Link>
            {me && <Link href="/settings">{me.name}</Link>}
        </header>
    );
}
