// SPDX-License-Identifier: AGPL-3.0-or-later
// One tray for all trades: a tap on one of the player's cards gives it, a tap on another wants it. The trade goes to
// the players, or to the bank if it fits the bank's rate. Counteroffers are made here as well.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addCard, cardCount, commodities, kindsOf, resources } from '../../lib/kinds';
import { texts } from '../../texts';
import type { Cards, Kind } from '../../types';
import { cardsText } from '../../lib/cardsText';
import { CardPicker } from '../../ui/Cards';
import { Check } from '../../ui/Field';
import { handOf, mover, startsOf } from '../actions/asked';
import { BackButtons } from '../actions/Choices';
import type { FormProps } from '../actions/controls';
import type { Listed } from '../actions/fields';
import { PickerFrame } from '../actions/PickerFrame';
import { seatName, useGame } from '../state/context';
import { bankExchange, bankRate } from './bank';

interface Terms {
    give: Cards;
    want: Cards;
    to: number[];
    auto: boolean;
}

/** The last offer in each game, to repeat it. */
const lastTerms = new Map<string, LastOffer>();

/** Whom to ask, and whether to trade with the first who accepts. */
function Asked({ terms, open, onChange }: { terms: Terms; open: Listed; onChange: (change: Partial<Terms>) => void }): JSX.Element {
    const { state } = useGame();
    const t = texts().play;
    const seats = (open.to as number[] | undefined) ?? [];
    return (
        <>
            {seats.length > 1 && (
                <fieldset class="stepper play-to">
                    <legend>{t.toWhom}</legend>
                    {seats.map((seat) => (
                        <span key={seat} data-to={seat}>
                            <Check label={seatName(state, seat)} checked={terms.to.includes(seat)} onChange={(on) => onChange({ to: on ? [...terms.to, seat].sort() : terms.to.filter((other) => other !== seat) })} />
                        </span>
                    ))}
                </fieldset>
            )}
            {state.view.turn.player === mover(state) && <Check name="auto" label={t.autoOffer} help={t.autoHelp} checked={terms.auto} onChange={(auto) => onChange({ auto })} />}
        </>
    );
}

interface Trading {
    /** An offer to players, with the seats it can go to; null: none is possible. */
    open: Listed | null;
    counter: boolean;
    /** Exchanges that the bank offers. */
    bank: Listed[];
    terms: Terms;
    change: (change: Partial<Terms>) => void;
}

/** The seats that an open offer can go to: those in the list, else all who can trade with the mover. */
function useTrading({ start, flow }: FormProps): Trading {
    const { state, selection } = useGame();
    const counter = start.type === 'counter_trade';
    const starts = startsOf(state);
    const players = counter ? start : starts.find(({ type }) => type === 'offer_trade');
    const picked = flow.picks.find(({ field }) => field === 'offer')?.value;
    const listed = players?.actions.find(({ offer }) => offer === picked) ?? players?.actions[0];
    const seat = mover(state);
    const turn = state.view.turn.player;
    const partners = state.view.players.filter((player) => !player.neutral && player.seat !== seat && (seat === turn || player.seat === turn)).map((player) => player.seat);
    const open = listed ? { ...listed, to: (listed.to as number[] | undefined) ?? partners } : null;
    const answered = state.view.offers.find(({ id }) => id === picked);
    const hand = handOf(state);
    const [terms, setTerms] = useState<Terms>(() => {
        // A counteroffer starts with the terms of the offer, as far as the player can pay.
        const give = Object.fromEntries(kindsOf(answered?.want ?? {}).map((kind) => [kind, Math.min(answered?.want[kind] ?? 0, hand[kind] ?? 0)])) as Cards;
        const tapped = selection.firstCards.reduce((cards, kind) => addCard(cards, kind, hand), {} as Cards);
        selection.firstCards = [];
        return { give: kindsOf(tapped).length > 0 ? tapped : give, want: answered?.give ?? {}, to: open?.to ?? [], auto: false };
    });
    useEffect(() => selection.takeCards((kind) => setTerms((now) => ({ ...now, give: addCard(now.give, kind, hand) }))), [state.list.seq]);
    const bank = counter ? [] : (starts.find(({ type }) => type === 'maritime_trade')?.actions ?? []);
    return { open, counter, bank, terms, change: (change) => setTerms({ ...terms, ...change }) };
}

type LastOffer = Pick<Terms, 'give' | 'want'>;

/** The last offer, if the player can pay for it again. */
function lastPayable(game: string, hand: Cards): LastOffer | null {
    const last = lastTerms.get(game);
    return last && kindsOf(last.give).every((kind) => (last.give[kind] ?? 0) <= (hand[kind] ?? 0)) ? last : null;
}

/** Repeats the last offer, while nothing is chosen. */
const Again = ({ last, onChange }: { last: LastOffer; onChange: (change: Partial<Terms>) => void }): JSX.Element => (
    <button type="button" data-do="again" onClick={() => onChange(last)}>
        {texts().play.offerAgain(cardsText(last.give), cardsText(last.want))}
    </button>
);

function Sides({ trading: { bank, terms, change, counter } }: { trading: Trading }): JSX.Element {
    const { state } = useGame();
    const t = texts().play;
    const hand = handOf(state);
    const kinds = state.game.rules.game === 'cities_and_knights' ? [...resources, ...commodities] : resources;
    const wanted = Math.max(1, cardCount(terms.want));
    const price = (kind: Kind): JSX.Element | null => {
        const rate = bankRate(bank, kind);
        const paid = rate && Math.min(rate * wanted, Math.floor((hand[kind] ?? 0) / rate) * rate);
        return rate && paid ? (
            <button type="button" class="card-rate" data-pick={`give=${kind}`} title={t.bankGives(rate, texts().common.kinds[kind])} onClick={() => change({ give: { [kind]: paid } })}>
                {rate}:1
            </button>
        ) : null;
    };
    return (
        <>
            <div data-side="give">
                <CardPicker label={t.iGive} value={terms.give} kinds={kinds} limit={hand} note={price} first onChange={(give) => change({ give })} />
            </div>
            <div data-side="want">
                <CardPicker label={t.iWant} value={terms.want} kinds={kinds} note={(kind) => !counter && <small class="card-stock">{t.inBank(state.view.bank[kind] ?? 0)}</small>} onChange={(want) => change({ want })} />
            </div>
        </>
    );
}

export function TradeTray({ start, flow }: FormProps): JSX.Element {
    const { store, state } = useGame();
    const t = texts().play;
    const trading = useTrading({ start, flow });
    const { open, counter, bank, terms, change } = trading;
    const { give, want, to } = terms;
    const both = kindsOf(give).some((kind) => want[kind]);
    const whole = cardCount(give) > 0 && cardCount(want) > 0 && !both;
    const exchange = bankExchange(bank, give, want, state.view.bank);
    const good = open !== null && whole && (counter || to.length > 0);
    const offer = (): void => {
        const everybody = to.length === (open?.to as number[]).length;
        lastTerms.set(store.id, { give, want });
        flow.make(counter ? { type: start.type, offer: open?.offer, give, want } : { type: 'offer_trade', give, want, ...(everybody ? {} : { to }), ...(terms.auto ? { auto: true } : {}) });
    };
    const again = lastPayable(store.id, handOf(state));
    const line = whole ? t.offerLine(cardsText(give), cardsText(want)) : both ? t.bothSides : t.offerHelp;
    return (
        <PickerFrame start={start} bare onSubmit={() => (exchange ? flow.make(exchange) : good && offer())}>
            <Sides trading={trading} />
            {open && !counter && <Asked terms={terms} open={open} onChange={change} />}
            <div class="row trade-foot">
                <div class="trade-line">{again && cardCount(give) + cardCount(want) === 0 ? <Again last={again} onChange={change} /> : <p aria-live="polite">{line}</p>}</div>
                {bank.length > 0 && (
                    <button type={exchange ? 'submit' : 'button'} class={exchange ? 'main' : undefined} data-do="maritime_trade" data-also="confirm" data-with="bank" disabled={!exchange || flow.sending}>
                        {t.tradeBank}
                    </button>
                )}
                {open && (
                    <button type="button" class={exchange ? undefined : 'main'} data-do="confirm" data-with="players" disabled={!good || flow.sending} onClick={offer}>
                        {t.sendOffer}
                    </button>
                )}
                <BackButtons flow={flow} />
            </div>
        </PickerFrame>
    );
}
