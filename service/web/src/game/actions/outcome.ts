// SPDX-License-Identifier: AGPL-3.0-or-later
// What the dice showed at a real table: table games alone ask for it, and fetch it before they are shown (state/gameStore.ts).
import { ahead } from '../../ui/lazy';

export const OutcomeForm = ahead(() => import('./OutcomeForm'));
