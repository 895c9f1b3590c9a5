// SPDX-License-Identifier: AGPL-3.0-or-later
// Selects a number of cards from a hand: to return, to give, to take.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import { texts } from '../../texts';
import type { Cards } from '../../types';
import { addCard, cardCount, kindsOf, resources } from '../../lib/kinds';
import { CardPicker } from '../../ui/Cards';
import { decisionOf, handOf, mover } from './asked';
import { BackButtons } from './Choices';
import type { FormProps } from './controls';
import { mostHeld } from './hands';
import { PickerFrame } from './PickerFrame';
import { startLabel } from './say';

/** Gold gives no commodities. */
const resourceKinds = new Set<string>(resources);

/** The hand to choose from: for gold the bank's, for Master Merchant the revealed hand, otherwise the player's own. */
function source(state: GameState): Cards {
    const decision = decisionOf(state);
    if (decision?.decision === 'choose_gold') return Object.fromEntries(Object.entries(state.view.bank).filter(([kind]) => resourceKinds.has(kind)));
    return decision?.decision === 'take_cards' ? (decision.shown ?? {}) : handOf(state);
}

/** The answer already given, while others still have to answer. */
function given(state: GameState, type: string): Cards {
    const answer = state.view.answers.find(({ player, action }) => player === mover(state) && action.type === type);
    const action = answer?.action as { cards?: Cards; take?: Cards } | undefined;
    return action?.cards ?? action?.take ?? {};
}

export function CardsForm({ start, flow }: FormProps): JSX.Element {
    const { state, selection } = useGame();
    const t = texts().play;
    const [cards, setCards] = useState<Cards>(() => given(state, start.type));
    // From a revealed hand each possible set of cards is listed; the decision says how many there are to take.
    const count = Number(start.actions[0]?.count ?? (decisionOf(state) as { count?: number } | null)?.count ?? 0);
    const hand = source(state);
    const left = count - cardCount(cards);
    const own = hand === handOf(state);
    useEffect(() => (own ? selection.takeCards((kind) => setCards((now) => (cardCount(now) < count ? addCard(now, kind, hand) : now))) : undefined), [own, count, state.list.seq]);
    return (
        <PickerFrame start={start} onSubmit={() => flow.make(start.type === 'choose_gold' ? { type: start.type, take: cards } : { type: start.type, cards })}>
            <CardPicker label={t.chooseCards(count)} value={cards} kinds={kindsOf(hand)} limit={hand} total={count} onChange={setCards} />
            <p aria-live="polite">{left > 0 ? t.stillToChoose(left) : t.allChosen}</p>
            <div class="row">
                <button type="button" data-do="suggest" data-first disabled={flow.sending} onClick={() => setCards(mostHeld(hand, count))}>
                    {t.suggest}
                </button>
                <button type="submit" class="main" data-do={start.type} data-also="confirm" disabled={left !== 0 || flow.sending}>
                    {startLabel(start)}
                </button>
                <BackButtons flow={flow} />
            </div>
        </PickerFrame>
    );
}
