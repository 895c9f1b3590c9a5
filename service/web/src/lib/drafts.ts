// SPDX-License-Identifier: AGPL-3.0-or-later
// What was typed and has not reached the server yet, kept in this browser for whoever typed it.
import { currentId } from './session';

const place = (name: string): string => `hexpost.draft.${currentId()}.${name}`;

export const storedDraft = (name: string): string | null => {
    try {
        return localStorage.getItem(place(name));
    } catch {
        return null;
    }
};

/** null or nothing: there is no draft any more. */
export function storeDraft(name: string, text: string | null): void {
    try {
        if (text === null || text === '') localStorage.removeItem(place(name));
        else localStorage.setItem(place(name), text);
    } catch {
        // A browser that keeps nothing still shows what is typed.
    }
}
