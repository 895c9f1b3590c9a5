// SPDX-License-Identifier: AGPL-3.0-or-later
// For moderators: reports and appeals to be answered, pairs who may play together, and the log.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { Link, type PageProps } from '../../lib/router';
import type { components } from '../../schema';
import { moment, texts } from '../../texts';
import { Choice, Field } from '../../ui/Field';
import { AsyncContent, useFetched, useSubmit } from '../../ui/forms';
import { TextBox } from '../../ui/TextBox';
import { toast } from '../../ui/toast';
import { Page } from '../Page';

type Report = components['schemas']['ModeratedReport'];
type Sanction = components['schemas']['Sanction'];
type Pair = components['schemas']['SuspiciousPair'];
type Entry = components['schemas']['ModerationEntry'];
type AnnulmentPlan = components['schemas']['AnnulmentPlan'];
type Ruling = components['schemas']['ReportAnswer']['decision'];

const textMax = 1000;
const limit = 50;

function Person({ name }: { name: string | null }): JSX.Element {
    return name === null ? <>–</> : <Link href={`/people/${encodeURIComponent(name)}`}>{name}</Link>;
}

function GameLink({ game }: { game: string | null }): JSX.Element | null {
    return game === null ? null : <Link href={`/games/${game}`}>{texts().fairPlay.game}</Link>;
}

/** Decides about a report. */
function AnswerForm({ report, onDone }: { report: Report; onDone: () => void }): JSX.Element {
    const t = texts().fairPlay;
    const { run, busy, error } = useSubmit(['/text', '/days', '/account']);
    const [decision, setDecision] = useState<Ruling>('none');
    const [days, setDays] = useState('');
    const [account, setAccount] = useState('');
    const [text, setText] = useState('');
    const lasts = decision === 'mute' || decision === 'unrated' || decision === 'close';
    const send = (event: SubmitEvent): void => {
        event.preventDefault();
        const body = { decision, text: text.trim(), ...(lasts && days !== '' && { days: Number(days) }), ...(account.trim() !== '' && { account: account.trim() }) };
        void run(() => api.POST('/v1/moderation/reports/{report_id}', { params: { path: { report_id: report.id } }, body }), t.answeredAlready).then((sent) => sent && onDone());
    };
    return (
        <form noValidate data-part="answer" onSubmit={send}>
            <div class="columns">
                <Choice label={t.decision} value={decision} options={Object.entries({ none: t.nothing, ...t.rulings }) as [Ruling, string][]} onChoose={setDecision} />
                {lasts && <Field label={t.days} name="days" type="number" min={1} max={365} error={error('/days')} value={days} onInput={(event) => setDays(event.currentTarget.value)} />}
                {report.about.account === null && decision !== 'none' && <Field label={t.who} name="account" error={error('/account')} value={account} onInput={(event) => setAccount(event.currentTarget.value)} />}
            </div>
            <TextBox label={t.toBoth} name="answer" error={error('/text')} maxLength={textMax} value={text} onText={setText} />
            <button type="submit" class="main" data-do="answer" disabled={busy || text.trim() === ''}>
                {t.decide}
            </button>
        </form>
    );
}

/** Whose ratings an annulment would change. */
function Plan({ plan: { changes, ratings } }: { plan: AnnulmentPlan }): JSX.Element {
    const t = texts().fairPlay;
    const of = (rating: AnnulmentPlan['changes'][number]['before']): string => (rating ? t.ratingAfter(rating.rating, rating.games) : t.noRating);
    return (
        <div role="status" data-part="annul-plan">
            <p>{t.wouldChange(ratings)}</p>
            <ul>
                {changes.map(({ account, category, before, after }) => (
                    <li key={`${account} ${category}`}>
                        <Person name={account} /> ({texts().club.categories[category]}): {of(before)} → {of(after)}
                    </li>
                ))}
            </ul>
        </div>
    );
}

type Annulled = { game: string } | { account: string };
const annul = async (of: Annulled, body: components['schemas']['Annulment']): Promise<AnnulmentPlan> =>
    ('game' in of ? await unwrap(api.POST('/v1/moderation/games/{id}/annul', { params: { path: { id: of.game } }, body })) : await unwrap(api.POST('/v1/moderation/accounts/{name}/annul', { params: { path: { name: of.account } }, body }))) as AnnulmentPlan;

/** Annuls a game, or all rated games of somebody. */
function AnnulForm({ of }: { of: Annulled }): JSX.Element {
    const t = texts().fairPlay;
    const { run, busy, error } = useSubmit(['/text']);
    const [text, setText] = useState('');
    const [done, setDone] = useState(false);
    const [plan, setPlan] = useState<AnnulmentPlan>();
    const look = (): void => void run(async () => setPlan(await annul(of, { dry_run: true })), t.noneToAnnul);
    const send = (event: SubmitEvent): void => {
        event.preventDefault();
        void run(() => annul(of, { text: text.trim() }), t.noneToAnnul).then(setDone);
    };
    if (done) return <p role="status">{'game' in of ? t.annulled : t.allAnnulled}</p>;
    const label = 'game' in of ? t.annul : t.annulAll(of.account);
    return (
        <details>
            <summary>{label}</summary>
            <form noValidate onSubmit={send}>
                <p>
                    <button type="button" data-do="annul-plan" disabled={busy} onClick={look}>
                        {t.whatChanges}
                    </button>
                </p>
                {plan && <Plan plan={plan} />}
                <TextBox label={t.annulWhy} name="annul" error={error('/text')} maxLength={textMax} value={text} onText={setText} />
                <button type="submit" class="danger" data-do="annul" disabled={busy || text.trim() === ''}>
                    {label}
                </button>
            </form>
        </details>
    );
}

function ReportItem({ report, onDone }: { report: Report; onDone: () => void }): JSX.Element {
    const t = texts().fairPlay;
    const { about, record } = report;
    return (
        <li class="sheet" data-report={report.id}>
            <h3>
                {t.kinds[report.kind]}: {about.account === null ? t.everybody : <Person name={about.account} />}
            </h3>
            <p class="quiet">
                {moment(report.at)} · <Person name={report.by} /> · {t.record(record.upheld, record.reports)} <GameLink game={about.game} />
            </p>
            <p>{report.text}</p>
            {about.said && <blockquote>{about.said}</blockquote>}
            <AnswerForm report={report} onDone={onDone} />
            {about.game && <AnnulForm of={{ game: about.game }} />}
        </li>
    );
}

function Reports(): JSX.Element {
    const t = texts().fairPlay;
    const reports = useFetched(async () => (await unwrap(api.GET('/v1/moderation/reports', { params: { query: { limit } } }))).items as Report[]);
    return (
        <section data-part="open-reports">
            <h2>{t.open}</h2>
            <AsyncContent of={reports}>
                {(items) => (
                    <ul class="plain-list">
                        {items.length === 0 && <li>{t.noOpen}</li>}
                        {items.map((report) => (
                            <ReportItem key={report.id} report={report} onDone={() => void reports.reload()} />
                        ))}
                    </ul>
                )}
            </AsyncContent>
        </section>
    );
}

function AppealItem({ sanction, onDone }: { sanction: Sanction; onDone: () => void }): JSX.Element {
    const t = texts().fairPlay;
    const { run, busy, error } = useSubmit(['/text']);
    const [text, setText] = useState('');
    const answer = (decision: 'kept' | 'lifted'): void =>
        void run(() => api.POST('/v1/moderation/sanctions/{sanction_id}', { params: { path: { sanction_id: sanction.id } }, body: { decision, text: text.trim() } }), t.answeredAlready).then((sent) => sent && onDone());
    return (
        <li class="sheet">
            <h3>
                {t.rulings[sanction.kind]}: <Person name={sanction.account} />
            </h3>
            <p>{sanction.reason}</p>
            <blockquote>{sanction.appeal?.text}</blockquote>
            <TextBox label={t.answer} name="appeal-answer" error={error('/text')} maxLength={textMax} value={text} onText={setText} />
            <p class="row">
                <button type="button" data-do="keep" disabled={busy || text.trim() === ''} onClick={() => answer('kept')}>
                    {t.keep}
                </button>
                <button type="button" class="main" data-do="lift" disabled={busy || text.trim() === ''} onClick={() => answer('lifted')}>
                    {t.lift}
                </button>
            </p>
        </li>
    );
}

function Appeals(): JSX.Element {
    const t = texts().fairPlay;
    const appeals = useFetched(async () => (await unwrap(api.GET('/v1/moderation/sanctions', { params: { query: { status: 'appealed', limit } } }))).items as Sanction[]);
    return (
        <section data-part="appeals">
            <h2>{t.appeals}</h2>
            <AsyncContent of={appeals}>
                {(items) => (
                    <ul class="plain-list">
                        {items.length === 0 && <li>{t.noAppeals}</li>}
                        {items.map((sanction) => (
                            <AppealItem key={sanction.id} sanction={sanction} onDone={() => void appeals.reload()} />
                        ))}
                    </ul>
                )}
            </AsyncContent>
        </section>
    );
}

/** Decides about somebody whom nobody has reported. */
function Unasked(): JSX.Element {
    const t = texts().fairPlay;
    const { run, busy, error } = useSubmit(['/text', '/days']);
    const [name, setName] = useState('');
    const [decision, setDecision] = useState<Exclude<Ruling, 'none'>>('warn');
    const [days, setDays] = useState('');
    const [text, setText] = useState('');
    const send = (event: SubmitEvent): void => {
        event.preventDefault();
        const body = { decision, text: text.trim(), ...(decision !== 'warn' && days !== '' && { days: Number(days) }) };
        void run(() => api.POST('/v1/moderation/accounts/{name}', { params: { path: { name: name.trim() } }, body })).then((sent) => {
            if (!sent) return;
            toast(t.decided(name.trim()));
            setName('');
            setText('');
        });
    };
    return (
        <details class="sheet">
            <summary data-do="unasked">{t.unasked}</summary>
            <form noValidate data-part="unasked" onSubmit={send}>
                <div class="columns">
                    <Field label={t.who} name="whom" autocomplete="off" value={name} onInput={(event) => setName(event.currentTarget.value)} />
                    <Choice label={t.decision} value={decision} options={Object.entries(t.rulings) as [typeof decision, string][]} onChoose={setDecision} />
                    {decision !== 'warn' && <Field label={t.days} name="days" type="number" min={1} max={365} error={error('/days')} value={days} onInput={(event) => setDays(event.currentTarget.value)} />}
                </div>
                <TextBox label={t.toThem} name="unasked-text" error={error('/text')} maxLength={textMax} value={text} onText={setText} />
                <button type="submit" data-do="decide" disabled={busy || name.trim() === '' || text.trim() === ''}>
                    {t.decide}
                </button>
            </form>
            {name.trim() !== '' && <AnnulForm key={name} of={{ account: name.trim() }} />}
        </details>
    );
}

function PairItem({ pair }: { pair: Pair }): JSX.Element {
    const t = texts().fairPlay;
    const [one = '', other = ''] = pair.accounts;
    return (
        <li class="sheet">
            <h3>
                <Person name={one} /> · <Person name={other} />
            </h3>
            <p class="quiet">{t.pair(pair.games, pair.score.toFixed(1))}</p>
            <ul>
                {pair.reasons.map(({ by, to, sign, count, value, expected }) => (
                    <li key={`${by} ${sign}`}>{t.signs[sign](by, to, value, count, expected)}</li>
                ))}
            </ul>
        </li>
    );
}

function Pairs(): JSX.Element {
    const t = texts().fairPlay;
    const pairs = useFetched(async () => (await unwrap(api.GET('/v1/moderation/pairs', { params: { query: { limit } } }))).items as Pair[]);
    return (
        <section data-part="pairs">
            <h2>{t.pairs}</h2>
            <p class="quiet">{t.pairsLead}</p>
            <AsyncContent of={pairs}>
                {(items) => (
                    <ul class="plain-list">
                        {items.length === 0 && <li>{t.noPairs}</li>}
                        {items.map((pair) => (
                            <PairItem key={pair.accounts.join()} pair={pair} />
                        ))}
                    </ul>
                )}
            </AsyncContent>
        </section>
    );
}

/** "mute 7": no messages, for seven days. */
function actOf(what: string): string {
    const t = texts().fairPlay;
    const [act = '', days] = what.split(' ');
    const word = (({ ...t.rulings, ...t.acts }) as Record<string, string>)[act] ?? act;
    return days ? t.forDays(word, Number(days)) : word;
}

function Log(): JSX.Element {
    const t = texts().fairPlay;
    const log = useFetched(async () => (await unwrap(api.GET('/v1/moderation/log', { params: { query: { limit } } }))).items as Entry[]);
    return (
        <section data-part="moderation-log">
            <h2>{t.log}</h2>
            <AsyncContent of={log}>
                {(items) => (
                    <ul>
                        {items.map((entry, i) => (
                            <li key={`${entry.at} ${i}`}>
                                {moment(entry.at)} · {entry.by ?? t.operator} · <b>{actOf(entry.what)}</b> · <Person name={entry.about} /> <GameLink game={entry.game} /> {entry.text}
                            </li>
                        ))}
                    </ul>
                )}
            </AsyncContent>
        </section>
    );
}

export default function ModerationPage(_: PageProps): JSX.Element {
    const t = texts().fairPlay;
    const moderates = useFetched(async () => (await unwrap(api.GET('/v1/me'))).moderator === true);
    return (
        <Page title={t.moderation}>
            <p>
                <Link href="/fair-play">{t.title}</Link>
            </p>
            <AsyncContent of={moderates}>
                {(may) =>
                    may ? (
                        <>
                            <Reports />
                            <Appeals />
                            <Unasked />
                            <Pairs />
                            <Log />
                        </>
                    ) : (
                        <p>{t.moderatorsOnly}</p>
                    )
                }
            </AsyncContent>
        </Page>
    );
}
