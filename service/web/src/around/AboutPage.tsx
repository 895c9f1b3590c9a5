// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageProps } from '../router';
import { texts } from '../texts';
import { RuleNotes } from '../ui/RuleNote';
import type { Edition } from './new/draft';
import { Page } from './Page';

function Part({ id, title, children }: { id: string; title: string; children: ComponentChildren }): JSX.Element {
    return (
        <section id={id}>
            <h2>{title}</h2>
            {children}
        </section>
    );
}

export default function AboutPage(_: PageProps): JSX.Element {
    const t = texts();
    const about = t.around.about;
    useEffect(() => {
        document.getElementById(location.hash.slice(1))?.scrollIntoView();
    }, []);
    return (
        <Page title={about.title}>
            {about.what.map((text) => (
                <p key={text}>{text}</p>
            ))}
            <Part id="rules" title={about.editionsTitle}>
                <p>{about.editions}</p>
                <ul>
                    {(Object.keys(t.making.editions) as Edition[]).map((edition) => (
                        <li key={edition}>
                            <b>{t.making.editions[edition]}</b>: {t.rules.editions[edition]}
                        </li>
                    ))}
                </ul>
            </Part>
            <Part id="play" title={t.rules.title}>
                <RuleNotes />
            </Part>
            <Part id="fair" title={about.fairTitle}>
                <p>{about.fair}</p>
            </Part>
            <Part id="data" title={about.dataTitle}>
                <p>{about.data}</p>
                <p>{about.noScript}</p>
            </Part>
            <Part id="licence" title={about.licenceTitle}>
                <p>{about.licence}</p>
                <p>
                    <a href="/docs">{about.docs}</a> · <a href="/openapi.yaml">{about.openApi}</a> · <a href="/notices.txt">{about.notices}</a>
                </p>
            </Part>
            <Part id="names" title={about.marksTitle}>
                <p>{about.marks}</p>
            </Part>
        </Page>
    );
}
