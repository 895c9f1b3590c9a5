// SPDX-License-Identifier: AGPL-3.0-or-later
// The opening explorer: what was settled first, how often, and how often it won. What is asked for stands in the address.
import type { JSX } from 'preact';
import { type By, bringsText, exploreOpenings, type Opening, type Openings, type OpeningsQuery, rangeText, shareText, wonText } from '../../lib/openings';
import { Link, type PageProps } from '../../lib/router';
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import type { Kind } from '../../types';
import { AsyncContent, useFetched } from '../../ui/forms';
import { KindIcon } from '../../ui/icons';
import { Page } from '../Page';
import { Filters, filtersIn } from './Filters';

const ways: By[] = ['dots', 'resources', 'harbor', 'seat', 'pair'];

const numbered = (by: By): boolean => by === 'dots' || by === 'seat';

/** Pictures of the cards that hexes bring. */
function Brings({ kinds }: { kinds: string[] }): JSX.Element {
    return (
        <>
            {kinds.filter((kind) => kind !== 'gold').map((kind, i) => (
                <KindIcon key={i} kind={kind as Kind} />
            ))}{' '}
            {bringsText(kinds)}
        </>
    );
}

function KeyName({ by, name }: { by: By; name: string }): JSX.Element {
    const t = texts();
    const kinds = name === 'none' ? [] : name.split(',');
    if (by === 'dots') return <>{t.board.dots(Number(name))}</>;
    if (by === 'seat') return <>{t.openings.nth(Number(name) + 1)}</>;
    if (by === 'harbor') return <>{name === 'none' ? t.openings.noHarbor : t.board.harborAt[name as keyof typeof t.board.harborAt]}</>;
    return <Brings kinds={kinds} />;
}

/** The share as a bar, and over it from where to where the true one may lie. */
function Bar({ opening: { games, won, interval: [from = 0, to = 1] }, most }: { opening: Opening; most: number }): JSX.Element {
    const at = (share: number): string => `${((100 * share) / most).toFixed(1)}%`;
    return (
        <td class="openings-bars" aria-hidden="true">
            <span class="bar" style={{ width: at(won / games) }} />
            <span class="openings-range" data-part="range" style={{ left: at(from), width: at(to - from) }} />
        </td>
    );
}

function Rows({ by, found }: { by: By; found: Openings }): JSX.Element {
    const t = texts().openings;
    const rows = numbered(by) ? [...found.by].sort((a, b) => Number(a.key) - Number(b.key)) : found.by;
    const most = Math.max(...rows.map(({ interval: [, to = 1] }) => to), 0.01);
    const number = formatter(Intl.NumberFormat, language(), {});
    return (
        <table class="rolls openings" data-part="openings" data-by={by}>
            <thead>
                <tr>
                    <th scope="col">{t.ways[by]}</th>
                    <th scope="col">{t.games}</th>
                    <th scope="col">{t.share}</th>
                    <td class="openings-bars" />
                </tr>
            </thead>
            <tbody>
                {rows.map((row) => (
                    <tr key={row.key} data-key={row.key} data-games={row.games} data-won={row.won}>
                        <th scope="row">
                            <KeyName by={by} name={row.key} />
                        </th>
                        <td>{number.format(row.games)}</td>
                        <td>
                            {shareText(row)} <small class="quiet">{rangeText(row)}</small>
                        </td>
                        <Bar opening={row} most={most} />
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/** The ways to divide them, each an address of its own. What a settlement brings is not known of pairs. */
function Ways({ by, query }: { by: By; query: URLSearchParams }): JSX.Element {
    const t = texts().openings;
    const to = (way: By): string => {
        const address = new URLSearchParams(query);
        address.set('by', way);
        if (way === 'pair') for (const name of ['dots', 'resources']) address.delete(name);
        return `/openings?${address.toString()}`;
    };
    return (
        <nav class="row openings-ways" aria-label={t.by}>
            {ways.map((way) => (
                <Link key={way} href={to(way)} class={way === by ? 'button main' : 'button'} data-by={way} aria-current={way === by ? 'true' : undefined}>
                    {t.ways[way]}
                </Link>
            ))}
        </nav>
    );
}

export default function OpeningsPage({ query }: PageProps): JSX.Element {
    const t = texts().openings;
    const by = ways.find((way) => way === query.get('by')) ?? 'dots';
    const asked: OpeningsQuery = { ...filtersIn(query), by };
    // Until the next figures come those that are shown keep their names.
    const found = useFetched(async () => ({ by, openings: await exploreOpenings(asked) }), [JSON.stringify(asked)]);
    return (
        <Page title={t.title} wide>
            <p>{t.lead}</p>
            <Filters query={query} />
            <Ways by={by} query={query} />
            <AsyncContent of={found}>
                {({ by: shown, openings }) => (
                    <section aria-live="polite">
                        <p class="openings-total" data-part="openings-total" data-games={openings.games} data-won={openings.won}>
                            {openings.games > 0 ? t.all(wonText(openings)) : t.none}
                        </p>
                        {openings.games > 0 && <Rows by={shown} found={openings} />}
                        <p class="quiet">{t.interval}</p>
                    </section>
                )}
            </AsyncContent>
        </Page>
    );
}
