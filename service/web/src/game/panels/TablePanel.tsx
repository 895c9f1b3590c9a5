// SPDX-License-Identifier: AGPL-3.0-or-later
// A table game as a whole: several moves at once in notation, and downloads.
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { useGame } from '../state/context';
import { useWords } from '../actions/words';
import { Link } from '../../lib/router';
import { download } from '../../lib/download';
import { texts } from '../../texts';
import { toast, toastError } from '../../ui/toast';

/** Several moves, one per line: all of them are made or none. */
function Batch(): JSX.Element {
    const { state } = useGame();
    const id = useId();
    const area = useRef<HTMLTextAreaElement>(null);
    const [typed, setTyped] = useState('');
    const { sending, wrong, send, forget } = useWords();
    const t = texts().table;
    useEffect(() => {
        if (!wrong?.at) return;
        area.current?.focus();
        area.current?.setSelectionRange(wrong.at.from, wrong.at.to);
    }, [wrong]);
    const submit = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        const made = await send(typed);
        if (made === 0) return;
        setTyped('');
        toast(t.recorded(made));
    };
    return (
        <form class="table-batch" data-part="batch" onSubmit={(event) => void submit(event)}>
            <h3>{t.batch}</h3>
            <div class="field">
                <label for={id}>{t.batchLabel}</label>
                <textarea
                    id={id}
                    ref={area}
                    rows={5}
                    value={typed}
                    placeholder={t.batchLike}
                    spellcheck={false}
                    aria-describedby={`${id}-help`}
                    aria-invalid={wrong !== null}
                    onInput={(event) => {
                        setTyped(event.currentTarget.value);
                        forget();
                    }}
                />
                <small id={`${id}-help`} class={wrong ? 'bad' : undefined} role={wrong ? 'alert' : undefined}>
                    {wrong ? wrong.text : t.batchHelp}
                </small>
            </div>
            <button type="submit" class="main" data-do="batch" disabled={sending || typed.trim() === '' || state.view.status !== 'active'}>
                {t.recordAll}
            </button>
        </form>
    );
}

/** The record, the current position, and a new game from it. */
function Away(): JSX.Element {
    const { store, state } = useGame();
    const t = texts().table;
    const position = (): void => {
        unwrap(api.GET('/v1/games/{id}/view', { params: { path: { id: store.id }, query: { as: 'all' } } })).then((view) => download(`hexpost-${store.id}-position-${state.view.seq}.json`, view), toastError);
    };
    return (
        <section class="table-away">
            <h3>{t.away}</h3>
            <p class="quiet">{t.awayHelp}</p>
            <div class="row">
                <a class="button" data-do="record" href={`/v1/games/${store.id}/record`} download={`hexpost-${store.id}.json`}>
                    {t.saveRecord}
                </a>
                <button type="button" data-do="position" onClick={position}>
                    {t.savePosition}
                </button>
                <Link class="button" data-do="branch" href={`/table?from=${store.id}&at=${state.view.seq}`}>
                    {t.branch}
                </Link>
            </div>
        </section>
    );
}

export default function TablePanel(): JSX.Element {
    const { state } = useGame();
    return (
        <div class="table-panel">
            {state.view.status === 'active' && <Batch />}
            <Away />
        </div>
    );
}
