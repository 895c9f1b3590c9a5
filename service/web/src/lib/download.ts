// SPDX-License-Identifier: AGPL-3.0-or-later
/** How long a file's address is kept for the browser to fetch it. */
const keptMs = 10_000;

/** Hands the reader a file that was made here: a text as it is, anything else as JSON. */
export function download(name: string, content: unknown): void {
    const [text, type] = typeof content === 'string' ? [content, 'text/plain'] : [JSON.stringify(content, null, 2), 'application/json'];
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement('a');
    Object.assign(link, { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
