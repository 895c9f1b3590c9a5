// SPDX-License-Identifier: AGPL-3.0-or-later
// Passkeys: the browser's part of registering one and of signing in with one.
import { api, unwrap } from './api';
import { bytesOf, textOf } from './base64url';

const named = (id: string): PublicKeyCredentialDescriptor => ({ type: 'public-key', id: bytesOf(id) });

/** Makes a passkey on a device that the browser offers, and registers it. */
export async function addPasskey(): Promise<void> {
    const { challenge, rp_id, user, algorithms, exclude } = await unwrap(api.POST('/v1/me/passkeys/challenge'));
    const made = (await navigator.credentials.create({
        publicKey: {
            challenge: bytesOf(challenge),
            rp: { id: rp_id, name: 'Hexpost' },
            user: { id: bytesOf(user.id), name: user.name, displayName: user.name },
            pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
            excludeCredentials: exclude.map(named),
            authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
            attestation: 'none',
        },
    })) as PublicKeyCredential;
    const { clientDataJSON, getAuthenticatorData } = made.response as AuthenticatorAttestationResponse;
    await api.POST('/v1/me/passkeys', { body: { id: textOf(made.rawId), client_data: textOf(clientDataJSON), authenticator_data: textOf(getAuthenticatorData.call(made.response)) } });
}

/** Lets the reader choose one of their passkeys; resolves to a token. */
export async function usePasskey(): Promise<string> {
    const { challenge, rp_id } = await unwrap(api.POST('/v1/sign-in/passkey/challenge'));
    const used = (await navigator.credentials.get({ publicKey: { challenge: bytesOf(challenge), rpId: rp_id, userVerification: 'preferred' } })) as PublicKeyCredential;
    const { clientDataJSON, authenticatorData, signature, userHandle } = used.response as AuthenticatorAssertionResponse;
    const body = { id: textOf(used.rawId), client_data: textOf(clientDataJSON), authenticator_data: textOf(authenticatorData), signature: textOf(signature), user_handle: userHandle && textOf(userHandle) };
    return (await unwrap(api.POST('/v1/sign-in/passkey', { body }))).token;
}
