// SPDX-License-Identifier: AGPL-3.0-or-later
// Cards in hands: shown, and chosen by counting.
import type { JSX } from 'preact';
import { texts } from '../texts';
import type { Cards, Kind } from '../types';
import { KindIcon } from './icons';

export const resources: Kind[] = ['brick', 'lumber', 'wool', 'grain', 'ore'];
export const commodities: Kind[] = ['cloth', 'coin', 'paper'];

export const cardCount = (cards: Cards): number => Object.values(cards).reduce((sum, n) => sum + n, 0);
/** The kinds of some cards, in the order in which cards are always shown. */
export const kindsOf = (cards: Cards): Kind[] => [...resources, ...commodities].filter((kind) => cards[kind]);
/** "2 wool, 1 ore" */
export const cardsText = (cards: Cards): string => kindsOf(cards).map((kind) => texts().common.kindCount(cards[kind] ?? 0, kind)).join(', ') || texts().common.none;

/** How many there are of each kind; where a game has the kind, also none of it. */
export function CardRow({ cards, kinds = kindsOf(cards) }: { cards: Cards; kinds?: Kind[] }): JSX.Element {
    return (
        <ul class="cards">
            {kinds.map((kind) => (
                <li key={kind} class={`card kind-${kind}`} data-kind={kind} data-count={cards[kind] ?? 0} title={texts().common.kinds[kind]}>
                    <KindIcon kind={kind} />
                    <b>{cards[kind] ?? 0}</b>
                    <span class="sr">{texts().common.kinds[kind]}</span>
                </li>
            ))}
        </ul>
    );
}

/** Chooses a number of each kind: at most `limit` of a kind, `total` in all. */
export function CardStepper({ label, value, kinds, limit, total, onChange }: { label: string; value: Cards; kinds: Kind[]; limit?: Cards | undefined; total?: number | undefined; onChange: (value: Cards) => void }): JSX.Element {
    const t = texts().common;
    const count = cardCount(value);
    const set = (kind: Kind, n: number): void => {
        const { [kind]: _, ...rest } = value;
        onChange(n > 0 ? { ...rest, [kind]: n } : rest);
    };
    return (
        <fieldset class="stepper">
            <legend>{label}</legend>
            {kinds.map((kind) => {
                const n = value[kind] ?? 0;
                const full = (limit !== undefined && n >= (limit[kind] ?? 0)) || (total !== undefined && count >= total);
                return (
                    <div key={kind} class={`step kind-${kind}`} data-kind={kind}>
                        <button type="button" aria-label={t.fewerOf(t.kinds[kind])} disabled={n === 0} onClick={() => set(kind, n - 1)}>
                            −
                        </button>
                        <span class="step-what" title={t.kinds[kind]}>
                            <KindIcon kind={kind} />
                            <b aria-live="polite">{n}</b>
                        </span>
                        <button type="button" aria-label={t.moreOf(t.kinds[kind])} disabled={full} onClick={() => set(kind, n + 1)}>
                            +
                        </button>
                    </div>
                );
            })}
        </fieldset>
    );
}
