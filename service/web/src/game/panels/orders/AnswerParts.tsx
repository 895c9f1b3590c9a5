// SPDX-License-Identifier: AGPL-3.0-or-later
// Answers to questions out of turn: cards to give up, and lists of preferences.
import type { JSX } from 'preact';
import { list } from '../../../lib/list';
import { texts } from '../../../texts';
import type { Commodity, Kind, ProgressCard, Resource, Track } from '../../../types';
import { commodities, resources } from '../../../lib/kinds';
import { cardsText } from '../../../lib/cardsText';
import { CardPicker } from '../../../ui/Cards';
import { Choice } from '../../../ui/Field';
import { useEditing } from './editing';
import { kindsIn, type ListKey, lists, moved, type OrderCards, without } from './model';
import { OrderPart, PickButton, Shift, Wrong } from './parts';

interface Wish {
    value: string | number;
    name: string;
}

/** A list with an order of its own: entries can be added and moved up and down. */
function Wishes({ chosen, more, place, onChange }: { chosen: Wish[]; more: Wish[]; place?: JSX.Element; onChange: (values: (string | number)[]) => void }): JSX.Element {
    const t = texts().orders;
    const values = chosen.map(({ value }) => value);
    return (
        <div class="orders-wishes">
            <ol>
                {chosen.map(({ value, name }, i) => (
                    <li key={value}>
                        <span>{name}</span>
                        <Shift i={i} n={chosen.length} what={name} onMove={(by) => onChange(moved(values, i, by))} onTake={() => onChange(without(values, i))} />
                    </li>
                ))}
            </ol>
            {more.length > 0 && (
                <div class="row orders-add">
                    {more.map(({ value, name }) => (
                        <button type="button" key={value} data-add={value} aria-label={`${t.add}: ${name}`} onClick={() => onChange([...values, value])}>
                            + {name}
                        </button>
                    ))}
                </div>
            )}
            {place}
        </div>
    );
}

type CardsKey = 'discard' | 'saboteur' | 'wedding';

function cardsNow(cards: OrderCards | undefined): string {
    const t = texts();
    if (!cards) return t.orders.ask;
    const said = [...(cards.first?.length ? [t.orders.say.first(list(cards.first.map((kind) => t.common.kinds[kind])))] : []), ...(cards.keep && Object.keys(cards.keep).length > 0 ? [t.orders.say.keepCards(cardsText(cards.keep))] : [])];
    return said.join(', ') || t.orders.words.cardsDefault || '';
}

export function CardsPart({ name }: { name: CardsKey }): JSX.Element {
    const { orders, change, knights } = useEditing();
    const t = texts().orders;
    const { kinds } = texts().common;
    const value = orders[name];
    const set = (next: OrderCards | undefined): void => change({ [name]: next });
    const first = value?.first ?? [];
    const wish = (kind: Kind): Wish => ({ value: kind, name: kinds[kind] });
    return (
        <OrderPart name={name} title={t.answers[name].title} now={cardsNow(value)}>
            <Choice label={t.offers.answer} value={value ? 'own' : ''} options={[['', t.ask], ['own', t.words.own ?? '']]} onChoose={(chosen) => set(chosen === '' ? undefined : { first: [], keep: {} })} help={t.answers[name].help} />
            {value && (
                <>
                    <h3>{t.words.first}</h3>
                    <Wishes chosen={first.map(wish)} more={kindsIn(knights).filter((kind) => !first.includes(kind)).map(wish)} onChange={(next) => set({ ...value, first: next as Kind[] })} />
                    <CardPicker label={t.words.keep ?? ''} kinds={kindsIn(knights)} value={value.keep ?? {}} onChange={(keep) => set({ ...value, keep })} />
                </>
            )}
            <Wrong at={`/${name}`} />
        </OrderPart>
    );
}

function namesOf(of: (typeof lists)[ListKey]['of'], place: (id: number) => string): { all: string[]; name: (value: string | number) => string } {
    const { kinds, tracks, progressCards } = texts().common;
    switch (of) {
        case 'vertex':
            return { all: [], name: (value) => place(Number(value)) };
        case 'resource':
            return { all: resources, name: (value) => kinds[value as Resource] };
        case 'commodity':
            return { all: commodities, name: (value) => kinds[value as Commodity] };
        case 'track':
            return { all: Object.keys(tracks), name: (value) => tracks[value as Track] };
        default:
            return { all: Object.keys(progressCards), name: (value) => progressCards[value as ProgressCard] };
    }
}

export function ListPart({ name }: { name: ListKey }): JSX.Element {
    const { orders, change, speaker } = useEditing();
    const t = texts().orders;
    const { of, words } = lists[name];
    const value = orders[name] as string | (string | number)[] | undefined;
    const own = Array.isArray(value) ? value : null;
    const names = namesOf(of, speaker.places.vertex);
    const set = (next: string | (string | number)[] | undefined): void => change({ [name]: next });
    const wish = (each: string | number): Wish => ({ value: each, name: names.name(each) });
    const now = value === undefined ? t.ask : own ? list(own.map(names.name)) || (t.words[words[0] ?? ''] ?? '') : (t.words[value as string] ?? '');
    const options: [string, string][] = [['', t.ask], ...words.map((word): [string, string] => [word, t.words[word] ?? word]), ['own', t.words.own ?? '']];
    return (
        <OrderPart name={name} title={t.answers[name].title} now={now}>
            <Choice label={t.offers.answer} value={own ? 'own' : ((value as string | undefined) ?? '')} options={options} help={t.answers[name].help} onChoose={(chosen) => set(chosen === '' ? undefined : chosen === 'own' ? [] : chosen)} />
            {own && (
                <Wishes
                    chosen={own.map(wish)}
                    more={names.all.filter((each) => !own.includes(each)).map(wish)}
                    {...(of === 'vertex' ? { place: <PickButton kind="vertex" label={t.answers[name].title} onPick={(id) => !own.includes(id) && set([...own, id])} /> } : {})}
                    onChange={set}
                />
            )}
            <Wrong at={`/${name}`} />
        </OrderPart>
    );
}

export function CommitPart(): JSX.Element {
    const { orders, change } = useEditing();
    const t = texts().orders;
    const options: [NonNullable<typeof orders.commit> | '', string][] = [['', t.ask], ...(['all', 'as_needed', 'none'] as const).map((word): [typeof word, string] => [word, t.words[word] ?? word])];
    return (
        <OrderPart name="commit" title={t.answers.commit.title} now={orders.commit ? (t.words[orders.commit] ?? '') : t.ask}>
            <Choice label={t.offers.answer} value={orders.commit ?? ''} options={options} help={t.answers.commit.help} onChoose={(commit) => change({ commit: commit === '' ? undefined : commit })} />
            <Wrong at="/commit" />
        </OrderPart>
    );
}
