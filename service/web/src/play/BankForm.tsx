// SPDX-License-Identifier: AGPL-3.0-or-later
// Trade with the bank and over harbors: one kind for another at its rate, several times over at once.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useGame } from '../game/context';
import { texts } from '../texts';
import type { Cards, Kind } from '../types';
import { kindsOf } from '../ui/Cards';
import { KindIcon } from '../ui/icons';
import { handOf, mover, playerOf } from './asked';
import { Ways } from './Choices';
import type { FormProps } from './controls';
import type { Listed } from './fields';
import { PickerFrame } from './PickerFrame';
import { startLabel } from './say';

const giveOf = (action: Listed): Kind => kindsOf(action.give as Cards)[0] as Kind;
const takeOf = (action: Listed): Kind => kindsOf(action.take as Cards)[0] as Kind;

function KindButtons({ field, label, kinds, chosen, note, onPick }: { field: string; label: string; kinds: Kind[]; chosen: Kind | null; note: (kind: Kind) => string; onPick: (kind: Kind) => void }): JSX.Element {
    return (
        <div role="group" aria-label={label} class="play-kinds">
            <span>{label}</span>
            <div class="row">
                {kinds.map((kind, i) => (
                    <button type="button" key={kind} data-pick={`${field}=${kind}`} data-first={(field === 'give' && i === 0) || undefined} aria-pressed={kind === chosen} onClick={() => onPick(kind)}>
                        <KindIcon kind={kind} />
                        {texts().common.kinds[kind]} <small>{note(kind)}</small>
                    </button>
                ))}
            </div>
        </div>
    );
}

function Times({ times, most, onChange }: { times: number; most: number; onChange: (times: number) => void }): JSX.Element {
    const t = texts().play;
    return (
        <div class="row" role="group" aria-label={t.howOften}>
            <span>{t.howOften}</span>
            <button type="button" data-pick="times=-" aria-label={t.onceLess} disabled={times <= 1} onClick={() => onChange(times - 1)}>
                −
            </button>
            <b aria-live="polite">{times} ×</b>
            <button type="button" data-pick="times=+" aria-label={t.onceMore} disabled={times >= most} onClick={() => onChange(times + 1)}>
                +
            </button>
        </div>
    );
}

export function BankForm({ start, flow }: FormProps): JSX.Element {
    const { state } = useGame();
    const [give, setGive] = useState<Kind | null>(null);
    const [take, setTake] = useState<Kind | null>(null);
    const [wish, setTimes] = useState(1);
    const t = texts().play;
    const gives = kindsOf(Object.fromEntries(start.actions.map((action) => [giveOf(action), 1])));
    const from = give && gives.includes(give) ? give : gives.length === 1 ? (gives[0] ?? null) : null;
    const listed = start.actions.filter((action) => giveOf(action) === from);
    const takes = kindsOf(Object.fromEntries((from ? listed : start.actions).map((action) => [takeOf(action), 1])));
    const exchange = listed.find((action) => takeOf(action) === take) ?? null;
    const hand = handOf(state);
    const rateOf = (kind: Kind): number => playerOf(state, mover(state))?.rates[kind] ?? 4;
    const rate = from ? ((listed[0]?.give as Cards)[from] ?? rateOf(from)) : 0;
    const most = exchange && from && take ? Math.min(Math.floor((hand[from] ?? 0) / rate), state.view.bank[take] ?? 0) : 1;
    const times = Math.max(1, Math.min(wish, most));
    const trade = (): void => {
        if (exchange && from && take) flow.make({ type: start.type, give: { [from]: rate * times }, take: { [take]: times } });
    };
    return (
        <PickerFrame start={start}>
            <KindButtons field="give" label={t.asks.give} kinds={gives} chosen={from} note={(kind) => `${rateOf(kind)}:1`} onPick={setGive} />
            <KindButtons field="take" label={t.asks.take} kinds={takes} chosen={exchange && take} note={(kind) => t.inBank(state.view.bank[kind] ?? 0)} onPick={setTake} />
            <Times times={times} most={most} onChange={setTimes} />
            <div class="row">
                <button type="button" class="main" data-do="confirm" disabled={!exchange || flow.sending} onClick={trade}>
                    {from && exchange && take ? t.offerLine(`${rate * times} ${texts().common.kinds[from]}`, `${times} ${texts().common.kinds[take]}`) : startLabel(start)}
                </button>
                <Ways flow={flow} />
            </div>
        </PickerFrame>
    );
}
