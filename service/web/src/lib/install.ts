// SPDX-License-Identifier: AGPL-3.0-or-later
// Browsers that can install the page announce it once, early; the event is kept until the user asks for it.
import { signal } from '@preact/signals';

interface InstallEvent extends Event {
    prompt(): Promise<void>;
    userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offered = signal<InstallEvent | null>(null);

addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered.value = event as InstallEvent;
});
addEventListener('appinstalled', () => {
    offered.value = null;
});

export const useCanInstall = (): boolean => offered.value !== null;

/** Whether the user installed it. Only works from a click. */
export async function install(): Promise<boolean> {
    const event = offered.peek();
    if (!event) return false;
    offered.value = null;
    await event.prompt();
    return (await event.userChoice).outcome === 'accepted';
}
