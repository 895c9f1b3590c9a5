// SPDX-License-Identifier: AGPL-3.0-or-later
import { type ComponentType, h, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Problem } from '../../lib/api';
import { usePageTitle } from '../Page';
import { Link, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { FaultPage } from '../../ui/Fault';
import { lazy } from '../../ui/lazy';
import { SignInLink } from '../../ui/forms';
import { useEdges } from '../../ui/useEdges';

type Part = keyof ReturnType<typeof texts>['settings']['parts'];

const parts = new Map<Part, ComponentType>([
    ['look', lazy(() => import('./Look'))],
    ['account', lazy(() => import('./Account'))],
    ['mail', lazy(() => import('./Mail'))],
    ['calendar', lazy(() => import('./Calendar'))],
    ['push', lazy(() => import('./PushSwitch'))],
    ['chats', lazy(() => import('./Chats'))],
    ['webhooks', lazy(() => import('../../game/panels/settings/Webhooks'))],
    ['tokens', lazy(() => import('./Tokens'))],
    ['apps', lazy(() => import('./Apps'))],
    ['groups', lazy(() => import('./Groups'))],
]);
/** Parts stored in the browser, which need no account. */
const forAnybody: Part[] = ['look'];

/** Set after the first part: on a change of part the heading takes the focus, for users of screen readers. */
let cameBefore = false;

function Heading({ text }: { text: string }): JSX.Element {
    const heading = useRef<HTMLHeadingElement>(null);
    useEffect(() => {
        if (cameBefore) heading.current?.focus({ preventScroll: true });
        cameBefore = true;
    }, []);
    return (
        <h2 ref={heading} tabIndex={-1}>
            {text}
        </h2>
    );
}

export default function SettingsPage({ params }: PageProps): JSX.Element {
    const t = texts().settings;
    const me = useMe();
    const shown = (params.part ?? 'look') as Part;
    const row = useEdges<HTMLUListElement>(shown);
    usePageTitle(t.parts[shown] ?? t.title);
    const part = parts.get(shown);
    if (!part) return <FaultPage fault={new Problem(404, 'not-found', {}, null)} />;
    return (
        <main id="content" class="settings wide">
            <h1>{t.title}</h1>
            <nav aria-label={t.title}>
                <ul class="edges" ref={row}>
                    {[...parts.keys()].map((key) => (
                        <li key={key}>
                            <Link href={`/settings/${key}`} aria-current={key === shown ? 'page' : undefined}>
                                {t.parts[key]}
                            </Link>
                        </li>
                    ))}
                </ul>
            </nav>
            <section class="settings-part" data-part="settings">
                <Heading text={t.parts[shown]} />
                {me || forAnybody.includes(shown) ? (
                    h(part, {})
                ) : (
                    <>
                        <p>{t.signInFirst}</p>
                        <SignInLink label={t.signIn} />
                    </>
                )}
            </section>
        </main>
    );
}
