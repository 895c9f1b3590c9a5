// SPDX-License-Identifier: AGPL-3.0-or-later
/** Any of the listed moves, whole: of the type that the generated client has for one. */
export type Choose = <Action>(listed: readonly object[], view: object, seat: number) => Action;
