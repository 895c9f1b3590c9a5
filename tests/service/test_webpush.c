/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Web push's cryptography: the examples of RFC 8291 (appendix A) and RFC 8292 (2.4). */
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <string.h>

#include "service/notify/webpush.h"
#include "tests/support/check_main.h"

enum { HALF = 32, EXPIRES = 1453523768, LIFE = 12 * 3600 };

static const char text[] = "When I grow up, I want to be a watermelon";

static void bytes_of(const char *base64, uint8_t *bytes, size_t size) {
    ck_assert_msg(webpush_base64_read(base64, bytes, size), "%s", base64);
}

static void example(struct store_push *to, struct store_push_key *ours,
                    uint8_t salt[WEBPUSH_SALT]) {
    *to = (struct store_push){0};
    *ours = (struct store_push_key){0};
    bytes_of(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        to->key, sizeof to->key);
    bytes_of("BTBZMqHH6r4Tts7J_aSIgg", to->secret, sizeof to->secret);
    bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", ours->private, sizeof ours->private);
    bytes_of(
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        ours->public, sizeof ours->public);
    bytes_of("DGv6ra1nlYgDCS1FRnbzlw", salt, WEBPUSH_SALT);
}

START_TEST(a_message_is_encrypted_as_the_example) {
    static const char wanted[] =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
        "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_"
        "Qulcy4a-fN";
    struct store_push to;
    struct store_push_key ours;
    uint8_t salt[WEBPUSH_SALT];
    struct buffer out;
    char got[512];

    example(&to, &ours, salt);
    buffer_init(&out, WEBPUSH_RECORD);
    ck_assert(webpush_encrypt(&out, &to, &ours, salt, text, sizeof text - 1, 0));
    webpush_base64((const uint8_t *)out.data, out.size, got, sizeof got);
    ck_assert_str_eq(got, wanted);
    buffer_free(&out);
}
END_TEST

/* Padding hides the length of a message, up to what fits into a record. */
START_TEST(messages_are_as_long_as_is_asked) {
    struct store_push to;
    struct store_push_key ours;
    uint8_t salt[WEBPUSH_SALT];
    static const char longest[WEBPUSH_TEXT_MAX + 1];
    struct buffer out;

    example(&to, &ours, salt);
    buffer_init(&out, WEBPUSH_RECORD);
    for (size_t size = 0; size < 40; size += 13) {
        buffer_clear(&out);
        ck_assert(webpush_encrypt(&out, &to, &ours, salt, text, size, 100));
        ck_assert_uint_eq(out.size, WEBPUSH_HEAD + 100 + 1 + WEBPUSH_TAG);
    }
    buffer_clear(&out);
    ck_assert(webpush_encrypt(&out, &to, &ours, salt, longest, WEBPUSH_TEXT_MAX, 0));
    ck_assert_uint_eq(out.size, WEBPUSH_RECORD);
    buffer_clear(&out);
    ck_assert(!webpush_encrypt(&out, &to, &ours, salt, longest, WEBPUSH_TEXT_MAX + 1, 0));
    buffer_free(&out);
}
END_TEST

START_TEST(a_key_off_the_curve_is_none) {
    struct store_push to;
    struct store_push_key ours, made;
    uint8_t salt[WEBPUSH_SALT];
    struct buffer out;

    example(&to, &ours, salt);
    ck_assert(webpush_point(to.key) && webpush_point(ours.public));
    ck_assert(webpush_new_key(&made) && webpush_point(made.public));
    to.key[40] ^= 1;
    ck_assert(!webpush_point(to.key));
    buffer_init(&out, WEBPUSH_RECORD);
    ck_assert(!webpush_encrypt(&out, &to, &ours, salt, text, sizeof text - 1, 0));
    buffer_free(&out);
    memset(to.key, 0, sizeof to.key);
    ck_assert(!webpush_point(to.key));
}
END_TEST

/* ---- the sender ---- */

static EVP_PKEY *public_key(const char *base64) {
    uint8_t point[STORE_PUSH_PUBLIC];
    char group[] = "prime256v1";
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;

    bytes_of(base64, point, sizeof point);
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point),
        OSSL_PARAM_construct_end(),
    };
    ck_assert_int_eq(EVP_PKEY_fromdata_init(context), 1);
    ck_assert_int_eq(EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, params), 1);
    EVP_PKEY_CTX_free(context);
    return key;
}

/* Whether TOKEN, three parts of base64url, is signed by the key. */
static bool signed_by(const char *token, const char *key_text) {
    EVP_PKEY *key = public_key(key_text);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    ECDSA_SIG *pair = ECDSA_SIG_new();
    const char *last = strrchr(token, '.');
    uint8_t signature[2 * HALF];
    unsigned char *der = NULL;
    int size;
    bool good;

    bytes_of(last + 1, signature, sizeof signature);
    ck_assert_int_eq(ECDSA_SIG_set0(pair, BN_bin2bn(signature, HALF, NULL),
                                    BN_bin2bn(signature + HALF, HALF, NULL)),
                     1);
    size = i2d_ECDSA_SIG(pair, &der);
    ck_assert_int_eq(EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key), 1);
    good = EVP_DigestVerify(context, der, (size_t)size, (const unsigned char *)token,
                            (size_t)(last - token)) == 1;
    OPENSSL_free(der);
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

START_TEST(requests_are_signed_as_the_example) {
    static const char token[] =
        "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9."
        "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdX"
        "NoQGV4YW1"
        "wbGUuY29tIn0."
        "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
    static const char theirs[] =
        "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
    size_t claims = (size_t)(strrchr(token, '.') - token);
    struct store_push_key key;
    char value[WEBPUSH_TOKEN_MAX], own[128], *end;

    ck_assert(webpush_new_key(&key));
    ck_assert(webpush_authorization(&key, "https://push.example.net/send/secret?x=1",
                                    "mailto:push@example.com", EXPIRES - LIFE, value));
    ck_assert_int_eq(strncmp(value, "vapid t=", 8), 0);
    ck_assert_int_eq(strncmp(value + 8, token, claims + 1), 0);
    webpush_base64(key.public, sizeof key.public, own, sizeof own);
    end = strstr(value, ", k=");
    ck_assert_ptr_nonnull(end);
    ck_assert_str_eq(end + 4, own);
    *end = '\0';
    ck_assert(signed_by(token, theirs));
    ck_assert(!signed_by(token, own));
    ck_assert(signed_by(value + 8, own));
    ck_assert(!signed_by(value + 8, theirs));
}
END_TEST

static Suite *suite(void) {
    return test_suite("webpush", (const struct test_case[]){
                                     {.name = "message", a_message_is_encrypted_as_the_example},
                                     {.name = "padding", messages_are_as_long_as_is_asked},
                                     {.name = "keys", a_key_off_the_curve_is_none},
                                     {.name = "authorization", requests_are_signed_as_the_example},
                                     {0},
                                 });
}
TEST_MAIN(suite)
