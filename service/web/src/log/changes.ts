// SPDX-License-Identifier: AGPL-3.0-or-later
// What an event changed on the table beside what was done: seen by comparing the views before and after.
import { texts } from '../texts';
import type { Event, Track, View } from '../types';
import { type Told, who } from './sentence';

const barbarianSteps = 7;
const movesRobber: Event['type'][] = ['move_robber', 'chase_robber', 'robber_to_desert', 'play_dev_card', 'play_progress_card'];

function barbarians(before: View, after: View, told: Told): string[] {
    const t = texts().log.clauses;
    const was = before.barbarians;
    const is = after.barbarians;
    if (!was || !is) return [];
    const [from, to] = [was.position ?? 0, is.position ?? 0];
    const ship = is.attacks !== was.attacks ? [t.attack] : to > from ? [t.ship(barbarianSteps - to)] : [];
    const points = (view: View, seat: number): number => view.players.find((player) => player.seat === seat)?.defender_points ?? 0;
    return [...ship, ...after.players.filter(({ seat }) => points(after, seat) > points(before, seat)).map(({ seat }) => t.defender(who(told, seat)))];
}

/** Cities that their owner has no more, or that do not stand upright any more. */
function cities(before: View, after: View, told: Told, pillaged: boolean): string[] {
    const t = texts().log.clauses;
    return (before.pieces.cities ?? []).flatMap((city) => {
        const now = after.pieces.cities?.find(({ vertex }) => vertex === city.vertex);
        const [owner, at] = [who(told, city.player), told.places.atVertex(city.vertex)];
        if (!now) return pillaged ? [] : t.cityGone(owner, at);
        if (now.tipped && !city.tipped) return t.cityTipped(owner, at);
        return now.sabotaged && !city.sabotaged ? t.citySabotaged(owner, at) : [];
    });
}

function metropolises(before: View, after: View, told: Told): string[] {
    const held = Object.entries(after.metropolises ?? {}) as [Track, { player: number; vertex: number } | null][];
    return held.flatMap(([track, now]) => {
        const then = before.metropolises?.[track];
        if (!now || then?.vertex === now.vertex) return [];
        return texts().log.clauses.metropolis(who(told, now.player), texts().common.tracks[track], told.places.atVertex(now.vertex));
    });
}

/** In clauses; empty where the views are not at hand. */
export function changes(event: Event, told: Told): string[] {
    const { before, after } = told;
    // Everything that an undo changes is what was taken back.
    if (!before || !after || event.type === 'undo') return [];
    const t = texts().log.clauses;
    const holder = (clause: (whose: ReturnType<typeof who> | null) => string, was: number | undefined, is: number | undefined): string[] => (was === is ? [] : [clause(is === undefined ? null : who(told, is))]);
    const metropolisSaid = event.type === 'improve_city' && event.action?.vertex !== undefined;
    const robberMoved = !movesRobber.includes(event.type) && typeof after.robber === 'number' && after.robber !== before.robber;
    const turns = after.turn.number !== before.turn.number && after.phase === 'play' && after.turn.player !== null;
    return [
        ...barbarians(before, after, told),
        ...cities(before, after, told, event.type === 'choose_pillaged_city'),
        ...(metropolisSaid ? [] : metropolises(before, after, told)),
        ...holder(t.longestRoad, before.longest_road?.player, after.longest_road?.player),
        ...holder(t.largestArmy, before.largest_army?.player, after.largest_army?.player),
        ...(event.type === 'play_progress_card' ? [] : holder(t.merchant, before.merchant?.player, after.merchant?.player)),
        ...(robberMoved ? [t.robber(told.places.hex(after.robber as number))] : []),
        ...(turns ? [t.turn(who(told, after.turn.player ?? 0))] : []),
    ];
}
