// SPDX-License-Identifier: AGPL-3.0-or-later

/** An English text of the server in the reader's language, by pairs of a pattern, in which * stands for any words, and what it
 * means, in which {1} is what the first * stands for. undefined: no pattern fits. */
export function translated(pairs: [string, string][], said: string): string | undefined {
    for (const [pattern, text] of pairs) {
        const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
        const found = new RegExp(`^${parts.join('(.*)')}$`).exec(said);
        if (found) return text.replace(/\{(\d)\}/g, (_, group: string) => found[Number(group)] ?? '');
    }
    return undefined;
}
