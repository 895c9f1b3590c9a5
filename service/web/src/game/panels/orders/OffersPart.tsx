// SPDX-License-Identifier: AGPL-3.0-or-later
// Rules that answer the offers of other players.
import type { JSX } from 'preact';
import { texts } from '../../../texts';
import type { Kind } from '../../../types';
import { CardPicker } from '../../../ui/Cards';
import { Choice, Field } from '../../../ui/Field';
import { ConditionEditor } from './ConditionEditor';
import { useEditing } from './editing';
import { offerText } from './explain';
import { type Change, changed, kindsIn, type OfferRule, rulesMax } from './model';
import { NumberField, OrderPart, Shift, Toggles, useEntries, Wrong } from './parts';

const countMax = 127;
const timesMax = 99;
const turnMax = 1_048_576;

type ChangeRule = (change: Change<OfferRule>) => void;

/** Converts a moment to the value of such an input, in the reader's time zone, and back. */
const forInput = (at: string | undefined): string => {
    if (!at) return '';
    const date = new Date(at);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
const fromInput = (text: string): string | undefined => (text === '' ? undefined : new Date(text).toISOString());

function Limits({ rule, change }: { rule: OfferRule; change: ChangeRule }): JSX.Element {
    const t = texts().orders.offers;
    return (
        <div class="orders-fields">
            <NumberField label={t.times} none={t.unlimited} value={rule.times} min={1} max={timesMax} onChange={(times) => change({ times })} />
            <NumberField label={t.untilTurn} value={rule.until_turn} min={1} max={turnMax} onChange={(until) => change({ until_turn: until })} />
            <Field label={t.until} type="datetime-local" value={forInput(rule.until)} onInput={(event) => change({ until: fromInput(event.currentTarget.value) })} />
        </div>
    );
}

function Amounts({ rule, change }: { rule: OfferRule; change: ChangeRule }): JSX.Element {
    const { knights } = useEditing();
    const t = texts().orders.offers;
    const rates: [string, string][] = [['', t.rateNone], ...['1:1', '2:1', '3:1', '1:2', '3:2'].map((rate): [string, string] => [rate, t.rateOf(Number(rate[0]), Number(rate[2]))])];
    const rate = rule.rate ? `${rule.rate.give}:${rule.rate.get}` : '';
    const chooseRate = (chosen: string): void => {
        const [give, get] = chosen.split(':').map(Number);
        change({ rate: give && get ? { give, get } : undefined });
    };
    return (
        <>
            <div class="orders-fields">
                <NumberField label={t.giveMost} value={rule.give_at_most} min={1} max={countMax} onChange={(n) => change({ give_at_most: n })} />
                <NumberField label={t.getLeast} value={rule.get_at_least} min={1} max={countMax} onChange={(n) => change({ get_at_least: n })} />
                <Choice label={t.rate} value={rate} options={rates.some(([value]) => value === rate) ? rates : [...rates, [rate, t.rateOf(rule.rate?.give ?? 1, rule.rate?.get ?? 1)]]} onChoose={chooseRate} />
            </div>
            <CardPicker label={t.keep} kinds={kindsIn(knights)} value={rule.keep ?? {}} onChange={(keep) => change({ keep })} />
        </>
    );
}

const fieldsAside = ['if'];

function RuleEditor({ rule, i, n, onChange, onMove, onTake }: { rule: OfferRule; i: number; n: number; onChange: (rule: OfferRule) => void; onMove: (by: -1 | 1) => void; onTake: () => void }): JSX.Element {
    const { knights, others, speaker } = useEditing();
    const t = texts().orders.offers;
    const kinds = kindsIn(knights).map((kind): [Kind, string] => [kind, texts().common.kinds[kind]]);
    const change: ChangeRule = (more) => onChange(changed(rule, more));
    const special = rule.give_at_most ?? rule.get_at_least ?? rule.rate ?? rule.if ?? rule.times ?? rule.until ?? rule.until_turn ?? (Object.keys(rule.keep ?? {}).length > 0 ? 1 : undefined);
    return (
        <li class="orders-rule" data-rule={i}>
            <div class="orders-rule-head">
                <h3>{t.rule(i + 1)}</h3>
                <Shift i={i} n={n} what={t.rule(i + 1)} onMove={onMove} onTake={onTake} />
            </div>
            <p class="orders-meaning" data-part="meaning">{offerText(rule, speaker)}</p>
            <Choice label={t.answer} value={rule.answer} options={Object.entries(t.answers) as [OfferRule['answer'], string][]} onChoose={(answer) => change({ answer })} />
            <Toggles label={t.give} none={t.any} all={kinds} chosen={rule.give ?? []} onChange={(give) => change({ give })} />
            <Toggles label={t.get} none={t.any} all={kinds} chosen={rule.get ?? []} onChange={(get) => change({ get })} />
            <Toggles label={t.from} none={t.everybody} all={others.map(({ seat, name }): [number, string] => [seat, name])} chosen={rule.from ?? []} onChange={(from) => change({ from })} />
            <details open={special !== undefined}>
                <summary>{t.more}</summary>
                <Amounts rule={rule} change={change} />
                <Limits rule={rule} change={change} />
                <ConditionEditor value={rule.if ?? ''} at={`/offers/${i}/if`} onChange={(text) => change({ if: text })} />
            </details>
            <Wrong at={`/offers/${i}`} except={fieldsAside} />
        </li>
    );
}

export function OffersPart(): JSX.Element {
    const { orders, change, speaker } = useEditing();
    const t = texts().orders;
    const rules = orders.offers ?? [];
    const { keys, put, move, take, add } = useEntries(rules, (offers) => change({ offers }));
    const presets: [string, OfferRule][] = [
        [t.offers.add, { answer: 'accept' }],
        [t.offers.presets.refuse, { answer: 'refuse' }],
        [t.offers.presets.wool, { answer: 'accept', give: ['wool'], get: ['ore'], rate: { give: 2, get: 1 } }],
    ];
    return (
        <OrderPart name="offers" title={t.offers.title} now={rules.length === 0 ? t.ask : rules.map((rule) => offerText(rule, speaker)).join(' ')}>
            <p class="quiet">{t.offers.help}</p>
            <ol class="orders-rules">
                {rules.map((rule, i) => (
                    <RuleEditor key={keys[i]} rule={rule} i={i} n={rules.length} onChange={(next) => put(i, next)} onMove={(by) => move(i, by)} onTake={() => take(i)} />
                ))}
            </ol>
            <div class="row orders-add">
                {presets.map(([name, rule], i) => (
                    <button type="button" key={name} data-add={`rule-${i}`} disabled={rules.length >= rulesMax} onClick={() => add(rule)}>
                        + {name}
                    </button>
                ))}
            </div>
            <p class="quiet">{t.offers.examples}</p>
        </OrderPart>
    );
}
