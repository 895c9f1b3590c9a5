// SPDX-License-Identifier: AGPL-3.0-or-later
// For people who like to type: one or several moves in notation.
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { useGame } from '../state/context';
import { texts } from '../../texts';
import { useWords } from './words';

/** The moves possible now, in notation; fetched once the reader wants to type. */
function useForms(wanted: boolean): string[] {
    const { store, state } = useGame();
    const [forms, setForms] = useState<string[]>([]);
    useEffect(() => {
        if (!wanted) return;
        const query = { words: true, ...(state.as === null ? {} : { as: state.as }) };
        unwrap(api.GET('/v1/games/{id}/actions', { params: { path: { id: store.id }, query } })).then(
            (list) => setForms([...new Set((list as { words?: string[] }).words ?? [])]),
            () => setForms([]), // only suggestions: the rest works without
        );
    }, [wanted, state.list.seq, state.as]);
    return forms;
}

export default function Notation(): JSX.Element {
    const id = useId();
    const input = useRef<HTMLInputElement>(null);
    const [typed, setTyped] = useState('');
    const [wanted, setWanted] = useState(false);
    const forms = useForms(wanted);
    const { sending, wrong, send, forget } = useWords();
    const t = texts().table;
    useEffect(() => {
        if (wrong?.at) input.current?.setSelectionRange(wrong.at.from, wrong.at.to);
    }, [wrong]);
    const submit = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        if ((await send(typed)) > 0) setTyped('');
        input.current?.focus();
    };
    return (
        <form class="notation field" data-part="notation" onSubmit={(event) => void submit(event)}>
            <label for={id}>{t.inWords}</label>
            <div class="row">
                <input
                    id={id}
                    ref={input}
                    value={typed}
                    list={`${id}-forms`}
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck={false}
                    placeholder={t.wordsLike}
                    aria-describedby={`${id}-help`}
                    aria-invalid={wrong !== null}
                    onFocus={() => setWanted(true)}
                    onInput={(event) => {
                        setTyped(event.currentTarget.value);
                        forget();
                    }}
                />
                <button type="submit" data-do="words" disabled={sending || typed.trim() === ''}>
                    {t.sendWords}
                </button>
            </div>
            <datalist id={`${id}-forms`}>
                {forms.map((form) => (
                    <option key={form} value={form.replace(/\s*\.\.\.\s*/g, ' ')} />
                ))}
            </datalist>
            <small id={`${id}-help`} class={wrong ? 'bad' : undefined} role={wrong ? 'alert' : undefined}>
                {wrong ? wrong.text : t.wordsHelp}
            </small>
        </form>
    );
}
