// SPDX-License-Identifier: AGPL-3.0-or-later
// What the organiser of a tournament can do; all of it is shown in the log.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { api } from '../../lib/api';
import { texts } from '../../texts';
import { Choice, Field } from '../../ui/Field';
import { ConfirmButton, useSubmit } from '../../ui/forms';
import type { Rounds, Table, Tournament } from './tournament';

interface ToolProps {
    tournament: Tournament;
    onDone: () => void;
}

function Players({ tournament: { id }, names, onDone }: ToolProps & { names: string[] }): JSX.Element {
    const t = texts().tournaments;
    const known = useId();
    const [name, setName] = useState('');
    const [by, setBy] = useState('');
    const { run, busy, error } = useSubmit(['/by']);
    const put = (state: 'in' | 'out' | 'replaced'): void =>
        void run(async () => {
            await api.PUT('/v1/tournaments/{id}/players/{name}', { params: { path: { id, name } }, body: { state, ...(state === 'replaced' && { by }) } });
            setName('');
            setBy('');
            onDone();
        });
    const unnamed = busy || name.trim() === '';
    return (
        <>
            <h2>{t.players}</h2>
            <p class="quiet">{t.playersHelp}</p>
            <datalist id={known}>
                {names.map((one) => (
                    <option key={one} value={one} />
                ))}
            </datalist>
            <Field label={t.whom} name="whom" list={known} autocomplete="off" value={name} onInput={(event) => setName(event.currentTarget.value)} />
            <p class="row">
                <button type="button" data-do="take-in" disabled={unnamed} onClick={() => put('in')}>
                    {t.takeIn}
                </button>
                <button type="button" data-do="take-out" disabled={unnamed} onClick={() => put('out')}>
                    {t.takeOut}
                </button>
            </p>
            <Field label={t.instead} name="by" list={known} autocomplete="off" value={by} error={error('/by')} onInput={(event) => setBy(event.currentTarget.value)} />
            <button type="button" data-do="replace" disabled={unnamed || by.trim() === ''} onClick={() => put('replaced')}>
                {t.replace}
            </button>
        </>
    );
}

function Result({ tournament: { id }, onDone, tables }: ToolProps & { tables: Table[] }): JSX.Element | null {
    const t = texts().tournaments;
    const [chosen, setChosen] = useState(tables[0]?.game ?? '');
    const [winner, setWinner] = useState('');
    const [points, setPoints] = useState<string[]>([]);
    const [reason, setReason] = useState('');
    const { run, busy, error } = useSubmit(['/reason']);
    const table = tables.find(({ game }) => game === chosen) ?? tables[0];
    if (!table?.game) return null;
    const game = table.game;
    const send = (event: Event): void => {
        event.preventDefault();
        void run(async () => {
            await api.POST('/v1/tournaments/{id}/games/{game}/result', { params: { path: { id, game } }, body: { winner: winner === '' ? null : Number(winner), points: table.seats.map((_, seat) => Number(points[seat] ?? 0)), reason } });
            onDone();
        });
    };
    return (
        <form data-part="result-form" onSubmit={send}>
            <h2>{t.results}</h2>
            <p class="quiet">{t.resultsHelp}</p>
            <Choice label={t.tableChosen} value={game} options={tables.map((one): [string, string] => [one.game ?? '', t.table(one.table)])} onChoose={setChosen} />
            <Choice label={t.winner} value={winner} options={[['', t.nobody], ...table.seats.map((name, seat): [string, string] => [String(seat), name ?? t.deleted])]} onChoose={setWinner} />
            <div class="columns">
                {table.seats.map((name, seat) => (
                    <Field key={seat} label={name ?? t.deleted} name={`points-${seat}`} type="number" min={0} max={99} value={points[seat] ?? '0'} onInput={(event) => setPoints(table.seats.map((_, i) => (i === seat ? event.currentTarget.value : (points[i] ?? '0'))))} />
                ))}
            </div>
            <Field label={t.reason} name="reason" required maxLength={300} value={reason} error={error('/reason')} onInput={(event) => setReason(event.currentTarget.value)} />
            <button type="submit" data-do="set-result" disabled={busy}>
                {t.setResult}
            </button>
        </form>
    );
}

function Described({ tournament, onDone }: ToolProps): JSX.Element {
    const t = texts().tournaments;
    const [name, setName] = useState(tournament.name);
    const { run, busy, error } = useSubmit(['/name']);
    const rename = (): void =>
        void run(async () => {
            await api.PATCH('/v1/tournaments/{id}', { params: { path: { id: tournament.id } }, body: { name } });
            onDone();
        });
    return (
        <p class="row">
            <Field label={t.name} name="name" maxLength={100} value={name} error={error('/name')} onInput={(event) => setName(event.currentTarget.value)} />
            <button type="button" data-do="rename" disabled={busy || name === tournament.name} onClick={rename}>
                {texts().common.save}
            </button>
        </p>
    );
}

/** Sets another end date of the round that runs, or ends it. */
function RoundEnd({ tournament: { id, round }, onDone }: ToolProps): JSX.Element {
    const t = texts().tournaments;
    const [at, setAt] = useState('');
    const { run, busy, error } = useSubmit(['/round_ends_at']);
    const move = (event: Event): void => {
        event.preventDefault();
        void run(async () => {
            await api.PATCH('/v1/tournaments/{id}', { params: { path: { id } }, body: { round_ends_at: new Date(at).toISOString() } });
            setAt('');
            onDone();
        });
    };
    const endRound = (): void =>
        void run(async () => {
            await api.POST('/v1/tournaments/{id}/rounds/{round}/pair', { params: { path: { id, round: round + 1 } }, body: {} });
            onDone();
        });
    return (
        <form data-part="round-end" onSubmit={move}>
            <h2>{t.roundEnd(round)}</h2>
            <Field label={t.newEnd} name="round-ends" type="datetime-local" value={at} error={error('/round_ends_at')} onInput={(event) => setAt(event.currentTarget.value)} />
            <p class="row">
                <button type="submit" data-do="move-end" disabled={busy || at === ''}>
                    {t.moveEnd}
                </button>
                <ConfirmButton name="end-round" label={t.endRound(round)} sure={t.endRoundSure} disabled={busy} onDo={endRound} />
            </p>
        </form>
    );
}

export function Organiser({ tournament, rounds, names, onDone }: ToolProps & { rounds: Rounds; names: string[] }): JSX.Element {
    const { round, status } = tournament;
    const over = status === 'finished' || status === 'cancelled';
    const tables = (rounds[rounds.length - 1]?.tables ?? []).filter(({ game }) => game !== null);
    return (
        <div class="sheet" data-part="organiser">
            <Described tournament={tournament} onDone={onDone} />
            {!over && <Players tournament={tournament} names={names} onDone={onDone} />}
            {status === 'running' && tables.length > 0 && <Result key={round} tournament={tournament} tables={tables} onDone={onDone} />}
            {status === 'running' && round > 0 && <RoundEnd tournament={tournament} onDone={onDone} />}
        </div>
    );
}
