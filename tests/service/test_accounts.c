/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Accounts, idempotency keys, and the endpoints for operators. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/store.h"
#include "service/account/auth.h"
#include "service/account/name.h"
#include "service/api/accounts.h"
#include "service/app/endpoint.h"
#include "tests/service/app_server.h"
#include "tests/support/check_main.h"

/* ---- accounts ---- */

START_TEST(accounts_are_made) {
    struct response response = ask("POST", "/v1/accounts", "",
                                   "{\"name\":\"Zo\xc3\xab K.\",\"email\":\"z@example.org\"}", 201);
    json_t *json = json_loadb(response.body, response.size, 0, NULL);
    char header[TOKEN_HEADER_SIZE];
    json_t *me;

    ck_assert_str_eq(response_header(&response, "Cache-Control"), "no-store");
    ck_assert_str_eq(text_of(json_object_get(json, "account"), "name"), "Zo\xc3\xab K.");
    ck_assert(token_well_formed(text_of(json, "token")));
    snprintf(header, sizeof header, "Authorization: Bearer %s\r\n", text_of(json, "token"));
    me = ask_json("GET", "/v1/me", header, NULL, 200);
    ck_assert_str_eq(text_of(me, "id"), text_of(json_object_get(json, "account"), "id"));
    ck_assert_str_eq(text_of(me, "email"), "z@example.org");
    json_decref(me);
    json_decref(json);
    response_free(&response);
    expect("POST", "/v1/accounts", "", "{\"name\":\"zo\xc3\xab k.\"}", 409);
    expect("POST", "/v1/accounts", header, "{\"name\":\"another\"}", 201);
    expect("GET", "/v1/me", "", NULL, 401);
}
END_TEST

static const char *const wrong_accounts[] = {
    "{}",
    "{\"name\":\"\"}",
    "{\"name\":5}",
    "{\"name\":null}",
    "{\"name\":\"me\"}",
    "{\"name\":\"Me\"}",
    "{\"name\":\" a\"}",
    "{\"name\":\"a \"}",
    "{\"name\":\"a\\nb\"}",
    "{\"name\":\"a\\u200bb\"}",
    "{\"name\":\"a\\u202eb\"}",
    "{\"name\":\"\\ufeffb\"}",
    "{\"name\":\"a\\u0085b\"}",
    "{\"name\":\"a\\u00adb\"}",
    "{\"name\":\"a\\u034fb\"}",
    "{\"name\":\"a\\u115f\"}",
    "{\"name\":\"a\\u2028b\"}",
    "{\"name\":\"a\\u206ab\"}",
    "{\"name\":\"\\u3164\"}",
    "{\"name\":\"\\uffa0\"}",
    "{\"name\":\"\\u2800\"}",
    "{\"name\":\"a\\ufe0f\"}",
    "{\"name\":\"a\\udb40\\udd00\"}", /* a variation selector of the supplement */
    "{\"name\":\"a\\udb40\\udc61\"}", /* a tag */
    "{\"name\":\"a\\ue000\"}",
    "{\"name\":\"a\\u00a0\"}",
    "{\"name\":\"a  b\"}",
    "{\"name\":\"\\u0301a\"}",
    "{\"name\":\"p\\u0430ul\"}",     /* a Cyrillic letter among Latin ones */
    "{\"name\":\"\\u0430\\u03b1\"}", /* Cyrillic and Greek */
    "{\"name\":\"\\uff4d\\uff45\"}", /* "me", in full width */
    "{\"name\":\"a\",\"email\":\"\"}",
    "{\"name\":\"a\",\"email\":\"nobody\"}",
    "{\"name\":\"a\",\"email\":\"@b\"}",
    "{\"name\":\"a\",\"email\":\"a@\"}",
    "{\"name\":\"a\",\"email\":\"a@b@c\"}",
    "{\"name\":\"a\",\"email\":\"a@b\\r\\nBcc: c@d\"}",
    "{\"name\":\"a\",\"email\":\"a <a@b>\"}",
    "{\"name\":\"a\",\"password\":\"x\"}",
};
enum { WRONG_ACCOUNTS = sizeof wrong_accounts / sizeof *wrong_accounts };

START_TEST(wrong_accounts_are_refused) {
    json_t *json = ask_json("POST", "/v1/accounts", "", wrong_accounts[_i], 422);

    ck_assert_str_eq(text_of(json, "type"), "/problems/invalid");
    ck_assert_uint_ge(json_array_size(json_object_get(json, "errors")), 1);
    json_decref(json);
    expect("POST", "/v1/accounts", "", "{\"name\":\"a\"}", 201); /* nothing was changed */
}
END_TEST

START_TEST(accounts_leave_for_good) {
    char first[TOKEN_HEADER_SIZE];
    char second[TOKEN_HEADER_SIZE];

    sign_up("ada", first);
    sign_up("bob", second);
    expect("DELETE", "/v1/me", first, NULL, 204);
    expect("GET", "/v1/me", first, NULL, 401);
    expect("DELETE", "/v1/me", first, NULL, 401);
    expect("GET", "/v1/me", second, NULL, 200);
    sign_up("ada", first); /* the name is free again */
}
END_TEST

/* ---- operation ---- */

START_TEST(operation_needs_no_token) {
    struct response response = ask("GET", "/healthz", "", NULL, 200);

    ck_assert_str_eq(response.body, "{\"status\":\"ok\"}");
    response_free(&response);
    response = ask("GET", "/readyz", "", NULL, 200);
    ck_assert_str_eq(response.body, "{\"status\":\"ready\"}");
    response_free(&response);
    response = ask("GET", "/metrics", "", NULL, 200);
    ck_assert_str_eq(response_header(&response, "Content-Type"),
                     "text/plain; version=0.0.4; charset=utf-8");
    response_free(&response);
    response = ask("GET", "/openapi.yaml", "", NULL, 200);
    ck_assert_ptr_nonnull(strstr(response.body, "openapi: 3.1"));
    response_free(&response);
}
END_TEST

/* ---- idempotency keys ---- */

/* POST /notes: creates an account with the name in the body, as an action that must happen only once. */
struct note {
    struct endpoint_call call; /* first */
    struct store_account account;
};

static bool note_read(struct request *rq, void *state) {
    struct note *note = state;
    const char *name = NULL;
    const struct read_field fields[] = {{"name", READ_TEXT, .to.text = &name, .required = true}};

    if (!request_fields(rq, fields, 1))
        return false;
    snprintf(note->account.name, sizeof note->account.name, "%s", name);
    app_new_id(note->account.public_id);
    return true;
}

static enum store_result note_run(struct store_tx *tx, void *state) {
    struct note *note = state;
    struct reply *reply = &note->call.reply;
    enum store_result result = store_account_create(tx, &note->account);

    if (result == STORE_CONFLICT)
        return endpoint_refuse(&note->call, PROBLEM_CONFLICT, "it is there already");
    snprintf(reply->location, sizeof reply->location, "/notes/1");
    snprintf(reply->etag, sizeof reply->etag, "n1");
    buffer_text(&reply->body, "{\"made\":true}");
    return result;
}

static const struct endpoint note = {
    .size = sizeof(struct note),
    .body_max = 100,
    .status = 201,
    .keyed = true,
    .read = note_read,
    .run = note_run,
};

static const struct route note_routes[] = {
    {.method = METHOD_POST,
     .path = "/notes",
     .handler = endpoint_serve,
     .data = &note,
     .token = ROUTE_TOKEN_NEEDED},
    {.method = METHOD_POST,
     .path = "/notes/{x}",
     .handler = endpoint_serve,
     .data = &note,
     .token = ROUTE_TOKEN_NEEDED},
    {.method = METHOD_POST,
     .path = "/v1/accounts",
     .handler = endpoint_serve,
     .data = &accounts_create},
};

static void notes_setup(void) {
    test_app_start(note_routes, 3);
}

enum { KEYED_SIZE = 600 };

static void with_key(char out[KEYED_SIZE], const char *token, const char *key) {
    snprintf(out, KEYED_SIZE, "%sIdempotency-Key: %s\r\n", token, key);
}

START_TEST(keys_replay_the_answer) {
    char own[TOKEN_HEADER_SIZE];
    char other[TOKEN_HEADER_SIZE];
    char headers[KEYED_SIZE];
    struct response response;

    sign_up("ada", own);
    sign_up("bob", other);
    with_key(headers, own, "\"k1\"");
    response = ask("POST", "/notes", headers, "{\"name\":\"x\"}", 201);
    ck_assert_ptr_null(response_header(&response, "Idempotency-Replayed"));
    response_free(&response);
    with_key(headers, own, "k1"); /* quoted or not is the same key */
    for (int i = 0; i < 3; i++) {
        response = ask("POST", "/notes", headers, "{\"name\":\"x\"}", 201);
        ck_assert_str_eq(response_header(&response, "Idempotency-Replayed"), "true");
        ck_assert_str_eq(response_header(&response, "Location"), "/notes/1");
        ck_assert_str_eq(response_header(&response, "ETag"), "\"n1\"");
        ck_assert_str_eq(response.body, "{\"made\":true}");
        response_free(&response);
    }
    expect("POST", "/notes", headers, "{\"name\":\"y\"}", 422);
    expect("POST", "/notes/z", headers, "{\"name\":\"x\"}", 422);
    expect("POST", "/notes", own, "{\"name\":\"x\"}", 409); /* without the key it acts again */
    with_key(headers, other, "k1");                         /* another caller's key is different */
    expect("POST", "/notes", headers, "{\"name\":\"z\"}", 201);
    /* Failed requests are not stored. */
    with_key(headers, own, "k2");
    expect("POST", "/notes", headers, "{\"name\":\"x\"}", 409);
    expect("POST", "/notes", headers, "{\"name\":\"new\"}", 201);
}
END_TEST

START_TEST(wrong_keys_are_refused) {
    char own[TOKEN_HEADER_SIZE];
    char headers[KEYED_SIZE];
    char key[300];

    sign_up("ada", own);
    with_key(headers, own, "");
    expect("POST", "/notes", headers, "{\"name\":\"x\"}", 400);
    with_key(headers, own, "a b");
    expect("POST", "/notes", headers, "{\"name\":\"x\"}", 400);
    memset(key, 'k', sizeof key);
    key[256] = '\0';
    with_key(headers, own, key);
    expect("POST", "/notes", headers, "{\"name\":\"x\"}", 400);
    key[255] = '\0';
    with_key(headers, own, key);
    expect("POST", "/notes", headers, "{\"name\":\"x\"}", 201);
}
END_TEST

/* The same request several times at once, before any of them has finished. */
START_TEST(keys_hold_between_requests_at_once) {
    enum { CLIENTS = 16 };
    struct client others[CLIENTS];
    char own[TOKEN_HEADER_SIZE];
    int replayed = 0;

    sign_up("ada", own);
    for (int round = 0; round < 20; round++) {
        char request[700];
        char body[40];

        snprintf(body, sizeof body, "{\"name\":\"x%02d\"}", round);
        snprintf(request, sizeof request,
                 "POST /notes HTTP/1.1\r\nHost: a\r\n%sIdempotency-Key: k%d\r\n"
                 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                 own, round, strlen(body), body);
        for (int i = 0; i < CLIENTS; i++) {
            ck_assert(client_open(&others[i], server_address(test_server)));
            client_text(&others[i], request);
        }
        for (int i = 0; i < CLIENTS; i++) {
            struct response response;

            client_read(&others[i], &response, false);
            ck_assert_int_eq(response.status, 201);
            replayed += response_header(&response, "Idempotency-Replayed") != NULL;
            response_free(&response);
            client_close(&others[i]);
        }
    }
    ck_assert_int_eq(replayed, 20 * (CLIENTS - 1));
}
END_TEST

#define SERVED .setup = test_app_setup, .teardown = test_app_stop
#define NOTES  .setup = notes_setup, .teardown = test_app_stop

/* All forms of a name are one name, and each leads to its account. */
START_TEST(a_name_is_taken_in_every_form) {
    static const char *const pairs[][2] = {
        {"Zo\xc3\xab", "zoe\xcc\x88"}, /* composed, decomposed */
        {"Zo\xc3\xab", "ZO\xc3\x8b"},  /* case beyond ASCII */
        {"Stra\xc3\x9f"
         "e",
         "STRASSE"},                                              /* folds to two letters */
        {"fin", "\xef\xac\x81n"},                                 /* a ligature */
        {"ada", "\xef\xbd\x81\xef\xbd\x84\xef\xbd\x81"},          /* full width */
        {"\xce\xa3\xce\xaf\xcf\x83", "\xcf\x83\xce\xaf\xcf\x82"}, /* final sigma */
        {"\xe3\x82\xab\xe3\x82\x99", "\xe3\x82\xac"},             /* katakana */
    };
    char body[160];

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct store_account account = {0}, other = {0};
        ck_assert_ptr_null(account_name_set(&account, pairs[i][0]));
        ck_assert_ptr_null(account_name_set(&other, pairs[i][1]));
        ck_assert_str_eq(account.name_key, other.name_key);
    }
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", pairs[0][0]);
    expect("POST", "/v1/accounts", "", body, 201);
    for (size_t i = 0; i < 2; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\"}", pairs[i][1]);
        expect("POST", "/v1/accounts", "", body, 409);
    }
    expect("GET", "/v1/accounts/ZOE%CC%88/stats", "", NULL, 200);
    expect("GET", "/v1/accounts/zoe/stats", "", NULL, 404);
}
END_TEST

static enum store_result insert_old(struct store_tx *tx, struct store_job *job) {
    static const char *const names[] = {"\xc3\x84"
                                        "da",
                                        "\xc3\xa4"
                                        "DA",
                                        "bea", "Bill", "BiIl"};
    enum store_result result = STORE_OK;

    (void)job;
    for (unsigned i = 0; i < 5 && result == STORE_OK; i++) {
        struct store_account account = {.created_at = 1};

        snprintf(account.public_id, sizeof account.public_id, "old%u", i);
        snprintf(account.name, sizeof account.name, "%s", names[i]);
        result = store_account_create(tx, &account);
    }
    return result;
}

START_TEST(old_names_get_their_keys) {
    struct store_reader *reader = store_reader_get(test_app.store);
    struct store_job job = {.run = insert_old};
    struct store_account account, alike;

    ck_assert_int_eq(store_call(test_app.store, &job), STORE_OK);
    ck_assert_int_eq(account_by_name(reader, "bea", &account), STORE_NONE);
    ck_assert(account_names_complete(test_app.store));
    ck_assert_int_eq(account_by_name(reader, "BEA", &account), STORE_OK);
    ck_assert_int_eq(account_by_name(reader,
                                     "\xc3\x84"
                                     "DA",
                                     &account),
                     STORE_OK);
    ck_assert_str_eq(account.public_id, "old0");
    ck_assert_int_eq(store_account_by_public_id(reader, "old1", &account), STORE_OK);
    ck_assert_str_eq(account.name, "\xc3\xa4"
                                   "DA");
    ck_assert_int_eq(store_account_without_forms(reader, &account), STORE_NONE);
    /* Existing names that look alike are kept; no new account gets such a name. */
    ck_assert_int_eq(store_account_by_public_id(reader, "old3", &account), STORE_OK);
    ck_assert_int_eq(store_account_by_public_id(reader, "old4", &alike), STORE_OK);
    ck_assert_mem_ne(account.alike, alike.alike, STORE_HASH_SIZE);
    ck_assert_str_eq(alike.name, "BiIl");
    expect("POST", "/v1/accounts", "", "{\"name\":\"Bi1l\"}", 409);
    ck_assert(account_names_complete(test_app.store));
}
END_TEST

/* ---- the language of messages ---- */

static void check_language(const char *header, const char *tag) {
    json_t *me = ask_json("GET", "/v1/me", header, NULL, 200);

    ck_assert_str_eq(text_of(me, "language"), tag);
    json_decref(me);
}

static void sign_up_in(const char *accept, const char *body, char header[TOKEN_HEADER_SIZE]) {
    json_t *json = ask_json("POST", "/v1/accounts", accept, body, 201);

    snprintf(header, TOKEN_HEADER_SIZE, "Authorization: Bearer %s\r\n", text_of(json, "token"));
    json_decref(json);
}

START_TEST(people_have_a_language) {
    char header[TOKEN_HEADER_SIZE];

    sign_up_in("", "{\"name\":\"Ann\"}", header);
    check_language(header, "en");
    json_decref(ask_json("PATCH", "/v1/me", header, "{\"language\":\"de\"}", 200));
    check_language(header, "de");
    json_decref(ask_json("PATCH", "/v1/me", header, "{\"name\":\"Anna\"}", 200));
    check_language(header, "de");
    expect("PATCH", "/v1/me", header, "{\"language\":\"tlh\"}", 422);
    sign_up_in("Accept-Language: de-CH, en\r\n", "{\"name\":\"Beat\"}", header);
    check_language(header, "de");
    sign_up_in("Accept-Language: de\r\n", "{\"name\":\"Cleo\",\"language\":\"en\"}", header);
    check_language(header, "en");
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "accounts",
        (const struct test_case[]){
            {"accounts_are_made", accounts_are_made, SERVED},
            {"wrong_accounts", wrong_accounts_are_refused, .loops = WRONG_ACCOUNTS, SERVED},
            {"accounts_leave_for_good", accounts_leave_for_good, SERVED},
            {"operation_needs_no_token", operation_needs_no_token, SERVED},
            {"keys_replay_the_answer", keys_replay_the_answer, NOTES},
            {"wrong_keys_are_refused", wrong_keys_are_refused, NOTES},
            {"keys_at_once", keys_hold_between_requests_at_once, NOTES},
            {"a_name_is_taken_in_every_form", a_name_is_taken_in_every_form, SERVED},
            {"old_names_get_their_keys", old_names_get_their_keys, SERVED},
            {"people_have_a_language", people_have_a_language, SERVED},
            {0},
        });
}
TEST_MAIN(suite)
