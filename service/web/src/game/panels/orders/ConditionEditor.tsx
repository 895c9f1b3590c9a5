// SPDX-License-Identifier: AGPL-3.0-or-later
// A condition as a list of facts; one that a list cannot express is edited as text.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../../texts';
import { Choice, Field } from '../../../ui/Field';
import { useEditing } from './editing';
import { formLabel, conditionText } from './explain';
import { facts, forGame } from './forms';
import { without, replaced } from './model';
import { type Condition, type Fact, type Form, readCondition, writeCondition } from './notation';
import { PatternFields } from './PatternFields';
import { Wrong } from './parts';

function newFact(form: Form, color: string): Fact {
    const values = { ...form.start, ...(form.pattern.startsWith('{seat}') ? { seat: color } : {}) };
    return { form, values, not: false };
}

function FactEditor({ fact, onChange, onTake }: { fact: Fact; onChange: (fact: Fact) => void; onTake: () => void }): JSX.Element {
    const { scopes, others } = useEditing();
    const t = texts().orders;
    const known = forGame(facts, scopes);
    const choose = (id: string): void => onChange(newFact(known.find((form) => form.id === id) ?? fact.form, others[0]?.color ?? 'red'));
    return (
        <li class="orders-fact">
            <div class="orders-fields">
                <Choice label={t.condition.what} value={fact.form.id} options={known.map((form) => [form.id, formLabel(form)])} onChoose={choose} />
                <button type="button" aria-pressed={fact.not} onClick={() => onChange({ ...fact, not: !fact.not })}>
                    {t.condition.not}
                </button>
                <button type="button" class="plain" aria-label={`${t.take}: ${formLabel(fact.form)}`} onClick={onTake}>
                    ×
                </button>
            </div>
            <PatternFields form={fact.form} values={fact.values} onChange={(values) => onChange({ ...fact, values })} />
        </li>
    );
}

export function ConditionEditor({ value, at, onChange }: { value: string; at: string; onChange: (value: string) => void }): JSX.Element {
    const { scopes, others, speaker } = useEditing();
    const t = texts().orders.condition;
    const [condition, setCondition] = useState<Condition | null>(() => readCondition(facts, value));
    const set = (next: Condition): void => {
        setCondition(next);
        onChange(writeCondition(next));
    };
    if (!condition)
        return (
            <div class="orders-condition">
                <Field label={`${t.title}: ${t.words}`} help={t.help} value={value} maxLength={200} onInput={(event) => onChange(event.currentTarget.value)} />
                <Wrong at={at} />
            </div>
        );
    const first = forGame(facts, scopes)[0] as Form;
    return (
        <div class="orders-condition" role="group" aria-label={t.title}>
            <p>
                <b>{t.title}:</b> {condition.facts.length === 0 ? t.none : conditionText(condition, speaker)}
            </p>
            <ul>
                {condition.facts.map((fact, i) => (
                    <FactEditor key={i} fact={fact} onChange={(next) => set({ ...condition, facts: replaced(condition.facts, i, next) })} onTake={() => set({ ...condition, facts: without(condition.facts, i) })} />
                ))}
            </ul>
            <div class="row">
                {condition.facts.length > 1 && <Choice label={t.join} value={condition.join} options={[['and', t.joins.and], ['or', t.joins.or]]} onChoose={(join) => set({ ...condition, join })} />}
                <button type="button" data-add="fact" onClick={() => set({ ...condition, facts: [...condition.facts, newFact(first, others[0]?.color ?? 'red')] })}>
                    {t.add}
                </button>
                <button type="button" class="plain" onClick={() => setCondition(null)}>
                    {t.words}
                </button>
            </div>
            <Wrong at={at} />
        </div>
    );
}
