/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Passkeys: registering, signing in, and all that is refused. A device is made here, with OpenSSL. */
#include <jansson.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/account/auth.h"
#include "service/account/webauthn.h"
#include "service/api/passkeys.h"
#include "service/app/config.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum {
    PRESENT = 0x01,
    VERIFIED = 0x04,
    BACKED_UP = 0x18,
    CREDENTIAL = 0x40,
    EXTENSIONS = 0x80,
    ID = 16, /* bytes of a credential's name */
    BYTES_MAX = 1024,
    TEXT_MAX = 2048,
    ES256 = -7,
    EDDSA = -8,
    RS256 = -257,
};

static const char site_id[] = "hexpost.example";
static const char site_origin[] = "https://hexpost.example";

static struct config config = {.public_url = "https://hexpost.example"};

static void passkeys_setup(void) {
    people_setup();
    test_app.config = &config;
}

/* ---- a device ---- */

struct bytes {
    uint8_t data[BYTES_MAX];
    size_t size;
};

static void add(struct bytes *to, const void *data, size_t size) {
    ck_assert_uint_le(to->size + size, sizeof to->data);
    memcpy(to->data + to->size, data, size);
    to->size += size;
}
#define ADD(to, ...)                                                                               \
    add((to), (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

struct device {
    EVP_PKEY *key;
    int algorithm;
    uint8_t id[ID];
    uint32_t count;
    uint8_t flags;
    const char *rp_id, *origin;
};

static struct device device_new(int algorithm) {
    struct device device = {.algorithm = algorithm,
                            .count = 1,
                            .flags = PRESENT | VERIFIED,
                            .rp_id = site_id,
                            .origin = site_origin};

    device.key = algorithm == ES256   ? EVP_EC_gen("P-256")
                 : algorithm == EDDSA ? EVP_PKEY_Q_keygen(NULL, NULL, "ED25519")
                                      : EVP_RSA_gen(2048);
    ck_assert_ptr_nonnull(device.key);
    randombytes_buf(device.id, sizeof device.id);
    return device;
}

static void add_number(struct bytes *to, const EVP_PKEY *key, const char *name, int size) {
    uint8_t data[BYTES_MAX];
    BIGNUM *number = NULL;

    ck_assert_int_eq(EVP_PKEY_get_bn_param(key, name, &number), 1);
    ck_assert_int_eq(BN_bn2binpad(number, data, size), size);
    add(to, data, (size_t)size);
    BN_free(number);
}

/* The public key as COSE has it, in CBOR. */
static void add_key(struct bytes *to, const struct device *device) {
    uint8_t raw[32];
    size_t size = sizeof raw;

    switch (device->algorithm) {
    case ES256:
        ADD(to, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20);
        add_number(to, device->key, OSSL_PKEY_PARAM_EC_PUB_X, 32);
        ADD(to, 0x22, 0x58, 0x20);
        add_number(to, device->key, OSSL_PKEY_PARAM_EC_PUB_Y, 32);
        return;
    case EDDSA:
        ADD(to, 0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 0x20);
        ck_assert_int_eq(EVP_PKEY_get_raw_public_key(device->key, raw, &size), 1);
        add(to, raw, size);
        return;
    default:
        ADD(to, 0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, 0x01, 0x00);
        add_number(to, device->key, OSSL_PKEY_PARAM_RSA_N, 256);
        ADD(to, 0x21, 0x43, 0x01, 0x00, 0x01);
        return;
    }
}

static struct bytes auth_data_of(const struct device *device, bool create) {
    uint8_t hash[32];
    struct bytes data = {.size = 0};

    crypto_hash_sha256(hash, (const uint8_t *)device->rp_id, strlen(device->rp_id));
    add(&data, hash, sizeof hash);
    ADD(&data, (uint8_t)(device->flags | (create ? CREDENTIAL : 0)), (uint8_t)(device->count >> 24),
        (uint8_t)(device->count >> 16), (uint8_t)(device->count >> 8), (uint8_t)device->count);
    if (!create)
        return data;
    add(&data, (const uint8_t[16]){0}, 16); /* its make: unknown */
    ADD(&data, 0, ID);
    add(&data, device->id, ID);
    add_key(&data, device);
    return data;
}

static struct bytes client_data_of(const struct device *device, const char *type,
                                   const char *challenge) {
    struct bytes data = {.size = 0};

    data.size = (size_t)snprintf(
        (char *)data.data, sizeof data.data,
        "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\",\"crossOrigin\":false}", type,
        challenge, device->origin);
    return data;
}

static struct bytes sign(const struct device *device, const struct bytes *auth,
                         const struct bytes *said_by_page) {
    struct bytes said = *auth, signature = {.size = BYTES_MAX};
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    uint8_t hash[32];

    crypto_hash_sha256(hash, said_by_page->data, said_by_page->size);
    add(&said, hash, sizeof hash);
    ck_assert_int_eq(EVP_DigestSignInit(context, NULL,
                                        device->algorithm == EDDSA ? NULL : EVP_sha256(), NULL,
                                        device->key),
                     1);
    ck_assert_int_eq(EVP_DigestSign(context, signature.data, &signature.size, said.data, said.size),
                     1);
    EVP_MD_CTX_free(context);
    return signature;
}

static void put_base64(json_t *object, const char *key, const void *data, size_t size) {
    char text[TEXT_MAX];

    sodium_bin2base64(text, sizeof text, data, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    ck_assert_int_eq(json_object_set_new(object, key, json_string(text)), 0);
}

/* ---- its answers ---- */

static void new_challenge(struct person *person, const char *path, char challenge[64]) {
    json_t *given = POST(person, 200, NULL, "%s", path);

    ck_assert_str_eq(text_at(given, "rp_id"), site_id);
    ck_assert_uint_eq(strlen(text_at(given, "challenge")), 43);
    snprintf(challenge, 64, "%s", text_at(given, "challenge"));
    json_decref(given);
}
#define OWN_CHALLENGE  "/v1/me/passkeys/challenge"
#define SIGN_CHALLENGE "/v1/sign-in/passkey/challenge"

/* Releases BODY. */
static json_t *post_json(struct person *person, int status, const char *path, json_t *body) {
    char *text = json_dumps(body, JSON_COMPACT);
    json_t *answer;

    answer = POST(person, status, text, "%s", path);
    free(text);
    json_decref(body);
    return answer;
}

static json_t *registration(const struct device *device, const char *challenge) {
    struct bytes auth = auth_data_of(device, true);
    struct bytes page = client_data_of(device, "webauthn.create", challenge);
    json_t *body = json_object();

    put_base64(body, "id", device->id, ID);
    put_base64(body, "client_data", page.data, page.size);
    put_base64(body, "authenticator_data", auth.data, auth.size);
    return body;
}

static json_t *register_passkey(struct person *person, const struct device *device, int status) {
    char challenge[64];

    new_challenge(person, OWN_CHALLENGE, challenge);
    return post_json(person, status, "/v1/me/passkeys", registration(device, challenge));
}

static json_t *assertion(const struct device *device, const char *challenge) {
    struct bytes auth = auth_data_of(device, false);
    struct bytes page = client_data_of(device, "webauthn.get", challenge);
    struct bytes signature = sign(device, &auth, &page);
    json_t *body = json_object();

    put_base64(body, "id", device->id, ID);
    put_base64(body, "client_data", page.data, page.size);
    put_base64(body, "authenticator_data", auth.data, auth.size);
    put_base64(body, "signature", signature.data, signature.size);
    return body;
}

static json_t *use_passkey(const struct device *device, int status) {
    char challenge[64];

    new_challenge(&nobody, SIGN_CHALLENGE, challenge);
    return post_json(&nobody, status, "/v1/sign-in/passkey", assertion(device, challenge));
}

/* ---- tests ---- */

START_TEST(a_site_is_taken_from_its_url) {
    static const struct {
        const char *url, *id, *origin; /* NULL: it has no passkeys */
    } rows[] = {
        {"https://hexpost.example", "hexpost.example", "https://hexpost.example"},
        {"https://Hexpost.Example:443/play", "hexpost.example", "https://hexpost.example"},
        {"https://hexpost.example:8443", "hexpost.example", "https://hexpost.example:8443"},
        {"http://localhost:8080", "localhost", "http://localhost:8080"},
        {"http://localhost:80", "localhost", "http://localhost"},
        {"http://hexpost.example", NULL, NULL},
        {"https://192.0.2.1", NULL, NULL},
        {"http://127.0.0.1:8080", NULL, NULL},
        {"https://[2001:db8::1]:8443", NULL, NULL},
        {"https://user@hexpost.example", NULL, NULL},
        {"https://", NULL, NULL},
        {"ftp://hexpost.example", NULL, NULL},
        {"", NULL, NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct webauthn_site site;
        bool good = webauthn_site_read(rows[i].url, &site);

        ck_assert_msg(good == (rows[i].id != NULL), "%s", rows[i].url);
        if (!good)
            continue;
        ck_assert_str_eq(site.id, rows[i].id);
        ck_assert_str_eq(site.origin, rows[i].origin);
    }
}
END_TEST

START_TEST(passkeys_sign_in) {
    static const int algorithms[] = {ES256, EDDSA, RS256};
    struct device device = device_new(algorithms[_i]);
    json_t *made, *signed_in, *list, *item;

    device.flags |= BACKED_UP;
    made = register_passkey(&ada, &device, 201);
    ck_assert_int_eq(number_at(made, "algorithm"), algorithms[_i]);
    ck_assert(json_is_true(json_object_get(made, "backed_up")));
    ck_assert(json_is_null(json_object_get(made, "last_used_at")));
    json_decref(made);
    for (device.count = 2; device.count < 4; device.count++) {
        signed_in = use_passkey(&device, 200);
        ck_assert_str_eq(text_at(json_object_get(signed_in, "account"), "name"), "ada");
        ck_assert(token_well_formed(text_at(signed_in, "token")));
        json_decref(signed_in);
    }
    list = GET(&ada, 200, "/v1/me/passkeys");
    item = json_array_get(json_object_get(list, "items"), 0);
    ck_assert(json_is_string(json_object_get(item, "last_used_at")));
    json_decref(list);
    /* The account sees how it was signed in. */
    list = GET(&ada, 200, "/v1/me/tokens");
    item = json_array_get(json_object_get(list, "items"), 1);
    ck_assert_str_eq(text_at(item, "name"), "signed in by passkey");
    json_decref(list);
    EVP_PKEY_free(device.key);
}
END_TEST

START_TEST(passkeys_are_named_and_removed) {
    struct device device = device_new(ES256), second = device_new(ES256);
    json_t *made = register_passkey(&ada, &device, 201), *list, *challenge;
    char id[GAME_ID_SIZE];

    snprintf(id, sizeof id, "%s", text_at(made, "id"));
    json_decref(made);
    /* What is registered is not registered again, here or by somebody else. */
    json_decref(register_passkey(&ada, &device, 409));
    json_decref(register_passkey(&grace, &device, 409));
    json_decref(register_passkey(&ada, &second, 201));
    challenge = POST(&ada, 200, NULL, OWN_CHALLENGE);
    ck_assert_uint_eq(json_array_size(json_object_get(challenge, "exclude")), 2);
    ck_assert_str_eq(text_at(json_object_get(challenge, "user"), "name"), "ada");
    json_decref(challenge);
    made = person_ask(&ada, 200, "PATCH", "", "{'name':'My key'}", "/v1/me/passkeys/%s", id);
    ck_assert_str_eq(text_at(made, "name"), "My key");
    json_decref(made);
    json_decref(person_ask(&grace, 404, "PATCH", "", "{'name':'Mine'}", "/v1/me/passkeys/%s", id));
    assert_problem(person_ask(&ada, 422, "PATCH", "", "{'name':''}", "/v1/me/passkeys/%s", id),
                   "invalid", "/name");
    json_decref(person_ask(&grace, 404, "DELETE", "", NULL, "/v1/me/passkeys/%s", id));
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/me/passkeys/%s", id));
    json_decref(person_ask(&ada, 404, "DELETE", "", NULL, "/v1/me/passkeys/%s", id));
    json_decref(use_passkey(&device, 404));
    list = GET(&ada, 200, "/v1/me/passkeys");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 1);
    json_decref(list);
    EVP_PKEY_free(device.key);
    EVP_PKEY_free(second.key);
}
END_TEST

START_TEST(challenges_are_answered_once_in_time_and_for_what_they_were_given) {
    struct device device = device_new(ES256), other = device_new(ES256);
    char own[64], sign_in[64];

    new_challenge(&ada, OWN_CHALLENGE, own);
    new_challenge(&nobody, SIGN_CHALLENGE, sign_in);
    assert_problem(post_json(&grace, 422, "/v1/me/passkeys", registration(&device, own)), "invalid",
                   "/client_data");
    assert_problem(post_json(&ada, 422, "/v1/me/passkeys", registration(&device, sign_in)),
                   "invalid", "/client_data");
    json_decref(post_json(&ada, 201, "/v1/me/passkeys", registration(&device, own)));
    assert_problem(post_json(&ada, 422, "/v1/me/passkeys", registration(&other, own)), "invalid",
                   "/client_data");
    device.count++;
    new_challenge(&ada, OWN_CHALLENGE, own);
    assert_problem(post_json(&nobody, 422, "/v1/sign-in/passkey", assertion(&device, own)),
                   "invalid", "/client_data");
    json_decref(post_json(&nobody, 200, "/v1/sign-in/passkey", assertion(&device, sign_in)));
    device.count++;
    assert_problem(post_json(&nobody, 422, "/v1/sign-in/passkey", assertion(&device, sign_in)),
                   "invalid", "/client_data");
    new_challenge(&nobody, SIGN_CHALLENGE, sign_in);
    app_correct_clock(PASSKEY_CHALLENGE_S * 1000);
    assert_problem(post_json(&nobody, 422, "/v1/sign-in/passkey", assertion(&device, sign_in)),
                   "invalid", "/client_data");
    EVP_PKEY_free(device.key);
    EVP_PKEY_free(other.key);
}
END_TEST

/* Each device differs in one thing from one that is registered, and is refused before anything is looked up. */
START_TEST(what_is_said_for_another_site_is_refused) {
    struct device device = device_new(ES256), wrong = device;

    json_decref(register_passkey(&ada, &device, 201));
    device.count = wrong.count = 2;
    wrong.origin = "https://hexpost.example.evil.example";
    assert_problem(use_passkey(&wrong, 422), "invalid", "/client_data");
    assert_problem(register_passkey(&ada, &wrong, 422), "invalid", "/client_data");
    wrong = device;
    wrong.rp_id = "evil.example";
    assert_problem(use_passkey(&wrong, 422), "invalid", "/authenticator_data");
    assert_problem(register_passkey(&ada, &wrong, 422), "invalid", "/authenticator_data");
    wrong = device;
    wrong.flags = VERIFIED; /* nobody was there */
    assert_problem(use_passkey(&wrong, 422), "invalid", "/authenticator_data");
    assert_problem(register_passkey(&ada, &wrong, 422), "invalid", "/authenticator_data");
    json_decref(use_passkey(&device, 200));
    EVP_PKEY_free(device.key);
}
END_TEST

START_TEST(signatures_are_checked) {
    struct device device = device_new(ES256), thief = device_new(ES256);
    char challenge[64];
    json_t *body;

    json_decref(register_passkey(&ada, &device, 201));
    json_decref(use_passkey(&thief, 404)); /* a credential that nobody has */
    memcpy(thief.id, device.id, sizeof thief.id);
    thief.count = 9;
    assert_problem(use_passkey(&thief, 422), "invalid", "/signature");
    /* A signature for another challenge. */
    device.count = 2;
    new_challenge(&nobody, SIGN_CHALLENGE, challenge);
    body = assertion(&device, challenge);
    new_challenge(&nobody, SIGN_CHALLENGE, challenge);
    struct bytes page = client_data_of(&device, "webauthn.get", challenge);
    put_base64(body, "client_data", page.data, page.size);
    assert_problem(post_json(&nobody, 422, "/v1/sign-in/passkey", body), "invalid", "/signature");
    EVP_PKEY_free(device.key);
    EVP_PKEY_free(thief.key);
}
END_TEST

START_TEST(a_passkey_is_its_accounts) {
    struct device device = device_new(ES256);
    char challenge[64];
    json_t *me = GET(&grace, 200, "/v1/me"), *body, *signed_in;

    json_decref(register_passkey(&ada, &device, 201));
    device.count = 2;
    new_challenge(&nobody, SIGN_CHALLENGE, challenge);
    body = assertion(&device, challenge);
    put_base64(body, "user_handle", text_at(me, "id"), strlen(text_at(me, "id")));
    json_decref(post_json(&nobody, 404, "/v1/sign-in/passkey", body));
    json_decref(me);
    me = GET(&ada, 200, "/v1/me");
    new_challenge(&nobody, SIGN_CHALLENGE, challenge);
    body = assertion(&device, challenge);
    put_base64(body, "user_handle", text_at(me, "id"), strlen(text_at(me, "id")));
    signed_in = post_json(&nobody, 200, "/v1/sign-in/passkey", body);
    json_decref(me);
    json_decref(signed_in);
    EVP_PKEY_free(device.key);
}
END_TEST

START_TEST(a_count_that_does_not_rise_is_refused) {
    struct device device = device_new(ES256), uncounted = device_new(EDDSA);

    json_decref(register_passkey(&ada, &device, 201));
    device.count = 5;
    json_decref(use_passkey(&device, 200));
    assert_problem(use_passkey(&device, 403), "forbidden", NULL);
    device.count = 4;
    assert_problem(use_passkey(&device, 403), "forbidden", NULL);
    device.count = 0;
    assert_problem(use_passkey(&device, 403), "forbidden", NULL);
    device.count = 6;
    json_decref(use_passkey(&device, 200));
    /* A passkey that is kept in several places does not count. */
    uncounted.count = 0;
    json_decref(register_passkey(&ada, &uncounted, 201));
    for (int i = 0; i < 2; i++)
        json_decref(use_passkey(&uncounted, 200));
    EVP_PKEY_free(device.key);
    EVP_PKEY_free(uncounted.key);
}
END_TEST

START_TEST(broken_data_are_refused) {
    struct device device = device_new(ES256);
    struct bytes auth = auth_data_of(&device, true);
    char challenge[64];
    json_t *body;

    new_challenge(&ada, OWN_CHALLENGE, challenge);
    for (size_t size = 1; size < auth.size; size++) { /* cut anywhere */
        body = registration(&device, challenge);
        put_base64(body, "authenticator_data", auth.data, size);
        assert_problem(post_json(&ada, 422, "/v1/me/passkeys", body), "invalid",
                       "/authenticator_data");
    }
    auth.data[auth.size - 1] ^= 1; /* no point of the curve */
    body = registration(&device, challenge);
    put_base64(body, "authenticator_data", auth.data, auth.size);
    assert_problem(post_json(&ada, 422, "/v1/me/passkeys", body), "invalid", "/authenticator_data");
    body = registration(&device, challenge);
    json_object_set_new(body, "client_data", json_string("!"));
    assert_problem(post_json(&ada, 422, "/v1/me/passkeys", body), "invalid", "/client_data");
    body = registration(&device, challenge);
    put_base64(body, "client_data", "[1]", 3);
    assert_problem(post_json(&ada, 422, "/v1/me/passkeys", body), "invalid", "/client_data");
    body = registration(&device, challenge);
    put_base64(body, "id", "another", 7);
    assert_problem(post_json(&ada, 422, "/v1/me/passkeys", body), "invalid", "/id");
    json_decref(post_json(&ada, 201, "/v1/me/passkeys", registration(&device, challenge)));
    EVP_PKEY_free(device.key);
}
END_TEST

/* libcbor would reserve memory for 2^32 elements before it looks for the first. */
START_TEST(lengths_without_data_are_refused) {
    static const uint8_t heads[][9] = {
        {0x9a, 0xff, 0xff, 0xff, 0xff},          /* an array */
        {0xba, 0xff, 0xff, 0xff, 0xff},          /* a map */
        {0x5b, 0xff, 0xff, 0xff, 0xff},          /* bytes */
        {0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0}, /* arrays within each other */
        {0x9f, 0xff},                            /* of no fixed length */
    };
    const struct webauthn_site site = {.id = "hexpost.example"};
    struct device device = device_new(EDDSA);
    struct webauthn_state state;

    device.flags |= EXTENSIONS;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        struct bytes auth = auth_data_of(&device, false);
        struct webauthn_bytes all;

        ADD(&auth, 0xa1, 0x61, 'x', 0x01); /* an extension */
        all = (struct webauthn_bytes){auth.data, auth.size};
        ck_assert_ptr_null(webauthn_read_state(all, &site, &state));
        add(&auth, heads[i], sizeof *heads);
        all.size = auth.size;
        ck_assert_msg(webauthn_read_state(all, &site, &state) != NULL, "%zu", i);
    }
    EVP_PKEY_free(device.key);
}
END_TEST

START_TEST(a_guest_keeps_the_account_by_a_passkey) {
    struct person guest = person_unknown();
    struct device device = device_new(ES256);
    json_t *made = POST(&guest, 201, "{'guest':true}", "/v1/accounts"), *me;

    snprintf(guest.header, sizeof guest.header, "Authorization: Bearer %s\r\n",
             text_at(made, "token"));
    json_decref(made);
    json_decref(register_passkey(&guest, &device, 201));
    me = GET(&guest, 200, "/v1/me");
    ck_assert(json_is_false(json_object_get(me, "guest")));
    json_decref(me);
    /* And with the account it goes. */
    json_decref(person_ask(&guest, 204, "DELETE", "", NULL, "/v1/me"));
    device.count = 2;
    json_decref(use_passkey(&device, 404));
    person_gone(&guest);
    EVP_PKEY_free(device.key);
}
END_TEST

START_TEST(a_token_that_ends_registers_none) {
    struct person program = person_unknown();
    json_t *token =
        POST(&ada, 201, "{'name':'p','expires_at':'2999-01-01T00:00:00Z'}", "/v1/me/tokens");

    snprintf(program.header, sizeof program.header, "Authorization: Bearer %s\r\n",
             text_at(token, "token"));
    json_decref(token);
    assert_problem(POST(&program, 403, NULL, OWN_CHALLENGE), "forbidden", NULL);
    GET_ONLY(&program, 200, "/v1/me/passkeys");
    person_gone(&program);
}
END_TEST

START_TEST(passkeys_and_tries_have_a_limit) {
    struct device device = device_new(ES256);
    int asked = 0;

    for (; asked < PASSKEYS_MAX; asked++) {
        device.id[0] = (uint8_t)asked;
        json_decref(register_passkey(&ada, &device, 201));
    }
    device.id[0] = PASSKEYS_MAX;
    assert_problem(register_passkey(&ada, &device, 409), "conflict", NULL);
    for (asked++; asked < PASSKEY_TRIES_OF_ACCOUNT; asked++)
        POST_ONLY(&ada, 200, NULL, OWN_CHALLENGE);
    assert_problem(POST(&ada, 429, NULL, OWN_CHALLENGE), "rate-limited", NULL);
    POST_ONLY(&grace, 200, NULL, OWN_CHALLENGE);
    EVP_PKEY_free(device.key);
}
END_TEST

START_TEST(a_server_without_a_name_has_no_passkeys) {
    static struct config nameless = {.public_url = "https://192.0.2.1"};

    test_app.config = &nameless;
    assert_problem(POST(&nobody, 403, NULL, SIGN_CHALLENGE), "forbidden", NULL);
    assert_problem(POST(&ada, 403, NULL, OWN_CHALLENGE), "forbidden", NULL);
}
END_TEST

#define AT_A_SERVER .setup = passkeys_setup, .teardown = people_teardown

static Suite *suite(void) {
    return test_suite(
        "passkeys",
        (const struct test_case[]){
            {.name = "site", a_site_is_taken_from_its_url},
            {.name = "sign in", passkeys_sign_in, .loops = 3, AT_A_SERVER},
            {.name = "own", passkeys_are_named_and_removed, AT_A_SERVER},
            {.name = "challenges",
             challenges_are_answered_once_in_time_and_for_what_they_were_given,
             AT_A_SERVER},
            {.name = "other sites", what_is_said_for_another_site_is_refused, AT_A_SERVER},
            {.name = "signatures", signatures_are_checked, AT_A_SERVER},
            {.name = "other accounts", a_passkey_is_its_accounts, AT_A_SERVER},
            {.name = "counts", a_count_that_does_not_rise_is_refused, AT_A_SERVER},
            {.name = "broken", broken_data_are_refused, AT_A_SERVER},
            {.name = "lengths", lengths_without_data_are_refused},
            {.name = "guests", a_guest_keeps_the_account_by_a_passkey, AT_A_SERVER},
            {.name = "tokens", a_token_that_ends_registers_none, AT_A_SERVER},
            {.name = "limits", passkeys_and_tries_have_a_limit, AT_A_SERVER},
            {.name = "no name", a_server_without_a_name_has_no_passkeys, AT_A_SERVER},
            {0},
        });
}
TEST_MAIN(suite)
