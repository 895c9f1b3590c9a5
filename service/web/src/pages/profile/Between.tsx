// SPDX-License-Identifier: AGPL-3.0-or-later
// What the reader thinks of a person, for themselves alone.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import type { components } from '../../schema';
import { texts } from '../../texts';
import { Check } from '../../ui/Field';
import { AsyncContent, useFetched, useSubmit } from '../../ui/forms';
import { toast } from '../../ui/toast';

type Person = components['schemas']['PersonOfMine'];
type Opinion = Pick<Person, 'follow' | 'news' | 'avoid' | 'block' | 'note'>;

const noteMax = 400;

function Form({ person }: { person: Person }): JSX.Element {
    const t = texts().club.people;
    const id = useId();
    const { run, busy } = useSubmit();
    const [opinion, setOpinion] = useState<Opinion>(person);
    const save = (next: Opinion): void => {
        const { follow, news, avoid, block, note } = next;
        setOpinion(next);
        void run(async () => {
            await api.PUT('/v1/me/people/{name}', { params: { path: { name: person.account } }, body: { follow, news, avoid, block, note } });
            toast(t.saved);
        });
    };
    const submit = (event: Event): void => {
        event.preventDefault();
        save(opinion);
    };
    return (
        <form onSubmit={submit}>
            <Check name="follow" label={t.follow} help={t.followHelp} disabled={busy} checked={opinion.follow} onChange={(follow) => save({ ...opinion, follow, news: follow })} />
            {opinion.follow && <Check name="news" label={t.news} disabled={busy} checked={opinion.news} onChange={(news) => save({ ...opinion, news })} />}
            <Check name="avoid" label={t.avoid} help={t.avoidHelp} disabled={busy} checked={opinion.avoid} onChange={(avoid) => save({ ...opinion, avoid })} />
            <Check name="block" label={t.block} help={t.blockHelp} disabled={busy} checked={opinion.block} onChange={(block) => save({ ...opinion, block })} />
            <div class="field">
                <label for={id}>{t.note}</label>
                <textarea id={id} rows={2} maxLength={noteMax} value={opinion.note ?? ''} onInput={(event) => setOpinion({ ...opinion, note: event.currentTarget.value })} />
            </div>
            <button type="submit" data-do="save-note" disabled={busy}>
                {t.save}
            </button>
        </form>
    );
}

export function Between({ name }: { name: string }): JSX.Element {
    const t = texts().club.people;
    const person = useFetched(() => unwrap(api.GET('/v1/me/people/{name}', { params: { path: { name } } })), [name]);
    return (
        <section class="sheet between" data-part="between">
            <h2>{t.yours}</h2>
            <p class="quiet">{t.lead}</p>
            <AsyncContent of={person}>{(found) => <Form key={found.account} person={found} />}</AsyncContent>
        </section>
    );
}
