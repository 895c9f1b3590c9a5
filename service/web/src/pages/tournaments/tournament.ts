// SPDX-License-Identifier: AGPL-3.0-or-later
import type { components } from '../../schema';

type Schemas = components['schemas'];

export type Tournament = Schemas['Tournament'];
export type Format = Schemas['TournamentFormat'];
export type Counting = Schemas['TournamentCounting'];
export type Standing = Schemas['Standing'];
export type Rounds = Schemas['TournamentRounds'];
export type Table = Schemas['TournamentTable'];

/** Formats that somebody can join after the start; in the others they are in reserve. */
export const lateFormats: Format[] = ['official', 'swiss', 'league'];

/** Players of a division that meet equally often, by the seats of a table; the server refuses others. */
export const divisions: Record<string, string[]> = { '3': ['7', '4'], '4': ['7', '5', '13'], '5': ['11', '6', '21'], '6': ['11', '7', '31'] };

export const formats: Format[] = ['swiss', 'round_robin', 'official', 'knockout', 'league'];
