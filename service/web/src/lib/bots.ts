// SPDX-License-Identifier: AGPL-3.0-or-later
// What bots are called on the page, as in mails and chats (row_names in service/game/load.c). The interface names players by their
// accounts, and bots have none.
import type { Game, GameSeat, View } from '../types';

const names: Record<string, string> = { red: 'Greta', blue: 'Otto', white: 'Ida', orange: 'Bruno', green: 'Wilma', brown: 'Emil' };

/** The name of the bot in a seat; null where nobody's bot plays: a stand-in goes by the name of whom it stands in for. */
export function botName({ mode }: Pick<Game, 'mode'>, { kind, account, color }: Pick<GameSeat, 'kind' | 'account' | 'color'>): string | null {
    return mode === 'play' && kind === 'bot' && !account ? (names[color] ?? null) : null;
}

/** Has a view name its bots, unless somebody else in the game is called so. Answers the same view. */
export function nameBots(game: Pick<Game, 'mode' | 'seats'>, view: View): View {
    for (const player of view.players) {
        const held = game.seats.find(({ seat }) => seat === player.seat);
        const name = held && player.name === null && !player.neutral ? botName(game, held) : null;
        if (name !== null && view.players.every((other) => other.name !== name)) player.name = name;
    }
    return view;
}
