// SPDX-License-Identifier: AGPL-3.0-or-later
// What teaches the game: fetched when somebody learns, and not before.
import { coach } from './coach';
import { explain } from './explain';
import { seaTopics } from './sea';
import { topics } from './topics';

export const learning = { coach, explain, topics: { ...topics, ...seaTopics } };
