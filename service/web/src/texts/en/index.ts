// SPDX-License-Identifier: AGPL-3.0-or-later
import { around } from './around';
import { board } from './board';
import { charts } from './charts';
import { common } from './common';
import { fair } from './fair';
import { game } from './game';
import { knights } from './knights';
import { log } from './log';
import { orders } from './orders';
import { making } from './making';
import { play } from './play';
import { push } from './push';
import { reasons } from './reasons';
import { rules } from './rules';
import { settings } from './settings';
import { setup } from './setup';
import { table } from './table';
import { talk } from './talk';

export const texts = { around, board, charts, common, fair, game, knights, log, making, orders, play, push, reasons, rules, settings, setup, table, talk };
export type Texts = typeof texts;
