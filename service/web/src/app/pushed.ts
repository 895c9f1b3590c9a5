// SPDX-License-Identifier: AGPL-3.0-or-later
// Turns a push message into text. Used by the service worker, which has no page.
import { formatter } from '../texts/format';
import { words } from '../texts/made/worker';
import type { components } from '../schema';

export type Pushed = components['schemas']['PushMessage'];
export type WordsIn = keyof typeof words;

/** Picks the reader's language from these tags, most preferred first. */
export const wordsFor = (tags: readonly (string | undefined)[]): WordsIn => tags.map((tag) => tag?.split('-')[0]).find((tag): tag is WordsIn => tag !== undefined && Object.hasOwn(words, tag)) ?? 'en';

export interface Shown {
    title: string;
    body: string;
    /** A later message with the same tag replaces the earlier one. */
    tag: string;
    url: string;
}

export function inWords(pushed: Pushed, language: WordsIn): Shown {
    const { push: t, mine } = words[language];
    if (pushed.kind === 'news') return { title: pushed.name ?? t.game, body: pushed.text ?? '', tag: `news-${pushed.id}`, url: pushed.url ?? '/' };
    const what = pushed.decision && (mine as Record<string, string>)[pushed.decision];
    const bodies: Record<string, string> = { turn: what ? t.turnTo(what) : t.turn, reminder: what ? t.reminderTo(what) : t.reminder, started: t.started, over: t.over, talk: t.talk, offer: t.offer };
    const names = formatter(Intl.ListFormat, language, { type: 'conjunction' }).format(pushed.with ?? []);
    return {
        title: pushed.name ?? (names === '' ? t.game : t.gameWith(names)),
        body: bodies[pushed.kind] ?? t.unknown,
        tag: `${pushed.kind === 'talk' ? 'talk' : 'game'}-${pushed.game}`,
        url: `/games/${pushed.game}${pushed.kind === 'talk' ? '?tab=talk' : ''}`,
    };
}
