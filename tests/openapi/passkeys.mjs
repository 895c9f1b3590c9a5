// SPDX-License-Identifier: AGPL-3.0-or-later
// Passkeys, with a device as a browser would show it to the interface.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { call, invalid, problem } from './server.mjs';

/** The address that the server must be known by. */
export const passkeysAt = 'http://localhost:8080';

const hashed = (data) => createHash('sha256').update(data).digest();

function newDevice() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const id = randomBytes(16);
    let count = 0;
    const state = (flags) => {
        const number = Buffer.alloc(4);
        number.writeUInt32BE(count += 1);
        return Buffer.concat([hashed(new URL(passkeysAt).hostname), Buffer.from([flags]), number]);
    };
    const said = (type, challenge) => Buffer.from(JSON.stringify({ type, challenge, origin: passkeysAt, crossOrigin: false }));
    return {
        create(challenge) {
            const key = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url'), Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')]);
            const data = Buffer.concat([state(0x45), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
            return { id: id.toString('base64url'), client_data: said('webauthn.create', challenge).toString('base64url'), authenticator_data: data.toString('base64url') };
        },
        get(challenge) {
            const [data, client] = [state(0x05), said('webauthn.get', challenge)];
            const signature = sign('sha256', Buffer.concat([data, hashed(client)]), privateKey);
            return { id: id.toString('base64url'), client_data: client.toString('base64url'), authenticator_data: data.toString('base64url'), signature: signature.toString('base64url'), user_handle: null };
        },
    };
}

export async function passkeys({ token }) {
    const own = newDevice();
    const begin = async (address, who) => (await call('POST', address, { ...who, want: 200 })).body.challenge;
    const { body: made } = await call('POST', '/v1/me/passkeys', { token, json: own.create(await begin('/v1/me/passkeys/challenge', { token })), want: 201 });
    await call('GET', '/v1/me/passkeys', { token, want: 200 });
    await call('PATCH', `/v1/me/passkeys/${made.id}`, { token, json: { name: 'The blue key' }, want: 200 });
    const answer = own.get(await begin('/v1/sign-in/passkey/challenge', {}));
    await call('POST', '/v1/sign-in/passkey', { json: answer, want: 200 });
    await invalid('POST', '/v1/sign-in/passkey', { json: answer }, '/client_data');
    await problem('POST', '/v1/sign-in/passkey', { json: newDevice().get(await begin('/v1/sign-in/passkey/challenge', {})) }, 404, 'not-found');
    await call('DELETE', `/v1/me/passkeys/${made.id}`, { token, want: 204 });
    await problem('DELETE', `/v1/me/passkeys/${made.id}`, { token }, 404, 'not-found');
}
