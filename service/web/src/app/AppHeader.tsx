// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentType, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { urgent, useMyGames } from '../game/state/myGames';
import { Link, useLocation } from '../lib/router';
import { signOut, useMe } from '../lib/session';
import { setPrefs, type Prefs, currentPrefs } from '../lib/prefs';
import { language, type Language, languages, loadLanguage, texts } from '../texts';
import { Avatar } from '../ui/Avatar';
import { Mark } from '../ui/Mark';
import { toast, toastError } from '../ui/toast';
import { signInPath } from '../lib/paths';
import { lazy } from '../ui/lazy';

/** Loaded on demand: rarely needed. */
const KeepAccount = lazy(async () => ({ default: (await import('../game/result/KeepAccount')).KeepAccount as ComponentType<{ onClose: () => void; onLeave: () => void }> }), () => null);

async function speak(wanted: Language): Promise<void> {
    await loadLanguage(wanted, true);
    dispatchEvent(new Event('hexpost-language'));
}

/** Pages of the club, which link to one another (pages/club/ClubNav.tsx). */
const isClub = (path: string): boolean => path === '/ladder' || path.startsWith('/tournaments') || path.startsWith('/clubs') || path.startsWith('/people');

const themes: Prefs['theme'][] = ['auto', 'light', 'dark'];

function MenuChoice<Value extends string>({ label, name, value, options, onChoose }: { label: string; name: string; value: Value; options: [Value, string][]; onChoose: (value: Value) => void }): JSX.Element {
    return (
        <fieldset class="choices">
            <legend>{label}</legend>
            {options.map(([option, text]) => (
                <button type="button" key={option} data-pick={`${name}=${option}`} aria-pressed={option === value} lang={name === 'language' ? option : undefined} onClick={() => onChoose(option)}>
                    {text}
                </button>
            ))}
        </fieldset>
    );
}

function Menu({ signedIn, onLeave }: { signedIn: boolean; onLeave: () => void }): JSX.Element {
    const t = texts().around.nav;
    const { theme } = currentPrefs();
    const links: [string, string][] = [...(signedIn ? ([['/', t.games]] as [string, string][]) : []), ['/lobby', t.lobby], ['/ladder', t.club], ['/new', t.make], ['/table', t.table], ['/how-to-play', t.rules], ['/settings', t.settings], ['/about', t.about]];
    return (
        <nav class="menu" data-part="menu" id="menu" aria-label={t.menu}>
            <ul>
                {links.map(([href, text]) => (
                    <li key={href}>
                        <Link href={href}>{text}</Link>
                    </li>
                ))}
            </ul>
            <MenuChoice label={t.language} name="language" value={language()} options={Object.entries(languages) as [Language, string][]} onChoose={(wanted) => void speak(wanted).catch(toastError)} />
            <MenuChoice label={t.theme} name="theme" value={theme} options={themes.map((one) => [one, t.themes[one]])} onChoose={(wanted) => setPrefs({ theme: wanted })} />
            {signedIn && (
                <button type="button" data-do="sign-out" onClick={onLeave}>
                    {t.signOut}
                </button>
            )}
        </nav>
    );
}

/** The menu closes on navigation, a click outside, or Escape. */
function useMenu(path: string): { open: boolean; setOpen: (open: boolean) => void; around: { current: HTMLDivElement | null } } {
    const [open, setOpen] = useState(false);
    const around = useRef<HTMLDivElement>(null);
    useEffect(() => setOpen(false), [path]);
    useEffect(() => {
        if (!open) return undefined;
        const outside = (event: Event): void => {
            if (!around.current?.contains(event.target as Node)) setOpen(false);
        };
        const escape = (event: KeyboardEvent): void => {
            if (event.key !== 'Escape') return;
            setOpen(false);
            around.current?.querySelector('button')?.focus();
        };
        addEventListener('pointerdown', outside);
        addEventListener('keydown', escape);
        return () => {
            removeEventListener('pointerdown', outside);
            removeEventListener('keydown', escape);
        };
    }, [open]);
    return { open, setOpen, around };
}

export function AppHeader(): JSX.Element {
    const t = texts().around.nav;
    const me = useMe();
    const here = useLocation();
    const { games } = useMyGames();
    const { open, setOpen, around } = useMenu(here.path);
    // The badge links to the most urgent game, except the one on screen.
    const others = urgent((games ?? []).filter(({ game }) => !here.path.startsWith(`/games/${game.id}`)));
    const waiting = others.length;
    const [leaving, setLeaving] = useState(false);
    const leave = (): void => {
        setOpen(false);
        setLeaving(false);
        signOut().then(() => toast(t.signedOut), toastError);
    };
    const askToLeave = (): void => {
        setOpen(false);
        setLeaving(true);
    };
    const query = here.query.toString();
    return (
        <>
            <header class="top">
                <Link href="/" class="brand">
                    <Mark />
                    {texts().common.name}
                </Link>
                <nav class="top-links" aria-label={t.games}>
                    {me && (
                        <Link href="/" aria-current={here.path === '/' ? 'page' : undefined}>
                            {t.games}
                        </Link>
                    )}
                    <Link href="/lobby" aria-current={here.path === '/lobby' ? 'page' : undefined}>
                        {t.lobby}
                    </Link>
                    <Link href="/ladder" aria-current={isClub(here.path) ? 'page' : undefined}>
                        {t.club}
                    </Link>
                    <Link href="/new" aria-current={here.path === '/new' ? 'page' : undefined}>
                        {t.make}
                    </Link>
                    <Link href="/how-to-play" aria-current={here.path === '/how-to-play' ? 'page' : undefined}>
                        {t.rules}
                    </Link>
                </nav>
                <span class="top-space" />
                {waiting > 0 && (
                    <Link href={`/games/${others[0]?.game.id}`} class="badge" data-part="badge" title={t.waiting(waiting)}>
                        <span aria-hidden="true">{waiting}</span>
                        <span class="badge-words" aria-hidden="true">
                            {t.yourMove}
                        </span>
                        <span class="sr">{t.waiting(waiting)}</span>
                    </Link>
                )}
                {me === null && here.path !== '/sign-in' && (
                    <Link href={signInPath(here.path + (query && `?${query}`))} class="button">
                        {t.signIn}
                    </Link>
                )}
                <div class="menu-around" ref={around}>
                    <button type="button" class="menu-button" data-part="menu-button" aria-expanded={open} aria-controls={open ? 'menu' : undefined} onClick={() => setOpen(!open)}>
                        {me ? <Avatar name={me.name} paint="paint-own" /> : <span class="menu-lines" aria-hidden="true" />}
                        <span class={me ? 'menu-name' : 'sr'} data-part={me ? 'own-name' : undefined}>{me ? me.name : t.menu}</span>
                    </button>
                    {open && <Menu signedIn={Boolean(me)} onLeave={me?.guest ? askToLeave : leave} />}
                </div>
            </header>
            {leaving && <KeepAccount onClose={() => setLeaving(false)} onLeave={leave} />}
        </>
    );
}
