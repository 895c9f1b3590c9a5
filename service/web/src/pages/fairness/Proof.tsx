// SPDX-License-Identifier: AGPL-3.0-or-later
// Repeats the draws of a finished game, and shows the results as it goes.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { cardName } from '../../lib/cardName';
import { texts } from '../../texts';
import { checkRecord, type Step, type Verdict } from './check';
import type { GameRecord } from './table';

/** How long to compute before yielding to rendering. */
const sliceMs = 12;

export const nameIn = (record: Pick<GameRecord, 'players'>, seat: number | null): string => {
    const player = seat === null ? undefined : record.players[seat];
    return player?.name ?? texts().common.colors[player?.color ?? ''] ?? '';
};

interface Progress {
    steps: Step[];
    done: number;
    verdict: Verdict | null;
}

function useCheck(record: GameRecord): Progress {
    const [progress, setProgress] = useState<Progress>({ steps: [], done: 0, verdict: null });
    useEffect(() => {
        const run = checkRecord(record);
        const steps: Step[] = [];
        let timer = 0;
        const slice = (): void => {
            for (const end = performance.now() + sliceMs; performance.now() < end; ) {
                const next = run.next();
                if (next.done) return setProgress({ steps, done: record.events.length, verdict: next.value });
                steps.push(next.value);
            }
            setProgress({ steps: [...steps], done: steps.at(-1)?.seq ?? 0, verdict: null });
            timer = setTimeout(slice);
        };
        slice();
        return () => clearTimeout(timer);
    }, [record]);
    return progress;
}

function verdictText(record: GameRecord, verdict: Verdict): string {
    const t = texts().fair;
    const { fault, drawn, told, board } = verdict;
    if (!fault) return [drawn > 0 || board ? t.good(drawn) : t.nothing, ...(board ? [t.goodBoard] : []), ...(told > 0 ? [t.told(told)] : [])].join(' ');
    if (fault.what === 'commitment' || fault.what === 'board') return t.faults[fault.what];
    return fault.what === 'client' ? t.faults.client(nameIn(record, fault.seat)) : t.faults[fault.what](fault.seq ?? 0);
}

type Outcome = { yellow?: number; red?: number; event?: keyof ReturnType<typeof texts>['fair']['faces']; card?: string; cards?: (string | { player: number; card: string })[]; draws?: { player: number; card: string }[]; first?: number };

function outcomeText(record: GameRecord, step: Step): string {
    const t = texts().fair;
    const { yellow, red, event, card, cards, draws, first } = step.outcome as Outcome;
    const of = (one: string | { player: number; card: string }): string => (typeof one === 'string' ? cardName(one) : `${nameIn(record, one.player)}: ${cardName(one.card)}`);
    const parts: string[] = [];
    if (step.type === 'start' && first !== undefined) parts.push(t.first(nameIn(record, first)));
    if (yellow !== undefined && red !== undefined) parts.push(t.dice(yellow, red));
    if (event) parts.push(t.faces[event]);
    if (card !== undefined) parts.push(cardName(card));
    for (const one of [...(cards ?? []), ...(draws ?? [])]) parts.push(of(one));
    return parts.join(', ');
}

function Steps({ record, steps }: { record: GameRecord; steps: Step[] }): JSX.Element {
    const t = texts().fair;
    return (
        <details class="sheet" data-part="proof">
            <summary>{t.draws}</summary>
            <div class="fair-draws" tabIndex={0} role="region" aria-label={t.draws}>
                <table>
                    <caption class="sr">{t.drawsHelp}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{t.event}</th>
                            <th scope="col">{t.who}</th>
                            <th scope="col">{t.what}</th>
                            <th scope="col">{t.verdict}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {steps.map((step) => (
                            <tr key={step.seq} data-verdict={step.verdict}>
                                <td>{step.seq}</td>
                                <td data-words="">{nameIn(record, step.player)}</td>
                                <td>{outcomeText(record, step)}</td>
                                <td>{t.verdicts[step.verdict]}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </details>
    );
}

export function Proof({ record }: { record: GameRecord }): JSX.Element {
    const t = texts().fair;
    const { steps, done, verdict } = useCheck(record);
    const all = record.events.length;
    return (
        <>
            <section class="sheet fair-verdict" data-part="verdict" data-verdict={verdict && (verdict.fault ? 'wrong' : 'right')}>
                <progress max={all} value={done} aria-label={t.checking(done, all)} />
                <p role="status" class={verdict ? (verdict.fault ? 'bad' : 'good') : undefined}>
                    {verdict ? verdictText(record, verdict) : t.checking(done, all)}
                </p>
            </section>
            {verdict && steps.length > 0 && <Steps record={record} steps={steps} />}
        </>
    );
}
