// SPDX-License-Identifier: AGPL-3.0-or-later
// The ladder of a category page by page: of everybody, or of a club's members.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { spreadOf } from '../../lib/rating';
import { Link } from '../../lib/router';
import { texts } from '../../texts';
import { Avatar } from '../../ui/Avatar';
import { AsyncContent, useFetched } from '../../ui/forms';
import { toastError } from '../../ui/toast';
import { type Category, dayText, type Ladder } from './rating';

const load = (category: Category, club: string | undefined, cursor?: string): Promise<Ladder> => unwrap(api.GET('/v1/ratings/{category}', { params: { path: { category }, query: { ...(club && { club }), ...(cursor && { cursor }) } } })) as Promise<Ladder>;

function Row({ row, own }: { row: Ladder['items'][number]; own: boolean }): JSX.Element {
    const { name } = row.account;
    return (
        <tr data-rank={row.rank} data-own={own ? '' : undefined}>
            <td>{row.rank}</td>
            <th scope="row">
                <Link href={`/people/${encodeURIComponent(name)}`} class="club-person">
                    <Avatar name={name} paint="paint-own" />
                    <span>{name}</span>
                </Link>
            </th>
            <td>
                <b>{row.rating}</b>
            </td>
            <td class="club-wide">± {spreadOf(row.sigma)}</td>
            <td>{row.games}</td>
            <td class="club-wide">{dayText(row.last_at)}</td>
        </tr>
    );
}

function Table({ title, ladder: { items }, own }: { title: string; ladder: Ladder; own: string | undefined }): JSX.Element {
    const t = texts().club.ladder;
    const wide = [t.spread, t.last];
    return (
        <table class="club-table" data-part="ladder">
            <caption class="sr">{title}</caption>
            <thead>
                <tr>
                    {[t.rank, t.player, t.rating, t.spread, t.games, t.last].map((head) => (
                        <th key={head} scope="col" class={wide.includes(head) ? 'club-wide' : undefined}>
                            {head}
                        </th>
                    ))}
                </tr>
            </thead>
            <tbody>
                {items.map((row) => (
                    <Row key={row.account.id} row={row} own={row.account.name === own} />
                ))}
            </tbody>
        </table>
    );
}

/** The ladder page by page. */
export function Standings({ category, title, own, club }: { category: Category; title: string; own: string | undefined; club?: string }): JSX.Element {
    const t = texts().club.ladder;
    const page = useFetched(() => load(category, club));
    const more = ({ items, next }: Ladder): void => void load(category, club, next ?? undefined).then((behind) => page.set({ items: [...items, ...behind.items], next: behind.next }), toastError);
    return (
        <AsyncContent of={page}>
            {(ladder) =>
                ladder.items.length === 0 ? (
                    <p data-part="ladder-empty">{t.none}</p>
                ) : (
                    <>
                        <Table title={`${t.title}: ${title}`} ladder={ladder} own={own} />
                        {ladder.next && (
                            <button type="button" data-do="more" onClick={() => more(ladder)}>
                                {t.more}
                            </button>
                        )}
                        <p class="quiet">{t.order}</p>
                    </>
                )
            }
        </AsyncContent>
    );
}
