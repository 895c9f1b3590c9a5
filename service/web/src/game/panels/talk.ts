// SPDX-License-Identifier: AGPL-3.0-or-later
// The messages of a game: all of them so far, and new ones as they arrive.
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, unwrap, Problem } from '../../lib/api';
import { refreshMyGames } from '../state/myGames';
import { listen } from '../../lib/live';
import type { Talk } from '../../types';
import { toastError } from '../../ui/toast';

const aPage = 200;

async function loadAfter(id: string, last: string | undefined): Promise<Talk[]> {
    const items: Talk[] = [];
    for (let cursor: string | undefined; ; ) {
        const query = { limit: aPage, ...(cursor === undefined ? (last === undefined ? {} : { after: last }) : { cursor }) };
        const page = await unwrap(api.GET('/v1/games/{id}/talk', { params: { path: { id }, query } }));
        items.push(...(page.items as Talk[]));
        if (page.next === null) return items;
        cursor = page.next;
    }
}

/** Each message once, in chronological order. */
export function joined(known: Talk[], more: Talk[]): Talk[] {
    const byId = new Map([...known, ...more].map((message) => [message.id, message]));
    return [...byId.values()].sort((a, b) => Number(a.id) - Number(b.id));
}

/** The messages of a game; null until they are loaded. `add` adds a message that was just sent from here. */
export function useTalk(id: string): { messages: Talk[] | null; add: (message: Talk) => void } {
    const [messages, setMessages] = useState<Talk[] | null>(null);
    const known = useRef<Talk[]>([]);
    const add = (more: Talk[]): void => {
        known.current = joined(known.current, more);
        setMessages(known.current);
    };
    useEffect(() => {
        let wanted = true;
        const load = (): void => {
            loadAfter(id, known.current.at(-1)?.id).then((more) => wanted && add(more), toastError);
        };
        const stop = listen(id, (event) => {
            if (event.game === null) load();
            else if (event.kind === 'talk' && event.game === id) add([event.data]);
        });
        load();
        return () => {
            wanted = false;
            stop();
        };
    }, [id]);
    return { messages, add: (message) => add([message]) };
}

/** Tells the server how far the reader has read; for spectators it stores nothing. */
export async function readUpTo(id: string, message: string): Promise<void> {
    try {
        await api.POST('/v1/games/{id}/talk/read', { params: { path: { id } }, body: { id: message } });
        await refreshMyGames();
    } catch (fault) {
        if (!(fault instanceof Problem)) throw fault;
    }
}
