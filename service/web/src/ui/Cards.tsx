// SPDX-License-Identifier: AGPL-3.0-or-later
// Cards in hands: displayed, and selected by tapping.
import type { ComponentChildren, JSX } from 'preact';
import { cardCount, kindsOf } from '../lib/kinds';
import { texts } from '../texts';
import type { Cards, Kind } from '../types';
import { CardFace } from './CardFace';

/** Counts by kind; kinds of this game are shown even if there are none. */
export function CardRow({ cards, kinds = kindsOf(cards) }: { cards: Cards; kinds?: Kind[] }): JSX.Element {
    return (
        <ul class="cards">
            {kinds.map((kind) => (
                <li key={kind} class={`card kind-${kind}`} data-kind={kind} data-count={cards[kind] ?? 0} data-explain={`kind/${kind}`} title={texts().common.kinds[kind]}>
                    <CardFace kind={kind} />
                    <b>{cards[kind] ?? 0}</b>
                    <span class="sr">{texts().common.kinds[kind]}</span>
                </li>
            ))}
        </ul>
    );
}

interface CardPickerProps {
    label: string;
    value: Cards;
    kinds: Kind[];
    /** At most this many of each kind: the hand. */
    limit?: Cards | undefined;
    /** At most this many in total. */
    total?: number | undefined;
    /** Shown below a kind. */
    note?: (kind: Kind) => ComponentChildren;
    /** Takes the keyboard focus first. */
    first?: boolean;
    onChange: (value: Cards) => void;
}

/** Selects a number of each kind: a tap on a card adds one, a small button removes one. */
export function CardPicker({ label, value, kinds, limit, total, note, first = false, onChange }: CardPickerProps): JSX.Element {
    const t = texts().common;
    const count = cardCount(value);
    const set = (kind: Kind, n: number): void => {
        const { [kind]: _, ...rest } = value;
        onChange(n > 0 ? { ...rest, [kind]: n } : rest);
    };
    return (
        <fieldset class="card-picker">
            <legend>{label}</legend>
            {kinds.map((kind, i) => {
                const n = value[kind] ?? 0;
                const most = limit?.[kind] ?? 0;
                const full = (limit !== undefined && n >= most) || (total !== undefined && count >= total);
                return (
                    <div key={kind} class="card-pile" data-part="stepper" data-kind={kind} data-count={n}>
                        <button type="button" class="card-less" aria-label={t.fewerOf(t.kinds[kind])} disabled={n === 0} onClick={() => set(kind, n - 1)}>
                            −
                        </button>
                        <button type="button" class="card-more" aria-label={t.moreOf(t.kinds[kind])} title={t.kinds[kind]} data-first={(first && i === 0) || undefined} disabled={full} onClick={() => set(kind, n + 1)}>
                            <CardFace kind={kind} />
                        </button>
                        {limit && (
                            <small class="card-held" aria-hidden="true">
                                {most - n}
                            </small>
                        )}
                        <b aria-live="polite">{n}</b>
                        {note?.(kind)}
                    </div>
                );
            })}
        </fieldset>
    );
}
