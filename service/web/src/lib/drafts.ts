// SPDX-License-Identifier: AGPL-3.0-or-later
// Text that has been typed but not sent yet, kept in this browser for the user who typed it.
import { currentId } from './session';

const place = (name: string): string => `hexpost.draft.${currentId()}.${name}`;

export const storedDraft = (name: string): string | null => {
    try {
        return localStorage.getItem(place(name));
    } catch {
        return null;
    }
};

/** null or "" deletes the draft. */
export function storeDraft(name: string, text: string | null): void {
    try {
        if (text === null || text === '') localStorage.removeItem(place(name));
        else localStorage.setItem(place(name), text);
    } catch {
        // Without storage, the text is still on screen.
    }
}
