// SPDX-License-Identifier: AGPL-3.0-or-later
/** How long the object URL stays valid for the browser to fetch it. */
const keptMs = 10_000;

/** Offers content made on the page as a file: a string as it is, anything else as JSON. */
export function download(name: string, content: unknown): void {
    const [text, type] = typeof content === 'string' ? [content, 'text/plain'] : [JSON.stringify(content, null, 2), 'application/json'];
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = document.createElement('a');
    Object.assign(link, { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
