// SPDX-License-Identifier: AGPL-3.0-or-later
// What every page needs.
import type { CoreTexts } from '../en/index';
import { around } from './around';
import { common } from './common';
import { making } from './making';
import { reasons } from './reasons';

export const texts: CoreTexts = { around, common, making, reasons };
