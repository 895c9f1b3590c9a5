// SPDX-License-Identifier: AGPL-3.0-or-later
// A push service and the browsers behind it: accepts messages, checks who signed them, and decrypts them as a browser
// does (RFC 8291), using only Node's own cryptography.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';

const waitSeconds = 60;
const json64 = (text) => JSON.parse(Buffer.from(text, 'base64url'));

export class Browser {
    #ecdh = createECDH('prime256v1');
    #auth = randomBytes(16);

    constructor(endpoint) {
        this.#ecdh.generateKeys();
        this.endpoint = endpoint;
    }

    /** The result of PushSubscription.toJSON(). */
    subscription() {
        return { endpoint: this.endpoint, expirationTime: null, keys: { p256dh: this.#ecdh.getPublicKey('base64url'), auth: this.#auth.toString('base64url') } };
    }

    decrypt(body) {
        const salt = body.subarray(0, 16);
        const size = body.readUInt32BE(16);
        const theirs = body.subarray(21, 21 + body[20]);
        const sealed = body.subarray(21 + body[20]);
        if (sealed.length > size) throw new Error('more than one record');
        const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), theirs]);
        const ikm = hkdfSync('sha256', this.#ecdh.computeSecret(theirs), this.#auth, info, 32);
        const part = (name, length) => Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${name}\0`, length));
        const open = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
        open.setAuthTag(sealed.subarray(-16));
        const text = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
        const end = text.lastIndexOf(2);
        if (text.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the record');
        return JSON.parse(text.subarray(0, end));
    }
}

/** The claims of an Authorization header signed by the key PUBLIC; throws if it was not. */
export function claims(authorization, publicKey) {
    const [, head, body, signature, key] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(authorization);
    if (key !== publicKey) throw new Error('another key');
    const point = Buffer.from(key, 'base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
    const good = verify('sha256', Buffer.from(`${head}.${body}`), { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
    if (!good || json64(head).alg !== 'ES256') throw new Error('not signed');
    return json64(body);
}

export class PushService {
    /** Received messages: { path, headers, body }. */
    messages = [];
    #waiting = [];
    #browsers = 0;
    #server = createServer((request, response) => this.#receive(request, response));

    async start() {
        await new Promise((done) => { this.#server.listen(0, '127.0.0.1', done); });
        this.port = this.#server.address().port;
        this.origin = `http://127.0.0.1:${this.port}`;
        return this;
    }

    stop() {
        this.#server.closeAllConnections();
        this.#server.close();
    }

    /** KIND is how the service answers: "ok", "gone", "busy" at first. */
    browser(kind = 'ok') {
        return new Browser(`${this.origin}/${kind}/${++this.#browsers}`);
    }

    #receive(request, response) {
        const pieces = [];
        request.on('data', (bytes) => pieces.push(bytes));
        request.on('end', () => {
            const kind = request.url.split('/')[1];
            const first = !this.messages.some(({ path }) => path === request.url);
            this.messages.push({ path: request.url, method: request.method, headers: request.headers, body: Buffer.concat(pieces) });
            if (kind === 'gone') response.writeHead(410);
            else if (kind === 'busy' && first) response.writeHead(429, { 'retry-after': '1' });
            else response.writeHead(201);
            response.end();
            this.#waiting = this.#waiting.filter((tell) => !tell());
        });
    }

    /** The first message to BROWSER that satisfies WANTED, decrypted; including earlier ones. */
    wait(what, browser, wanted = () => true) {
        return new Promise((done, fail) => {
            const late = setTimeout(() => fail(new Error(`nobody sent ${what} in ${waitSeconds} s`)), waitSeconds * 1000);
            const tell = () => {
                const mine = this.messages.filter(({ path }) => this.origin + path === browser.endpoint).map((message) => ({ ...message, said: browser.decrypt(message.body) }));
                const found = mine.find(wanted);
                if (!found) return false;
                clearTimeout(late);
                done(found);
                return true;
            };
            if (!tell()) this.#waiting.push(tell);
        });
    }
}
