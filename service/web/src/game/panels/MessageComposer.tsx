// SPDX-License-Identifier: AGPL-3.0-or-later
// The input for messages; the text stays until it is sent.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { api, byteLength, unwrap, randomId } from '../../lib/api';
import { storeDraft, storedDraft } from '../../lib/drafts';
import { useGame } from '../state/context';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { Talk } from '../../types';
import { faultText } from '../../ui/toast';

const bytesMax = 800;
/** From this many bytes before the limit, the remaining room is shown. */
const bytesNear = 120;

export interface Partner {
    seat: number;
    name: string;
    color: string;
}

function Recipients({ others, to, onChange }: { others: Partner[]; to: number[]; onChange: (to: number[]) => void }): JSX.Element {
    const t = texts().talk;
    return (
        <div class="row talk-to-row" role="group" aria-label={t.recipients}>
            <span aria-hidden="true">{t.recipients}</span>
            <button type="button" aria-pressed={to.length === 0} onClick={() => onChange([])}>
                {t.everybody}
            </button>
            {others.map(({ seat, name }) => (
                <button type="button" key={seat} data-to={seat} aria-pressed={to.includes(seat)} onClick={() => onChange(to.includes(seat) ? to.filter((other) => other !== seat) : [...to, seat])}>
                    {name}
                </button>
            ))}
        </div>
    );
}

interface Draft {
    text: string;
    to: number[];
    left: number;
    sending: boolean;
    fault: unknown;
    write: (text: string) => void;
    address: (to: number[]) => void;
    send: () => Promise<void>;
}

function useDraft(id: string, onSaid: (message: Talk) => void): Draft {
    const draft = `talk.${id}`;
    const [text, setText] = useState(() => storedDraft(draft) ?? '');
    // After a reload, a message meant for one player must not go to all.
    const [to, setTo] = useState<number[]>(() => ((text !== '' && storedDraft(`${draft}.to`)) || '').split(',').filter(Boolean).map(Number));
    const [sending, setSending] = useState(false);
    const [fault, setFault] = useState<unknown>(null);
    // The key belongs to the message: sent again after a lost response, it is posted once.
    const key = useRef(randomId());
    const write = (next: string): void => {
        setText(next);
        storeDraft(draft, next);
        key.current = randomId();
    };
    const address = (next: number[]): void => {
        setTo(next);
        storeDraft(`${draft}.to`, next.join(','));
        key.current = randomId();
    };
    const left = bytesMax - byteLength(text);
    const send = async (): Promise<void> => {
        if (text.trim() === '' || left < 0 || sending) return;
        setSending(true);
        setFault(null);
        try {
            const body = { text, ...(to.length > 0 ? { to } : {}) };
            onSaid((await unwrap(api.POST('/v1/games/{id}/talk', { params: { path: { id }, header: { 'Idempotency-Key': key.current } }, body }))) as Talk);
            write('');
        } catch (failed) {
            setFault(failed);
        } finally {
            setSending(false);
        }
    };
    return { text, to, left, sending, fault, write, address, send };
}

function Below({ draft, others }: { draft: Draft; others: Partner[] }): JSX.Element {
    const t = texts().talk;
    const { fault, left, to } = draft;
    const names = list(others.filter(({ seat }) => to.includes(seat)).map(({ name }) => name));
    const said = left < 0 ? t.over(-left) : left < bytesNear ? t.left(left) : to.length > 0 ? t.secret(names) : t.hint;
    return (
        <p id="talk-say" class={fault !== null || left < 0 ? 'bad' : 'quiet'} data-bad={fault !== null || left < 0 ? '' : undefined} role={fault === null ? undefined : 'alert'}>
            {fault !== null ? t.notSent(faultText(fault)) : said}
        </p>
    );
}

export function MessageComposer({ others, onSaid }: { others: Partner[]; onSaid: (message: Talk) => void }): JSX.Element {
    const { state } = useGame();
    const t = texts().talk;
    const draft = useDraft(state.game.id, onSaid);
    const { text, to, left, sending, write, address } = draft;
    const field = useRef<HTMLTextAreaElement>(null);
    const send = (event: Event): void => {
        event.preventDefault();
        void draft.send().then(() => field.current?.focus());
    };
    const mention = (name: string): void => {
        write(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}@${name} `);
        field.current?.focus();
    };
    return (
        <form class="talk-speak" onSubmit={send}>
            {others.length > 0 && <Recipients others={others} to={to} onChange={address} />}
            <label class="sr" for="talk-text">
                {t.message}
            </label>
            <textarea id="talk-text" ref={field} rows={2} value={text} placeholder={t.placeholder} aria-describedby="talk-say" onInput={(event) => write(event.currentTarget.value)} onKeyDown={(event) => event.key === 'Enter' && !event.shiftKey && !event.isComposing && send(event)} />
            <div class="row talk-below">
                {others.map(({ seat, name }) => (
                    <button type="button" class="plain" key={seat} aria-label={t.mention(name)} onClick={() => mention(name)}>
                        @{name}
                    </button>
                ))}
                <button type="submit" class="main" disabled={text.trim() === '' || left < 0 || sending}>
                    {sending ? t.sending : t.send}
                </button>
            </div>
            <Below draft={draft} others={others} />
        </form>
    );
}
