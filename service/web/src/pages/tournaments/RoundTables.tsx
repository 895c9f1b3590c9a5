// SPDX-License-Identifier: AGPL-3.0-or-later
// The tables of all rounds, side by side as a bracket, and the dates at which rounds end.
import type { JSX } from 'preact';
import { Link } from '../../lib/router';
import { moment, texts } from '../../texts';
import type { Rounds, Table, Tournament } from './tournament';

/** NEXT: who plays in the next round, where that is not everybody. */
function Seats({ table, next }: { table: Table; next: Set<string> | null }): JSX.Element {
    const t = texts().tournaments;
    return (
        <ol class="tournament-seats">
            {table.seats.map((name, seat) => (
                <li key={seat} class={table.result?.winner === seat ? 'won' : undefined}>
                    <span>{name ?? t.deleted}</span>
                    <span>
                        {table.result?.points[seat]} {table.result?.lost.includes(seat) && t.withdrawn}
                        {name && next?.has(name) && (
                            <span class="goes-on" role="img" aria-label={t.goesOn} title={t.goesOn}>
                                ›
                            </span>
                        )}
                    </span>
                </li>
            ))}
        </ol>
    );
}

function TableCard({ table, next }: { table: Table; next: Set<string> | null }): JSX.Element {
    const t = texts().tournaments;
    if (table.bye) return <li class="sheet">{t.bye(table.seats[0] ?? t.deleted)}</li>;
    const state = table.result ? t.ended : table.game ? t.playing : t.notMade;
    const title = [...(table.division ? [t.division(table.division)] : []), t.table(table.table)].join(' · ');
    return (
        <li class="sheet" data-table={table.table}>
            <h3>{table.game ? <Link href={`/games/${table.game}`}>{title}</Link> : title}</h3>
            <Seats table={table} next={next} />
            <p class="quiet">
                {state}
                {table.result?.set && ` · ${t.set}`}
            </p>
        </li>
    );
}

const playersOf = ({ tables }: Rounds[number]): Set<string> => new Set(tables.flatMap(({ seats }) => seats.flatMap((name) => name ?? [])));

/** Who goes on from a round; null: everybody may. */
function goingOn(rounds: Rounds, at: number): Set<string> | null {
    const [round, behind] = [rounds[at], rounds[at + 1]];
    if (!round || !behind) return null;
    const next = playersOf(behind);
    return 2 * next.size <= playersOf(round).size ? next : null;
}

export function RoundTables({ rounds }: { rounds: Rounds }): JSX.Element {
    const t = texts().tournaments;
    if (rounds.length === 0) return <p>{t.empty}</p>;
    return (
        <div class="tournament-scroll" tabIndex={0} role="region" aria-label={t.rounds}>
            <ol class="tournament-rounds" data-part="rounds">
                {rounds.map(({ round, tables }, at) => (
                    <li key={round} data-round={round}>
                        <h2>{t.round(round)}</h2>
                        <ul>
                            {tables.map((table) => (
                                <TableCard key={table.table} table={table} next={goingOn(rounds, at)} />
                            ))}
                        </ul>
                    </li>
                ))}
            </ol>
        </div>
    );
}

export function Calendar({ tournament, rounds }: { tournament: Tournament; rounds: Rounds }): JSX.Element {
    const t = texts().tournaments;
    const dates: [string, string][] = [
        ...(tournament.starts_at && !tournament.started_at ? [[tournament.starts_at, t.starts(moment(tournament.starts_at))] as [string, string]] : []),
        ...(tournament.started_at ? [[tournament.started_at, t.started(moment(tournament.started_at))] as [string, string]] : []),
        ...rounds.flatMap(({ round, tables }): [string, string][] => {
            const played = tables.filter(({ bye }) => !bye);
            const over = played.filter(({ result }) => result).length;
            const [first] = played;
            if (!first) return [];
            return [[first.ends_at, over === played.length ? `${t.round(round)}: ${t.ended}` : `${t.round(round)}: ${t.ends(moment(first.ends_at))} · ${t.tablesOver(over, played.length)}`]];
        }),
        ...(tournament.finished_at ? [[tournament.finished_at, t.finishedAt(moment(tournament.finished_at))] as [string, string]] : []),
    ];
    return (
        <ul class="things" data-list="calendar">
            {dates.length === 0 && <li>{t.empty}</li>}
            {dates.map(([at, text]) => (
                <li key={at + text}>
                    <time dateTime={at}>{text}</time>
                </li>
            ))}
        </ul>
    );
}
