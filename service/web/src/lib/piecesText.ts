// SPDX-License-Identifier: AGPL-3.0-or-later
import { texts } from '../texts';

/** "2 roads", "1 strong knight": pieces by their names in the interface. */
export const piecesText = (piece: string, count: number): string => texts().game.pieces[piece]?.(count) ?? `${count} ${piece}`;
