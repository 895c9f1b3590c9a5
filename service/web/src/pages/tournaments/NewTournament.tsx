// SPDX-License-Identifier: AGPL-3.0-or-later
// What a tournament needs to begin; all else has a default, or is for programs.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { navigate } from '../../lib/router';
import { texts } from '../../texts';
import type { GameKind } from '../../types';
import { Choice, Field } from '../../ui/Field';
import { useSubmit } from '../../ui/forms';
import { type Format, formats } from './tournament';

const daySeconds = 86_400;
const seatCounts = ['3', '4', '5', '6'] as const;

interface Draft {
    name: string;
    format: Format;
    game: GameKind;
    seats: (typeof seatCounts)[number];
    most: string;
    turn: string;
    days: string;
    starts: string;
}

const bodyOf = ({ name, format, game, seats, most, turn, days, starts }: Draft) => ({
    name, format, rules: { game }, seats: Number(seats), players: { max: Number(most) }, clock: { turn: Math.round(Number(turn) * daySeconds) }, round_days: Number(days),
    ...(starts && { starts_at: new Date(starts).toISOString() }),
});

/** CLUB: whose tournament it is; left out, everybody's. */
export function NewTournament({ club }: { club?: string }): JSX.Element {
    const t = texts().tournaments;
    const [draft, setDraft] = useState<Draft>({ name: '', format: 'swiss', game: 'base', seats: '4', most: '64', turn: '1', days: '28', starts: '' });
    const { busy, run, error } = useSubmit(['/name', '/players', '/clock', '/round_days', '/starts_at']);
    const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
    const create = (event: Event): void => {
        event.preventDefault();
        void run(async () => navigate(`/tournaments/${(await unwrap(api.POST('/v1/tournaments', { body: { ...bodyOf(draft), ...(club && { club }) } }))).id}`));
    };
    return (
        <form data-part="new-tournament" onSubmit={create}>
            <Field label={t.name} name="name" required maxLength={100} value={draft.name} error={error('/name')} onInput={(event) => change({ name: event.currentTarget.value })} />
            <Choice label={t.format} help={t.about[draft.format]} value={draft.format} options={formats.map((format) => [format, t.formats[format]])} onChoose={(format) => change({ format })} />
            <div class="columns">
                <Choice label={t.game} value={draft.game} options={Object.entries(texts().around.games) as [GameKind, string][]} onChoose={(game) => change({ game })} />
                <Choice label={t.seats} value={draft.seats} options={seatCounts.map((count) => [count, count])} onChoose={(seats) => change({ seats })} />
                <Field label={t.most} name="most" type="number" min={3} max={1024} value={draft.most} error={error('/players')} onInput={(event) => change({ most: event.currentTarget.value })} />
                <Field label={t.turnDays} name="turn" type="number" min={0.25} max={30} step={0.25} value={draft.turn} error={error('/clock')} onInput={(event) => change({ turn: event.currentTarget.value })} />
                <Field label={t.roundDays} name="days" type="number" min={1} max={365} value={draft.days} error={error('/round_days')} onInput={(event) => change({ days: event.currentTarget.value })} />
                <Field label={t.startsAt} help={t.startsHelp} name="starts" type="datetime-local" value={draft.starts} error={error('/starts_at')} onInput={(event) => change({ starts: event.currentTarget.value })} />
            </div>
            <button type="submit" class="main" data-do="create-tournament" disabled={busy}>
                {t.create}
            </button>
        </form>
    );
}
