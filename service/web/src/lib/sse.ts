// SPDX-License-Identifier: AGPL-3.0-or-later
// An event stream that reconnects by itself. The browser's EventSource delivers only event types that it was given by
// name, and does not notice a connection that has silently died.

/** One event of a stream. */
export interface SseEvent {
    type: string;
    data: string;
}

/** Parses the text of a stream, whatever pieces it arrives in. */
export class StreamText {
    #rest = '';
    /** The id of the last event that had one: a new connection resumes from there. */
    lastId = '';

    push(text: string): SseEvent[] {
        const blocks = (this.#rest + text).split('\n\n');
        this.#rest = blocks.pop() ?? '';
        return blocks.map((block) => this.#read(block)).filter((told): told is SseEvent => told !== null);
    }

    #read(block: string): SseEvent | null {
        let type = 'message';
        const data: string[] = [];
        for (const line of block.split('\n')) {
            const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
            if (field === 'event') type = value ?? '';
            else if (field === 'data') data.push(value ?? '');
            else if (field === 'id') this.lastId = value ?? '';
        }
        return data.length > 0 ? { type, data: data.join('\n') } : null;
    }
}

interface Hearer {
    told: (told: SseEvent) => void;
    /** The stream is open, for the first time or again: events may have been missed. */
    opened: () => void;
    /** Whether the server can be reached. */
    reached: (reached: boolean) => void;
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;
/** The server sends something at least every 15 seconds, if only a keep-alive. */
const silenceMs = 40_000;
const lookMs = 5000;

/** How long to wait after this many failures in a row, with some jitter so that clients do not all return at once. */
export const waitAfter = (failures: number, chance = Math.random()): number => Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1)) * (0.75 + chance / 2);

export class Stream {
    #closed = false;
    #failures = 0;
    #text = new StreamText();
    #attempt = new AbortController();
    #heardAt = 0;
    #wake: () => void = () => undefined;
    #watch = setInterval(() => this.#look(), lookMs);

    constructor(
        readonly url: string,
        readonly hearer: Hearer,
    ) {
        void this.#run();
    }

    close(): void {
        this.#closed = true;
        clearInterval(this.#watch);
        this.#attempt.abort();
        this.#wake();
    }

    /** Retries at once if it is waiting for a retry. */
    wake(): void {
        this.#failures = 0;
        this.#wake();
    }

    /** Drops the connection, which may be dead, and opens a new one. */
    renew(): void {
        this.#attempt.abort();
        this.wake();
    }

    #look(): void {
        if (this.#heardAt > 0 && Date.now() - this.#heardAt > silenceMs) this.renew();
    }

    async #run(): Promise<void> {
        while (!this.#closed) {
            const more = await this.#read().catch(() => {
                this.#failures++;
                return true;
            });
            this.#heardAt = 0;
            if (!more || this.#closed) return;
            if (this.#failures > 0) this.hearer.reached(false);
            await new Promise<void>((done) => {
                this.#wake = done;
                setTimeout(done, waitAfter(this.#failures));
            });
        }
    }

    /** Reads until the connection ends; returns whether to open it again. */
    async #read(): Promise<boolean> {
        this.#attempt = new AbortController();
        const headers = { Accept: 'text/event-stream', ...(this.#text.lastId && { 'Last-Event-ID': this.#text.lastId }) };
        this.#heardAt = Date.now();
        const response = await fetch(this.url, { headers, signal: this.#attempt.signal, cache: 'no-store', credentials: 'same-origin' });
        if (response.status === 204 || (response.status >= 400 && response.status < 500 && response.status !== 429)) return false;
        if (!response.ok || !response.body) throw new Error(String(response.status));
        const text = new TextDecoder();
        const reader = response.body.getReader();
        this.#failures = 0;
        this.hearer.reached(true);
        this.hearer.opened();
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return true;
            this.#heardAt = Date.now();
            for (const told of this.#text.push(text.decode(value, { stream: true }))) this.hearer.told(told);
        }
    }
}
