// SPDX-License-Identifier: AGPL-3.0-or-later
// An offer to other players, or one's own terms for an offer of theirs.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useGame } from '../game/context';
import { texts } from '../texts';
import type { Cards } from '../types';
import { cardCount, cardsText, CardStepper, kindsOf, resources } from '../ui/Cards';
import { Check } from '../ui/Field';
import { handOf, mover } from './asked';
import { Ways } from './Choices';
import type { FormProps } from './controls';
import type { Listed } from './fields';
import { PickerFrame } from './PickerFrame';
import { seatLabel } from './say';

interface Terms {
    give: Cards;
    want: Cards;
    to: number[];
    auto: boolean;
}

/** Who can be asked, and whether it can be left to the first who accepts. */
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
                            <Check label={seatLabel(state, seat)} checked={terms.to.includes(seat)} onChange={(on) => onChange({ to: on ? [...terms.to, seat].sort() : terms.to.filter((other) => other !== seat) })} />
                        </span>
                    ))}
                </fieldset>
            )}
            {state.view.turn.player === mover(state) && <Check label={t.autoOffer} help={t.autoHelp} checked={terms.auto} onChange={(auto) => onChange({ auto })} />}
        </>
    );
}

/** The seats that an open offer may go to: those the list names, else whoever may trade with the mover. */
function useTerms(start: FormProps['start'], picked: number | undefined): { open: Listed; terms: Terms; change: (change: Partial<Terms>) => void } {
    const { state } = useGame();
    const listed = start.actions.find(({ offer }) => offer === picked) ?? (start.actions[0] as Listed);
    const seat = mover(state);
    const turn = state.view.turn.player;
    const partners = state.view.players.filter((player) => !player.neutral && player.seat !== seat && (seat === turn || player.seat === turn)).map((player) => player.seat);
    const open = { ...listed, to: (listed.to as number[] | undefined) ?? partners };
    const answered = state.view.offers.find(({ id }) => id === picked);
    const hand = handOf(state);
    const [terms, setTerms] = useState<Terms>(() => {
        // One's own terms begin with what the other side has proposed, as far as it can be paid.
        const give = Object.fromEntries(kindsOf(answered?.want ?? {}).map((kind) => [kind, Math.min(answered?.want[kind] ?? 0, hand[kind] ?? 0)])) as Cards;
        return { give, want: answered?.give ?? {}, to: open.to as number[], auto: false };
    });
    return { open, terms, change: (change) => setTerms({ ...terms, ...change }) };
}

export function OfferForm({ start, flow }: FormProps): JSX.Element {
    const { state } = useGame();
    const t = texts().play;
    const offer = flow.picks.find(({ field }) => field === 'offer')?.value as number | undefined;
    const { open, terms, change } = useTerms(start, offer);
    const { give, want, to } = terms;
    const hand = handOf(state);
    const kinds = kindsOf(state.view.bank).filter((kind) => resources.includes(kind) || state.game.rules.game === 'cities_and_knights');
    const both = kindsOf(give).some((kind) => want[kind]);
    const counter = start.type === 'counter_trade';
    const everybody = to.length === (open.to as number[]).length;
    const good = cardCount(give) > 0 && cardCount(want) > 0 && !both && (counter || to.length > 0);
    const send = (): void => flow.make(counter ? { type: start.type, offer: open.offer, give, want } : { type: start.type, give, want, ...(everybody ? {} : { to }), ...(terms.auto ? { auto: true } : {}) });
    const line = good ? t.offerLine(cardsText(give), cardsText(want)) : both ? t.bothSides : t.offerHelp;
    return (
        <PickerFrame start={start} onSubmit={send}>
            <div data-side="give">
                <CardStepper label={t.iGive} value={give} kinds={kindsOf(hand)} limit={hand} onChange={(cards) => change({ give: cards })} />
            </div>
            <div data-side="want">
                <CardStepper label={t.iWant} value={want} kinds={kinds} onChange={(cards) => change({ want: cards })} />
            </div>
            {!counter && <Asked terms={terms} open={open} onChange={change} />}
            <p aria-live="polite">{line}</p>
            <div class="row">
                <button type="submit" class="main" data-do="confirm" disabled={!good || flow.sending}>
                    {t.sendOffer}
                </button>
                <Ways flow={flow} />
            </div>
        </PickerFrame>
    );
}
