// SPDX-License-Identifier: AGPL-3.0-or-later
// The form for outcomes at a real table: only table games need it, and load it before they are shown
// (state/gameStore.ts).
import { withParts } from '../../lib/parts';
import { ahead } from '../../ui/ahead';

export const OutcomeForm = ahead(withParts(['table'], () => import('./OutcomeForm')));
