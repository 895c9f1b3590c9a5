// SPDX-License-Identifier: AGPL-3.0-or-later
// Loads what belongs together: code, its texts, and its style. What every page needs is there from the start.
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

/** There is a style sheet for every game, one for Cities & Knights, one for everything rare, and one for the home page;
 * the document says where they are (build.mjs). The other looks of the board are among what is rare. Lists of games, and the form for a new one, need none of a game's. */
function loadStyles(parts: Part[]): Promise<unknown> {
    const { styles, board = 'island' } = document.documentElement.dataset;
    const [game, realm, rest, home] = styles?.split(' ') ?? [];
    const playing = parts.some((part) => !['club', 'clubs', 'home', 'making', 'tournaments'].includes(part));
    const seldom = parts.some((part) => part !== 'game' && part !== 'home' && part !== 'knights' && part !== 'sea' && part !== 'table');
    return Promise.all([playing ? game : undefined, seldom || parts.includes('knights') ? realm : undefined, seldom || (playing && board !== 'island') ? rest : undefined, parts.includes('home') ? home : undefined].map((href) => href && link(href)));
}

/** Preloads the files of the game screen in parallel: otherwise each names the next only once it has arrived. The
 * document lists them (build.mjs). */
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

/** Loads texts and styles for code that is already there. */
export const loadParts = (...parts: Later): Promise<unknown> => Promise.all([loadTexts(...parts), loadStyles(parts)]);

/** Loads code together with its texts and styles (tests/web/texts.mjs checks that the texts it uses are listed). */
export const withParts =
    <Module>(parts: Later, load: () => Promise<Module>): (() => Promise<Module>) =>
    () =>
        Promise.all([load(), loadParts(...parts)]).then(([module]) => module);
