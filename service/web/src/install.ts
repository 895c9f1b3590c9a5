// SPDX-License-Identifier: AGPL-3.0-or-later
// Browsers that can install the page say so once, early; it is kept until somebody wants to.
interface InstallEvent extends globalThis.Event {
    prompt(): Promise<void>;
    userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offered: InstallEvent | null = null;
export const installs = new EventTarget();

function set(event: InstallEvent | null): void {
    offered = event;
    installs.dispatchEvent(new globalThis.Event('change'));
}

addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallEvent);
});
addEventListener('appinstalled', () => set(null));

export const canInstall = (): boolean => offered !== null;

/** Whether it was installed. By a click only. */
export async function install(): Promise<boolean> {
    const event = offered;
    if (!event) return false;
    set(null);
    await event.prompt();
    return (await event.userChoice).outcome === 'accepted';
}
