// SPDX-License-Identifier: AGPL-3.0-or-later
// What pages around the game have in common: a heading, a title for the browser's tab, and a foot.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link } from '../router';
import { texts } from '../texts';

export function useTitle(title: string): void {
    useEffect(() => {
        document.title = title === texts().common.name ? title : `${title} – ${texts().common.name}`;
    }, [title]);
}

export function Page({ title, heading = title, wide = false, busy = false, children }: { title: string; heading?: ComponentChildren; wide?: boolean; busy?: boolean; children?: ComponentChildren }): JSX.Element {
    useTitle(title);
    const t = texts().around.foot;
    return (
        <>
            <main id="content" class={wide ? 'wide page' : 'narrow page'} aria-busy={busy}>
                {heading && <h1>{heading}</h1>}
                {children}
            </main>
            <footer class="foot">
                <Link href="/about">{t.about}</Link>
                <Link href="/about#fair">{t.fair}</Link>
                <Link href="/about#licence">{t.source}</Link>
            </footer>
        </>
    );
}
