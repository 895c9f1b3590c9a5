// SPDX-License-Identifier: AGPL-3.0-or-later
// What the organiser of a tournament can do; all of it is shown in the log.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../lib/api';
import { texts } from '../../texts';
import { Choice, Field } from '../../ui/Field';
import { ConfirmButton, useSubmit } from '../../ui/forms';
import type { Rounds, Table, Tournament } from './tournament';

interface ToolProps {
    tournament: Tournament;
    onDone: () => void;
}

function Players({ tournament: { id }, onDone }: ToolProps): JSX.Element {
    const t = texts().tournaments;
    const [name, setName] = useState('');
    const [by, setBy] = useState('');
    const { run, busy, error } = useSubmit(['/by']);
    const put = (state: 'in' | 'out' | 'replaced'): void =>
        void run(async () => {
            await api.PUT('/v1/tournaments/{id}/players/{name}', { params: { path: { id, name } }, body: { state, ...(state === 'replaced' && { by }) } });
            onDone();
        });
    const unnamed = busy || name.trim() === '';
    return (
        <>
            <Field label={t.whom} name="whom" value={name} onInput={(event) => setName(event.currentTarget.value)} />
            <p class="row">
                <button type="button" data-do="take-in" disabled={unnamed} onClick={() => put('in')}>
                    {t.takeIn}
                </button>
                <button type="button" data-do="take-out" disabled={unnamed} onClick={() => put('out')}>
                    {t.takeOut}
                </button>
            </p>
            <Field label={t.instead} name="by" value={by} error={error('/by')} onInput={(event) => setBy(event.currentTarget.value)} />
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

export function Organiser({ tournament, rounds, onDone }: ToolProps & { rounds: Rounds }): JSX.Element {
    const t = texts().tournaments;
    const { run, busy } = useSubmit();
    const { id, round, status } = tournament;
    const tables = (rounds[rounds.length - 1]?.tables ?? []).filter(({ game }) => game !== null);
    const endRound = (): void =>
        void run(async () => {
            await api.POST('/v1/tournaments/{id}/rounds/{round}/pair', { params: { path: { id, round: round + 1 } }, body: {} });
            onDone();
        });
    return (
        <div class="sheet" data-part="organiser">
            <Described tournament={tournament} onDone={onDone} />
            <Players tournament={tournament} onDone={onDone} />
            {status === 'running' && tables.length > 0 && <Result key={round} tournament={tournament} tables={tables} onDone={onDone} />}
            {status === 'running' && round > 0 && <ConfirmButton name="end-round" label={t.endRound(round)} sure={t.endRoundSure} disabled={busy} onDo={endRound} />}
        </div>
    );
}
