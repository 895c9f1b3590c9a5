// SPDX-License-Identifier: AGPL-3.0-or-later
// See realm.ts.
export { Ship } from '../board/Ship';
export { knightRows } from './actions/knightRows';
export { decisionHelp } from './actions/knightsHelp';
