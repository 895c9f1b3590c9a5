/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/webpush.h"

#include <inttypes.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/base/json_write.h"

enum {
    HALF = 32, /* bytes of a coordinate, or of half a signature */
    HASH = crypto_auth_hmacsha256_BYTES,
    KEY = 16,
    NONCE = 12,
    TOKEN_LIFE_S = 12 * 3600, /* push services accept at most a day */
    CLAIMS_MAX = 512,
    PADDING = 2, /* RFC 8188's delimiter of the last record, followed by zeros */
};

/* ---- base64url ---- */

void webpush_base64(const uint8_t *bytes, size_t size, char *text, size_t text_size) {
    sodium_bin2base64(text, text_size, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool webpush_base64_read(const char *text, uint8_t *bytes, size_t size) {
    size_t length = strlen(text), read = 0;

    while (length > 0 && text[length - 1] == '=')
        length--;
    return sodium_base642bin(bytes, size, text, length, NULL, &read, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           read == size;
}

/* ---- keys ---- */

/* A key of P-256 from its bytes; PRIVATE may be NULL. NULL: invalid, or no memory. */
static EVP_PKEY *curve_key(const uint8_t *private, const uint8_t public[STORE_PUSH_PUBLIC]) {
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    BIGNUM *secret = private == NULL ? NULL : BN_bin2bn(private, STORE_PUSH_PRIVATE, NULL);
    OSSL_PARAM *params = NULL;
    EVP_PKEY *key = NULL;

    if (build != NULL && context != NULL && (private == NULL || secret != NULL) &&
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, public,
                                         STORE_PUSH_PUBLIC) == 1 &&
        (secret == NULL || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, secret) == 1))
        params = OSSL_PARAM_BLD_to_param(build);
    if (params == NULL || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key, secret == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR,
                          params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    BN_clear_free(secret);
    EVP_PKEY_CTX_free(context);
    return key;
}

bool webpush_new_key(struct store_push_key *key) {
    EVP_PKEY *made = EVP_EC_gen("P-256");
    BIGNUM *secret = NULL;
    size_t size = 0;
    bool good = made != NULL &&
                EVP_PKEY_get_bn_param(made, OSSL_PKEY_PARAM_PRIV_KEY, &secret) == 1 &&
                BN_bn2binpad(secret, key->private, STORE_PUSH_PRIVATE) == STORE_PUSH_PRIVATE &&
                EVP_PKEY_get_octet_string_param(made, OSSL_PKEY_PARAM_PUB_KEY, key->public,
                                                STORE_PUSH_PUBLIC, &size) == 1 &&
                size == STORE_PUSH_PUBLIC;

    BN_clear_free(secret);
    EVP_PKEY_free(made);
    return good;
}

bool webpush_point(const uint8_t public[STORE_PUSH_PUBLIC]) {
    EVP_PKEY *key = public[0] == 4 ? curve_key(NULL, public) : NULL;
    EVP_PKEY_CTX *context = key == NULL ? NULL : EVP_PKEY_CTX_new(key, NULL);
    bool good = context != NULL && EVP_PKEY_public_check(context) == 1;

    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

/* Computes the shared secret (ECDH). */
static bool agree_secret(const struct store_push_key *ours, const uint8_t theirs[STORE_PUSH_PUBLIC],
                         uint8_t shared[HALF]) {
    EVP_PKEY *own = curve_key(ours->private, ours->public);
    EVP_PKEY *peer = webpush_point(theirs) ? curve_key(NULL, theirs) : NULL;
    EVP_PKEY_CTX *context = own == NULL || peer == NULL ? NULL : EVP_PKEY_CTX_new(own, NULL);
    size_t size = HALF;
    bool good = context != NULL && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_derive_set_peer(context, peer) == 1 &&
                EVP_PKEY_derive(context, shared, &size) == 1 && size == HALF;

    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(peer);
    EVP_PKEY_free(own);
    return good;
}

/* ---- encrypting ---- */

static void compute_hmac(const uint8_t *key, size_t key_size, const void *data, size_t size,
                         bool last, uint8_t out[HASH]) {
    crypto_auth_hmacsha256_state state;
    static const uint8_t one = 1;

    crypto_auth_hmacsha256_init(&state, key, key_size);
    crypto_auth_hmacsha256_update(&state, data, size);
    if (last) /* only HKDF's first block is needed */
        crypto_auth_hmacsha256_update(&state, &one, 1);
    crypto_auth_hmacsha256_final(&state, out);
}

/* The message's key and nonce (RFC 8291, 3.4). */
static bool derive_keys(const struct store_push *to, const struct store_push_key *ours,
                        const uint8_t salt[WEBPUSH_SALT], uint8_t key[KEY], uint8_t nonce[NONCE]) {
    static const char label[] = "WebPush: info", key_label[] = "Content-Encoding: aes128gcm",
                      nonce_label[] = "Content-Encoding: nonce"; /* each with its NUL */
    uint8_t info[sizeof label + 2 * STORE_PUSH_PUBLIC];
    uint8_t shared[HALF], mixed[HASH], out[HASH];
    bool good = agree_secret(ours, to->key, shared);

    memcpy(info, label, sizeof label);
    memcpy(info + sizeof label, to->key, STORE_PUSH_PUBLIC);
    memcpy(info + sizeof label + STORE_PUSH_PUBLIC, ours->public, STORE_PUSH_PUBLIC);
    if (good) {
        compute_hmac(to->secret, sizeof to->secret, shared, HALF, false, mixed);
        compute_hmac(mixed, HASH, info, sizeof info, true, out);
        compute_hmac(salt, WEBPUSH_SALT, out, HASH, false, mixed);
        compute_hmac(mixed, HASH, key_label, sizeof key_label, true, out);
        memcpy(key, out, KEY);
        compute_hmac(mixed, HASH, nonce_label, sizeof nonce_label, true, out);
        memcpy(nonce, out, NONCE);
    }
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(mixed, sizeof mixed);
    sodium_memzero(out, sizeof out);
    return good;
}

static bool seal_message(struct buffer *out, const uint8_t key[KEY], const uint8_t nonce[NONCE],
                         const void *text, size_t size, size_t padded) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    uint8_t padding[WEBPUSH_TEXT_MAX + 1] = {PADDING};
    size_t tail = padded - size + 1;
    uint8_t *to = (uint8_t *)buffer_reserve(out, padded + 1 + WEBPUSH_TAG);
    int first = 0, second = 0, last = 0;
    bool good = context != NULL && to != NULL &&
                EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, to, &first, text, (int)size) == 1 &&
                EVP_EncryptUpdate(context, to + first, &second, padding, (int)tail) == 1 &&
                EVP_EncryptFinal_ex(context, to + first + second, &last) == 1 &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, WEBPUSH_TAG,
                                    to + first + second + last) == 1;

    if (good)
        out->size += (size_t)(first + second + last) + WEBPUSH_TAG;
    EVP_CIPHER_CTX_free(context);
    return good;
}

bool webpush_encrypt(struct buffer *out, const struct store_push *to,
                     const struct store_push_key *ours, const uint8_t salt[WEBPUSH_SALT],
                     const void *text, size_t size, size_t padded) {
    static const uint8_t sizes[] = {0, 0, WEBPUSH_RECORD >> 8, WEBPUSH_RECORD & 255,
                                    STORE_PUSH_PUBLIC};
    uint8_t key[KEY], nonce[NONCE];
    bool good;

    if (padded < size)
        padded = size;
    if (padded > WEBPUSH_TEXT_MAX || !derive_keys(to, ours, salt, key, nonce))
        return false;
    buffer_append(out, salt, WEBPUSH_SALT);
    buffer_append(out, sizes, sizeof sizes);
    buffer_append(out, ours->public, STORE_PUSH_PUBLIC);
    good = seal_message(out, key, nonce, text, size, padded);
    sodium_memzero(key, sizeof key);
    return good && !out->failed;
}

/* ---- proof of the sender ---- */

/* ES256 as in JWTs: both halves of the signature one after the other. */
static bool sign_token(const struct store_push_key *key, const char *text, size_t size,
                       uint8_t signature[2 * HALF]) {
    EVP_PKEY *own = curve_key(key->private, key->public);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    uint8_t der[128];
    const uint8_t *at = der;
    size_t used = sizeof der;
    ECDSA_SIG *pair = NULL;
    bool good = own != NULL && context != NULL &&
                EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, own) == 1 &&
                EVP_DigestSign(context, der, &used, (const unsigned char *)text, size) == 1;

    if (good)
        pair = d2i_ECDSA_SIG(NULL, &at, (long)used);
    good = pair != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, HALF) == HALF &&
           BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + HALF, HALF) == HALF;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(own);
    return good;
}

/* The scheme, host and port that a URL begins with. */
static size_t origin_size(const char *url) {
    const char *host = strstr(url, "://");

    return host == NULL ? 0 : (size_t)(host - url) + 3 + strcspn(host + 3, "/?#");
}

static bool write_claims(struct buffer *out, const char *endpoint, const char *contact,
                         int64_t now_s) {
    struct writer w = writer_to(out);

    writer_object(&w);
    writer_key(&w, "aud");
    writer_string(&w, endpoint, origin_size(endpoint));
    writer_int_member(&w, "exp", now_s + TOKEN_LIFE_S);
    if (contact[0] != '\0')
        writer_text_member(&w, "sub", contact);
    writer_object_end(&w);
    return !out->failed;
}

bool webpush_authorization(const struct store_push_key *key, const char *endpoint,
                           const char *contact, int64_t now_s, char value[WEBPUSH_TOKEN_MAX]) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims64[sodium_base64_ENCODED_LEN(CLAIMS_MAX, sodium_base64_VARIANT_URLSAFE_NO_PADDING)],
        head64[64], sign64[96], key64[96];
    char token[WEBPUSH_TOKEN_MAX - 256];
    uint8_t signature[2 * HALF];
    struct buffer claims;
    bool good;
    int size;

    buffer_init(&claims, CLAIMS_MAX);
    good = write_claims(&claims, endpoint, contact, now_s);
    if (good) {
        webpush_base64((const uint8_t *)head, sizeof head - 1, head64, sizeof head64);
        webpush_base64((const uint8_t *)claims.data, claims.size, claims64, sizeof claims64);
        size = snprintf(token, sizeof token, "%s.%s", head64, claims64);
        good = sign_token(key, token, (size_t)size, signature);
    }
    buffer_free(&claims);
    if (!good)
        return false;
    webpush_base64(signature, sizeof signature, sign64, sizeof sign64);
    webpush_base64(key->public, sizeof key->public, key64, sizeof key64);
    snprintf(value, WEBPUSH_TOKEN_MAX, "vapid t=%s.%s, k=%s", token, sign64, key64);
    return true;
}
