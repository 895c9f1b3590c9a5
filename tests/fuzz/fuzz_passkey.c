/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Any bytes as what a device and its browser send about a passkey: reading never does harm, what is accepted as a credential has
 * a name and a key of bounded size, and no signature of nothing holds. The input comes behind the hash of the site's id,
 * which would not be found by chance.
 */
#include <sodium.h>
#include <string.h>

#include "service/account/webauthn.h"
#include "tests/fuzz/fuzz.h"

static const struct webauthn_site site = {.id = "hexpost.example",
                                          .origin = "https://hexpost.example"};

static void try_credential(struct webauthn_bytes auth_data) {
    struct webauthn_credential credential;
    struct webauthn_state state;

    if (webauthn_read_credential(auth_data, &site, &state, &credential) != NULL)
        return;
    REQUIRE_HOLDS(credential.id_size > 0 && credential.id_size <= WEBAUTHN_CREDENTIAL_MAX,
                  "the credential's name has no size");
    REQUIRE_HOLDS(credential.key.size > 0 && credential.key.size <= WEBAUTHN_KEY_MAX,
                  "the key has no size");
    REQUIRE_HOLDS(!webauthn_verify(&credential.key, &site, auth_data, auth_data, auth_data),
                  "the data are their own signature");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t auth_data[WEBAUTHN_AUTH_DATA_MAX];
    const struct webauthn_bytes client_data = {data, size};
    uint8_t challenge[WEBAUTHN_CHALLENGE];
    const size_t hash = crypto_hash_sha256_BYTES;

    (void)webauthn_read_client(client_data, WEBAUTHN_CREATE, &site, challenge);
    (void)webauthn_read_client(client_data, WEBAUTHN_GET, &site, challenge);
    if (size > sizeof auth_data - hash)
        return 0;
    crypto_hash_sha256(auth_data, (const uint8_t *)site.id, strlen(site.id));
    memcpy(auth_data + hash, data, size);
    try_credential((struct webauthn_bytes){auth_data, hash + size});
    return 0;
}
