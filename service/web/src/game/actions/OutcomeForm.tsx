// SPDX-License-Identifier: AGPL-3.0-or-later
// At a real table: enters what the dice showed and which card it was. The server draws what is not entered.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { seatName, useGame } from '../state/context';
import { devCards } from '../../lib/rules';
import type { GameState } from '../state/gameStore';
import { cardName } from '../../lib/cardName';
import { texts } from '../../texts';
import type { HarborKind, Kind, Outcome, Track } from '../../types';
import { commodities, kindsOf, resources } from '../../lib/kinds';
import { KindIcon } from '../../ui/icons';
import { playerOf } from './asked';
import { BackButtons } from './Choices';
import { DiceEntry } from './DiceEntry';
import { robbed } from './drawers';
import type { Listed } from './fields';
import type { Flow } from './flow';
import { trackCards } from './progress';
import { giftCards, nextHarbors } from './chance';
import { actionText } from './say';

interface Props {
    flow: Flow;
    action: Listed;
}

/** Kinds that a hand may contain: those it does contain, if it is open. */
function kindsIn(state: GameState, seat: number): Kind[] {
    const cards = playerOf(state, seat)?.cards;
    if (cards) return kindsOf(cards);
    return state.game.rules.game === 'base' ? resources : [...resources, ...commodities];
}

function CardButtons({ cards, chosen, field, disabled, onPick }: { cards: string[]; chosen?: string | null; field: string; disabled: boolean; onPick: (card: string) => void }): JSX.Element {
    const kinds = new Set<string>([...resources, ...commodities]);
    return (
        <div class="row">
            {cards.map((card, i) => (
                <button type="button" key={card} data-pick={`${field}=${card}`} data-first={i === 0 || undefined} aria-pressed={chosen === undefined ? undefined : chosen === card} disabled={disabled} onClick={() => onPick(card)}>
                    {field !== 'harbor' && kinds.has(card) && <KindIcon kind={card as Kind} />}
                    {field === 'harbor' ? texts().board.harborAt[card as HarborKind] : cardName(card)}
                </button>
            ))}
        </div>
    );
}

/** The ways to go on: the entered outcome, a draw by the server, or back. */
function Ways({ flow, dice = false, children }: { flow: Flow; dice?: boolean; children?: ComponentChildren }): JSX.Element {
    const t = texts().table;
    return (
        <div class="row">
            {children}
            <button type="button" data-do={dice ? flow.untold?.type : undefined} data-pick="outcome=drawn" disabled={flow.sending} onClick={() => flow.go()}>
                {dice ? t.serverRolls : t.serverDraws}
            </button>
            <BackButtons flow={flow} />
        </div>
    );
}

/** One card: stolen, bought, or drawn from a stack. */
function OneCard({ flow, action }: Props): JSX.Element {
    const { state } = useGame();
    const [victim] = robbed(state, action);
    if (action.type === 'place_harbor') return <CardButtons cards={nextHarbors(state, action)} field="harbor" disabled={flow.sending} onPick={(harbor) => flow.go({ harbor } as Outcome)} />;
    let cards: string[] = devCards;
    if (action.type === 'choose_progress_deck') cards = trackCards(action.track as Track);
    else if (action.type !== 'buy_dev_card' && victim !== undefined) cards = kindsIn(state, victim);
    return <CardButtons cards={cards} field="outcome" disabled={flow.sending} onPick={(card) => flow.go({ card } as Outcome)} />;
}

/** The die for an attack on a fortress. */
function OneDie({ flow }: { flow: Flow }): JSX.Element {
    return (
        <div class="row">
            {[1, 2, 3, 4, 5, 6].map((die) => (
                <button type="button" key={die} data-pick={`die=${die}`} data-first={die === 1 || undefined} disabled={flow.sending} onClick={() => flow.go({ die } as Outcome)}>
                    {die}
                </button>
            ))}
        </div>
    );
}

/** For outcomes with several cards: a label and the possible values for each, and how they become an outcome. */
interface Several {
    cards: { label: string; among: string[] }[];
    outcome: (chosen: (string | undefined)[]) => object;
}

function severalOf(state: GameState, action: Listed): Several {
    const of = (seat: number): Several['cards'][number] => ({ label: seatName(state, seat), among: kindsIn(state, seat) });
    if (action.card === 'bishop') {
        const from = robbed(state, action);
        return { cards: from.map(of), outcome: (chosen) => ({ cards: from.map((player, i) => ({ player, card: chosen[i] })) }) };
    }
    if (action.type === 'forced_trade') {
        const other = state.view.players.find(({ seat, neutral }) => !neutral && seat !== state.list.player)?.seat ?? 0;
        return { cards: Array<Several['cards'][number]>(Math.min(2, playerOf(state, other)?.card_count ?? 0)).fill(of(other)), outcome: (cards) => ({ cards }) };
    }
    return { cards: [1, 2].map((i) => ({ label: texts().table.giftNumber(i), among: devCards })), outcome: ([card, second]) => ({ card, second }) };
}

/** One card from each player who is robbed, two from one player, or two that were gifts. */
function ManyCards({ flow, action }: Props): JSX.Element {
    const { state } = useGame();
    const [chosen, setChosen] = useState<Record<number, string>>({});
    const { cards, outcome } = severalOf(state, action);
    const picked = cards.map((_, i) => chosen[i]);
    const all = !picked.includes(undefined);
    return (
        <>
            {cards.map(({ label, among }, i) => (
                <div key={i} class="row" role="group" aria-label={label}>
                    <span>{label}</span>
                    <CardButtons cards={among} chosen={chosen[i] ?? null} field={`outcome-${i}`} disabled={flow.sending} onPick={(card) => setChosen({ ...chosen, [i]: card })} />
                </div>
            ))}
            <Ways flow={flow}>
                <button type="button" class="main" data-do="confirm" disabled={!all || flow.sending} onClick={() => flow.go(outcome(picked) as Outcome)}>
                    {texts().table.record}
                </button>
            </Ways>
        </>
    );
}

export default function OutcomeForm({ flow, action }: Props): JSX.Element {
    const { state } = useGame();
    const t = texts().table;
    const dice = action.type === 'roll';
    const die = action.type === 'attack_fortress';
    const many = action.type === 'forced_trade' || action.card === 'bishop' || giftCards(state, action) > 1;
    return (
        <div class="picker outcome" role="group" aria-label={t.outcome} data-outcome={action.type}>
            <h3>{actionText(state, action)}</h3>
            <p>{dice ? t.whatRolled : die ? t.whatDie : many ? t.whichCards : action.type === 'place_harbor' ? t.whichHarbor : t.whichCard}</p>
            {dice ? <DiceEntry flow={flow} /> : many ? <ManyCards flow={flow} action={action} /> : die ? <OneDie flow={flow} /> : <OneCard flow={flow} action={action} />}
            {!many && <Ways flow={flow} dice={dice || die} />}
        </div>
    );
}
