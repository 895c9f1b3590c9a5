// SPDX-License-Identifier: AGPL-3.0-or-later
// What a game needs.
import { board } from './board';
import { fx } from './fx';
import { game } from './game';
import { log } from './log';
import { play } from './play';

export const texts = { board, fx, game, log, play };
export type GameTexts = typeof texts;
