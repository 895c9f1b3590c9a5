// SPDX-License-Identifier: AGPL-3.0-or-later
import type { learning as english } from '../../en/learn/index';
import { coach } from './coach';
import { explain } from './explain';
import { seaTopics } from './sea';
import { topics } from './topics';

export const learning: typeof english = { coach, explain, topics: { ...topics, ...seaTopics } };
