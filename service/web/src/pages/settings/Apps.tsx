// SPDX-License-Identifier: AGPL-3.0-or-later
// Third-party programs that the caller has authorized.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { list } from '../../lib/list';
import type { components } from '../../schema';
import { moment, texts } from '../../texts';
import { type Fetched, AsyncContent, ConfirmButton, useFetched, useSubmit } from '../../ui/forms';

type Grant = components['schemas']['Grant'];

const load = async (): Promise<Grant[]> => (await unwrap(api.GET('/v1/me/grants'))).items;

function GrantRow({ grant, of }: { grant: Grant; of: Fetched<Grant[]> }): JSX.Element {
    const t = texts().settings;
    const { run, busy } = useSubmit();
    const end = (): void =>
        void run(async () => {
            await api.DELETE('/v1/me/grants/{grant_id}', { params: { path: { grant_id: grant.id } } });
            of.set((of.value ?? []).filter(({ id }) => id !== grant.id));
        });
    return (
        <li data-grant={grant.app.name}>
            <span>
                <b>{grant.app.name}</b> {t.apps.by(grant.app.maker)}
                <br />
                {grant.app.about && (
                    <>
                        {grant.app.about}
                        <br />
                    </>
                )}
                <span class="quiet">
                    {[
                        t.tokens.made(moment(grant.created_at)),
                        grant.last_used_at ? t.tokens.used(moment(grant.last_used_at)) : t.tokens.unused,
                        t.tokens.expires(moment(grant.ends_at)),
                        t.tokens.may(list(grant.scopes.map((scope) => t.tokens.scopes[scope]))),
                    ].join(' · ')}
                </span>
            </span>
            <ConfirmButton name="end-grant" label={t.apps.end} sure={t.apps.endSure} disabled={busy} onDo={end} />
        </li>
    );
}

export default function Apps(): JSX.Element {
    const grants = useFetched(load);
    const t = texts().settings.apps;
    return (
        <AsyncContent of={grants}>
            {(value) => (
                <section class="sheet">
                    <p>{value.length === 0 ? t.none : t.why}</p>
                    <ul class="things" data-list="apps">
                        {value.map((grant) => (
                            <GrantRow key={grant.id} grant={grant} of={grants} />
                        ))}
                    </ul>
                    <p>
                        <a href="/link">{t.link}</a>
                    </p>
                </section>
            )}
        </AsyncContent>
    );
}
