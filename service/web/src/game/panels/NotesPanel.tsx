// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { byteLength } from '../../lib/api';
import { useGame } from '../state/context';
import { useMe } from '../../lib/session';
import { moment, texts } from '../../texts';
import { useOpened } from '../../ui/useOpened';
import { faultText } from '../../ui/toast';
import { Notes, notesBytesMax } from './notes';

function stateText({ state, savedAt, fault, text }: Notes['shown']): string {
    const t = texts().talk.notes;
    switch (state) {
        case 'loading':
            return texts().common.loading;
        case 'saved':
            return savedAt ? t.savedAt(moment(savedAt)) : '';
        case 'saving':
            return t.saving;
        case 'unsaved':
            return t.unsaved;
        case 'lost':
            return t.lost;
        case 'failed':
            return t.failed(faultText(fault));
        case 'too long':
            return t.tooLong(byteLength(text) - notesBytesMax);
        case 'conflict':
            return t.conflict;
    }
}

function Conflict({ notes, theirs }: { notes: Notes; theirs: string }): JSX.Element {
    const t = texts().talk.notes;
    return (
        <section class="notes-conflict sheet">
            <h3>{t.theirs}</h3>
            <pre>{theirs}</pre>
            <div class="row">
                <button type="button" onClick={() => notes.settle(notes.shown.text)}>
                    {t.keepMine}
                </button>
                <button type="button" onClick={() => notes.settle(theirs)}>
                    {t.takeTheirs}
                </button>
                <button type="button" onClick={() => notes.settle(`${theirs}\n\n${notes.shown.text}`)}>
                    {t.joinBoth}
                </button>
            </div>
        </section>
    );
}

const badStates: Notes['shown']['state'][] = ['lost', 'failed', 'conflict', 'too long'];

export default function NotesPanel(): JSX.Element {
    const me = useMe();
    const { state } = useGame();
    return me === null ? <p class="quiet">{texts().talk.notes.signIn}</p> : <Written key={me?.id} id={state.game.id} />;
}

function Written({ id }: { id: string }): JSX.Element {
    const notes = useOpened(() => new Notes(id), [id]);
    const { text, state, theirs } = notes.shown;
    const t = texts().talk.notes;
    return (
        <div class="notes">
            <label for="notes-text">{t.label}</label>
            <textarea id="notes-text" rows={10} value={text} readOnly={state === 'loading'} placeholder={t.placeholder} aria-describedby="notes-help notes-state" onInput={(event) => notes.write(event.currentTarget.value)} onBlur={() => notes.shown.state === 'unsaved' && void notes.save()} />
            <p id="notes-help" class="quiet">
                {t.help}
            </p>
            <p id="notes-state" class={badStates.includes(state) ? 'bad' : 'quiet'} role="status" data-state={state}>
                {stateText(notes.shown)}
            </p>
            {state === 'conflict' && theirs !== null && <Conflict notes={notes} theirs={theirs} />}
        </div>
    );
}
