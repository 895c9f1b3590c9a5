// SPDX-License-Identifier: AGPL-3.0-or-later
// Describes what is wrong with the name or the email address of an account.
import { texts } from '../texts';
import { byteLength } from './api';
import { fieldFaults, hasCode } from './faults';

/** In bytes, as the server counts. */
export const nameMax = 127;
export interface AccountFaults {
    name?: string | undefined;
    email?: string | undefined;
}

/** null for any other fault. */
export function accountFaults(fault: unknown, name: string): AccountFaults | null {
    const t = texts().around.sign;
    if (hasCode(fault, 'conflict')) return { name: t.nameTaken(name) };
    const found = fieldFaults(fault);
    if (!('/name' in found) && !('/email' in found)) return null;
    const nameFault = byteLength(name) > nameMax ? t.nameLong : t.nameBad;
    return { name: '/name' in found ? nameFault : undefined, email: '/email' in found ? t.emailBad : undefined };
}
