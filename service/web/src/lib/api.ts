// SPDX-License-Identifier: AGPL-3.0-or-later
// Requests to the server. A refusal becomes a Problem, a network failure a LostNetwork; both can be shown.
import type { Client } from 'openapi-fetch';
import type { paths } from '../schema';
import { loadTexts } from '../texts';

/** A problem document from the server (application/problem+json). */
export class Problem extends Error {
    constructor(
        readonly status: number,
        /** The last part of its type: "illegal-move", "stale", … */
        readonly code: string,
        readonly document: { title?: string; detail?: string; reason?: string; rule?: string | null; seq?: number; errors?: { pointer?: string; parameter?: string; detail: string }[] },
        /** In seconds, from the Retry-After header. */
        readonly retryAfter: number | null,
        /** The session may not do this, as it came by a link in a mail; signing in fully helps. */
        readonly limited = false,
    ) {
        super(document.detail ?? document.title ?? code);
        this.name = 'Problem';
    }
}

/** The request did not reach the server, or the response did not reach the page. */
export class LostNetwork extends Error {
    constructor() {
        super('lost network');
        this.name = 'LostNetwork';
    }
}

/** Whether it is unknown if the request was carried out. Sending it again with the same key carries it out only
 * once. */
export function isOpen(fault: unknown): boolean {
    return fault instanceof LostNetwork || (fault instanceof Problem && fault.code === 'outcome-unknown');
}

/** 128 random bits as text; randomUUID exists only on pages loaded over https. */
export function randomId(): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Fires on every 401, so that the page can ask the user to sign in. */
export const signedOut = new EventTarget();

/** Throws the server's refusal. */
async function refuse(request: Request, response: Response): Promise<never> {
    const kind = response.headers.get('Content-Type') ?? '';
    const document = kind.includes('json') ? await response.json().catch(() => ({})) : {};
    const retryAfter = Number(response.headers.get('Retry-After'));
    // A wrong key says nothing about the session.
    if (response.status === 401 && !request.headers.has('Authorization')) signedOut.dispatchEvent(new Event('signed-out'));
    // The texts for refusals are loaded on the first one.
    await loadTexts('reasons').catch(() => undefined);
    throw new Problem(response.status, String(document.type ?? '').split('/').pop() || String(response.status), document, retryAfter > 0 ? retryAfter : null, response.headers.get('WWW-Authenticate')?.includes('insufficient_scope'));
}

const bodiless = [204, 205, 304];

/** Reads the whole body: a response that breaks off midway counts as not received. */
export async function fetchWhole(request: Request): Promise<Response> {
    const response = await fetch(request);
    return new Response(bodiless.includes(response.status) ? null : await response.arrayBuffer(), response);
}

interface Asked {
    params?: { path?: Record<string, string | number>; query?: Record<string, unknown>; header?: Record<string, string> };
    headers?: Record<string, string>;
    body?: unknown;
}

function addressOf(path: string, { path: names = {}, query = {} }: NonNullable<Asked['params']>): string {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])));
    const search = new URLSearchParams(Object.entries(query).flatMap(([key, value]) => [value ?? []].flat().map((one) => [key, String(one)])));
    return search.size > 0 ? `${address}?${search.toString()}` : address;
}

async function ask(method: string, path: string, { params = {}, headers = {}, body }: Asked = {}): Promise<{ data?: unknown; response: Response }> {
    const request = new Request(addressOf(path, params), { method, credentials: 'same-origin', headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...params.header, ...headers }, body: body === undefined ? null : JSON.stringify(body) });
    // To retry after a lost response, send the same key.
    if (method === 'POST' && !request.headers.has('Idempotency-Key')) request.headers.set('Idempotency-Key', randomId());
    const response = await fetchWhole(request).catch(() => {
        throw new LostNetwork();
    });
    if (response.status === 304) return { response };
    if (!response.ok) return refuse(request, response);
    const text = await response.text();
    return text === '' ? { response } : { data: JSON.parse(text), response };
}

const via = (method: string) => (path: string, asked?: Asked) => ask(method, path, asked);

/** Typed by openapi.yaml. Only the types come from openapi-fetch: the page needs little of its code. */
export const api = { GET: via('GET'), PUT: via('PUT'), POST: via('POST'), PATCH: via('PATCH'), DELETE: via('DELETE') } as unknown as Client<paths>;

/** The body of a response; faults have been thrown before. */
export async function unwrap<T>(answer: Promise<{ data?: T }>): Promise<T> {
    return (await answer).data as T;
}

const encoder = new TextEncoder();
/** The length of a text as the interface counts it: in bytes of UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length;
