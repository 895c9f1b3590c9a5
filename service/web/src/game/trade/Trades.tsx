// SPDX-License-Identifier: AGPL-3.0-or-later
// The open offers: those to the reader first, each with its answers and the reader's actions.
import type { JSX } from 'preact';
import { SeatAvatar } from '../../board/SeatSign';
import { type Figure, FigureIcon } from '../screen/icons';
import { ownSeat, seatName, useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import { texts } from '../../texts';
import type { Offer } from '../../types';
import { cardsText } from '../../lib/cardsText';
import { CardRow } from '../../ui/Cards';
import { mover } from '../actions/asked';
import type { PanelProps } from '../actions/controls';
import type { Flow } from '../actions/flow';
import type { Listed } from '../actions/fields';
import type { Start } from '../actions/picker';
import { startLabel } from '../actions/say';

const main = new Set(['accept_trade', 'confirm_trade']);

function OfferButton({ flow, start, action }: { flow: Flow; start: Start; action: Listed }): JSX.Element {
    const { state } = useGame();
    const partner = typeof action.with === 'number' ? action.with : null;
    const picks = [{ field: 'offer', value: action.offer as number }, ...(partner === null ? [] : [{ field: 'with', value: partner }])];
    return (
        <button type="button" class={main.has(start.type) ? 'main' : undefined} data-do={start.type} data-offer={String(action.offer)} data-with={partner ?? undefined} disabled={flow.sending} onClick={() => flow.begin(start, picks)}>
            {partner === null ? startLabel(start) : texts().play.tradeWith(seatName(state, partner))}
        </button>
    );
}

const faces: Record<string, Figure> = { accepted: 'yes', declined: 'close', open: 'wait' };

/** Who was asked, and their answers. */
function Responses({ offer }: { offer: Offer }): JSX.Element {
    const { state } = useGame();
    const t = texts().play;
    const others = offer.to.filter((seat) => seat !== mover(state) || offer.responses[String(seat)] !== undefined);
    return (
        <ul class="play-responses">
            {others.map((seat) => {
                const response = offer.responses[String(seat)] ?? 'open';
                return (
                    <li key={seat} data-response={response}>
                        <SeatAvatar seat={seat} players={state.view.players} />
                        <FigureIcon figure={faces[response] ?? 'wait'} />
                        <span class="response-words">{seat === ownSeat(state) ? t.ownResponses[response] : t.responses[response](seatName(state, seat))}</span>
                    </li>
                );
            })}
        </ul>
    );
}

/** The offer that another one counters, with its terms, while it is open. */
const counteredText = (state: GameState, id: number): string => {
    const known = state.view.offers.find((one) => one.id === id);
    const { offer, exchange } = texts().log;
    return known ? offer({ name: seatName(state, known.player), you: known.player === ownSeat(state) }, exchange(cardsText(known.give), cardsText(known.want))) : offer(null, '');
};

function OfferItem({ offer, flow, starts }: { offer: Offer; flow: Flow; starts: Start[] }): JSX.Element {
    const { store, state } = useGame();
    const t = texts().play;
    const seat = mover(state);
    const can = starts.flatMap((start) => start.actions.filter((action) => action.offer === offer.id).map((action) => ({ start, action })));
    const own = offer.player === seat;
    const asked = seat !== null && offer.to.includes(seat);
    const short = asked && offer.responses[String(seat)] !== 'accepted' && !can.some(({ start }) => start.type === 'accept_trade');
    return (
        <li class={asked ? 'play-offer asked' : 'play-offer'} data-offer-id={offer.id}>
            <div class="play-terms">
                <h3 class="with-face">
                    <SeatAvatar seat={offer.player} players={state.view.players} />
                    {own ? t.offerMine : asked ? t.offerToYou(seatName(state, offer.player)) : t.offerOf(seatName(state, offer.player))}
                </h3>
                {typeof offer.counters === 'number' && <small class="quiet">{t.countersOffer(counteredText(state, offer.counters))}</small>}
                <span>
                    {own ? t.iGive : asked ? t.youGet : t.gives} <CardRow cards={offer.give} />
                </span>
                <span>
                    {own ? t.iWant : asked ? t.youGive : t.wants} <CardRow cards={offer.want} />
                </span>
            </div>
            {offer.auto && <p class="quiet">{t.autoOffer}</p>}
            {short && <p class="quiet">{t.cannotAccept}</p>}
            <div class="play-offer-foot">
                <Responses offer={offer} />
                <div class="row">
                    {can.map(({ start, action }) => (
                        <OfferButton key={`${start.key} ${String(action.with)}`} flow={flow} start={start} action={action} />
                    ))}
                </div>
            </div>
            {state.game.mode === 'table' && (
                <div class="row play-others">
                    {offer.to
                        .filter((other) => other !== seat)
                        .map((other) => (
                            <button type="button" key={other} class="plain" data-look={other} onClick={() => store.look(other)}>
                                {texts().play.answerFor(seatName(state, other))}
                            </button>
                        ))}
                </div>
            )}
        </li>
    );
}

const concerns = (state: GameState, offer: Offer): number => (offer.to.includes(mover(state) ?? -1) ? 0 : offer.player === mover(state) ? 1 : 2);

export function Trades({ starts, flow }: PanelProps): JSX.Element {
    const { state } = useGame();
    const { offers } = state.view;
    const sorted = [...offers].sort((a, b) => concerns(state, a) - concerns(state, b) || a.id - b.id);
    return (
        <section class="play-trades" aria-live="polite" aria-label={texts().play.offers}>
            <h2>{texts().play.offers}</h2>
            <ul class="play-offers">
                {sorted.map((offer) => (
                    <OfferItem key={offer.id} offer={offer} flow={flow} starts={starts} />
                ))}
            </ul>
        </section>
    );
}
