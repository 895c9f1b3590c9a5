// SPDX-License-Identifier: AGPL-3.0-or-later
// The stack of each progress card.
import type { ProgressCard, Track } from '../../types';

const tracks: Record<Track, ProgressCard[]> = {
    science: ['alchemist', 'crane', 'engineer', 'inventor', 'irrigation', 'medicine', 'mining', 'printer', 'road_building', 'smith'],
    politics: ['bishop', 'constitution', 'deserter', 'diplomat', 'intrigue', 'saboteur', 'spy', 'warlord', 'wedding'],
    trade: ['commercial_harbor', 'master_merchant', 'merchant', 'merchant_fleet', 'resource_monopoly', 'trade_monopoly'],
};

export const trackCards = (track: Track): ProgressCard[] => tracks[track];
