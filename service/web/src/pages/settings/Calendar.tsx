// SPDX-License-Identifier: AGPL-3.0-or-later
// When other players cannot expect a move: quiet hours, weekends, vacations.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import type { components } from '../../schema';
import { list } from '../../lib/list';
import { language, texts } from '../../texts';
import { Check, Choice, Field } from '../../ui/Field';
import { toast } from '../../ui/toast';
import { type Days, dayRange, daysIn, minutesBetween, overlap, today } from '../../lib/days';
import { type Fetched, AsyncContent, useSubmit, useFetched } from '../../ui/forms';

type CalendarShown = components['schemas']['CalendarShown'];

const quietMinutesMax = 14 * 60;
const vacationDaysMax = 35;
const defaultQuiet = { from: '22:00', to: '07:00' };

const load = async (): Promise<CalendarShown> => (await unwrap(api.GET('/v1/me/calendar'))) as CalendarShown;
const store = async (of: Fetched<CalendarShown>, body: CalendarShown): Promise<void> => of.set((await unwrap(api.PUT('/v1/me/calendar', { body }))) as CalendarShown);
const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Whether nothing appears to be set. */
const isEmpty = ({ zone, quiet, weekends_free, vacations }: CalendarShown): boolean => zone === 'UTC' && !quiet && !weekends_free && vacations?.length === 0;

const regionOf = (zone: string): string => zone.split('/')[0] ?? zone;
const placeOf = (zone: string): string => zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ');

/** Time zones by region, as the browser lists them. */
function zoneGroups(besides: string[]): Map<string, string[]> {
    const groups = new Map<string, string[]>([['UTC', ['UTC']]]);
    for (const zone of [...new Set([...Intl.supportedValuesOf('timeZone'), ...besides])].filter((name) => name !== 'UTC').sort()) groups.set(regionOf(zone), [...(groups.get(regionOf(zone)) ?? []), zone]);
    return groups;
}

function ZoneChoice({ value, error, onChoose }: { value: string; error: string | undefined; onChoose: (zone: string) => void }): JSX.Element {
    const t = texts().settings.calendar;
    const device = deviceZone();
    const groups = useMemo(() => zoneGroups([value, device]), [value, device]);
    const zones = groups.get(regionOf(value)) ?? [value];
    return (
        <div class="field">
            <div class="columns zone">
                <Choice label={t.region} value={regionOf(value)} options={[...groups.keys()].map((region) => [region, region])} onChoose={(region) => onChoose(groups.get(region)?.[0] ?? value)} />
                <Choice label={t.zone} help={error} value={value} options={zones.map((zone) => [zone, placeOf(zone)])} onChoose={onChoose} />
            </div>
            {device !== value && (
                <button type="button" class="own-zone" data-do="own-zone" onClick={() => onChoose(device)}>
                    {t.ownZone(device)}
                </button>
            )}
        </div>
    );
}

/** The meaning of all settings, in a sentence. */
function Meaning({ calendar }: { calendar: CalendarShown }): JSX.Element {
    const t = texts().settings.calendar.means;
    const ahead = (calendar.vacations ?? []).filter(({ to }) => to >= today(new Date()));
    const said = [
        calendar.quiet ? t.quiet(calendar.quiet.from, calendar.quiet.to, calendar.zone) : '',
        calendar.weekends_free ? t.weekends : '',
        ahead.length > 0 ? t.vacations(list(ahead.map((days) => dayRange(days, language())))) : '',
    ].filter((text) => text !== '');
    return (
        <p class="sheet meaning" data-part="meaning" role="status">
            {said.length > 0 ? `${t.nobody} ${list(said)}.` : t.always}
        </p>
    );
}

/** The hours that repeat every day and week. */
function Hours({ calendar, of, form, setForm }: { calendar: CalendarShown; of: Fetched<CalendarShown>; form: CalendarShown; setForm: (form: CalendarShown) => void }): JSX.Element {
    const t = texts().settings.calendar;
    const doing = useSubmit(['/zone', '/quiet']);
    const { quiet } = form;
    const minutes = quiet ? minutesBetween(quiet.from, quiet.to) : 1;
    const quietError = minutes === 0 || minutes > quietMinutesMax ? texts().common.wrong['/quiet'] : doing.error('/quiet');
    const submit = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        await doing.run(async () => {
            await store(of, { ...form, vacations: calendar.vacations });
            toast(t.saved);
        }, t.tooOften);
    };
    const time = (which: 'from' | 'to', label: string): JSX.Element | null => quiet && <Field label={label} type="time" name={which} required value={quiet[which]} onInput={(event) => setForm({ ...form, quiet: { ...quiet, [which]: event.currentTarget.value } })} />;
    return (
        <form class="sheet" noValidate onSubmit={(event) => void submit(event)}>
            <ZoneChoice value={form.zone} error={doing.error('/zone')} onChoose={(zone) => setForm({ ...form, zone })} />
            <Check label={t.quiet} checked={quiet !== null} onChange={(on) => setForm({ ...form, quiet: on ? (calendar.quiet ?? defaultQuiet) : null })} />
            {quiet && (
                <div class="row times">
                    {time('from', t.from)}
                    {time('to', t.to)}
                </div>
            )}
            {quiet && (
                <p class="bad" aria-live="polite">
                    {quietError}
                </p>
            )}
            <Check label={t.weekends} checked={form.weekends_free} onChange={(weekends_free) => setForm({ ...form, weekends_free })} />
            <p class="quiet">{t.limit}</p>
            <button type="submit" class="main" data-do="save-hours" disabled={doing.busy || quietError !== undefined}>
                {t.save}
            </button>
        </form>
    );
}

/** What is wrong with a new vacation, by field. */
function vacationFault(days: Days, had: Days[]): { from?: string; to?: string } {
    const t = texts().settings.calendar;
    const now = today(new Date());
    const same = overlap(days, had);
    const years = [Number(days.from.slice(0, 4)), Number(days.to.slice(0, 4))];
    if (days.from < now) return { from: t.past };
    if (days.to < days.from) return { to: t.backwards };
    if (same) return { from: t.overlaps(dayRange(same, language())) };
    if (years.some((year) => daysIn(year, [...had, days]) > vacationDaysMax)) return { to: t.tooMany };
    return {};
}

function Vacations({ calendar, of, zone }: { calendar: CalendarShown; of: Fetched<CalendarShown>; zone: string }): JSX.Element {
    const t = texts().settings.calendar;
    const doing = useSubmit(['/vacations']);
    const [days, setDays] = useState<Days>({ from: '', to: '' });
    const [fault, setFault] = useState<{ from?: string; to?: string }>({});
    const now = today(new Date());
    const year = Number(now.slice(0, 4));
    const had = calendar.vacations ?? [];
    // A vacation entered before any other setting uses the reader's current time zone.
    const put = (vacations: Days[]): Promise<boolean> => doing.run(() => store(of, { ...calendar, zone: isEmpty(calendar) ? zone : calendar.zone, vacations }));
    const add = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        const wrong = vacationFault(days, had);
        setFault(wrong);
        if (!wrong.from && !wrong.to && (await put([...had, days]))) setDays({ from: '', to: '' });
    };
    return (
        <section class="sheet">
            <h3>{t.vacations}</h3>
            <p>{t.vacationsWhy(t.days(Math.max(0, vacationDaysMax - daysIn(year, had))), year)}</p>
            {had.length === 0 && <p class="quiet">{t.none}</p>}
            <ul class="things" data-list="vacations">
                {had.map((range) => (
                    <li key={range.from}>
                        <span class={range.to < now ? 'quiet' : undefined}>{dayRange(range, language())}</span>
                        {range.to > now && (
                            <button type="button" class="plain" data-do="remove-vacation" aria-label={t.remove(dayRange(range, language()))} disabled={doing.busy} onClick={() => void put(had.filter((other) => other !== range))}>
                                {texts().common.remove}
                            </button>
                        )}
                    </li>
                ))}
            </ul>
            <form noValidate onSubmit={(event) => void add(event)}>
                <div class="row times">
                    <Field label={t.first} type="date" name="first" required min={now} value={days.from} error={fault.from} onInput={(event) => setDays({ from: event.currentTarget.value, to: days.to < event.currentTarget.value ? event.currentTarget.value : days.to })} />
                    <Field label={t.last} type="date" name="last" required min={days.from || now} value={days.to} error={fault.to ?? doing.error('/vacations')} onInput={(event) => setDays({ ...days, to: event.currentTarget.value })} />
                </div>
                <button type="submit" data-do="add-vacation" disabled={doing.busy || days.from === '' || days.to === ''}>
                    {t.add}
                </button>
            </form>
            <p class="quiet">{t.begun}</p>
        </section>
    );
}

function CalendarForms({ calendar, of }: { calendar: CalendarShown; of: Fetched<CalendarShown> }): JSX.Element {
    const [form, setForm] = useState<CalendarShown>(() => ({ ...calendar, zone: isEmpty(calendar) ? deviceZone() : calendar.zone }));
    return (
        <div class="settings-stack">
            <p>{texts().settings.calendar.why}</p>
            <Meaning calendar={calendar} />
            <Hours calendar={calendar} of={of} form={form} setForm={setForm} />
            <Vacations calendar={calendar} of={of} zone={form.zone} />
        </div>
    );
}

export default function Calendar(): JSX.Element {
    const calendar = useFetched(load);
    return <AsyncContent of={calendar}>{(value) => <CalendarForms calendar={value} of={calendar} />}</AsyncContent>;
}
