// SPDX-License-Identifier: AGPL-3.0-or-later
// What an event changed on the table beside what was done, in clauses.
import { shipSteps } from '../../lib/rules';
import type { components } from '../../schema';
import { cardName } from '../../lib/cardName';
import { giftName } from '../../lib/giftName';
import { texts } from '../../texts';
import type { GameEvent } from '../../types';
import { cardsText } from '../../ui/Cards';
import { type PhraseContext, who } from './phrase';

type Changes = components['schemas']['Changes'];
type City = components['schemas']['ChangedCity'];

/** Types that say themselves where the robber goes, or who has the merchant. */
const movesRobber: GameEvent['type'][] = ['move_robber', 'chase_robber', 'robber_to_desert', 'play_dev_card', 'play_progress_card'];

function barbarians({ barbarians: now, defenders = [] }: Changes, told: PhraseContext): string[] {
    const t = texts().log.clauses;
    const ship = now === undefined ? [] : [now.position === 0 ? t.attack : t.ship(shipSteps - now.position)];
    return [...ship, ...defenders.map((seat) => t.defender(who(told, seat)))];
}

function cities({ lost_cities: lost = [], tipped_cities: tipped = [], sabotaged_cities: sabotaged = [] }: Changes, told: PhraseContext, said: boolean): string[] {
    const t = texts().log.clauses;
    const each = (some: City[], clause: (owner: ReturnType<typeof who>, at: string) => string): string[] => some.map(({ vertex, player }) => clause(who(told, player), told.places.atVertex(vertex)));
    return [...(said ? [] : each(lost, t.cityGone)), ...each(tipped, t.cityTipped), ...each(sabotaged, t.citySabotaged)];
}

/** `revealed`: which cities are lost has been said already. */
export function changeClauses(event: GameEvent, told: PhraseContext, revealed: boolean): string[] {
    const { changes } = event as { changes?: Changes };
    if (!changes) return [];
    const t = texts().log.clauses;
    const holder = (clause: (whose: ReturnType<typeof who> | null) => string, seat: number | null | undefined): string[] => (seat === undefined ? [] : [clause(seat === null ? null : who(told, seat))]);
    const won = event.type === 'improve_city' && event.action?.vertex !== undefined;
    const metropolises = won ? [] : (changes.metropolises ?? []);
    const { card } = (event.outcome ?? {}) as { card?: string };
    // Who takes cloth with the pirate says so.
    const steals = (event.action as { take?: unknown } | null)?.take === 'cloth';
    return [
        ...(changes.gifts ?? []).map((gift) => [giftName(gift), ...(gift.gift === 'card' && card ? [cardName(card)] : [])].join(' – ')),
        ...(changes.linked ?? []).map(({ vertex, player }) => t.linked(who(told, player), told.places.atVertex(vertex))),
        ...(steals ? [] : (changes.cloth ?? []).map(({ player, more }) => t.gets(who(told, player), cardsText({ cloth: more })))),
        ...(changes.fleet === undefined ? [] : [changes.fleet === null ? t.fleetGone : t.fleet(told.places.hex(changes.fleet))]),
        ...(changes.fortresses ?? []).map(({ player, left }) => left === 0 ? t.freed(who(told, player)) : t.fortress(who(told, player), left)),
        ...barbarians(changes, told),
        ...cities(changes, told, revealed),
        ...metropolises.map(({ track, vertex, player }) => t.metropolis(who(told, player), texts().common.tracks[track], told.places.atVertex(vertex))),
        ...holder(t.longestRoad, changes.longest_road),
        ...holder(t.largestArmy, changes.largest_army),
        ...(event.type === 'play_progress_card' ? [] : holder(t.merchant, changes.merchant)),
        ...(movesRobber.includes(event.type) || changes.robber === undefined ? [] : [t.robber(told.places.hex(changes.robber))]),
        ...(changes.pair ? [t.part(who(told, changes.pair.player))] : []),
        ...(changes.turn && event.type !== 'end_turn' ? [t.turn(who(told, changes.turn.player))] : []),
    ];
}
