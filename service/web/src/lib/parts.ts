// SPDX-License-Identifier: AGPL-3.0-or-later
// What is loaded together: code, the texts that it says, and its style. What every page needs is there from the start.
import { loadTexts, type Part } from '../texts';

const linked = new Map<string, Promise<void>>();

function link(href: string): Promise<void> {
    const known = linked.get(href);
    if (known) return known;
    const loading = new Promise<void>((done, fail) => {
        const element = document.createElement('link');
        element.rel = 'stylesheet';
        element.href = href;
        element.onload = () => done();
        element.onerror = () => {
            element.remove();
            linked.delete(href);
            fail(new TypeError('the style did not come'));
        };
        document.head.append(element);
    });
    linked.set(href, loading);
    return loading;
}

/** What every game shows has a style sheet, what Cities & Knights adds another, and what else there is a third one; the
 * document tells where (build.mjs). Lists of games, and how one is made, need no game's. */
function loadStyles(parts: Part[]): Promise<unknown> {
    const [game, realm, rest, home] = document.documentElement.dataset.styles?.split(' ') ?? [];
    const playing = parts.some((part) => part !== 'home' && part !== 'making');
    const seldom = parts.some((part) => part !== 'game' && part !== 'home' && part !== 'knights' && part !== 'sea' && part !== 'table');
    return Promise.all([playing ? game : undefined, seldom || parts.includes('knights') ? realm : undefined, seldom ? rest : undefined, parts.includes('home') ? home : undefined].map((href) => href && link(href)));
}

/** Has the files of a game's screen come side by side: each names the next only once it is there. The document tells
 * which they are (build.mjs). */
export function preloadGame(): void {
    for (const href of document.documentElement.dataset.game?.split(' ') ?? []) {
        const element = document.createElement('link');
        element.rel = 'modulepreload';
        element.href = href;
        document.head.append(element);
    }
    delete document.documentElement.dataset.game;
}

type Later = Exclude<Part, 'core'>[];

/** Texts and styles, for code that is there. */
export const loadParts = (...parts: Later): Promise<unknown> => Promise.all([loadTexts(...parts), loadStyles(parts)]);

/** Code with what it needs besides (tests/web/texts.mjs holds it to its texts). */
export const withParts =
    <Module>(parts: Later, load: () => Promise<Module>): (() => Promise<Module>) =>
    () =>
        Promise.all([load(), loadParts(...parts)]).then(([module]) => module);
