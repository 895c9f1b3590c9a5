// SPDX-License-Identifier: AGPL-3.0-or-later
// What every page needs.
import { around } from './around';
import { common } from './common';

export const texts = { around, common };
export type CoreTexts = typeof texts;
