// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import HowToPlay from '../../game/coach/HowToPlay';
import { loadRules } from '../../lib/rules';
import { Link, type PageProps } from '../../lib/router';
import { texts } from '../../texts';
import { lazy } from '../../ui/lazy';
import { GuidedButton } from '../newGame/GuidedButton';
import { stepped } from '../lessons/lesson';
import { Page } from '../Page';

function Rules(): JSX.Element {
    const t = texts().learning.topics;
    return (
        <>
            <p class="row">
                <GuidedButton game="base" look="main">
                    {t.guided}
                </GuidedButton>
                <span class="quiet">{t.guidedHelp}</span>
            </p>
            <p class="row">
                {stepped.map((lesson) => (
                    <Link key={lesson} class="button" href={`/lessons/${lesson}`}>
                        {texts().lessons.names[lesson]}
                    </Link>
                ))}
                <Link href="/lessons">{texts().lessons.title}</Link>
            </p>
            <HowToPlay />
            <p>
                <Link href="/openings">{texts().game.openings}</Link>
            </p>
        </>
    );
}

/** The costs are loaded when the page is first shown. */
const Loaded = lazy(async () => {
    await loadRules();
    return { default: Rules };
});

export default function HowToPlayPage(_: PageProps): JSX.Element {
    return (
        <Page title={texts().around.nav.rules}>
            <Loaded />
        </Page>
    );
}
