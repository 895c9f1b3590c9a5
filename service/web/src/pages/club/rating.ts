// SPDX-License-Identifier: AGPL-3.0-or-later
// What ladders and profiles share: types, names of categories, days.
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import type { components } from '../../schema';

type Schemas = components['schemas'];
export type Category = Schemas['RatingCategory'];
export type Rating = Schemas['RatingBody'];
export type Ladder = Schemas['Ladder'];

/** All categories, the most played first. */
export const categoryNames = (): [Category, string][] => Object.entries(texts().club.categories) as [Category, string][];

export const dayText = (at: string): string => formatter(Intl.DateTimeFormat, language(), { dateStyle: 'medium' }).format(new Date(at));
