// SPDX-License-Identifier: AGPL-3.0-or-later
// Every page and every panel in both languages, light and dark, narrow, wide and very wide: axe finds nothing, nothing
// scrolls sideways, no text is missing or in the other language, and the console stays empty. Part of a case's name
// selects cases: node tests/web/sweep.mjs settings A short run takes one in eight of the pages and languages, and uses
// all rules of axe in one size of each; colors are checked in all.
import { taken, whole } from '../support/slice.mjs';
import { recorded, ownTurn } from './games.mjs';
import { accessible, byColor, open, run } from './harness.mjs';
import { ui } from './ui.mjs';

const narrow = { width: 320, height: 640 };
const wide = { width: 1280, height: 900 };
const huge = { width: 3840, height: 2160 };
const all = null;
const some = whole ? all : byColor;
const none = [];
/** How each language is checked, and by which of axe's rules; together they cover every pair, and all rules both
 * sizes. */
const looks = {
    en: [{ size: narrow, scheme: 'light', rules: all }, { size: wide, scheme: 'dark', rules: some }, { size: huge, scheme: 'light', rules: none }],
    de: [{ size: narrow, scheme: 'dark', rules: some }, { size: wide, scheme: 'light', rules: all }],
};

/** Words that only occur in the other language. */
const tells = {
    en: /(?<![\p{L}'])(und|nicht|dein|deine|deiner|mit|wird|wurde|werden|auf|für|eine|einen|kein|keine|oder|sind|noch|dich|dir|bei|aus|vom|zum|zur|diese|dieser)(?!\p{L})/iu,
    de: /(?<![\p{L}'])(the|your|you|with|this|that|and|from|are|have|has|not|been|were|when|which|who|there|their|cannot|by|of|for|nobody|yet)(?!\p{L})/iu,
};
/** Patterns of text that was never translated. */
const raw = /\bundefined\b|\bNaN\b|\[object |\bnull\b|\{\w+\}|\b[a-z]+_[a-z_]+\b|Invalid Date/;

/** Names and user texts can be in any language; so can code. */
const textsOf = (page) => page.evaluate(() => {
    const foreign = 'code, pre, optgroup, [lang]:not(html), [data-words], textarea, option[lang], script, style, noscript';
    const found = new Set();
    const add = (text) => { if (text && /\p{L}{2}/u.test(text)) found.add(text.replace(/\s+/g, ' ').trim()); };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) if (!node.parentElement.closest(foreign)) add(node.data);
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description]'))
        if (!element.closest(foreign)) for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) add(element.getAttribute(name));
    add(document.title);
    return [...found];
});

/** Everything is loaded, and nothing moves any more. */
async function settled(page) {
    await page.locator('main:not([aria-busy=true])').first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    await page.evaluate(() => document.fonts.ready);
}

async function sidewaysOf(page) {
    return page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        if (scrollWidth <= clientWidth) return null;
        const out = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
        return `${scrollWidth} of ${clientWidth}: ${out.slice(0, 3).map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`).join(', ')}`;
    });
}

async function look(t, page, language, what, part = null) {
    for (const { size, scheme, rules } of looks[language]) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await settled(page);
        const name = `${what}, ${language}, ${size.width} px, ${scheme}`;
        const sideways = await sidewaysOf(page);
        t.ok(`${name}: nothing to scroll sideways`, sideways === null, sideways ?? '');
        if (rules !== none) await accessible(t, page, name, part, rules);
    }
    const texts = await textsOf(page);
    const wrong = texts.filter((text) => tells[language].test(text) || raw.test(text));
    t.ok(`${what}, ${language}: all in words of this language`, wrong.length === 0, wrong.slice(0, 8).map((text) => JSON.stringify(text.slice(0, 120))).join(' '));
}

/** A language whose words are not checked, where room is shortest. */
async function lookAtOther(t, page, language, what) {
    const other = { en: 'fr', de: 'es' }[language];
    await page.setViewportSize(narrow);
    await page.evaluate((wanted) => localStorage.setItem('hexpost.language', wanted), other);
    await page.reload();
    await settled(page);
    const sideways = await sidewaysOf(page);
    t.ok(`${what}, ${other}, ${narrow.width} px: nothing to scroll sideways`, sideways === null, sideways ?? '');
}

/** The pages: what is checked, as whom, and what to do there first. */
const account = { as: 'ada' };
const pages = {
    'welcome': { at: '/' },
    'sign-in': { at: '/sign-in' },
    'about': { at: '/about' },
    'how to play': { at: '/how-to-play' },
    'lobby': { at: '/lobby', ...account },
    'ladder': { at: '/ladder', ...account },
    'puzzles': { at: '/puzzles', ...account },
    'clubs': { at: '/clubs', ...account },
    'club': { at: ({ club }) => `/clubs/${club}`, ...account },
    'tournaments': { at: '/tournaments', ...account },
    'tournament': { at: ({ cup }) => `/tournaments/${cup}`, ...account },
    'fair play': { at: '/fair-play', ...account },
    'openings': { at: '/openings', ...account },
    'openings at a place': { at: '/openings?mine=true&dots=12&resources=ore,wool,grain&hexes=ore-8,wool-4,grain-9', ...account },
    'my games': { at: '/', ...account },
    'new game': { at: '/new', ...account },
    'person': { at: '/people/ada', ...account },
    'position editor': { at: '/table', ...account },
    'nobody': { at: '/people/nobody-of-this-name', ...account },
    'no such game': { at: '/games/nothing', ...account },
    'join': { at: ({ open: id }) => `/games/${id}/join`, as: 'bo' },
    'open game': { at: ({ open: id }) => `/games/${id}`, ...account },
    'fairness, going on': { at: ({ play }) => `/games/${play}/fairness`, ...account },
    'fairness, proved': { at: ({ over }) => `/games/${over}/fairness`, ...account },
    'as a guest': { at: ({ play }) => `/games/${play}` },
    ...Object.fromEntries(['look', 'account', 'mail', 'calendar', 'push', 'chats', 'webhooks', 'tokens'].map((part) => [`settings, ${part}`, { at: `/settings/${part}`, ...account }])),
    ...Object.fromEntries([['base', 'base game'], ['knights', 'Cities & Knights'], ['play', 'own turn'], ['over', 'game over']].map(([key, what]) => [what, { at: (ids) => `/games/${ids[key]}`, ...account, panels: true }])),
};

let people = null;
let ids = null;

async function prepare(t) {
    if (people) return;
    const ada = await t.server.account('ada');
    const bo = await t.server.account('bo');
    const made = {
        base: recorded(ada, 'table-position'), knights: recorded(ada, 'play-knights', { at: 240 }), over: recorded(ada, 'play-proved'), play: ownTurn(ada),
        open: ada.ask('POST', '/v1/games', { rules: { game: 'cities_and_knights' }, name: 'Sunday' }),
        club: ada.ask('POST', '/v1/clubs', { name: 'Harbor Folk' }),
        cup: ada.ask('POST', '/v1/tournaments', { name: 'Cup', format: 'swiss', rules: { game: 'base' }, starts_at: new Date(Date.now() + 60 * 86400000).toISOString() }),
    };
    ids = Object.fromEntries(await Promise.all(Object.entries(made).map(async ([key, game]) => [key, (await game).id])));
    await ada.ask('POST', `/v1/games/${ids.play}/talk`, { text: 'Good luck!' });
    await ada.ask('PUT', `/v1/games/${ids.play}/notes`, { text: 'Ore!' }).catch(() => undefined);
    people = { ada, bo };
}

async function lookAtPanels(t, page, language, what) {
    const tabs = page.locator(`${ui.panels} [role=tab]`);
    for (let i = 0; i < await tabs.count(); i++) {
        await page.setViewportSize(wide);
        await tabs.nth(i).click();
        await look(t, page, language, `${what}, panel "${await tabs.nth(i).innerText()}"`, ui.panels);
    }
}

const cases = Object.entries(pages).flatMap(([what, { at, as, panels }], page) => ['en', 'de'].filter((_, i) => taken(2 * page + i, 8)).map((language) => [`${what} (${language})`, async (t) => {
    await prepare(t);
    const page = await open(t, typeof at === 'function' ? at(ids) : at, { account: as && people[as], language });
    await look(t, page, language, what);
    if (panels) await lookAtPanels(t, page, language, what);
    await lookAtOther(t, page, language, what);
}]));

await run('sweep', Object.fromEntries(cases));
