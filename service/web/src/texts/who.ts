// SPDX-License-Identifier: AGPL-3.0-or-later
/** A player in a sentence; the reader is "you". */
export interface Who {
    name: string;
    you: boolean;
}
