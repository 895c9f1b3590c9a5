// SPDX-License-Identifier: AGPL-3.0-or-later
// What the reader asks of those who take an open seat in their games.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import type { components } from '../../schema';
import { texts } from '../../texts';
import { Field } from '../../ui/Field';
import { AsyncContent, useFetched, useSubmit } from '../../ui/forms';
import { toast } from '../../ui/toast';

type Asked = components['schemas']['Hosting'];

const gamesMost = 1000;
const percent = 100;

function Form({ asked }: { asked: Asked }): JSX.Element {
    const t = texts().club.hosting;
    const [games, setGames] = useState(String(asked.least_games));
    const [finished, setFinished] = useState(String(asked.least_finished));
    const { run, busy, error } = useSubmit(['/least_games', '/least_finished']);
    const submit = (event: Event): void => {
        event.preventDefault();
        void run(async () => {
            await api.PUT('/v1/me/hosting', { body: { least_games: Number(games), least_finished: Number(finished) } });
            toast(texts().club.people.saved);
        });
    };
    return (
        <form onSubmit={submit}>
            <Field label={t.games} name="least-games" type="number" min={0} max={gamesMost} value={games} error={error('/least_games')} onInput={(event) => setGames(event.currentTarget.value)} />
            <Field label={t.finished} name="least-finished" type="number" min={0} max={percent} value={finished} error={error('/least_finished')} onInput={(event) => setFinished(event.currentTarget.value)} />
            <button type="submit" data-do="save-hosting" disabled={busy}>
                {t.save}
            </button>
        </form>
    );
}

export function Hosting(): JSX.Element {
    const t = texts().club.hosting;
    const asked = useFetched(() => unwrap(api.GET('/v1/me/hosting')));
    return (
        <section class="sheet" data-part="hosting">
            <h3>{t.title}</h3>
            <p class="quiet">{t.lead}</p>
            <AsyncContent of={asked}>{(found) => <Form asked={found} />}</AsyncContent>
        </section>
    );
}
