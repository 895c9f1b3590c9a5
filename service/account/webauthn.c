/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/webauthn.h"

#include <ctype.h>
#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/base/json_read.h"

enum {
    HASH = crypto_hash_sha256_BYTES,
    /* Authenticator data: the hash of the site's id, flags, a count of 32 bits; then the rest. */
    FLAGS_AT = HASH,
    COUNT_AT = FLAGS_AT + 1,
    AUTH_DATA_MIN = COUNT_AT + 4,
    FLAG_PRESENT = 1 << 0,
    FLAG_BACKED_UP = 1 << 4,
    FLAG_CREDENTIAL = 1 << 6,
    MAKE = 16,        /* bytes for the make of a device, before the credential */
    CBOR_DEPTH = 4,   /* of arrays and maps within each other, by CTAP2 */
    CBOR_NUMBER = 24, /* from here on, the length of the number that follows */
};

/* The last one is for devices with Windows Hello on older chips. */
const int webauthn_algorithms[] = {COSE_ES256, COSE_EDDSA, COSE_RS256, 0};

/* ---- the site ---- */

/* Whether it is a number, as the last part of a host name is in addresses alone. */
static bool site_is_number(const char *part) {
    return *part != '\0' && part[strspn(part, "0123456789")] == '\0';
}

static bool site_is_host_name(const char *host) {
    const char *last = strrchr(host, '.');

    return *host != '\0' && strpbrk(host, "[]@") == NULL &&
           !site_is_number(last == NULL ? host : last + 1);
}

/* Browsers leave out a port that is the scheme's own. */
static bool is_usual_port(const char *port, bool secure) {
    return strcmp(port, secure ? ":443" : ":80") == 0 || strcmp(port, ":") == 0;
}

bool webauthn_site_read(const char *url, struct webauthn_site *site) {
    static const char http[] = "http://", https[] = "https://";
    bool secure = strncmp(url, https, sizeof https - 1) == 0;
    size_t scheme = secure ? sizeof https - 1 : sizeof http - 1;
    size_t length;
    const char *port;

    if (!secure && strncmp(url, http, sizeof http - 1) != 0)
        return false;
    length = strcspn(url + scheme, "/?#");
    if (length >= sizeof site->id)
        return false;
    for (size_t i = 0; i < length; i++)
        site->id[i] = (char)tolower((unsigned char)url[scheme + i]);
    site->id[length] = '\0';
    port = strchr(site->id, ':');
    snprintf(site->origin, sizeof site->origin, "%.*s%.*s", (int)scheme, url,
             (int)(port == NULL || is_usual_port(port, secure) ? strcspn(site->id, ":") : length),
             site->id);
    site->id[strcspn(site->id, ":")] = '\0';
    return site_is_host_name(site->id) && (secure || strcmp(site->id, "localhost") == 0);
}

/* ---- what the browser says ---- */

const char *webauthn_read_client(struct webauthn_bytes client_data, enum webauthn_ceremony ceremony,
                                 const struct webauthn_site *site,
                                 uint8_t challenge[WEBAUTHN_CHALLENGE]) {
    static const char *const types[] = {
        [WEBAUTHN_CREATE] = "webauthn.create",
        [WEBAUTHN_GET] = "webauthn.get",
    };
    struct read_failure failure;
    json_t *said = read_json((const char *)client_data.data, client_data.size, &failure);
    const char *type = json_string_value(json_object_get(said, "type"));
    const char *origin = json_string_value(json_object_get(said, "origin"));
    const char *text = json_string_value(json_object_get(said, "challenge"));
    const char *fault = NULL;
    size_t size = 0;

    if (said == NULL || type == NULL || origin == NULL || text == NULL)
        fault = "must be a JSON object with \"type\", \"origin\" and \"challenge\"";
    else if (strcmp(type, types[ceremony]) != 0)
        fault = ceremony == WEBAUTHN_CREATE ? "must be of the type \"webauthn.create\""
                                            : "must be of the type \"webauthn.get\"";
    else if (strcmp(origin, site->origin) != 0 ||
             json_is_true(json_object_get(said, "crossOrigin")))
        fault = "must come from a page of this server, under the address that it is known by";
    else if (sodium_base642bin(challenge, WEBAUTHN_CHALLENGE, text, strlen(text), NULL, &size, NULL,
                               sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
             size != WEBAUTHN_CHALLENGE)
        fault = "must have a challenge of this server";
    json_decref(said);
    return fault;
}

/* ---- CBOR ---- */

/* What follows the first 37 bytes of authenticator data is CBOR. libcbor reserves memory for as many elements as an array says
 * it has, before it looks for them; so it is only given what has room for them. */

/* Takes the first byte of an item and its number. False: they are cut, or of no fixed length. */
static bool cbor_take_head(struct webauthn_bytes *rest, unsigned *major, uint64_t *number) {
    unsigned info, length;

    if (rest->size == 0)
        return false;
    *major = rest->data[0] >> 5;
    info = rest->data[0] & 0x1f;
    length = info < CBOR_NUMBER ? 0 : info <= CBOR_NUMBER + 3 ? 1u << (info - CBOR_NUMBER) : 9;
    if (length > 8 || rest->size <= length)
        return false;
    *number = length == 0 ? info : 0;
    for (unsigned i = 0; i < length; i++)
        *number = *number << 8 | rest->data[1 + i];
    rest->data += 1 + length;
    rest->size -= 1 + length;
    return true;
}

/* Takes items of CBOR until there are COUNT; each takes a byte at least, and so bounds the work. */
static bool cbor_take_items(struct webauthn_bytes *rest, uint64_t count, unsigned depth) {
    enum { BYTES = 2, TEXT, ARRAY, MAP, TAG };

    for (; count > 0; count--) {
        unsigned major;
        uint64_t number;

        if (!cbor_take_head(rest, &major, &number) || major == TAG)
            return false;
        if (major < BYTES || major > TAG)
            continue;
        if (number > rest->size)
            return false;
        if (major == BYTES || major == TEXT) {
            rest->data += number;
            rest->size -= number;
        } else if (depth == 0 ||
                   !cbor_take_items(rest, major == MAP ? 2 * number : number, depth - 1)) {
            return false;
        }
    }
    return true;
}

/* ---- what the device says ---- */

static uint32_t read_count(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Whether what follows the count is a credential, if the flags say so, and items of CBOR. */
static bool webauthn_tail_fits(struct webauthn_bytes auth_data) {
    struct webauthn_bytes rest = {auth_data.data + AUTH_DATA_MIN, auth_data.size - AUTH_DATA_MIN};

    if (auth_data.data[FLAGS_AT] & FLAG_CREDENTIAL) {
        size_t head = MAKE + 2;

        if (rest.size < head)
            return false;
        head += (size_t)rest.data[MAKE] << 8 | rest.data[MAKE + 1];
        if (rest.size < head)
            return false;
        rest.data += head;
        rest.size -= head;
    }
    while (rest.size > 0)
        if (!cbor_take_items(&rest, 1, CBOR_DEPTH))
            return false;
    return true;
}

const char *webauthn_read_state(struct webauthn_bytes auth_data, const struct webauthn_site *site,
                                struct webauthn_state *state) {
    uint8_t hash[HASH];

    if (auth_data.size < AUTH_DATA_MIN || !webauthn_tail_fits(auth_data))
        return "is cut, or not as Web Authentication has it";
    crypto_hash_sha256(hash, (const uint8_t *)site->id, strlen(site->id));
    if (memcmp(hash, auth_data.data, sizeof hash) != 0)
        return "is for another site";
    if (!(auth_data.data[FLAGS_AT] & FLAG_PRESENT))
        return "says that nobody was present at the device";
    state->sign_count = read_count(auth_data.data + COUNT_AT);
    state->backed_up = auth_data.data[FLAGS_AT] & FLAG_BACKED_UP;
    return NULL;
}

/* Reads the key and, unless ASSERTED is NULL, checks its signature. */
static bool use_es256(const struct webauthn_key *key, const fido_assert_t *asserted) {
    es256_pk_t *public = es256_pk_new();
    bool good =
        public != NULL && es256_pk_from_ptr(public, key->bytes, key->size) == FIDO_OK &&
        (asserted == NULL || fido_assert_verify(asserted, 0, key->algorithm, public) == FIDO_OK);

    es256_pk_free(&public);
    return good;
}

static bool use_eddsa(const struct webauthn_key *key, const fido_assert_t *asserted) {
    eddsa_pk_t *public = eddsa_pk_new();
    bool good =
        public != NULL && eddsa_pk_from_ptr(public, key->bytes, key->size) == FIDO_OK &&
        (asserted == NULL || fido_assert_verify(asserted, 0, key->algorithm, public) == FIDO_OK);

    eddsa_pk_free(&public);
    return good;
}

static bool use_rs256(const struct webauthn_key *key, const fido_assert_t *asserted) {
    rs256_pk_t *public = rs256_pk_new();
    bool good =
        public != NULL && rs256_pk_from_ptr(public, key->bytes, key->size) == FIDO_OK &&
        (asserted == NULL || fido_assert_verify(asserted, 0, key->algorithm, public) == FIDO_OK);

    rs256_pk_free(&public);
    return good;
}

static bool use_key(const struct webauthn_key *key, const fido_assert_t *asserted) {
    switch (key->algorithm) {
    case COSE_ES256: return use_es256(key, asserted);
    case COSE_EDDSA: return use_eddsa(key, asserted);
    case COSE_RS256: return use_rs256(key, asserted);
    default: return false;
    }
}

/* Copies what fits; false: it is empty or too long. */
static bool webauthn_take_bytes(uint8_t *to, size_t max, size_t *size, const uint8_t *from,
                                size_t length) {
    if (from == NULL || length == 0 || length > max)
        return false;
    memcpy(to, from, length);
    *size = length;
    return true;
}

/* Reads the credential if its key is of this algorithm. */
static bool read_credential_of(int algorithm, struct webauthn_bytes auth_data,
                               struct webauthn_credential *credential) {
    fido_cred_t *read = fido_cred_new();
    struct webauthn_key *key = &credential->key;
    bool good = read != NULL && fido_cred_set_type(read, algorithm) == FIDO_OK &&
                fido_cred_set_authdata_raw(read, auth_data.data, auth_data.size) == FIDO_OK &&
                webauthn_take_bytes(credential->id, sizeof credential->id, &credential->id_size,
                                    fido_cred_id_ptr(read), fido_cred_id_len(read)) &&
                webauthn_take_bytes(key->bytes, sizeof key->bytes, &key->size,
                                    fido_cred_pubkey_ptr(read), fido_cred_pubkey_len(read));

    fido_cred_free(&read);
    key->algorithm = algorithm;
    return good && use_key(key, NULL);
}

const char *webauthn_read_credential(struct webauthn_bytes auth_data,
                                     const struct webauthn_site *site, struct webauthn_state *state,
                                     struct webauthn_credential *credential) {
    const char *fault = webauthn_read_state(auth_data, site, state);

    if (fault != NULL)
        return fault;
    if (!(auth_data.data[FLAGS_AT] & FLAG_CREDENTIAL))
        return "has no credential";
    for (const int *algorithm = webauthn_algorithms; *algorithm != 0; algorithm++)
        if (read_credential_of(*algorithm, auth_data, credential))
            return NULL;
    return "has no credential with a key of one of the algorithms that were asked for";
}

bool webauthn_verify(const struct webauthn_key *key, const struct webauthn_site *site,
                     struct webauthn_bytes client_data, struct webauthn_bytes auth_data,
                     struct webauthn_bytes signature) {
    fido_assert_t *asserted = fido_assert_new();
    uint8_t hash[HASH];
    bool good;

    crypto_hash_sha256(hash, client_data.data, client_data.size);
    good = asserted != NULL && fido_assert_set_count(asserted, 1) == FIDO_OK &&
           fido_assert_set_rp(asserted, site->id) == FIDO_OK &&
           fido_assert_set_up(asserted, FIDO_OPT_TRUE) == FIDO_OK &&
           fido_assert_set_clientdata_hash(asserted, hash, sizeof hash) == FIDO_OK &&
           fido_assert_set_authdata_raw(asserted, 0, auth_data.data, auth_data.size) == FIDO_OK &&
           fido_assert_set_sig(asserted, 0, signature.data, signature.size) == FIDO_OK &&
           use_key(key, asserted);
    fido_assert_free(&asserted);
    return good;
}
