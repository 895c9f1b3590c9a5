// SPDX-License-Identifier: AGPL-3.0-or-later
import { texts } from '../texts';

/** "At sea: New Shores" */
export function mapName(scenario: string): string {
    const { making, scenarios } = texts();
    return scenario === 'custom' ? making.mapOwn : making.mapOf(scenarios[scenario] ?? scenario);
}
