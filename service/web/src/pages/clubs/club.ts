// SPDX-License-Identifier: AGPL-3.0-or-later
import type { components } from '../../schema';

type Schemas = components['schemas'];

export type Club = Schemas['Club'];
export type Role = Schemas['ClubRole'];
export type Member = Schemas['ClubMember'];
export type Members = Schemas['ClubMembers'];
export type Channel = Schemas['ClubChannel'];

/** Whether the reader belongs to it. */
export const belongs = ({ role }: Club): boolean => role === 'owner' || role === 'organiser' || role === 'member';
/** Whether the reader decides about its members and tournaments. */
export const leads = ({ role }: Club): boolean => role === 'owner' || role === 'organiser';
