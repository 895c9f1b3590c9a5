// SPDX-License-Identifier: AGPL-3.0-or-later
// The names of bots on the page, the same as in mails and chats (row_names in service/game/load.c). The interface
// identifies players by their accounts, and bots have none.
import type { Game, GameSeat, View } from '../types';

const names: Record<string, string> = { red: 'Greta', blue: 'Otto', white: 'Ida', orange: 'Bruno', green: 'Wilma', brown: 'Emil' };

/** The name of the bot in a seat; null if the seat has no bot of its own. A stand-in uses the name of the player it
 * replaces. */
export function botName({ mode }: Pick<Game, 'mode'>, { kind, account, color }: Pick<GameSeat, 'kind' | 'account' | 'color'>): string | null {
    return mode === 'play' && kind === 'bot' && !account ? (names[color] ?? null) : null;
}

/** Marks a view's bots, and fills in their names unless another player in the game has that name. Returns the same
 * view. */
export function nameBots(game: Pick<Game, 'mode' | 'seats'>, view: View): View {
    for (const player of view.players) {
        const held = game.seats.find(({ seat }) => seat === player.seat);
        const name = held && player.name === null && !player.neutral ? botName(game, held) : null;
        if (held?.kind === 'bot') Object.assign(player, { bot: true });
        if (name !== null && view.players.every((other) => other.name !== name)) player.name = name;
    }
    return view;
}
