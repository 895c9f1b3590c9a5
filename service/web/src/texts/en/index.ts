// SPDX-License-Identifier: AGPL-3.0-or-later
// What every page needs.
import { around } from './around';
import { common } from './common';
import { making } from './making';
import { reasons } from './reasons';

export const texts = { around, common, making, reasons };
export type CoreTexts = typeof texts;
