// SPDX-License-Identifier: AGPL-3.0-or-later
import type { components } from '../../schema';

type Schemas = components['schemas'];

export type Tournament = Schemas['Tournament'];
export type Format = Schemas['TournamentFormat'];
export type Standing = Schemas['Standing'];
export type Rounds = Schemas['TournamentRounds'];
export type Table = Schemas['TournamentTable'];

export const formats: Format[] = ['swiss', 'round_robin', 'official', 'knockout', 'league'];
