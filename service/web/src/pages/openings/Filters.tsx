// SPDX-License-Identifier: AGPL-3.0-or-later
// Which settlements the opening explorer counts: kept in the address, so that a link leads to the same figures.
import type { JSX } from 'preact';
import { bringsText, type OpeningsQuery } from '../../lib/openings';
import { setQuery } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { Choice } from '../../ui/Field';
import { resources } from '../../vocabulary';

const hexesMost = 3;
const seatsMost = 6;
const leastPlayers = 2;
const numbers = ['2', '3', '4', '5', '6', '8', '9', '10', '11', '12'];
const harbors = ['none', 'any', ...resources];
const brings = [...resources, 'gold'];

type Choices = [string, string][];

/** One of a list that the address names; whatever else stands there counts as nothing. */
const oneOf = (query: URLSearchParams, name: string, all: readonly string[]): string | undefined => all.find((one) => one === query.get(name));
const count = (least: number, most: number): string[] => Array.from({ length: most - least + 1 }, (_, i) => String(least + i));

/** Each hex as kind and number; "" for what is still open. */
function hexesIn(query: URLSearchParams): [string, string][] {
    return (query.get('hexes') ?? '').split(',').slice(0, hexesMost).map((hex) => {
        const [kind = '', number = ''] = hex.split('-');
        return [brings.includes(kind) ? kind : '', numbers.includes(number) ? number : ''];
    });
}

/** What the address asks the interface for, without anything that it would refuse. */
export function filtersIn(query: URLSearchParams): OpeningsQuery {
    const whole = hexesIn(query).filter(([kind, number]) => kind && number).map((hex) => hex.join('-'));
    const kinds = (query.get('resources') ?? '').split(',').filter((kind) => brings.includes(kind)).slice(0, hexesMost);
    const [players, seat, dots] = [oneOf(query, 'players', count(leastPlayers, seatsMost)), oneOf(query, 'seat', count(0, seatsMost - 1)), oneOf(query, 'dots', count(0, 15))];
    const pair = query.get('by') === 'pair';
    return {
        ...(query.get('mine') === 'true' && { mine: true }),
        ...(query.get('settlement') === 'second' && { settlement: 'second' }),
        ...(oneOf(query, 'game', ['base', 'cities_and_knights']) && { game: query.get('game') as 'base' }),
        ...(oneOf(query, 'harbor', harbors) && { harbor: query.get('harbor') as 'none' }),
        ...(players && { players: Number(players) }),
        ...(seat && { seat: Number(seat) }),
        ...(whole.length > 0 && { hexes: whole.join(',') }),
        ...(dots && !pair && { dots: Number(dots) }),
        ...(kinds.length > 0 && !pair && { resources: kinds.join(',') }),
    };
}

function Picked({ query, name, label, options }: { query: URLSearchParams; name: string; label: string; options: Choices }): JSX.Element {
    const value = oneOf(query, name, options.map(([option]) => option)) ?? '';
    return <Choice label={label} value={value} options={options} onChoose={(option) => setQuery(name, option || null)} />;
}

/** The hexes that a settlement must be at: kind and number of each. */
function Hexes({ query }: { query: URLSearchParams }): JSX.Element {
    const t = texts().openings;
    const hexes = hexesIn(query);
    const set = (at: number, part: 0 | 1, value: string): void => {
        const next = count(0, hexesMost - 1).map((_, i): [string, string] => hexes[i] ?? ['', '']);
        (next[at] as [string, string])[part] = value;
        const text = next.map((hex) => hex.join('-')).join(',').replace(/(^-?|,-)+$/, '');
        setQuery('hexes', text || null);
    };
    return (
        <fieldset class="openings-hexes">
            <legend>{t.hexes}</legend>
            {count(0, hexesMost - 1).map((_, i) => (
                <span key={i} class="openings-hex" data-hex={i}>
                    <select aria-label={t.hexKind(i + 1)} value={hexes[i]?.[0] ?? ''} onChange={(event) => set(i, 0, event.currentTarget.value)}>
                        {[['', t.any], ...brings.map((kind) => [kind, bringsText([kind])])].map(([kind, name]) => (
                            <option key={kind} value={kind} selected={kind === (hexes[i]?.[0] ?? '')} children={name} />
                        ))}
                    </select>
                    <select aria-label={t.hexNumber(i + 1)} value={hexes[i]?.[1] ?? ''} onChange={(event) => set(i, 1, event.currentTarget.value)}>
                        {['', ...numbers].map((number) => (
                            <option key={number} value={number} selected={number === (hexes[i]?.[1] ?? '')} children={number || '–'} />
                        ))}
                    </select>
                </span>
            ))}
        </fieldset>
    );
}

/** What a link has narrowed it down to that no field here stands for. */
function Only({ query }: { query: URLSearchParams }): JSX.Element | null {
    const t = texts();
    const { dots, resources: kinds } = filtersIn(query);
    if (dots === undefined && kinds === undefined) return null;
    const all = (): void => {
        setQuery('dots', null);
        setQuery('resources', null);
    };
    return (
        <p class="row" data-part="only">
            <span>{t.openings.only([...(dots === undefined ? [] : [t.board.dots(dots)]), ...(kinds === undefined ? [] : [bringsText(kinds.split(','))])].join(', '))}</span>
            <button type="button" data-do="all-places" onClick={all}>
                {t.openings.allPlaces}
            </button>
        </p>
    );
}

export function Filters({ query }: { query: URLSearchParams }): JSX.Element {
    const me = useMe();
    const { openings: t, board, around } = texts();
    const any: [string, string] = ['', t.any];
    return (
        <div class="openings-filters" data-part="filters">
            {me && <Picked query={query} name="mine" label={t.whose} options={[['', t.everybody], ['true', t.mine]]} />}
            <Picked query={query} name="game" label={t.game} options={[any, ['base', around.games.base], ['cities_and_knights', around.games.cities_and_knights]]} />
            <Picked query={query} name="players" label={t.players} options={[any, ...count(leastPlayers, seatsMost).map((n): [string, string] => [n, n])]} />
            <Picked query={query} name="settlement" label={t.settlement} options={[['', t.first], ['second', t.second]]} />
            <Picked query={query} name="seat" label={t.ways.seat} options={[any, ...count(0, seatsMost - 1).map((n): [string, string] => [n, t.nth(Number(n) + 1)])]} />
            <Picked query={query} name="harbor" label={t.ways.harbor} options={[any, ...harbors.map((harbor): [string, string] => [harbor, harbor === 'none' ? t.noHarbor : board.harborAt[harbor as 'any']])]} />
            <Hexes query={query} />
            <Only query={query} />
        </div>
    );
}
