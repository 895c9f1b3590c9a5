// SPDX-License-Identifier: AGPL-3.0-or-later
// What a tournament needs to begin, and, folded away, what has a default.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { navigate } from '../../lib/router';
import { texts } from '../../texts';
import type { GameKind } from '../../types';
import { Check, Choice, Field } from '../../ui/Field';
import { useSubmit } from '../../ui/forms';
import { TextBox } from '../../ui/TextBox';
import { type Counting, divisions, type Format, formats } from './tournament';

const daySeconds = 86_400;
const aboutMax = 2000;
const seatCounts = ['3', '4', '5', '6'] as const;
const moveCounts = ['1', '2', '3'] as const;
/** Formats in which the organiser chooses how many rounds there are. */
const withRounds: Format[] = ['official', 'swiss', 'league'];

/** Numbers as they are typed; empty ones are left to the server. */
interface Draft {
    name: string;
    about: string;
    format: Format;
    game: GameKind;
    seats: (typeof seatCounts)[number];
    least: string;
    most: string;
    turn: string;
    days: string;
    starts: string;
    rounds: string;
    target: string;
    division: string;
    moves: (typeof moveCounts)[number];
    counting: Counting;
    rated: boolean;
    hidden: boolean;
}

interface PartProps {
    draft: Draft;
    change: (part: Partial<Draft>) => void;
    error: (pointer: string) => string | undefined;
}

const begun: Draft = { name: '', about: '', format: 'swiss', game: 'base', seats: '4', least: '', most: '64', turn: '1', days: '28', starts: '', rounds: '', target: '', division: '7', moves: '2', counting: 'official', rated: false, hidden: false };
const numbered = <Name extends string>(name: Name, typed: string): Partial<Record<Name, number>> => (typed === '' ? {} : ({ [name]: Number(typed) } as Record<Name, number>));

const bodyOf = ({ name, about, format, game, seats, least, most, turn, days, starts, rounds, target, division, moves, counting, rated, hidden }: Draft) => ({
    name, format, rules: { game, ...numbered('victory_points', target) }, seats: Number(seats), players: { max: Number(most), ...numbered('min', least) },
    clock: { turn: Math.round(Number(turn) * daySeconds) }, round_days: Number(days), counting, rated,
    ...(starts && { starts_at: new Date(starts).toISOString() }), ...(about.trim() && { about: about.trim() }), ...(hidden && { visibility: 'private' as const }),
    ...(withRounds.includes(format) && numbered('rounds', rounds)), ...(format === 'league' && { division: Number(division), moves: Number(moves) }),
});

/** What everybody decides. */
function Basics({ draft, change, error }: PartProps): JSX.Element {
    const t = texts().tournaments;
    const sizes = divisions[draft.seats] ?? [];
    const sit = (seats: Draft['seats']): void => change({ seats, division: divisions[seats]?.[0] ?? draft.division });
    return (
        <div class="columns">
            <Choice label={t.game} value={draft.game} options={Object.entries(texts().around.games) as [GameKind, string][]} onChoose={(game) => change({ game })} />
            <Choice label={t.seats} value={draft.seats} options={seatCounts.map((count) => [count, count])} onChoose={sit} />
            {draft.format === 'league' && <Choice label={t.divisionSize} value={draft.division} options={sizes.map((size) => [size, size])} onChoose={(division) => change({ division })} />}
            <Field label={t.most} name="most" type="number" min={3} max={1024} value={draft.most} error={error('/players')} onInput={(event) => change({ most: event.currentTarget.value })} />
            <Field label={t.turnDays} name="turn" type="number" min={0.25} max={30} step={0.25} value={draft.turn} error={error('/clock')} onInput={(event) => change({ turn: event.currentTarget.value })} />
            <Field label={t.roundDays} name="days" type="number" min={1} max={365} value={draft.days} error={error('/round_days')} onInput={(event) => change({ days: event.currentTarget.value })} />
            <Field label={t.startsAt} help={t.startsHelp} name="starts" type="datetime-local" value={draft.starts} error={error('/starts_at')} onInput={(event) => change({ starts: event.currentTarget.value })} />
        </div>
    );
}

/** What has a default. */
function Choices({ draft, change, error, club }: PartProps & { club: boolean }): JSX.Element {
    const t = texts().tournaments;
    return (
        <>
            <div class="columns">
                {withRounds.includes(draft.format) && <Field label={draft.format === 'league' ? t.seasons : t.roundCount} help={t.left} name="rounds" type="number" min={1} max={100} value={draft.rounds} error={error('/rounds')} onInput={(event) => change({ rounds: event.currentTarget.value })} />}
                {draft.format === 'league' && <Choice label={t.moves} value={draft.moves} options={moveCounts.map((count) => [count, count])} onChoose={(moves) => change({ moves })} />}
                <Field label={t.least} help={t.left} name="least" type="number" min={3} max={1024} value={draft.least} onInput={(event) => change({ least: event.currentTarget.value })} />
                <Field label={t.target} help={t.left} name="target" type="number" min={3} max={20} value={draft.target} error={error('/rules')} onInput={(event) => change({ target: event.currentTarget.value })} />
                <Choice label={t.counting} help={t.countings[draft.counting]} value={draft.counting} options={[['official', t.countingNames.official], ['wbc', t.countingNames.wbc]]} onChoose={(counting) => change({ counting })} />
            </div>
            <TextBox label={t.aboutLabel} name="about" maxLength={aboutMax} value={draft.about} error={error('/about')} onText={(about) => change({ about })} />
            <Check name="rated" label={t.rated} help={error('/rated') ?? t.ratedHelp} checked={draft.rated} onChange={(rated) => change({ rated })} />
            {!club && <Check name="hidden" label={t.hidden} help={t.hiddenHelp} checked={draft.hidden} onChange={(hidden) => change({ hidden })} />}
        </>
    );
}

/** CLUB: whose tournament it is; left out, everybody's. */
export function NewTournament({ club }: { club?: string }): JSX.Element {
    const t = texts().tournaments;
    const [draft, setDraft] = useState<Draft>(begun);
    const { busy, run, error } = useSubmit(['/name', '/about', '/players', '/clock', '/round_days', '/starts_at', '/rounds', '/rules', '/rated']);
    const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
    const create = (event: Event): void => {
        event.preventDefault();
        void run(async () => navigate(`/tournaments/${(await unwrap(api.POST('/v1/tournaments', { body: { ...bodyOf(draft), ...(club && { club }) } }))).id}`));
    };
    return (
        <form data-part="new-tournament" onSubmit={create}>
            <Field label={t.name} name="name" required maxLength={100} value={draft.name} error={error('/name')} onInput={(event) => change({ name: event.currentTarget.value })} />
            <Choice label={t.format} help={t.about[draft.format]} value={draft.format} options={formats.map((format) => [format, t.formats[format]])} onChoose={(format) => change({ format })} />
            <Basics draft={draft} change={change} error={error} />
            <details>
                <summary data-do="more-choices">{t.choices}</summary>
                <Choices draft={draft} change={change} error={error} club={club !== undefined} />
            </details>
            <button type="submit" class="main" data-do="create-tournament" disabled={busy}>
                {t.create}
            </button>
        </form>
    );
}
