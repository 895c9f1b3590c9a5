// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { download } from '../../lib/download';
import { Link } from '../../lib/router';
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import { toastError } from '../../ui/toast';
import type { Standing } from './tournament';

const hundredths = 100;
const decimals = (value: number): string => formatter(Intl.NumberFormat, language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

function Row({ row }: { row: Standing }): JSX.Element {
    const t = texts().tournaments;
    return (
        <tr data-rank={row.rank}>
            <td>{row.rank}</td>
            <th scope="row">
                {row.account ? <Link href={`/people/${encodeURIComponent(row.account)}`}>{row.account}</Link> : t.deleted} {row.withdrawn && <span class="quiet">{t.withdrawn}</span>}
            </th>
            <td>{row.won}</td>
            <td>{row.points}</td>
            <td>{decimals(row.percent / hundredths)}</td>
            <td>{row.played}</td>
        </tr>
    );
}

function Division({ name, rows }: { name: string; rows: Standing[] }): JSX.Element {
    const t = texts().tournaments;
    return (
        <div class="tournament-scroll" tabIndex={0} role="region" aria-label={name}>
            <table class="tournament-table" data-part="standings">
                <caption>{name}</caption>
                <thead>
                    <tr>
                        {[t.rank, t.player, t.won, t.points, t.percent, t.played].map((title) => (
                            <th key={title} scope="col">
                                {title}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {rows.map((row) => (
                        <Row key={`${row.rank} ${row.account}`} row={row} />
                    ))}
                </tbody>
            </table>
        </div>
    );
}

export function StandingTable({ id, items }: { id: string; items: Standing[] }): JSX.Element {
    const t = texts().tournaments;
    const divisions = [...new Set(items.map(({ division }) => division))];
    const csv = (event: MouseEvent): void => {
        event.preventDefault();
        void fetch(`/v1/tournaments/${id}/standings`, { headers: { Accept: 'text/csv' } })
            .then((answer) => answer.text())
            .then((text) => download('standings.csv', text))
            .catch(toastError);
    };
    return (
        <>
            <p class="quiet">{t.counted}</p>
            {divisions.map((division) => (
                <Division key={division} name={division ? t.division(division) : t.standings} rows={items.filter((row) => row.division === division)} />
            ))}
            <p>
                <a href={`/v1/tournaments/${id}/standings`} data-do="csv" onClick={csv}>
                    {t.csv}
                </a>
            </p>
        </>
    );
}
