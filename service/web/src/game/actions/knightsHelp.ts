// SPDX-License-Identifier: AGPL-3.0-or-later
// Explains where a decision of Cities & Knights comes from.
import { seatName } from '../state/context';
import type { GameState } from '../state/gameStore';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { Decision } from '../../types';
import { battle, type Battle, buildingName, abilityLevel, isKnights, isNasty, option } from './knights';

/** The battle that has just been fought: with the committed knights, if knights are committed. */
const fought = ({ game, view }: GameState): Battle => battle(view, isNasty(game) ? ({ committed }) => committed === true : undefined);

function names(state: GameState, { seats, strengths }: Battle): { names: string; strength: number; several: boolean } {
    return { names: list(seats.map((seat) => seatName(state, seat))), strength: strengths.get(seats[0] ?? -1) ?? 0, several: seats.length > 1 };
}

/** Who lost or won the battle. Lost cities stay on the board until all their owners have chosen. */
function battleText(state: GameState, kind: 'pillaged' | 'deck'): string {
    const t = texts().knights.decisions;
    const it = fought(state);
    const { names: who, strength, several } = names(state, it);
    return (kind === 'deck' ? t.deck : several ? t.pillagedSeveral : t.pillaged)(it.barbarians, it.knights, who, strength);
}

/** A sentence or two about a decision; null if its name is enough. */
export function decisionHelp(state: GameState, decision: Decision): string | null {
    if (!isKnights(state.game)) return null;
    const t = texts().knights.decisions;
    const name = (seat: number): string => seatName(state, seat);
    switch (decision.decision) {
        case 'setup_city': return t.setupCity;
        case 'commit_knights': return t.commit(fought(state).barbarians, fought(state).knights);
        case 'choose_pillaged_city': return battleText(state, 'pillaged');
        case 'choose_progress_deck': return battleText(state, 'deck');
        case 'discard_progress_card': return t.surplus;
        case 'fifth_card': return state.list.actions.some(({ type }) => type === 'play_progress_card') ? t.fifth : t.fifthNone;
        case 'take_resource': return t.aqueduct(buildingName(state.game, 'science', abilityLevel));
        case 'relocate_knight': return t.relocate;
        case 'remove_knight': return t.remove;
        case 'place_knight': return t.place[decision.active ? 'active' : 'inactive'];
        case 'give_cards': return t.give(name(decision.to));
        case 'take_cards': return t.take(name(decision.from));
        case 'take_progress_card': return t.spy;
        case 'give_commodity': return t.commodity(name(decision.to));
        case 'discard': return decision.for === 'saboteur' && option(state.game.rules, 'saboteur') === 'discard_half' ? t.saboteur : null;
        default: return null;
    }
}
