// SPDX-License-Identifier: AGPL-3.0-or-later
// The foldable parts of the form for a new game.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link } from '../../lib/router';
import { texts } from '../../texts';
import { Check, Choice, Field } from '../../ui/Field';
import { SpanField } from './SpanField';
import { type Clock, type Draft, editions, editionsFor, everyGame, limits, usualFor, valuesOf, variants } from './draft';
import type { OptionKey } from '../../types';

interface PartProps {
    draft: Draft;
    /** The text of a fault, by pointer. */
    wrong: (pointer: string) => string | undefined;
    change: (change: Partial<Draft>) => void;
}

const entries = <Key extends string>(names: Record<Key, string>): [Key, string][] => Object.entries(names) as [Key, string][];
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const shown = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value));

/** Folded at first; opens if there is a fault inside. */
export function FormPart({ title, summary = '', faulty, children }: { title: string; summary?: string; faulty: boolean; children: ComponentChildren }): JSX.Element {
    const details = useRef<HTMLDetailsElement>(null);
    useEffect(() => {
        if (faulty && details.current) details.current.open = true;
    }, [faulty]);
    return (
        <details class="sheet new-part" data-part="option-group" ref={details}>
            <summary>
                <span>{title}</span>
                <span class="quiet">{summary}</span>
            </summary>
            <div class="new-part-body" data-part="option-body">{children}</div>
        </details>
    );
}

function OptionChoice({ option, draft, change }: { option: OptionKey } & Pick<PartProps, 'draft' | 'change'>): JSX.Element {
    const t = texts().making;
    const { name, values } = t.optionTexts[option];
    const choose = (value: string): void => {
        const { [option]: _, ...rest } = draft.options;
        change({ options: value === '' ? rest : { ...rest, [option]: value } });
    };
    const usual = everyGame.includes(option);
    const known = valuesOf(option).map((value, i): [string, string] => [usual && i === 0 ? '' : value, (values as Record<string, string>)[value] ?? value]);
    return <Choice label={name} help={texts().rules.options[option]} value={draft.options[option] ?? ''} options={usual ? known : [['', t.asEdition], ...known]} onChoose={choose} />;
}

function KnightsRules({ draft, change }: PartProps): JSX.Element {
    const t = texts().making;
    return (
        <>
            <Choice label={t.edition} help={texts().rules.editions[draft.edition]} value={draft.edition} options={editions.map((edition) => [edition, t.editions[edition]])} onChoose={(edition) => change({ edition })} />
            <fieldset>
                <legend>{t.variantsTitle}</legend>
                {variants.map((variant) => (
                    <Check key={variant} label={t.variants[variant]} help={texts().rules.variants[variant]} checked={draft.variants.includes(variant)} onChange={(on) => change({ variants: variants.filter((other) => (other === variant ? on : draft.variants.includes(other))) })} />
                ))}
            </fieldset>
            <details>
                <summary>{t.options}</summary>
                <p class="quiet">{t.optionsHelp}</p>
                {editionsFor(draft).map((option) => (
                    <OptionChoice key={option} option={option} draft={draft} change={change} />
                ))}
            </details>
        </>
    );
}

export function RulesPart(props: PartProps): JSX.Element {
    const t = texts().making;
    const { draft, wrong, change } = props;
    const usual = usualFor(draft);
    return (
        <>
            <Field label={t.points} help={t.pointsHelp(usual)} error={wrong('/rules/victory_points')} name="points" type="number" min={limits.points[0]} max={limits.points[1]} placeholder={String(usual)} value={shown(draft.points)} onInput={(event) => change({ points: numberOf(event.currentTarget.value) })} />
            {draft.game !== 'base' && <KnightsRules {...props} />}
            {everyGame.map((option) => (
                <OptionChoice key={option} option={option} draft={draft} change={change} />
            ))}
            {draft.game === 'base' && <Check label={t.combined} help={t.combinedHelp} checked={draft.combined} onChange={(combined) => change({ combined })} />}
        </>
    );
}

export function BoardPart({ draft, wrong, change }: PartProps): JSX.Element {
    const t = texts().making;
    return (
        <>
            <Choice label={t.layout} value={draft.layout} options={entries(t.layouts)} onChoose={(layout) => change({ layout })} />
            {draft.layout === 'random' && (
                <>
                    <Choice label={t.numbers} value={draft.numbers} options={entries(t.numberings)} onChoose={(numbers) => change({ numbers })} />
                    <Field label={t.seed} help={t.seedHelp} error={wrong('/board/seed')} name="seed" maxLength={limits.seed} value={draft.seed} onInput={(event) => change({ seed: event.currentTarget.value })} />
                </>
            )}
            <p class="quiet">
                {t.handmade} <Link href="/table">{t.handmadeLink}</Link>
            </p>
        </>
    );
}

function Spans({ clock, wrong, set }: { clock: Clock; wrong: PartProps['wrong']; set: (change: Partial<Clock>) => void }): JSX.Element {
    const t = texts().making;
    if (clock.kind === 'turn') {
        return (
            <>
                <SpanField label={t.turn} name="turn" required error={wrong('/clock/turn')} value={clock.turn} onChange={(turn) => set({ turn: turn ?? NaN })} />
                <SpanField label={t.decision} name="decision" help={t.decisionHelp} error={wrong('/clock/decision')} value={clock.decision} onChange={(decision) => set({ decision })} />
            </>
        );
    }
    return (
        <>
            <SpanField label={t.bankStart} name="bank-start" required error={wrong('/clock/bank/start')} value={clock.start} onChange={(start) => set({ start: start ?? NaN })} />
            <SpanField label={t.increment} name="bank-increment" required error={wrong('/clock/bank/increment')} value={clock.increment} onChange={(increment) => set({ increment: increment ?? NaN })} />
            <SpanField label={t.max} name="bank-max" help={t.maxHelp} error={wrong('/clock/bank/max')} value={clock.max} onChange={(max) => set({ max })} />
        </>
    );
}

export function ClockPart({ draft, wrong, change }: PartProps): JSX.Element {
    const t = texts().making;
    const { clock } = draft;
    const set = (more: Partial<Clock>): void => change({ clock: { ...clock, ...more } });
    return (
        <>
            <Choice label={t.clockKind} value={clock.kind} options={entries(t.clockKinds)} onChoose={(kind) => set({ kind })} />
            {clock.kind !== 'none' && (
                <>
                    <Spans key={clock.kind} clock={clock} wrong={wrong} set={set} />
                    <Choice label={t.onTimeout} value={clock.onTimeout} options={entries(t.timeouts)} onChoose={(onTimeout) => set({ onTimeout })} />
                    <Field label={t.voteAfter} error={wrong('/clock/vote_after')} name="votes" type="number" min={limits.votes[0]} max={limits.votes[1]} value={shown(clock.voteAfter)} onInput={(event) => set({ voteAfter: numberOf(event.currentTarget.value) ?? NaN })} />
                    <p class="quiet">{t.sleep}</p>
                </>
            )}
        </>
    );
}

export function AccessPart({ draft, wrong, change }: PartProps): JSX.Element {
    const t = texts().making;
    return (
        <>
            <Field label={t.name} error={wrong('/name')} name="game-name" maxLength={limits.nameBytes} value={draft.name} onInput={(event) => change({ name: event.currentTarget.value })} />
            <Choice label={t.visibility} help={t.visibilityHelp[draft.visibility]} value={draft.visibility} options={entries(t.visibilities)} onChoose={(visibility) => change({ visibility })} />
            <Field label={t.tags} help={t.tagsHelp} error={wrong('/tags')} name="game-tags" autocapitalize="none" autocomplete="off" value={draft.tags ?? ''} onInput={(event) => change({ tags: event.currentTarget.value })} />
            <Check label={t.hints} help={t.hintsHelp} checked={draft.hints !== false} onChange={(hints) => change({ hints })} />
        </>
    );
}
