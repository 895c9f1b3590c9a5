// SPDX-License-Identifier: AGPL-3.0-or-later
// Imports set-ups and records from files or pasted text, and saves the current set-up.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { api, unwrap, Problem } from '../../lib/api';
import { navigate } from '../../lib/router';
import { download } from '../../lib/download';
import { texts } from '../../texts';
import { faultText, toast, toastError } from '../../ui/toast';
import { fromDocument, isRecord, type NewGame, requestOf, type SetUp } from './setup';

const fileName = 'hexpost-position.json';

/** The server checks a whole game, move by move, and imports it. */
async function importRecord(record: unknown): Promise<string> {
    const body = { mode: 'table', visibility: 'private', record } as NewGame;
    return (await unwrap(api.POST('/v1/games', { body: body as never }))).id;
}

/** What is wrong with a record, and where. */
function recordFault(fault: unknown): string {
    const t = texts().setup;
    const seq = fault instanceof Problem ? fault.document.seq : undefined;
    return seq === undefined ? faultText(fault) : t.inEvent(seq, faultText(fault));
}

export function Files({ setUp, onChange }: { setUp: SetUp; onChange: (setUp: SetUp) => void }): JSX.Element {
    const { setup: t } = texts();
    const [text, setText] = useState('');
    const [fault, setFault] = useState('');
    const [busy, setBusy] = useState(false);
    const input = useRef<HTMLInputElement>(null);
    const take = async (given: string): Promise<void> => {
        let value: unknown;
        try {
            value = JSON.parse(given);
        } catch {
            return setFault(t.noJson);
        }
        setFault('');
        if (isRecord(value)) {
            setBusy(true);
            return importRecord(value).then((id) => navigate(`/games/${id}`), (refused) => setFault(recordFault(refused))).finally(() => setBusy(false));
        }
        const next = fromDocument(setUp, value);
        if (!next) return setFault(t.notKnown);
        onChange(next);
        toast(t.takenIn);
    };
    const read = (file: File | undefined): void => {
        file?.text().then((content) => {
            setText(content);
            return take(content);
        }).catch(toastError);
    };
    return (
        <>
            <p class="quiet">{t.filesLead}</p>
            <div class="row">
                <button type="button" data-do="open-file" onClick={() => input.current?.click()}>
                    {t.openFile}
                </button>
                <button type="button" data-do="save-file" onClick={() => download(fileName, requestOf(setUp))}>
                    {t.saveFile}
                </button>
                <input ref={input} class="sr" type="file" accept="application/json,.json" aria-label={t.openFile} tabIndex={-1} onChange={(event) => read(event.currentTarget.files?.[0])} />
            </div>
            <div class="field">
                <label for="set-up-text">{t.paste}</label>
                <textarea id="set-up-text" rows={4} spellcheck={false} value={text} aria-invalid={fault !== ''} aria-describedby="set-up-fault" onInput={(event) => setText(event.currentTarget.value)} />
                <small id="set-up-fault" class={fault ? 'bad' : undefined} role="status">
                    {fault}
                </small>
            </div>
            <button type="button" data-do="take-in" disabled={busy || text.trim() === ''} onClick={() => void take(text)}>
                {t.takeIn}
            </button>
        </>
    );
}
