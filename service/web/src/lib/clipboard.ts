// SPDX-License-Identifier: AGPL-3.0-or-later
/** Puts TEXT on the clipboard; fails if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
    // Pages not loaded over https have no clipboard API.
    const { clipboard } = navigator as { clipboard?: Clipboard };
    if (clipboard) return clipboard.writeText(text);
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (!done) throw new Error('not copied');
}
