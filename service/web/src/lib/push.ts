// SPDX-License-Identifier: AGPL-3.0-or-later
// Push messages to this browser: asks the browser for them, and registers with the server.
import { api, unwrap } from './api';
import { bytesOf } from './base64url';
import type { components } from '../schema';

export type PushState = components['schemas']['Push'];
/** off and on are this browser's state; the others say why it cannot be turned on. */
export type PushHere = 'off' | 'on' | 'denied' | 'unsupported' | 'insecure' | 'install';

/** The account that turned it on here. It is not on for another account that signs in later. */
const keptOwner = 'hexpost.push';
const keptNote = 'hexpost.pushed';
const againMs = 24 * 3600 * 1000;

const isApple = (): boolean => /iPhone|iPad/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

function obstacle(): PushHere | null {
    if (!isSecureContext) return 'insecure';
    if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return isApple() && !isInstalled() ? 'install' : 'unsupported';
    return Notification.permission === 'denied' ? 'denied' : null;
}

const subscription = async (): Promise<PushSubscription | null> => (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

function sameKey(key: ArrayBuffer | null, wanted: Uint8Array): boolean {
    const bytes = new Uint8Array(key ?? new ArrayBuffer(0));
    return bytes.length === wanted.length && bytes.every((byte, i) => byte === wanted[i]);
}

/** "Firefox on Android": the owner recognizes the browser by this name. */
function browserName(): string {
    const agent = navigator.userAgent;
    const of = (names: [RegExp, string][]): string | undefined => names.find(([pattern]) => pattern.test(agent))?.[1];
    const browser = of([[/Edg\//, 'Edge'], [/OPR\//, 'Opera'], [/Firefox\//, 'Firefox'], [/Chrome\//, 'Chrome'], [/Safari\//, 'Safari']]);
    const system = of([[/Android/, 'Android'], [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Windows/, 'Windows'], [/Mac OS X/, 'macOS'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux']]);
    return [browser, system].filter(Boolean).join(', ');
}

async function tellServer(found: PushSubscription): Promise<void> {
    const { endpoint, keys } = found.toJSON();
    const name = browserName();
    await unwrap(api.POST('/v1/me/push', { body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }, ...(name && { name }) } }));
}

export const loadPush = (): Promise<PushState> => unwrap(api.GET('/v1/me/push'));

export async function pushHere(account: string): Promise<PushHere> {
    const why = obstacle();
    if (why) return why;
    return localStorage.getItem(keptOwner) === account && Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off';
}

/** Asks for permission if needed, subscribes, and registers with the server. Call it from a click. */
export async function turnOn(account: string, publicKey: string): Promise<PushHere> {
    if ((await Notification.requestPermission()) !== 'granted') return obstacle() ?? 'off';
    const key = bytesOf(publicKey);
    const { pushManager } = await navigator.serviceWorker.ready;
    const old = await pushManager.getSubscription();
    // A subscription for another server's key, or for a lost one, would never receive anything.
    if (old && !sameKey(old.options.applicationServerKey, key)) await old.unsubscribe();
    const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await tellServer(found);
    localStorage.setItem(keptOwner, account);
    localStorage.setItem(keptNote, String(Date.now()));
    return 'on';
}

/** The server deletes its record when the push service reports that the subscription is gone. */
export async function turnOff(): Promise<void> {
    localStorage.removeItem(keptOwner);
    const found = await subscription();
    await found?.unsubscribe();
}

/** If this account turned push on here: registers it again for the current session, at most once a day. */
export async function keepPush(account: string): Promise<void> {
    if ((await pushHere(account)) !== 'on' || Date.now() - Number(localStorage.getItem(keptNote)) < againMs) return;
    const { public_key: key } = await loadPush();
    await turnOn(account, key);
}

/** After a change of session, registers at once instead of after a day. */
export function forgetNote(): void {
    localStorage.removeItem(keptNote);
}
