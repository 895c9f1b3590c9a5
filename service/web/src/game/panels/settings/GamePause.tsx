// SPDX-License-Identifier: AGPL-3.0-or-later
// A pause that all players of a game agree to.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../../../lib/api';
import { seatName, useGame } from '../../state/context';
import { gameSeat } from '../../state/seats';
import type { components } from '../../../schema';
import { useMe } from '../../../lib/session';
import { list } from '../../../lib/list';
import { moment, texts } from '../../../texts';
import { Field } from '../../../ui/Field';
import { toast } from '../../../ui/toast';
import { today } from '../../../lib/days';
import { usePolled } from '../../../ui/usePolled';
import { type Fetched, AsyncContent, useSubmit } from '../../../ui/forms';

type Pause = components['schemas']['Pause'];

const dayMs = 86400000;
const pauseDaysMax = 60;

/** The end of a day in the reader's time zone; on the last of the sixty days, the current time of day. */
function endOf(day: string): string {
    const latest = Date.now() + pauseDaysMax * dayMs - 60000;
    return new Date(Math.min(Date.parse(`${day}T23:59:00`), latest)).toISOString();
}

/** Requests a pause, agrees to one, or takes that back. */
function Agree({ pause, of, seat }: { pause: Pause; of: Fetched<Pause>; seat: number }): JSX.Element {
    const t = texts().settings.game;
    const { store } = useGame();
    const { run, busy, error } = useSubmit(['/until']);
    const [until, setUntil] = useState('');
    const params = { path: { id: store.id } };
    const agreed = pause.agreed.some((other) => other.seat === seat);
    const agree = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        await run(async () => {
            const next = await unwrap(api.POST('/v1/games/{id}/pause', { params, body: until === '' ? {} : { until: endOf(until) } }));
            of.set(next);
            toast(next.paused ? t.begun : t.waits);
            await store.refresh();
        }, t.meanwhile);
        void of.reload();
    };
    const withdraw = (): void => void run(async () => of.set(await unwrap(api.DELETE('/v1/games/{id}/pause', { params }))), t.meanwhile);
    if (agreed)
        return (
            <button type="button" data-do="withdraw-pause" disabled={busy} onClick={withdraw}>
                {t.withdraw}
            </button>
        );
    return (
        <form noValidate onSubmit={(event) => void agree(event)}>
            <Field label={t.pauseUntil} help={t.pauseUntilHelp} error={error('/until')} type="date" name="until" min={today(new Date())} max={today(new Date(Date.now() + pauseDaysMax * dayMs))} value={until} onInput={(event) => setUntil(event.currentTarget.value)} />
            <button type="submit" data-do="agree-pause" disabled={busy}>
                {pause.agreed.length > 0 ? t.agree : t.propose}
            </button>
        </form>
    );
}

function State({ pause, of, seat }: { pause: Pause; of: Fetched<Pause>; seat: number | null }): JSX.Element {
    const t = texts().settings.game;
    const { store, state } = useGame();
    const { run, busy } = useSubmit();
    const end = (): void =>
        void run(async () => {
            of.set(await unwrap(api.DELETE('/v1/games/{id}/pause', { params: { path: { id: store.id } } })));
            toast(t.ended);
            await store.refresh();
        });
    if (pause.paused)
        return (
            <>
                <p data-part="paused">{t.paused(moment(pause.paused.until))}</p>
                {seat !== null && (
                    <button type="button" data-do="end-pause" disabled={busy} onClick={end}>
                        {t.endPause}
                    </button>
                )}
            </>
        );
    return (
        <>
            {pause.agreed.length > 0 && (
                <ul data-list="agreed">
                    {pause.agreed.map((one) => (
                        <li key={one.seat}>{t.agreed(seatName(state, one.seat), moment(one.until))}</li>
                    ))}
                    <li>{t.missing(list(pause.missing.map((other) => seatName(state, other))))}</li>
                </ul>
            )}
            {seat !== null && <Agree pause={pause} of={of} seat={seat} />}
        </>
    );
}

/** The seat that the reader plays; null for anyone else. */
export function usePlayedSeat(): number | null {
    const { game } = useGame().state;
    const me = useMe();
    return game.seats.find(({ account, kind }) => me && account === me.name && kind === 'human')?.seat ?? null;
}

export function GamePause(): JSX.Element {
    const t = texts().settings.game;
    const { store, state } = useGame();
    const seat = usePlayedSeat();
    const { paused } = state.game;
    const pause = usePolled(async () => await unwrap(api.GET('/v1/games/{id}/pause', { params: { path: { id: store.id } } })), [state.view.seq, paused?.until]);
    const begun = pause.value && Boolean(pause.value.paused) !== Boolean(paused);
    useEffect(() => {
        // Another player has begun or ended the pause: the rest of the page needs to know.
        if (begun) void store.refresh();
    }, [begun]);
    return (
        <section class="sheet" data-part="pause">
            <h3>{t.pause}</h3>
            <p>{t.pauseWhy}</p>
            <div aria-live="polite">
                <AsyncContent of={pause}>{(value) => <State pause={value} of={pause} seat={seat !== null && gameSeat(state, seat)?.kind === 'human' ? seat : null} />}</AsyncContent>
            </div>
        </section>
    );
}
