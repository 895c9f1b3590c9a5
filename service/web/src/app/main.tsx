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

// Keep in step with the addresses in service/api/web.c.
const routes: [string, PageLoader][] = [
    ['/', withParts(['home'], () => import('../pages/home/HomePage'))],
    ['/sign-in', () => import('../pages/signIn/SignInPage')],
    ['/lobby', withParts(['home', 'making'], () => import('../pages/lobby/LobbyPage'))],
    ['/new', withParts(['home', 'making', 'rules'], () => import('../pages/newGame/NewGamePage'))],
    ['/games/:id', withParts(['game'], () => (preloadGame(), import('../game/screen/GameScreen')))],
    ['/games/:id/join', withParts(['making'], () => import('../pages/join/JoinPage'))],
    ['/games/:id/fairness', withParts(['fair'], () => import('../pages/fairness/FairnessPage'))],
    ['/people', withParts(['club'], () => import('../pages/club/PeoplePage'))],
    ['/people/:name', withParts(['club', 'game', 'knights', 'lessons', 'making', 'sea'], () => import('../pages/profile/PersonPage'))],
    ['/settings', withParts(['club', 'game', 'push', 'settings'], () => import('../pages/settings/SettingsPage'))],
    ['/settings/:part', withParts(['club', 'game', 'push', 'settings'], () => import('../pages/settings/SettingsPage'))],
    ['/table', withParts(['game', 'making', 'rules', 'sea', 'setup'], () => import('../pages/table/SetUpPage'))],
    ['/ladder', withParts(['club'], () => import('../pages/club/LadderPage'))],
    ['/fair-play', withParts(['club', 'fairPlay'], () => import('../pages/fairPlay/FairPlayPage'))],
    ['/moderation', withParts(['club', 'fairPlay'], () => import('../pages/fairPlay/ModerationPage'))],
    ['/clubs', withParts(['club', 'clubs'], () => import('../pages/clubs/ClubsPage'))],
    ['/clubs/:id', withParts(['club', 'clubs', 'making', 'tournaments'], () => import('../pages/clubs/ClubPage'))],
    ['/tournaments', withParts(['club', 'tournaments'], () => import('../pages/tournaments/TournamentsPage'))],
    ['/tournaments/:id', withParts(['club', 'tournaments'], () => import('../pages/tournaments/TournamentPage'))],
    ['/how-to-play', withParts(['game', 'learning', 'lessons'], () => import('../pages/howToPlay/HowToPlayPage'))],
    ['/openings', withParts(['game', 'openings'], () => import('../pages/openings/OpeningsPage'))],
    ['/lessons', withParts(['game', 'knights', 'learning', 'lessons', 'making', 'puzzles'], () => import('../pages/lessons/LessonsPage'))],
    ['/lessons/:id', withParts(['game', 'knights', 'learning', 'lessons', 'making', 'puzzles'], () => import('../pages/lessons/LessonsPage'))],
    ['/puzzles', withParts(['club', 'game', 'knights', 'learning', 'puzzles'], () => import('../pages/puzzles/PuzzlesPage'))],
    ['/puzzles/:id', withParts(['club', 'game', 'knights', 'learning', 'puzzles'], () => import('../pages/puzzles/PuzzlesPage'))],
    ['/about', withParts(['making', 'rules'], () => import('../pages/about/AboutPage'))],
];

/** Opened offline: the page cannot ask who is signed in, so it can only say that it is offline. */
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
    // Remounts everything when the account changes, so that nothing of the previous user's stays on screen. Signing
    // in keeps the current page.
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

// @preact/signals skips re-rendering a component with its parent if no signal it reads has changed. Preact then keeps
// the previous tree, and the one before that, alive for as long as the page is open.
Reflect.deleteProperty(Component.prototype, 'shouldComponentUpdate');

async function start(): Promise<void> {
    startSession();
    startLive();
    applyTheme();
    // Request early what is needed next anyway; small responses that block others go before code.
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
