// SPDX-License-Identifier: AGPL-3.0-or-later
import type { PanelTexts } from '../en/indexPanels';
import { charts } from './charts';
import { result } from './result';
import { talk } from './talk';

export const texts: PanelTexts = { charts, result, talk };
