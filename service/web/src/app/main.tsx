// SPDX-License-Identifier: AGPL-3.0-or-later
import { Component, render, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AppHeader } from './AppHeader';
import { startBackground } from './background';
import '../lib/install';
import { askEarly } from '../game/state/boards';
import { preloadGame, withParts } from '../lib/parts';
import { currentPath, type PageLoader } from '../lib/router';
import { preload, Router } from './Router';
import { startLive } from '../lib/live';
import { loadMe, onSession, startSession, useMe } from '../lib/session';
import { applyTheme } from '../lib/prefs';
import { watchForSound } from '../lib/sound';
import { language, loadLanguage, preferredLanguage, texts } from '../texts';
import { Boundary, FaultPage } from '../ui/Fault';
import { Toasts } from '../ui/toast';
import { LostNetwork, Problem } from '../lib/api';

// service/api/web.c has the same addresses.
const routes: [string, PageLoader][] = [
    ['/', withParts(['home'], () => import('../pages/home/HomePage'))],
    ['/sign-in', () => import('../pages/signIn/SignInPage')],
    ['/lobby', withParts(['home', 'making'], () => import('../pages/lobby/LobbyPage'))],
    ['/new', withParts(['home', 'making', 'rules'], () => import('../pages/newGame/NewGamePage'))],
    ['/games/:id', withParts(['game'], () => (preloadGame(), import('../game/screen/GameScreen')))],
    ['/games/:id/join', withParts(['making'], () => import('../pages/join/JoinPage'))],
    ['/games/:id/fairness', withParts(['fair'], () => import('../pages/fairness/FairnessPage'))],
    ['/people/:name', withParts(['game', 'knights', 'making', 'sea'], () => import('../pages/profile/PersonPage'))],
    ['/settings', withParts(['game', 'push', 'settings'], () => import('../pages/settings/SettingsPage'))],
    ['/settings/:part', withParts(['game', 'push', 'settings'], () => import('../pages/settings/SettingsPage'))],
    ['/table', withParts(['game', 'making', 'rules', 'sea', 'setup'], () => import('../pages/table/SetUpPage'))],
    ['/how-to-play', withParts(['game', 'learning'], () => import('../pages/howToPlay/HowToPlayPage'))],
    ['/openings', withParts(['game', 'openings'], () => import('../pages/openings/OpeningsPage'))],
    ['/about', withParts(['making', 'rules'], () => import('../pages/about/AboutPage'))],
];

/** Opened without a network: who one is cannot be asked, so nothing can be shown but that. */
function Unreached(): JSX.Element {
    const again = (): void => void loadMe().catch(() => undefined);
    useEffect(() => {
        addEventListener('online', again);
        return () => removeEventListener('online', again);
    }, []);
    return <FaultPage fault={new LostNetwork()} onAgain={again} />;
}

function App(): JSX.Element {
    const [shown, setShown] = useState(language());
    const [people, setPeople] = useState(0);
    // Nothing stays that was somebody else's to see. Those who sign in go on with what they were doing.
    useEffect(() => onSession((left) => left && setPeople((n) => n + 1)), []);
    useEffect(() => {
        const change = (): void => setShown(language());
        addEventListener('hexpost-language', change);
        return () => removeEventListener('hexpost-language', change);
    }, []);
    const t = texts().common;
    const known = useMe() !== undefined;
    const missing = <FaultPage fault={new Problem(404, 'not-found', {}, null)} />;
    return (
        <Boundary key={`${shown} ${people}`} whole>
            <a class="skip" href="#content">
                {t.skipToContent}
            </a>
            <Boundary>
                <AppHeader />
            </Boundary>
            {known ? <Router routes={routes} missing={missing} /> : <Unreached />}
            <Toasts />
        </Boundary>
    );
}

// Signals keep a part from being drawn with its parent where nothing that it reads has changed. Preact then keeps the
// tree that was drawn before, and the one before that, for as long as the page is open.
Reflect.deleteProperty(Component.prototype, 'shouldComponentUpdate');

async function start(): Promise<void> {
    startSession();
    startLive();
    applyTheme();
    // What comes next anyway is asked for at once; small answers, which others wait for, before the code.
    const speaking = loadLanguage(preferredLanguage());
    const knowing = loadMe().catch(() => undefined);
    askEarly(currentPath(), location.search);
    preload(routes);
    await Promise.all([speaking, knowing]);
    render(<App />, document.body);
    startBackground();
    watchForSound();
}

void start();
