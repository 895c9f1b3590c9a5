// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link, type PageProps } from '../../lib/router';
import { texts } from '../../texts';
import type { Edition } from '../../types';
import { Page } from '../Page';

function AboutSection({ id, title, children }: { id: string; title: string; children: ComponentChildren }): JSX.Element {
    return (
        <section id={id}>
            <h2>{title}</h2>
            {children}
        </section>
    );
}

export default function AboutPage(_: PageProps): JSX.Element {
    const t = texts();
    const about = t.making.about;
    useEffect(() => {
        document.getElementById(location.hash.slice(1))?.scrollIntoView();
    }, []);
    return (
        <Page title={about.title}>
            {about.what.map((text) => (
                <p key={text}>{text}</p>
            ))}
            <AboutSection id="rules" title={about.editionsTitle}>
                <p>{about.editions}</p>
                <ul>
                    {(Object.keys(t.making.editions) as Edition[]).map((edition) => (
                        <li key={edition}>
                            <b>{t.making.editions[edition]}</b>: {t.rules.editions[edition]}
                        </li>
                    ))}
                </ul>
                <p>
                    <Link href="/how-to-play">{t.around.nav.rules}</Link>
                </p>
            </AboutSection>
            <AboutSection id="fair" title={about.fairTitle}>
                <p>{about.fair}</p>
            </AboutSection>
            <AboutSection id="data" title={about.dataTitle}>
                <p>{about.data}</p>
                <p>{about.noScript}</p>
            </AboutSection>
            <AboutSection id="licence" title={about.licenceTitle}>
                <p>{about.licence}</p>
                <p>
                    <a href="/docs">{about.docs}</a> · <a href="/openapi.yaml">{about.openApi}</a> · <a href="/notices.txt">{about.notices}</a>
                </p>
            </AboutSection>
            <AboutSection id="names" title={about.marksTitle}>
                <p>{about.marks}</p>
            </AboutSection>
        </Page>
    );
}
