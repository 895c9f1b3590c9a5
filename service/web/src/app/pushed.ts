// SPDX-License-Identifier: AGPL-3.0-or-later
// A message that the server woke this browser with, in words. For the service worker: it has no page.
import { mine as germanMine } from '../texts/de/around';
import { push as german } from '../texts/de/push';
import { mine as englishMine } from '../texts/en/around';
import { push as english } from '../texts/en/push';
import type { components } from '../schema';

export type Pushed = components['schemas']['PushMessage'];
export type WordsIn = 'en' | 'de';

const words = { en: { ...english, mine: englishMine }, de: { ...german, mine: germanMine } };

export interface Shown {
    title: string;
    body: string;
    /** A later message with the same one takes the place of the earlier. */
    tag: string;
    url: string;
}

export function inWords(pushed: Pushed, language: WordsIn): Shown {
    const t = words[language];
    const what = pushed.decision ? ((t.mine as Record<string, string>)[pushed.decision] ?? null) : null;
    const bodies: Record<string, string> = { turn: t.turn(what), reminder: t.reminder(what), started: t.started, over: t.over, talk: t.talk, offer: t.offer };
    return {
        title: pushed.name ?? t.game(t.list(pushed.with)),
        body: bodies[pushed.kind] ?? t.unknown,
        tag: `${pushed.kind === 'talk' ? 'talk' : 'game'}-${pushed.game}`,
        url: `/games/${pushed.game}${pushed.kind === 'talk' ? '?tab=talk' : ''}`,
    };
}
