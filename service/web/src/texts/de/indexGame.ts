// SPDX-License-Identifier: AGPL-3.0-or-later
// What a game needs.
import type { GameTexts } from '../en/indexGame';
import { board } from './board';
import { fx } from './fx';
import { game } from './game';
import { log } from './log';
import { play } from './play';

export const texts: GameTexts = { board, fx, game, log, play };
