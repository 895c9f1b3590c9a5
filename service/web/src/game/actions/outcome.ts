// SPDX-License-Identifier: AGPL-3.0-or-later
// What the dice showed at a real table: table games alone ask for it, and fetch it before they are shown (state/gameStore.ts).
import { withParts } from '../../lib/parts';
import { ahead } from '../../ui/ahead';

export const OutcomeForm = ahead(withParts(['table'], () => import('./OutcomeForm')));
