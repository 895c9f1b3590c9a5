/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_WEBAUTHN_H
#define SERVICE_ACCOUNT_WEBAUTHN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Passkeys, by Web Authentication (W3C, level 2): a device keeps a private key for this site alone, and signs a challenge of
 * the server with it. What the device says is checked here, by libfido2; nothing is stored, and nothing is read but the
 * arguments.
 *
 * No attestation is asked for, so that nothing is learned about the make of a device. Its statement is empty then, and a page
 * sends the authenticator data alone.
 */

enum {
    WEBAUTHN_CHALLENGE = 32, /* random bytes */
    WEBAUTHN_CREDENTIAL_MAX = 1023,
    WEBAUTHN_KEY_MAX = 259, /* RSA: modulus and exponent */
    WEBAUTHN_CLIENT_DATA_MAX = 4 << 10,
    WEBAUTHN_AUTH_DATA_MAX = 4 << 10,
    WEBAUTHN_SIGNATURE_MAX = 1 << 10,
    WEBAUTHN_HOST_SIZE = 256,
    WEBAUTHN_ORIGIN_SIZE = 300,
};

/* The site that passkeys are for. */
struct webauthn_site {
    char id[WEBAUTHN_HOST_SIZE];       /* its host name: the "relying party id" */
    char origin[WEBAUTHN_ORIGIN_SIZE]; /* of its pages, as browsers write it */
};

/* Takes the site from the URL of the server. False: browsers have no passkeys there, as they need https and a host name,
 * or http on "localhost". */
bool webauthn_site_read(const char *url, struct webauthn_site *site);

/* Bytes that somebody else owns. */
struct webauthn_bytes {
    const uint8_t *data;
    size_t size;
};

/* The public half of a passkey. */
struct webauthn_key {
    int algorithm; /* of COSE, one of webauthn_algorithms */
    uint8_t bytes[WEBAUTHN_KEY_MAX];
    size_t size;
};

/* The algorithms that are understood, the preferred one first, ended by 0. */
extern const int webauthn_algorithms[];

/* A new passkey. */
struct webauthn_credential {
    struct webauthn_key key;
    uint8_t id[WEBAUTHN_CREDENTIAL_MAX];
    size_t id_size;
};

/* What a device says with each answer. */
struct webauthn_state {
    uint32_t sign_count;
    bool backed_up; /* the passkey is kept in more than one place */
};

enum webauthn_ceremony { WEBAUTHN_CREATE, WEBAUTHN_GET };

/* These return NULL, or what is wrong, as the rest of a sentence about the value; the text is static. */

/* Reads the client data: it must be of this ceremony on a page of the site. */
const char *webauthn_read_client(struct webauthn_bytes client_data, enum webauthn_ceremony ceremony,
                                 const struct webauthn_site *site,
                                 uint8_t challenge[WEBAUTHN_CHALLENGE]);

/* Reads the authenticator data, which must be for the site and given by somebody who was present. */
const char *webauthn_read_state(struct webauthn_bytes auth_data, const struct webauthn_site *site,
                                struct webauthn_state *state);

/* The same of a new passkey, whose key must be a good one. */
const char *webauthn_read_credential(struct webauthn_bytes auth_data,
                                     const struct webauthn_site *site, struct webauthn_state *state,
                                     struct webauthn_credential *credential);

/* Whether the signature of both kinds of data is the key's. */
bool webauthn_verify(const struct webauthn_key *key, const struct webauthn_site *site,
                     struct webauthn_bytes client_data, struct webauthn_bytes auth_data,
                     struct webauthn_bytes signature);

#endif
