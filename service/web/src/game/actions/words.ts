// SPDX-License-Identifier: AGPL-3.0-or-later
// Typed moves: sent as they are; errors point at the word in question.
import { useState } from 'preact/hooks';
import { Problem } from '../../lib/api';
import { useGame } from '../state/context';
import { texts } from '../../texts';
import { faultText } from '../../ui/toast';

interface Misread {
    text: string;
    /** The position of the faulty word in the typed text; null: no particular word. */
    at: { from: number; to: number } | null;
}

/** Translates the server's sentence about a word: which word, and what may have been meant. */
function wordFault(typed: string, detail: string): Misread {
    const t = texts().table;
    const word = /^"([^"]*)"/.exec(detail)?.[1];
    const meant = /did you mean "([^"]+)"/.exec(detail)?.[1] ?? null;
    const like = /\((?:as in|Try): ([^)]*)\)$/.exec(detail)?.[1] ?? null;
    const from = word === undefined ? -1 : typed.toLowerCase().indexOf(word.toLowerCase());
    const text = word === undefined ? t.wordMissing : t.wordWrong(word);
    return { text: [text, meant && t.wordMeant(meant), like && t.wordLike(like)].filter(Boolean).join(' '), at: word === undefined || from < 0 ? null : { from, to: from + word.length } };
}

function misread(typed: string, thrown: unknown): Misread {
    const problem = thrown instanceof Problem ? (thrown.document as Problem['document'] & { index?: number }) : null;
    const detail = problem?.errors?.find(({ pointer }) => pointer === '/words')?.detail;
    if (detail) return wordFault(typed, detail);
    if (thrown instanceof Problem && thrown.status === 409) return { text: texts().play.stale, at: null };
    const moves = typed.split(/[;\n]/).filter((move) => move.trim() !== '');
    const wrong = moves.length > 1 && problem?.index !== undefined ? moves[problem.index]?.trim() : undefined;
    const from = wrong === undefined ? -1 : typed.indexOf(wrong);
    return { text: wrong ? texts().table.moveWrong(wrong, faultText(thrown)) : faultText(thrown), at: wrong && from >= 0 ? { from, to: from + wrong.length } : null };
}

interface Typing {
    sending: boolean;
    wrong: Misread | null;
    /** Makes the moves; resolves to the number of events, 0 if they were refused. */
    send: (typed: string) => Promise<number>;
    forget: () => void;
}

export function useWords(): Typing {
    const { store, state } = useGame();
    const [sending, setSending] = useState(false);
    const [wrong, setWrong] = useState<Misread | null>(null);
    const send = async (typed: string): Promise<number> => {
        if (sending || store.sending || typed.trim() === '') return 0;
        setSending(true);
        setWrong(null);
        try {
            const before = state.list.seq;
            await store.sendWords(typed);
            return Math.max(1, (store.state?.list.seq ?? before) - before);
        } catch (thrown) {
            setWrong(misread(typed, thrown));
            return 0;
        } finally {
            setSending(false);
        }
    };
    return { sending, wrong, send, forget: () => setWrong(null) };
}
