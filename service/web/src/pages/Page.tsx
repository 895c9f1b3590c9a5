// SPDX-License-Identifier: AGPL-3.0-or-later
// Common to all pages except a game's: a heading, the document's title, and a footer.
import type { ComponentChildren, JSX } from 'preact';
import { Link } from '../lib/router';
import { texts } from '../texts';
import { useDocumentTitle } from '../ui/useDocumentTitle';

export function usePageTitle(title: string): void {
    useDocumentTitle(title === texts().common.name ? title : `${title} – ${texts().common.name}`);
}

export function Page({ title, heading = title, wide = false, full = false, busy = false, children }: { title: string; heading?: ComponentChildren; wide?: boolean; full?: boolean; busy?: boolean; children?: ComponentChildren }): JSX.Element {
    usePageTitle(title);
    const t = texts().around.foot;
    return (
        <>
            <main id="content" class={full ? 'full page' : wide ? 'wide page' : 'narrow page'} aria-busy={busy}>
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

