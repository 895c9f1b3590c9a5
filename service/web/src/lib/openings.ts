// SPDX-License-Identifier: AGPL-3.0-or-later
// The opening explorer's figures, and how they are said.
import type { components, operations } from '../schema';
import { language, texts } from '../texts';
import { formatter } from '../texts/format';
import { api, unwrap } from './api';

export type Openings = components['schemas']['Openings'];
export type Opening = Pick<Openings, 'games' | 'won' | 'interval'>;
export type OpeningsQuery = NonNullable<operations['exploreOpenings']['parameters']['query']>;
export type By = NonNullable<OpeningsQuery['by']>;

export const exploreOpenings = (query: OpeningsQuery): Promise<Openings> => unwrap(api.GET('/v1/openings', { params: { query } }));

const percent = (): Intl.NumberFormat => formatter(Intl.NumberFormat, language(), { style: 'percent', maximumFractionDigits: 0 });

export const shareText = ({ games, won }: Opening): string => percent().format(games > 0 ? won / games : 0);

/** "29–33%": where the true share lies in 19 cases of 20. */
export const rangeText = ({ interval: [from = 0, to = 1] }: Opening): string => percent().formatRange(from, to);

/** "won 31% of 2,140 (29–33%)" */
export const wonText = (opening: Opening): string => (opening.games > 0 ? texts().openings.won(shareText(opening), formatter(Intl.NumberFormat, language(), {}).format(opening.games), rangeText(opening)) : texts().openings.never);

/** What hexes bring, as people call it: "ore–grain–wool". */
export function bringsText(kinds: string[]): string {
    const { kinds: cards, terrains } = texts().common;
    return kinds.length > 0 ? kinds.map((kind) => (kind === 'gold' ? terrains.gold : cards[kind as keyof typeof cards])).join('–') : texts().openings.nothing;
}
