// SPDX-License-Identifier: AGPL-3.0-or-later
import type { PanelTexts } from '../en/indexPanels';
import { charts } from './charts';
import { legend } from './legend';
import { logPanel } from './logPanel';
import { result } from './result';
import { talk } from './talk';

export const texts: PanelTexts = { charts, legend, logPanel, result, talk };
