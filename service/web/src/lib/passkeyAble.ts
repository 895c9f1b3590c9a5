// SPDX-License-Identifier: AGPL-3.0-or-later
// What pages with a button for passkeys need before it is pressed.

/** Whether this browser has passkeys for this page: never where the server is called by its number. */
export const canPasskey = (): boolean => typeof PublicKeyCredential === 'function' && 'getAuthenticatorData' in AuthenticatorAttestationResponse.prototype && !/^[\d.]+$|^\[/.test(location.hostname);

/** Whether the browser says that no passkey was made or used: cancelled, or too late. */
export const isGivenUp = (fault: unknown): boolean => fault instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(fault.name);
