// SPDX-License-Identifier: AGPL-3.0-or-later
// Bytes as text for addresses and JSON: base64 with the alphabet for URLs, without padding.

export const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

export const textOf = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
