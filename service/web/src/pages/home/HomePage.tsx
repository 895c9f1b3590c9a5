// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { withParts } from '../../lib/parts';
import { Link, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { toastError } from '../../ui/toast';
import { firstDraft, startGame } from '../newGame/start';
import { lazy } from '../../ui/lazy';
import { Page } from '../Page';
import { Hero } from './Hero';

/** Starts a game with one click. */
function PlayNow(): JSX.Element {
    const t = texts().home;
    const [busy, setBusy] = useState(false);
    const play = (): void => {
        setBusy(true);
        // Loads what comes next while the server creates the game.
        void withParts(['game'], () => import('../../game/screen/GameScreen'))();
        startGame(firstDraft()).catch((fault: unknown) => {
            toastError(fault);
            setBusy(false);
        });
    };
    return (
        <button type="button" class="main" data-do="play-now" disabled={busy} onClick={play}>
            {t.play}
        </button>
    );
}

function Welcome(): JSX.Element {
    const { around: t, home } = texts();
    return (
        <Page title={texts().common.name} heading={null} full>
            <div class="welcome">
                <div class="welcome-words">
                    <h1>{home.lead}</h1>
                    <p class="welcome-lead">{home.what}</p>
                    <p class="row">
                        <PlayNow />
                        <Link class="button" href="/lobby">
                            {home.watch}
                        </Link>
                        <Link class="button" href="/how-to-play">
                            {t.nav.rules}
                        </Link>
                    </p>
                    <p class="quiet">
                        {home.playHelp} <Link href="/sign-in">{home.start}</Link>
                    </p>
                </div>
                <Hero />
            </div>
            <ul class="welcome-points wide">
                {home.points.map(({ title, text }) => (
                    <li key={title}>
                        <h2>{title}</h2>
                        <p>{text}</p>
                    </li>
                ))}
            </ul>
        </Page>
    );
}

/** Visitors without games do not load the code for them. */
const MyGamesPage = lazy(withParts(['making'], () => import('./MyGamesPage')), () => <Page title={texts().home.title} wide busy />);

export default function HomePage({ query }: PageProps): JSX.Element {
    const me = useMe();
    return me ? <MyGamesPage me={me} tag={query.get('tag') ?? ''} /> : <Welcome />;
}
