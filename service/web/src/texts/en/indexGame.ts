// SPDX-License-Identifier: AGPL-3.0-or-later
// What a game needs.
import { board } from './board';
import { charts } from './charts';
import { fx } from './fx';
import { game } from './game';
import { knights } from './knights';
import { log } from './log';
import { play } from './play';
import { result } from './result';
import { table } from './table';
import { talk } from './talk';

export const texts = { board, charts, fx, game, knights, log, play, result, table, talk };
export type GameTexts = typeof texts;
