// SPDX-License-Identifier: AGPL-3.0-or-later
import { render, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Header } from './around/Header';
import { startBackground } from './background';
import './install';
import { preload, Router, type PageLoader } from './router';
import { loadMe, onSession, useMe } from './session';
import { applyTheme } from './settings';
import { language, loadLanguage, preferredLanguage, texts } from './texts';
import { Boundary, FaultPage } from './ui/Fault';
import { Notices } from './ui/notice';
import { LostNetwork, Problem } from './api';

// service/api/web.c has the same addresses.
const routes: [string, PageLoader][] = [
    ['/', () => import('./around/HomePage')],
    ['/sign-in', () => import('./around/SignInPage')],
    ['/lobby', () => import('./around/LobbyPage')],
    ['/new', () => import('./around/NewGamePage')],
    ['/games/:id', () => import('./game/GamePage')],
    ['/games/:id/join', () => import('./around/JoinPage')],
    ['/games/:id/fairness', () => import('./fair/FairPage')],
    ['/people/:name', () => import('./around/PersonPage')],
    ['/settings', () => import('./settings/SettingsPage')],
    ['/settings/:part', () => import('./settings/SettingsPage')],
    ['/table', () => import('./table/SetUpPage')],
    ['/about', () => import('./around/AboutPage')],
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
        <Boundary key={`${shown} ${people}`}>
            <a class="skip" href="#content">
                {t.skipToContent}
            </a>
            <Header />
            {known ? <Router routes={routes} missing={missing} waiting={<main id="content" aria-busy="true" />} /> : <Unreached />}
            <Notices />
        </Boundary>
    );
}

async function start(): Promise<void> {
    applyTheme();
    // What comes next anyway is asked for at once.
    preload(routes);
    await Promise.all([loadLanguage(preferredLanguage()), loadMe().catch(() => undefined)]);
    render(<App />, document.body);
    startBackground();
}

void start();
