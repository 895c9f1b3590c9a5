// SPDX-License-Identifier: AGPL-3.0-or-later
// The first question of a new game: which one. The answers that were given last are kept in this browser.
import { currentPrefs, type Prefs, setPrefs } from '../../lib/prefs';
import type { GameKind, Preset } from '../../types';
import { type Draft, largePlayers, mapsFor, playerCounts, type Scenario, startDraft, withGame, withMap, withPlayers, withSeat } from './draft';

export type Door = Prefs['door'];
export const doors: Door[] = ['base', 'cities_and_knights', 'sea', 'six'];
/** What is chosen: at sea with a map; null: the maps are not loaded yet. */
export interface Chosen {
    door: Door;
    map: Scenario | null;
}

const gameOf = (door: Door): GameKind => (door === 'cities_and_knights' ? door : 'base');
const playersUsual = 4;

/** The maps to choose from at sea, for any number of players; none before the rules are loaded. */
export const seaMaps = (): Scenario[] => [...new Set(playerCounts.base.flatMap((count) => mapsFor('base', count)))];

/** What was chosen last. */
export function chosenDoor(): Chosen {
    const { door, map } = currentPrefs();
    const maps = door === 'sea' ? seaMaps() : [];
    return { door, map: maps.find((one) => one === map) ?? maps[0] ?? null };
}

export const chooseDoor = ({ door, map }: Chosen): void => setPrefs({ door, ...(map !== null && { map }) });

/** With how many players it can be played. */
export function countsOf({ door, map }: Chosen): number[] {
    const few = playerCounts[gameOf(door)].filter((count) => count < largePlayers);
    if (door === 'six') return playerCounts.base.filter((count) => count >= largePlayers);
    return door === 'sea' ? few.filter((count) => map !== null && mapsFor('base', count).includes(map)) : few;
}

export function doorDraft(chosen: Chosen, preset: Preset, players = playersUsual): Draft {
    const counts = countsOf(chosen);
    const draft = withPlayers(withGame(startDraft(preset), gameOf(chosen.door)), counts.includes(players) ? players : (counts.at(-1) ?? players));
    return chosen.door === 'sea' && chosen.map !== null ? withMap(draft, chosen.map) : draft;
}

/** A game for friends with this many players, the last of them bots. */
export function friendsDraft(chosen: Chosen, players: number, bots: number): Draft {
    const draft = doorDraft(chosen, 'friends', players);
    return Array.from({ length: bots }, (_, i) => players - 1 - i).reduce((made, seat) => withSeat(made, seat, { who: 'normal' }), draft);
}
