// SPDX-License-Identifier: AGPL-3.0-or-later
import { soon } from '../../ui/ahead';

/** Loaded in advance if it opens by itself (state/news.ts). */
export const RecapBox = soon(async () => ({ default: (await import('./Recap')).Recap }));
