// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Direction } from './geometry';

/** Keys that go from place to place. */
export const arrowKeys: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };
