// SPDX-License-Identifier: AGPL-3.0-or-later
import { language } from '../texts';
import { formatter } from '../texts/format';

/** "Anna, Ben and Carol" */
export const list = (items: string[]): string => formatter(Intl.ListFormat, language(), { type: 'conjunction' }).format(items);
/** "brick or ore" */
export const either = (items: string[]): string => formatter(Intl.ListFormat, language(), { type: 'disjunction' }).format(items);
