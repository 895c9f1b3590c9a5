// SPDX-License-Identifier: AGPL-3.0-or-later
// The reader's notes about a game: saved automatically a moment after the last key. Unsaved text is kept in the
// browser. If the notes were also changed elsewhere, nothing is overwritten until the reader has chosen.
import { signal } from '@preact/signals';
import { api, byteLength, LostNetwork, Problem } from '../../lib/api';
import { storeDraft, storedDraft } from '../../lib/drafts';
import { listen } from '../../lib/live';

export const notesBytesMax = 16384;
const pauseMs = 900;
const retryMs = 15_000;

type NotesState = 'loading' | 'saved' | 'unsaved' | 'saving' | 'lost' | 'failed' | 'conflict' | 'too long';

/** The stored draft: the text, and the version of the notes it is based on. */
interface Draft {
    text: string;
    tag: string;
}

function readDraft(name: string): Draft | null {
    try {
        const draft = JSON.parse(storedDraft(name) ?? 'null') as Draft | null;
        return typeof draft?.text === 'string' && typeof draft.tag === 'string' ? draft : null;
    } catch {
        return null;
    }
}

interface NotesShown {
    text: string;
    state: NotesState;
    fault: unknown;
    savedAt: string | null;
    /** The text on the server, if it differs from the version this text is based on. */
    theirs: string | null;
}

export class Notes {
    #shown = signal<NotesShown>({ text: '', state: 'loading', fault: null, savedAt: null, theirs: null });
    #tag = '';
    #timer: ReturnType<typeof setTimeout> | undefined;
    #stop: () => void = () => undefined;
    #busy = false;

    constructor(readonly id: string) {}

    /** The state to render. */
    get shown(): NotesShown {
        return this.#shown.value;
    }

    #put(change: Partial<NotesShown>): void {
        this.#shown.value = { ...this.#shown.peek(), ...change };
    }

    get #draft(): string {
        return `notes.${this.id}`;
    }

    open(): void {
        const draft = readDraft(this.#draft);
        if (draft) {
            this.#put({ text: draft.text });
            this.#tag = draft.tag;
        }
        // There is no event for notes written elsewhere, so they are found by looking again.
        this.#stop = listen(this.id, ({ game }) => {
            if (game === null) void (this.#unsaved() ? this.save() : this.#load());
        });
        void (draft ? this.save() : this.#load());
    }

    close(): void {
        this.#stop();
        clearTimeout(this.#timer);
        if (this.#unsaved()) void this.save();
    }

    write(text: string): void {
        this.#put({ text });
        storeDraft(this.#draft, JSON.stringify({ text, tag: this.#tag } satisfies Draft));
        if (this.shown.state === 'conflict') return this.#set('conflict');
        this.#set(byteLength(text) > notesBytesMax ? 'too long' : 'unsaved');
        this.#later(pauseMs);
    }

    /** Resolves a conflict with this text. */
    settle(text: string): void {
        this.#put({ theirs: null, state: 'unsaved' });
        this.write(text);
        void this.save();
    }

    #unsaved(): boolean {
        return storedDraft(this.#draft) !== null;
    }

    #later(ms: number): void {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.save(), ms);
    }

    #set(state: NotesState, fault: unknown = null): void {
        this.#put({ state, fault });
    }

    async #load(): Promise<void> {
        try {
            const { data, response } = await api.GET('/v1/games/{id}/notes', { params: { path: { id: this.id } }, headers: this.#tag === '' ? {} : { 'If-None-Match': this.#tag } });
            if (this.#unsaved()) return;
            if (data) this.#take(data as { text: string; at: string | null }, response);
            this.#set('saved');
        } catch (fault) {
            this.#set(fault instanceof LostNetwork ? 'lost' : 'failed', fault);
        }
    }

    #take({ text, at }: { text: string; at: string | null }, response: Response): void {
        this.#put({ text, savedAt: at });
        this.#tag = response.headers.get('ETag') ?? '';
    }

    async save(): Promise<void> {
        clearTimeout(this.#timer);
        if (this.#busy || this.shown.state === 'conflict' || byteLength(this.shown.text) > notesBytesMax) return;
        const { text } = this.shown;
        this.#busy = true;
        this.#set('saving');
        try {
            const { data, response } = await api.PUT('/v1/games/{id}/notes', { params: { path: { id: this.id } }, headers: this.#tag === '' ? {} : { 'If-Match': this.#tag }, body: { text } });
            this.#tag = response.headers.get('ETag') ?? '';
            this.#put({ savedAt: (data as { at: string | null }).at });
            this.#busy = false;
            if (this.shown.text !== text) return this.write(this.shown.text);
            storeDraft(this.#draft, null);
            this.#set('saved');
        } catch (fault) {
            this.#busy = false;
            if (fault instanceof Problem && fault.status === 412) await this.#meet();
            else if (fault instanceof LostNetwork || (fault instanceof Problem && fault.status >= 429)) {
                this.#set(fault instanceof LostNetwork ? 'lost' : 'failed', fault);
                this.#later(retryMs);
            } else this.#set('failed', fault);
        }
    }

    /** The notes were changed elsewhere: shows both texts, unless they are equal. */
    async #meet(): Promise<void> {
        try {
            const { data, response } = await api.GET('/v1/games/{id}/notes', { params: { path: { id: this.id } } });
            const theirs = data as { text: string; at: string | null };
            this.#tag = response.headers.get('ETag') ?? '';
            this.#put({ theirs: theirs.text });
            const { text } = this.shown;
            if (theirs.text === text || theirs.text === '') return this.settle(text);
            storeDraft(this.#draft, JSON.stringify({ text, tag: '""' } satisfies Draft));
            this.#set('conflict');
        } catch (fault) {
            this.#set('failed', fault);
            this.#later(retryMs);
        }
    }
}
