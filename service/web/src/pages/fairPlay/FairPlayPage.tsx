// SPDX-License-Identifier: AGPL-3.0-or-later
// Fair play: what is counted and how, the reader's reports, and what moderators have decided about them.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { Link, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import type { components } from '../../schema';
import { moment, texts } from '../../texts';
import { AsyncContent, type Fetched, useFetched, useSubmit } from '../../ui/forms';
import { TextBox } from '../../ui/TextBox';
import { ClubNav } from '../club/ClubNav';
import { Page } from '../Page';

type Report = components['schemas']['Report'];
type Sanction = components['schemas']['Sanction'];

const textMax = 1000;

function Listed({ title, items }: { title: string; items: string[] }): JSX.Element {
    return (
        <section>
            <h2>{title}</h2>
            <ul>
                {items.map((text) => (
                    <li key={text}>{text}</li>
                ))}
            </ul>
        </section>
    );
}

function ReportRow({ report }: { report: Report }): JSX.Element {
    const t = texts().fairPlay;
    const { about, outcome } = report;
    return (
        <li data-report={report.id}>
            <span>
                <b>{t.kinds[report.kind]}</b> {about.account ?? t.everybody}
                <br />
                <span class="quiet">{moment(report.at)}</span>
                <br />
                {report.text}
                <br />
                <b>{t.outcome[outcome ?? 'open']}</b> {report.answer}
            </span>
        </li>
    );
}

/** States a decision; what is over says so. */
function stateOf({ active, until, lifted_at: lifted }: Sanction): string {
    const t = texts().fairPlay;
    if (lifted) return t.lifted;
    if (!active) return t.over;
    return until ? t.until(moment(until)) : '';
}

function Appeal({ sanction, of }: { sanction: Sanction; of: Fetched<Sanction[]> }): JSX.Element {
    const t = texts().fairPlay;
    const { run, busy, error } = useSubmit(['/text']);
    const [text, setText] = useState('');
    const send = (event: SubmitEvent): void => {
        event.preventDefault();
        void run(() => api.POST('/v1/me/sanctions/{sanction_id}/appeal', { params: { path: { sanction_id: sanction.id } }, body: { text: text.trim() } })).then((sent) => (sent ? of.reload() : undefined));
    };
    return (
        <form noValidate onSubmit={send}>
            <TextBox label={t.appealWhy} name="appeal" error={error('/text')} maxLength={textMax} value={text} onText={setText} />
            <button type="submit" data-do="appeal" disabled={busy || text.trim() === ''}>
                {t.appeal}
            </button>
        </form>
    );
}

function SanctionRow({ sanction, of }: { sanction: Sanction; of: Fetched<Sanction[]> }): JSX.Element {
    const t = texts().fairPlay;
    const { appeal } = sanction;
    return (
        <li data-sanction={sanction.kind}>
            <div>
                <b>{t.rulings[sanction.kind]}</b> {stateOf(sanction)}
                <p class="quiet">{moment(sanction.at)}</p>
                <p>{sanction.reason}</p>
                {appeal && <p>{t.appealed(appeal.text)}</p>}
                {appeal?.answer && <p>{t.answered(appeal.answer)}</p>}
                {!appeal && !sanction.lifted_at && <Appeal sanction={sanction} of={of} />}
            </div>
        </li>
    );
}

function Mine(): JSX.Element {
    const t = texts().fairPlay;
    const reports = useFetched(async () => (await unwrap(api.GET('/v1/me/reports', { params: { query: { limit: 50 } } }))).items as Report[]);
    const sanctions = useFetched(async () => (await unwrap(api.GET('/v1/me/sanctions', { params: { query: { limit: 50 } } }))).items as Sanction[]);
    const self = useFetched(async () => (await unwrap(api.GET('/v1/me'))).moderator === true);
    return (
        <>
            {self.value && (
                <p>
                    <Link class="button" href="/moderation">
                        {t.moderate}
                    </Link>
                </p>
            )}
            <section data-part="sanctions">
                <h2>{t.decisions}</h2>
                <AsyncContent of={sanctions}>
                    {(items) =>
                        items.length === 0 ? (
                            <p>{t.noDecisions}</p>
                        ) : (
                            <ul class="things">
                                {items.map((sanction) => (
                                    <SanctionRow key={sanction.id} sanction={sanction} of={sanctions} />
                                ))}
                            </ul>
                        )
                    }
                </AsyncContent>
            </section>
            <section data-part="reports">
                <h2>{t.mine}</h2>
                <AsyncContent of={reports}>
                    {(items) =>
                        items.length === 0 ? (
                            <p>{t.noReports}</p>
                        ) : (
                            <ul class="things">
                                {items.map((report) => (
                                    <ReportRow key={report.id} report={report} />
                                ))}
                            </ul>
                        )
                    }
                </AsyncContent>
            </section>
        </>
    );
}

export default function FairPlayPage(_: PageProps): JSX.Element {
    const t = texts().fairPlay;
    const me = useMe();
    return (
        <Page title={t.title}>
            <ClubNav />
            <p class="quiet">{t.lead}</p>
            {me && <Mine />}
            <Listed title={t.unfairTitle} items={t.unfair} />
            <Listed title={t.reportsTitle} items={t.reports} />
            <Listed title={t.countedTitle} items={t.counted} />
        </Page>
    );
}
