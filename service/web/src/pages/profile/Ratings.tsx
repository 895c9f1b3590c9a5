// SPDX-License-Identifier: AGPL-3.0-or-later
// Somebody's ratings: one for each category, with a drawing of how it came about.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { ratingOf, spreadOf } from '../../lib/rating';
import { Link } from '../../lib/router';
import type { components } from '../../schema';
import { texts } from '../../texts';
import { useFetched } from '../../ui/forms';
import { dayText, type Rating } from '../club/rating';

type WithHistory = components['schemas']['RatingWithHistory'];
type Step = WithHistory['history'][number];

const width = 320;
const height = 120;
const margin = { left: 40, right: 8, top: 10, bottom: 20 };
/** Before the first game everybody has this rating. */
const begin: Pick<Step, 'mu' | 'sigma'> = { mu: 25, sigma: 5 };
const historyMax = 200;

/** Distances of the grid's lines; the first with which there are few. */
const gaps = [50, 100, 200, 500];
const linesMax = 5;

function gridOf(low: number, high: number): number[] {
    const gap = gaps.find((one) => (high - low) / one <= linesMax) ?? high - low;
    const first = Math.ceil(low / gap) * gap;
    return Array.from({ length: Math.max(1, Math.floor((high - first) / gap) + 1) }, (_, i) => first + i * gap);
}

/** The rating after each game, and a band one deviation wide on either side. */
function Graph({ history, whole }: { history: Step[]; whole: boolean }): JSX.Element {
    const t = texts().club.profile;
    const steps = (whole ? [begin, ...history] : history).map(({ mu, sigma }) => ({ value: ratingOf(mu), spread: spreadOf(sigma) }));
    const low = Math.min(...steps.map(({ value, spread }) => value - spread));
    const high = Math.max(...steps.map(({ value, spread }) => value + spread));
    const x = (i: number): number => margin.left + (i * (width - margin.left - margin.right)) / Math.max(steps.length - 1, 1);
    const y = (value: number): number => height - margin.bottom - ((value - low) * (height - margin.top - margin.bottom)) / Math.max(high - low, 1);
    const at = (i: number, value: number): string => `${x(i).toFixed(1)},${y(value).toFixed(1)}`;
    const band = [...steps.map(({ value, spread }, i) => at(i, value + spread)), ...steps.map(({ value, spread }, i) => at(i, value - spread)).reverse()];
    const first = steps[0]?.value ?? 0;
    const last = steps.at(-1)?.value ?? 0;
    return (
        <svg class="rating-graph" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t.graph(history.length, first, last)}>
            {gridOf(low, high).map((value) => (
                <g key={value} class="rating-grid">
                    <line x1={margin.left} x2={width - margin.right} y1={y(value)} y2={y(value)} />
                    <text x={margin.left - 5} y={y(value) + 4} text-anchor="end">
                        {value}
                    </text>
                </g>
            ))}
            <polygon class="rating-band" points={band.join(' ')} />
            <polyline class="rating-line" points={steps.map(({ value }, i) => at(i, value)).join(' ')} />
            <circle class="rating-end" cx={x(steps.length - 1)} cy={y(last)} r="3.5" />
            <g class="rating-grid">
                <text x={margin.left} y={height - 4}>
                    {dayText(history[0]?.at ?? '')}
                </text>
                {history.length > 1 && (
                    <text x={width - margin.right} y={height - 4} text-anchor="end">
                        {dayText(history.at(-1)?.at ?? '')}
                    </text>
                )}
            </g>
        </svg>
    );
}

function Category({ rating, history }: { rating: Rating; history: Step[] | undefined }): JSX.Element {
    const t = texts().club;
    const facts = [...(rating.provisional ? [t.profile.provisional] : []), ...(rating.rank === null ? [] : [t.profile.rank(rating.rank)]), t.profile.games(rating.games)];
    return (
        <li class="sheet" data-category={rating.category}>
            <h3>
                <Link href={`/ladder?category=${rating.category}`}>{t.categories[rating.category]}</Link>
            </h3>
            <p class="rating-facts">
                <b class="rating-number">{rating.rating}</b> <span class="quiet">{facts.join(' · ')}</span>
            </p>
            {history && history.length > 0 ? <Graph history={history} whole={history.length < historyMax} /> : <div class="rating-graph" />}
        </li>
    );
}

export function Ratings({ name, ratings }: { name: string; ratings: Rating[] }): JSX.Element {
    const t = texts().club.profile;
    const found = useFetched(async () => (ratings.length === 0 ? [] : ((await unwrap(api.GET('/v1/accounts/{name}/ratings', { params: { path: { name } } }))).items as WithHistory[])), [name]);
    return (
        <section data-part="ratings">
            <h2>{t.ratings}</h2>
            {ratings.length === 0 ? (
                <p>{t.unrated}</p>
            ) : (
                <>
                    <ul class="ratings">
                        {ratings.map((rating) => (
                            <Category key={rating.category} rating={rating} history={found.value?.find(({ category }) => category === rating.category)?.history} />
                        ))}
                    </ul>
                    <p class="quiet">{t.graphHelp}</p>
                </>
            )}
        </section>
    );
}
