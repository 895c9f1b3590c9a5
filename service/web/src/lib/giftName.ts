// SPDX-License-Identifier: AGPL-3.0-or-later
import { texts } from '../texts';
import type { GiftKind, HarborKind } from '../types';

/** "gift: a card", "gift: 2:1 ore harbor" */
export const giftName = ({ gift, harbor }: { gift?: GiftKind; harbor?: HarborKind }): string => (harbor ? texts().board.giftHarbor(texts().board.harborAt[harbor]) : texts().board.gift[gift ?? 'harbor']);
