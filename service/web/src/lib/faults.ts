// SPDX-License-Identifier: AGPL-3.0-or-later
import { Problem } from './api';

export type FieldFaults = Record<string, string>;

/** What is wrong with a request body, by JSON pointer; empty for any other fault. */
export function fieldFaults(fault: unknown): FieldFaults {
    if (!(fault instanceof Problem)) return {};
    const errors = (fault.document.errors ?? []).filter((error) => error.pointer !== undefined);
    return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, detail]));
}

export const hasCode = (fault: unknown, ...codes: string[]): boolean => fault instanceof Problem && codes.includes(fault.code);
