// SPDX-License-Identifier: AGPL-3.0-or-later
// The fields of a move or a fact, each with a control for its type.
import type { JSX } from 'preact';
import { texts } from '../../../texts';
import { commodities, resources } from '../../../lib/kinds';
import { CardPicker } from '../../../ui/Cards';
import { Choice } from '../../../ui/Field';
import { type Editing, useEditing } from './editing';
import { edgeNamed } from './explain';
import { facts } from './forms';
import { kindsIn } from './model';
import { type FieldType, fieldsOf, type Form, type FormField, readCards, type Scope, type Values, writeCards } from './notation';
import { PickButton } from './parts';

/** Measures that exist in some games only. */
const countedIn: Record<string, Scope> = { ships: 'sea', knights: 'knights', walls: 'knights', strength: 'knights', barbarians: 'knights', trade: 'knights', politics: 'knights', science: 'knights' };
const ofOthers = ['points', 'cards', 'settlements', 'cities', 'roads', 'ships', 'line', 'army', 'knights', 'strength'];
const compares = ['>=', '<=', '=', '>', '<'];
const dice = ['1', '2', '3', '4', '5', '6'];

type Options = [string, string][];

function optionsOf(type: FieldType, { knights, scopes, others, neutral }: Editing): Options | null {
    const t = texts();
    const named = (names: readonly string[], words: Record<string, string>): Options => names.map((name) => [name, words[name] ?? name]);
    const fits = (name: string): boolean => {
        const scope = countedIn[name];
        return scope === undefined || scopes.has(scope);
    };
    switch (type) {
        case 'seat':
            return others.map(({ color, name }) => [color, name]);
        case 'neutral':
            return named(neutral, t.common.colors);
        case 'wonder':
            return named(Object.keys(t.common.wonders), t.common.wonders);
        case 'kind':
            return named(kindsIn(knights), t.common.kinds);
        case 'resource':
            return named(resources, t.common.kinds);
        case 'commodity':
            return named(commodities, t.common.kinds);
        case 'track':
            return named(Object.keys(t.common.tracks), t.common.tracks);
        case 'die':
            return named(dice, {});
        case 'compare':
            return named(compares, t.orders.compare);
        case 'measure':
            return named(ofOthers.filter(fits), t.orders.measures);
        case 'own':
            return named(Object.keys(t.orders.measures).filter(fits), t.orders.measures);
        case 'card':
            return knights ? named(Object.keys(t.common.progressCards), t.common.progressCards) : named(Object.keys(t.common.devCards), t.common.devCards);
        default:
            return null;
    }
}

function PlaceField({ field, label, value, onChange }: { field: FormField; label: string; value: string; onChange: (value: string) => void }): JSX.Element {
    const { speaker } = useEditing();
    const t = texts().orders;
    const kind = field.type as 'vertex' | 'edge' | 'hex';
    const words = { vertex: speaker.places.vertex, hex: speaker.places.hex, edge: speaker.places.edge }[kind];
    const id = value === '' ? undefined : kind === 'edge' ? edgeNamed(speaker.board, value) : Number(value);
    const chosen = (place: number): string => (kind === 'edge' ? (speaker.board.edges.find((edge) => edge.id === place)?.vertices.join('-') ?? '') : String(place));
    return (
        <div class="orders-place" data-part="place-field" role="group" aria-label={label}>
            <span>
                {label}: <b>{id === undefined ? t.nothing : words(id)}</b>
            </span>
            <PickButton kind={kind} label={t.chooseOnBoard(label)} onPick={(place) => onChange(chosen(place))} />
        </div>
    );
}

function OneField({ form, field, values, onChange }: { form: Form; field: FormField; values: Values; onChange: (values: Values) => void }): JSX.Element {
    const editing = useEditing();
    const t = texts().orders;
    const value = values[field.name] ?? '';
    const set = (next: string): void => onChange({ ...values, [field.name]: next });
    const label = t.fields[field.name] ?? t.fields[field.type] ?? field.name;
    if (field.type === 'vertex' || field.type === 'edge' || field.type === 'hex') return <PlaceField field={field} label={field.optional ? `${label} (${t.optional})` : label} value={value} onChange={set} />;
    if (field.type === 'cards') return <CardPicker label={label} kinds={kindsIn(editing.knights)} value={readCards(value)} onChange={(cards) => set(writeCards(cards))} />;
    const options = optionsOf(field.type, editing);
    if (!options)
        return (
            <label class="orders-number">
                <span>{label}</span>
                <input type="number" inputMode="numeric" min={0} max={999} value={value} onInput={(event) => set(event.currentTarget.value.replace(/\D/g, ''))} />
            </label>
        );
    const none = field.optional && field.type === 'seat' && facts.includes(form) ? t.mine : field.optional ? t.anybody : '…';
    return <Choice label={label} value={value} options={field.optional || value === '' ? [['', none], ...options] : options} onChoose={set} />;
}

export function PatternFields({ form, values, onChange }: { form: Form; values: Values; onChange: (values: Values) => void }): JSX.Element {
    return (
        <div class="orders-fields">
            {fieldsOf(form.pattern).map((field) => (
                <OneField key={field.name} form={form} field={field} values={values} onChange={onChange} />
            ))}
        </div>
    );
}
