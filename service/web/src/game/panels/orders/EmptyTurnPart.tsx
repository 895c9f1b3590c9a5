// SPDX-License-Identifier: AGPL-3.0-or-later
// Skips turns in which there is nothing to do.
import type { JSX } from 'preact';
import { list } from '../../../lib/list';
import { texts } from '../../../texts';
import { Check } from '../../../ui/Field';
import { useEditing } from './editing';
import { type Change, changed, type EmptyTurn, handMax, type Ignored } from './model';
import { NumberField, OrderPart, Toggles, Wrong } from './parts';

export function EmptyTurnPart(): JSX.Element {
    const { orders, change, ignorable } = useEditing();
    const t = texts().orders.emptyTurn;
    const value = orders.empty_turn;
    const ignored = value?.ignore ?? [];
    const set = (more: Change<EmptyTurn>): void => change({ empty_turn: changed(value ?? {}, more) });
    const now = value ? (ignored.length === 0 ? t.passes : t.passesBut(list(ignored.map((type) => t.ignorable[type])))) : texts().orders.ask;
    return (
        <OrderPart name="empty_turn" title={t.title} now={now}>
            <p class="quiet">{t.help}</p>
            <Check label={t.pass} checked={value !== undefined} onChange={(on) => change({ empty_turn: on ? {} : undefined })} />
            {value && (
                <>
                    <Toggles label={t.ignore} none={t.ignoreNone} all={ignorable.map((type): [Ignored, string] => [type, t.ignorable[type]])} chosen={ignored} onChange={(ignore) => set({ ignore: ignore.length === 0 ? undefined : ignore })} />
                    <Check label={t.bank} checked={value.bank_trades ?? false} onChange={(on) => set({ bank_trades: on ? true : undefined })} />
                    <NumberField label={t.hand} none={t.handLimit} value={value.hand} min={1} max={handMax} onChange={(hand) => set({ hand })} />
                </>
            )}
            <Wrong at="/empty_turn" />
        </OrderPart>
    );
}
