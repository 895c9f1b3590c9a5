// SPDX-License-Identifier: AGPL-3.0-or-later
// The ladder of a category, and where the reader stands in it.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { spreadOf } from '../../lib/rating';
import { Link, navigate, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { Avatar } from '../../ui/Avatar';
import { Choice } from '../../ui/Field';
import { AsyncContent, useFetched } from '../../ui/forms';
import { toastError } from '../../ui/toast';
import { Page } from '../Page';
import { ClubNav } from './ClubNav';
import { type Category, categoryNames, dayText, type Ladder, type Rating } from './rating';

const load = (category: Category, cursor?: string): Promise<Ladder> => unwrap(api.GET('/v1/ratings/{category}', { params: { path: { category }, query: { ...(cursor && { cursor }) } } })) as Promise<Ladder>;

function standing(rating: Rating | undefined): string {
    const t = texts().club.ladder;
    if (!rating) return t.ownNone;
    if (rating.rank !== null) return t.own(rating.rank, rating.rating);
    return rating.provisional ? t.ownProvisional(rating.games, rating.rating) : t.ownIdle(rating.rating);
}

/** Where the reader stands. */
function Own({ name, category }: { name: string; category: Category }): JSX.Element {
    const ratings = useFetched(async () => (await unwrap(api.GET('/v1/accounts/{name}', { params: { path: { name } } }))).ratings as Rating[], [name]);
    return (
        <p class="club-own" data-part="own-rank">
            {ratings.value ? standing(ratings.value.find((one) => one.category === category)) : ' '}
        </p>
    );
}

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
function Standings({ category, title, own }: { category: Category; title: string; own: string | undefined }): JSX.Element {
    const t = texts().club.ladder;
    const page = useFetched(() => load(category));
    const more = ({ items, next }: Ladder): void => void load(category, next ?? undefined).then((behind) => page.set({ items: [...items, ...behind.items], next: behind.next }), toastError);
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

export default function LadderPage({ query }: PageProps): JSX.Element {
    const t = texts().club.ladder;
    const me = useMe();
    const categories = categoryNames();
    const [category, title] = categories.find(([one]) => one === query.get('category')) ?? (categories[0] as [Category, string]);
    return (
        <Page title={t.title} wide>
            <ClubNav />
            <p class="quiet">{t.lead}</p>
            <div class="columns club-filters">
                <Choice label={t.category} value={category} options={categories} onChoose={(one) => navigate(`/ladder?category=${one}`, true)} />
            </div>
            {me && <Own name={me.name} category={category} />}
            <Standings key={category} category={category} title={title} own={me?.name} />
        </Page>
    );
}
