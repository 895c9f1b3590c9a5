// SPDX-License-Identifier: AGPL-3.0-or-later
// What every page needs.
import type { CoreTexts } from '../en/index';
import { around } from './around';
import { common } from './common';

export const texts: CoreTexts = { around, common };
