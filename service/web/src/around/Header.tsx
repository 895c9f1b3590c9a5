// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { urgent, useMyGames } from '../game/mine';
import { Link, useHere } from '../router';
import { signOut, useMe } from '../session';
import { keep, type Kept, useKept } from '../settings';
import { language, type Language, languages, loadLanguage, texts } from '../texts';
import { say, sayFault } from '../ui/notice';
import { signInPath } from './path';

async function speak(wanted: Language): Promise<void> {
    await loadLanguage(wanted, true);
    dispatchEvent(new Event('hexpost-language'));
}

const themes: Kept['theme'][] = ['auto', 'light', 'dark'];

function Choices<Value extends string>({ label, name, value, options, onChoose }: { label: string; name: string; value: Value; options: [Value, string][]; onChoose: (value: Value) => void }): JSX.Element {
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

function Menu({ signedIn, onClose }: { signedIn: boolean; onClose: () => void }): JSX.Element {
    const t = texts().around.nav;
    const { theme } = useKept();
    const leave = (): void => {
        onClose();
        signOut().then(() => say(t.signedOut), sayFault);
    };
    const links: [string, string][] = [...(signedIn ? ([['/', t.games]] as [string, string][]) : []), ['/lobby', t.lobby], ['/new', t.make], ['/table', t.table], ['/settings', t.settings], ['/about', t.about]];
    return (
        <nav class="menu" id="menu" aria-label={t.menu}>
            <ul>
                {links.map(([href, text]) => (
                    <li key={href}>
                        <Link href={href}>{text}</Link>
                    </li>
                ))}
            </ul>
            <Choices label={t.language} name="language" value={language()} options={Object.entries(languages) as [Language, string][]} onChoose={(wanted) => void speak(wanted).catch(sayFault)} />
            <Choices label={t.theme} name="theme" value={theme} options={themes.map((one) => [one, t.themes[one]])} onChoose={(wanted) => keep({ theme: wanted })} />
            {signedIn && (
                <button type="button" data-do="sign-out" onClick={leave}>
                    {t.signOut}
                </button>
            )}
        </nav>
    );
}

/** Open until one goes elsewhere, clicks elsewhere, or presses Escape. */
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

export function Header(): JSX.Element {
    const t = texts().around.nav;
    const me = useMe();
    const here = useHere();
    const { games } = useMyGames();
    const { open, setOpen, around } = useMenu(here.path);
    const waiting = urgent(games);
    // The badge leads to the most urgent game, and from there to the next one.
    const next = games?.find(({ decisions, game }) => decisions.length > 0 && game.mode === 'play' && !here.path.startsWith(`/games/${game.id}`));
    const query = here.query.toString();
    return (
        <header class="top">
            <Link href="/" class="brand">
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
                <Link href="/new" aria-current={here.path === '/new' ? 'page' : undefined}>
                    {t.make}
                </Link>
            </nav>
            <span class="top-space" />
            {waiting > 0 && (
                <Link href={next ? `/games/${next.game.id}` : '/'} class="badge" title={t.waiting(waiting)}>
                    <span aria-hidden="true">{waiting}</span>
                    <span class="sr">{t.waiting(waiting)}</span>
                </Link>
            )}
            {me === null && here.path !== '/sign-in' && (
                <Link href={signInPath(here.path + (query && `?${query}`))} class="button">
                    {t.signIn}
                </Link>
            )}
            <div class="menu-around" ref={around}>
                <button type="button" class="menu-button" aria-expanded={open} aria-controls={open ? 'menu' : undefined} onClick={() => setOpen(!open)}>
                    <span class="menu-lines" aria-hidden="true" />
                    <span class={me ? 'menu-name' : 'sr'}>{me ? me.name : t.menu}</span>
                </button>
                {open && <Menu signedIn={Boolean(me)} onClose={() => setOpen(false)} />}
            </div>
        </header>
    );
}
