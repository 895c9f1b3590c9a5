// SPDX-License-Identifier: AGPL-3.0-or-later
// What the panels beside a game need, and its end.
import { charts } from './charts';
import { legend } from './legend';
import { logPanel } from './logPanel';
import { result } from './result';
import { talk } from './talk';

export const texts = { charts, legend, logPanel, result, talk };
export type PanelTexts = typeof texts;
