// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { byteLength } from '../api';
import { useGame } from '../game/context';
import { useMe } from '../session';
import { moment, texts } from '../texts';
import { useFollowed } from '../ui/followed';
import { faultText } from '../ui/notice';
import { Notes, notesBytesMax } from './notes';

function stateText(notes: Notes): string {
    const t = texts().talk.notes;
    switch (notes.state) {
        case 'loading':
            return texts().common.loading;
        case 'saved':
            return notes.savedAt ? t.savedAt(moment(notes.savedAt)) : '';
        case 'saving':
            return t.saving;
        case 'unsaved':
            return t.unsaved;
        case 'lost':
            return t.lost;
        case 'failed':
            return t.failed(faultText(notes.fault));
        case 'too long':
            return t.tooLong(byteLength(notes.text) - notesBytesMax);
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
                <button type="button" onClick={() => notes.settle(notes.text)}>
                    {t.keepMine}
                </button>
                <button type="button" onClick={() => notes.settle(theirs)}>
                    {t.takeTheirs}
                </button>
                <button type="button" onClick={() => notes.settle(`${theirs}\n\n${notes.text}`)}>
                    {t.joinBoth}
                </button>
            </div>
        </section>
    );
}

const badStates: Notes['state'][] = ['lost', 'failed', 'conflict', 'too long'];

export default function NotesPanel(): JSX.Element {
    const me = useMe();
    const { state } = useGame();
    return me === null ? <p class="quiet">{texts().talk.notes.signIn}</p> : <Written key={me?.id} id={state.game.id} />;
}

function Written({ id }: { id: string }): JSX.Element {
    const notes = useFollowed(() => new Notes(id), [id]);
    const t = texts().talk.notes;
    return (
        <div class="notes">
            <label for="notes-text">{t.label}</label>
            <textarea id="notes-text" rows={10} value={notes.text} readOnly={notes.state === 'loading'} placeholder={t.placeholder} aria-describedby="notes-help notes-state" onInput={(event) => notes.write(event.currentTarget.value)} onBlur={() => notes.state === 'unsaved' && void notes.save()} />
            <p id="notes-help" class="quiet">
                {t.help}
            </p>
            <p id="notes-state" class={badStates.includes(notes.state) ? 'bad' : 'quiet'} role="status" data-state={notes.state}>
                {stateText(notes)}
            </p>
            {notes.state === 'conflict' && notes.theirs !== null && <Conflict notes={notes} theirs={notes.theirs} />}
        </div>
    );
}
