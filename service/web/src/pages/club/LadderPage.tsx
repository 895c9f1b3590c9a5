// SPDX-License-Identifier: AGPL-3.0-or-later
// The ladder of a category, and where the reader stands in it.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { navigate, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { Choice } from '../../ui/Field';
import { useFetched } from '../../ui/forms';
import { Page } from '../Page';
import { ClubNav } from './ClubNav';
import { type Category, categoryNames, type Rating } from './rating';
import { Standings } from './Standings';

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
