// SPDX-License-Identifier: AGPL-3.0-or-later
// A fast HTTP client: one request at a time on a persistent connection, with the raw response.
import { connect } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
const lateMs = 60000;
/** How long the server may take to refuse a request before its body is sent. */
const bodyAfterMs = 200;

/** Splits off the first complete response of BYTES: { status, head, body, size }, or null if it is incomplete. */
function response(bytes, method) {
    const end = bytes.indexOf(headEnd);
    if (end < 0) return null;
    const head = bytes.latin1Slice(0, end + 2);
    const status = Number(head.slice(9, 12));
    const length = /\r\nContent-Length: (\d+)\r\n/i.exec(head);
    const from = end + headEnd.length;
    if (status < 200) return response(bytes.subarray(from), method);
    if (method === 'HEAD' || status === 204 || status === 304) return { status, head, body: bytes.subarray(from, from), size: from };
    if (length) {
        const size = from + Number(length[1]);
        return bytes.length < size ? null : { status, head, body: bytes.subarray(from, size), size };
    }
    return /\r\nTransfer-Encoding: chunked\r\n/i.test(head) ? chunked(bytes, { status, head, from }) : null;
}

function chunked(bytes, { status, head, from }) {
    const parts = [];
    for (let at = from; ;) {
        const line = bytes.indexOf('\r\n', at);
        if (line < 0) return null;
        const size = parseInt(bytes.latin1Slice(at, line), 16);
        at = line + 2 + size + 2;
        if (at > bytes.length) return null;
        if (size === 0) return { status, head, body: Buffer.concat(parts), size: at };
        parts.push(bytes.subarray(line + 2, line + 2 + size));
    }
}

/** A connection to the server at BASE, reopened if the server has announced that it closes it. */
export class Wire {
    #socket = null;
    #bytes = Buffer.alloc(0);
    #waiting = null;

    constructor(base) {
        const { hostname, port } = new URL(base);
        this.place = { host: hostname, port: Number(port), noDelay: true };
    }

    /** Sends a request; returns { status, head, body }, or { lost: why } if there was no response. */
    ask({ method, address, headers, body }) {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('');
        const length = body === undefined ? '' : `content-length: ${body.length}\r\n`;
        const head = Buffer.from(`${method} ${address} HTTP/1.1\r\nhost: a\r\n${lines}${length}\r\n`, 'latin1');
        return this.#send(method, body === undefined ? head : Buffer.concat([head, body])).then((found) => {
            // Refused before its body was sent, and closed: a client that is still writing does not get the reason.
            return found.refused && body !== undefined ? this.#send(method, head, body) : found;
        });
    }

    /** Writes FIRST, and THEN if there is no response for a while. */
    #send(method, first, then = null) {
        if (this.#socket === null) this.#open();
        const socket = this.#socket;
        return new Promise((done) => {
            const late = setTimeout(() => this.#end({ lost: 'no response in time' }), lateMs);
            const next = then && setTimeout(() => socket.write(then), bodyAfterMs);
            this.#waiting = { method, done: (found) => { clearTimeout(late); clearTimeout(next); done(found); } };
            socket.write(first);
        });
    }

    close() {
        this.#socket?.destroy();
        this.#socket = null;
    }

    #open() {
        const socket = connect(this.place);
        this.#socket = socket;
        this.#bytes = Buffer.alloc(0);
        socket.on('data', (bytes) => this.#take(socket, bytes));
        for (const event of ['error', 'close']) {
            socket.on(event, (error) => { if (this.#socket === socket) this.#end({ lost: `the connection ended (${error?.code ?? event})`, refused: error?.code === 'EPIPE' }); });
        }
    }

    #take(socket, bytes) {
        if (this.#socket !== socket || this.#waiting === null) return;
        this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
        const found = response(this.#bytes, this.#waiting.method);
        if (found === null) return;
        const more = this.#bytes.length - found.size;
        this.#bytes = Buffer.alloc(0);
        if (more > 0) this.#end({ lost: `${more} bytes behind the response` });
        else if (/\r\nConnection: close\r\n/i.test(found.head)) this.#end(found);
        else this.#give(found);
    }

    #end(found) {
        this.close();
        this.#give(found);
    }

    #give(found) {
        const waiting = this.#waiting;
        this.#waiting = null;
        waiting?.done(found);
    }
}
