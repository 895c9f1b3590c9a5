// SPDX-License-Identifier: AGPL-3.0-or-later
// The plan for the player's next turn, move by move.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../../texts';
import { Choice, Field } from '../../../ui/Field';
import { ConditionEditor } from './ConditionEditor';
import { useEditing } from './editing';
import { formLabel, stepText } from './explain';
import { forGame, moves } from './forms';
import { type PlanStep, stepsMax } from './model';
import { type Filled, read, write } from './notation';
import { PatternFields } from './PatternFields';
import { OrderPart, Shift, useEntries, Wrong } from './parts';

const inWords = 'words';

function MoveEditor({ move, at, onChange }: { move: string; at: string; onChange: (move: string) => void }): JSX.Element {
    const { scopes } = useEditing();
    const t = texts().orders.plan;
    const [chosen, setChosen] = useState<Filled | null>(() => read(moves, move));
    const [words, setWords] = useState(chosen === null && move !== '');
    const known = forGame(moves, scopes);
    const fill = (next: Filled): void => {
        setChosen(next);
        onChange(write(next.form, next.values));
    };
    const choose = (id: string): void => {
        setWords(id === inWords);
        const form = known.find((each) => each.id === id);
        if (form) fill({ form, values: { ...form.start } });
    };
    const options: [string, string][] = [...(chosen === null && !words ? [['', '…'] as [string, string]] : []), ...known.map((form): [string, string] => [form.id, formLabel(form)]), [inWords, t.inWords]];
    return (
        <div class="orders-move">
            <Choice label={t.move} value={words ? inWords : (chosen?.form.id ?? '')} options={options} onChoose={choose} />
            {words && <Field label={t.inWords} help={t.wordsHelp} value={move} maxLength={512} onInput={(event) => onChange(event.currentTarget.value)} />}
            {!words && chosen && <PatternFields form={chosen.form} values={chosen.values} onChange={(values) => fill({ form: chosen.form, values })} />}
            <Wrong at={at} />
        </div>
    );
}

const fieldsAside = ['if', 'move'];

function StepEditor({ step, i, n, onChange, onMove, onTake }: { step: PlanStep; i: number; n: number; onChange: (step: PlanStep) => void; onMove: (by: -1 | 1) => void; onTake: () => void }): JSX.Element {
    const { speaker } = useEditing();
    const t = texts().orders.plan;
    return (
        <li class="orders-rule" data-step={i}>
            <div class="orders-rule-head">
                <h3>{t.step(i + 1)}</h3>
                <Shift i={i} n={n} what={t.step(i + 1)} onMove={onMove} onTake={onTake} />
            </div>
            {step.move !== '' && <p class="orders-meaning" data-part="meaning">{stepText(step, speaker)}</p>}
            <MoveEditor move={step.move} at={`/plan/${i}/move`} onChange={(move) => onChange({ ...step, move })} />
            <div class="orders-fields">
                <Choice label={t.when} value={step.when} options={Object.entries(t.whens) as [PlanStep['when'], string][]} onChoose={(when) => onChange({ ...step, when })} />
                {step.if ? <Choice label={t.otherwise} value={step.otherwise} options={Object.entries(t.otherwises) as [PlanStep['otherwise'], string][]} onChoose={(otherwise) => onChange({ ...step, otherwise })} /> : null}
            </div>
            <ConditionEditor value={step.if ?? ''} at={`/plan/${i}/if`} onChange={(text) => onChange({ ...step, if: text })} />
            <Wrong at={`/plan/${i}`} except={fieldsAside} />
        </li>
    );
}

export function PlanPart({ turn }: { turn: number | null }): JSX.Element {
    const { orders, change, speaker } = useEditing();
    const t = texts().orders;
    const steps = orders.plan ?? [];
    const { keys, put, move, take, add } = useEntries(steps, (plan) => change({ plan }));
    return (
        <OrderPart name="plan" title={t.plan.title} now={steps.length === 0 ? t.plan.none : steps.map((step) => stepText(step, speaker)).join(' ')}>
            <p class="quiet">
                {t.plan.help} {turn === null ? '' : t.plan.forTurn(turn)}
            </p>
            <ol class="orders-rules">
                {steps.map((step, i) => (
                    <StepEditor key={keys[i]} step={step} i={i} n={steps.length} onChange={(next) => put(i, next)} onMove={(by) => move(i, by)} onTake={() => take(i)} />
                ))}
            </ol>
            <button type="button" data-add="step" disabled={steps.length >= stepsMax} onClick={() => add({ move: '', when: 'actions', otherwise: 'skip' })}>
                + {t.plan.add}
            </button>
        </OrderPart>
    );
}
