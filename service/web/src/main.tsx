// SPDX-License-Identifier: AGPL-3.0-or-later
import { render, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Header } from './around/Header';
import { Router, type PageLoader } from './router';
import { loadMe } from './session';
import { applyTheme } from './settings';
import { language, loadLanguage, preferredLanguage, texts } from './texts';
import { Boundary, FaultPage } from './ui/Fault';
import { Notices } from './ui/notice';
import { Problem } from './api';

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

function App(): JSX.Element {
    const [shown, setShown] = useState(language());
    useEffect(() => {
        const change = (): void => setShown(language());
        addEventListener('hexpost-language', change);
        return () => removeEventListener('hexpost-language', change);
    }, []);
    const t = texts().common;
    return (
        <Boundary key={shown}>
            <a class="skip" href="#content">
                {t.skipToContent}
            </a>
            <Header />
            <Router routes={routes} missing={<FaultPage fault={new Problem(404, 'not-found', {}, null)} />} waiting={<main id="content" aria-busy="true" />} />
            <Notices />
        </Boundary>
    );
}

/** The page's policy takes scripts' addresses only from here: the service worker's and no other. */
function registerWorker(): void {
    if (!('serviceWorker' in navigator)) return;
    const path = '/sw.js';
    const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } };
    const address = trustedTypes?.createPolicy('hexpost', { createScriptURL: () => path }).createScriptURL(path) ?? path;
    navigator.serviceWorker.register(address).catch(() => undefined);
}

async function start(): Promise<void> {
    applyTheme();
    await Promise.all([loadLanguage(preferredLanguage()), loadMe().catch(() => undefined)]);
    render(<App />, document.body);
    registerWorker();
}

void start();
