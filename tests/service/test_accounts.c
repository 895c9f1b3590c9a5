/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Accounts, tokens, idempotency keys, and the endpoints for operation. */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "db/accounts.h"
#include "db/store.h"
#include "service/account/auth.h"
#include "service/account/name.h"
#include "service/account/session.h"
#include "service/api/accounts.h"
#include "service/app/endpoint.h"
#include "service/base/time_text.h"
#include "service/http/reply.h"
#include "tests/service/app_server.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

static json_t *answer(const char *method, const char *path, const char *headers, const char *body,
                      int status) {
    struct response response = ask(method, path, headers, body, status);
    json_t *json = json_loadb(response.body, response.size, 0, NULL);

    ck_assert_ptr_nonnull(json);
    response_free(&response);
    return json;
}

static const char *text(const json_t *json, const char *key) {
    const char *value = json_string_value(json_object_get(json, key));

    ck_assert_msg(value != NULL, "no %s", key);
    return value;
}

/* ---- tokens ---- */

START_TEST(tokens_carry_their_checksum) {
    uint8_t hash[TOKEN_HASH_SIZE];
    char token[TOKEN_SIZE];

    ck_assert_int_ge(sodium_init(), 0);
    for (int i = 0; i < 200; i++) {
        token_new(token, hash);
        ck_assert_uint_eq(strlen(token), 40);
        ck_assert(token_well_formed(token));
        for (size_t at = 0; at < TOKEN_LENGTH; at++) {
            char kept = token[at];

            token[at] = kept == 'A' ? 'B' : 'A';
            ck_assert_msg(!token_well_formed(token), "a mistake at %zu", at);
            token[at] = kept;
        }
    }
    ck_assert(!token_well_formed(""));
    ck_assert(!token_well_formed("hxp_"));
    /* Fixed, so that tools which look for leaked tokens can rely on it. */
    ck_assert(token_well_formed("hxp_0123456789ABCDEFGHIJKLMNOPQRST26bB7d"));
}
END_TEST

START_TEST(scopes_are_words) {
    char words[SCOPES_TEXT_SIZE];

    scopes_text(SCOPE_ALL, words);
    ck_assert_str_eq(words, "game:read game:play game:create account:write");
    ck_assert_uint_eq(scopes_parse(words), SCOPE_ALL);
    ck_assert_uint_eq(scopes_parse("game:play later:invention"), SCOPE_GAME_PLAY);
    ck_assert_uint_eq(scopes_parse(""), 0);
    ck_assert_uint_eq(scope_bit("game"), 0);
}
END_TEST

/* ---- accounts ---- */

START_TEST(accounts_are_made) {
    struct response response = ask("POST", "/v1/accounts", "",
                                   "{\"name\":\"Zo\xc3\xab K.\",\"email\":\"z@example.org\"}", 201);
    json_t *json = json_loadb(response.body, response.size, 0, NULL);
    char header[TOKEN_HEADER_SIZE];
    json_t *me;

    ck_assert_str_eq(response_header(&response, "Cache-Control"), "no-store");
    ck_assert_str_eq(text(json_object_get(json, "account"), "name"), "Zo\xc3\xab K.");
    ck_assert(token_well_formed(text(json, "token")));
    snprintf(header, sizeof header, "Authorization: Bearer %s\r\n", text(json, "token"));
    me = answer("GET", "/v1/me", header, NULL, 200);
    ck_assert_str_eq(text(me, "id"), text(json_object_get(json, "account"), "id"));
    ck_assert_str_eq(text(me, "email"), "z@example.org");
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
    json_t *json = answer("POST", "/v1/accounts", "", wrong_accounts[_i], 422);

    ck_assert_str_eq(text(json, "type"), "/problems/invalid");
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

/* ---- further tokens ---- */

START_TEST(tokens_are_made_listed_and_taken_back) {
    char own[TOKEN_HEADER_SIZE];
    char other[TOKEN_HEADER_SIZE];
    char weak[TOKEN_HEADER_SIZE];
    char path[100];
    json_t *token;
    json_t *list;
    json_t *items;

    sign_up("ada", own);
    sign_up("bob", other);
    token = answer("POST", "/v1/me/tokens", own,
                   "{\"name\":\"bot\",\"scopes\":[\"game:read\"],"
                   "\"expires_at\":\"2999-01-01T00:00:00Z\"}",
                   201);
    snprintf(weak, sizeof weak, "Authorization: Bearer %s\r\n", text(token, "token"));
    snprintf(path, sizeof path, "/v1/me/tokens/%s", text(token, "id"));
    ck_assert_str_eq(text(token, "expires_at"), "2999-01-01T00:00:00.000Z");
    list = answer("GET", "/v1/me/tokens", own, NULL, 200);
    items = json_object_get(list, "items");
    ck_assert_uint_eq(json_array_size(items), 2);
    ck_assert_str_eq(text(json_array_get(items, 1), "name"), "bot");
    ck_assert_ptr_null(json_object_get(json_array_get(items, 1), "token"));
    ck_assert(json_is_true(json_object_get(json_array_get(items, 0), "current")));
    ck_assert(json_is_false(json_object_get(json_array_get(items, 1), "current")));
    ck_assert(json_is_null(json_object_get(list, "next")));
    json_decref(list);
    json_decref(token);
    /* It can do what it was made for, and no more. */
    expect("GET", "/v1/me", weak, NULL, 200);
    expect("GET", "/v1/me/tokens", weak, NULL, 403);
    expect("DELETE", "/v1/me", weak, NULL, 403);
    expect("POST", "/v1/me/tokens", weak, "{\"name\":\"more\"}", 403);
    /* Others cannot take it back. */
    expect("DELETE", path, other, NULL, 404);
    expect("GET", "/v1/me", weak, NULL, 200);
    expect("DELETE", path, own, NULL, 204);
    expect("GET", "/v1/me", weak, NULL, 401);
    expect("DELETE", path, own, NULL, 404);
    expect("DELETE", "/v1/me/tokens/nothing", own, NULL, 404);
}
END_TEST

static const char *const wrong_tokens[] = {
    "{}",
    "{\"name\":\"a\",\"scopes\":[]}",
    "{\"name\":\"a\",\"scopes\":[\"admin\"]}",
    "{\"name\":\"a\",\"scopes\":[1]}",
    "{\"name\":\"a\",\"scopes\":\"game:read\"}",
    "{\"name\":\"a\",\"scopes\":[\"account:write\",\"game:create\"]}",
    "{\"name\":\"a\",\"expires_at\":\"2020-01-01T00:00:00Z\"}",
    "{\"name\":\"a\",\"expires_at\":\"tomorrow\"}",
};
enum { WRONG_TOKENS = sizeof wrong_tokens / sizeof *wrong_tokens };

START_TEST(wrong_tokens_are_refused) {
    char own[TOKEN_HEADER_SIZE];
    char less[TOKEN_HEADER_SIZE];
    json_t *token;

    sign_up("ada", own);
    token = answer("POST", "/v1/me/tokens", own,
                   "{\"name\":\"less\",\"scopes\":[\"account:write\"]}", 201);
    snprintf(less, sizeof less, "Authorization: Bearer %s\r\n", text(token, "token"));
    json_decref(token);
    expect("POST", "/v1/me/tokens", less, wrong_tokens[_i], 422);
}
END_TEST

START_TEST(tokens_have_a_limit) {
    char own[TOKEN_HEADER_SIZE];

    sign_up("ada", own);
    for (int i = 1; i < 100; i++)
        expect("POST", "/v1/me/tokens", own, "{\"name\":\"a\"}", 201);
    expect("POST", "/v1/me/tokens", own, "{\"name\":\"a\"}", 409);
    expect("GET", "/v1/me/tokens", own, NULL, 200);
}
END_TEST

/* ---- sessions ---- */

/* Signs a browser in with the token of HEADER; its cookie as a header of the same kind. */
static void sign_browser_in(const char *header, char cookie[TOKEN_HEADER_SIZE]) {
    struct response response = ask("POST", "/v1/session", header, NULL, 204);
    const char *value = response_header(&response, "Set-Cookie");

    ck_assert_ptr_nonnull(value);
    snprintf(cookie, TOKEN_HEADER_SIZE, "Cookie: %.*s\r\n", (int)strcspn(value, ";"), value);
    response_free(&response);
}

/* Makes a token with that of HEADER from a body. */
static void make_token(const char *header, const char *body, char made[TOKEN_HEADER_SIZE]) {
    json_t *token = answer("POST", "/v1/me/tokens", header, body, 201);

    snprintf(made, TOKEN_HEADER_SIZE, "Authorization: Bearer %s\r\n", text(token, "token"));
    json_decref(token);
}

START_TEST(a_name_makes_no_session) {
    char own[TOKEN_HEADER_SIZE], named[TOKEN_HEADER_SIZE], cookie[TOKEN_HEADER_SIZE];
    json_t *list, *items;

    sign_up("ada", own);
    make_token(own, "{\"name\":\"a browser\",\"expires_at\":\"2999-01-01T00:00:00Z\"}", named);
    for (int i = 0; i <= SESSIONS_MAX; i++)
        sign_browser_in(own, cookie);
    /* The oldest session gave way, not the token that is called so. */
    expect("GET", "/v1/me", named, NULL, 200);
    list = answer("GET", "/v1/me/tokens", own, NULL, 200);
    items = json_object_get(list, "items");
    ck_assert_uint_eq(json_array_size(items), 2 + SESSIONS_MAX);
    for (size_t i = 0; i < json_array_size(items); i++)
        ck_assert_int_eq(json_is_true(json_object_get(json_array_get(items, i), "session")), i > 1);
    json_decref(list);
}
END_TEST

/* ---- tokens made with tokens ---- */

static const char same_origin[] = "Sec-Fetch-Site: same-origin\r\n";

/* The token that the listing calls NAME, of those that OWN sees; NULL: it has ended. */
static json_t *listed_token(const char *own, const char *name) {
    json_t *list = answer("GET", "/v1/me/tokens", own, NULL, 200), *found = NULL;
    json_t *items = json_object_get(list, "items");

    for (size_t i = 0; i < json_array_size(items); i++)
        if (strcmp(text(json_array_get(items, i), "name"), name) == 0)
            found = json_incref(json_array_get(items, i));
    json_decref(list);
    return found;
}

/* Asserts that there is a token of that name with this parent's name, and when it ends; NULL: never. */
static void assert_child(const char *own, const char *name, const char *parent,
                         const char *expires_at) {
    json_t *child = listed_token(own, name), *from = listed_token(own, parent);
    const char *end = json_string_value(json_object_get(child, "expires_at"));

    ck_assert_str_eq(text(child, "parent"), text(from, "id"));
    ck_assert_msg(expires_at == NULL ? end == NULL : strcmp(end, expires_at) == 0, "%s: %s", name,
                  end);
    json_decref(child);
    json_decref(from);
}

static void take_back(const char *own, const char *name) {
    json_t *token = listed_token(own, name);
    char path[100];

    ck_assert_ptr_nonnull(token);
    snprintf(path, sizeof path, "/v1/me/tokens/%s", text(token, "id"));
    expect("DELETE", path, own, NULL, 204);
    json_decref(token);
}

START_TEST(a_child_ends_with_its_parent_at_the_latest) {
    static const char sooner[] = "2997-01-01T00:00:00.000Z", then[] = "2998-01-01T00:00:00.000Z";
    char own[TOKEN_HEADER_SIZE], parent[TOKEN_HEADER_SIZE], child[TOKEN_HEADER_SIZE];

    sign_up("ada", own);
    make_token(own, "{\"name\":\"parent\",\"expires_at\":\"2998-01-01T00:00:00Z\"}", parent);
    make_token(parent, "{\"name\":\"endless\"}", child);
    make_token(parent, "{\"name\":\"null\",\"expires_at\":null}", child);
    make_token(parent, "{\"name\":\"later\",\"expires_at\":\"2999-01-01T00:00:00Z\"}", child);
    make_token(parent, "{\"name\":\"sooner\",\"expires_at\":\"2997-01-01T00:00:00Z\"}", child);
    make_token(own, "{\"name\":\"of the first\"}", child);
    assert_child(own, "endless", "parent", then);
    assert_child(own, "null", "parent", then);
    assert_child(own, "later", "parent", then);
    assert_child(own, "sooner", "parent", sooner);
    assert_child(own, "parent", "first", then);
    assert_child(own, "of the first", "first", NULL);
}
END_TEST

START_TEST(a_session_of_a_short_token_is_as_short) {
    char own[TOKEN_HEADER_SIZE], parent[TOKEN_HEADER_SIZE], cookie[TOKEN_HEADER_SIZE];
    char soon[TIME_TEXT_SIZE], body[120], headers[2 * TOKEN_HEADER_SIZE];

    sign_up("ada", own);
    time_write(soon, app_now() + 3600 * 1000);
    snprintf(body, sizeof body, "{\"name\":\"hour\",\"expires_at\":\"%s\"}", soon);
    make_token(own, body, parent);
    sign_browser_in(parent, cookie);
    assert_child(own, "a browser", "hour", soon);
    /* And what is made in that browser. */
    snprintf(headers, sizeof headers, "%s%s", cookie, same_origin);
    expect("POST", "/v1/me/tokens", headers, "{\"name\":\"bot\"}", 201);
    assert_child(own, "bot", "hour", soon);
}
END_TEST

START_TEST(a_child_is_taken_back_with_its_parent) {
    char own[TOKEN_HEADER_SIZE], parent[TOKEN_HEADER_SIZE], child[TOKEN_HEADER_SIZE];
    char grandchild[TOKEN_HEADER_SIZE], cookie[TOKEN_HEADER_SIZE], other[TOKEN_HEADER_SIZE];

    sign_up("ada", own);
    make_token(own, "{\"name\":\"parent\"}", parent);
    make_token(own, "{\"name\":\"other\"}", other);
    make_token(parent, "{\"name\":\"child\"}", child);
    make_token(child, "{\"name\":\"grandchild\"}", grandchild);
    sign_browser_in(child, cookie);
    expect("GET", "/v1/me", grandchild, NULL, 200);
    expect("GET", "/v1/me", cookie, NULL, 200);
    take_back(own, "parent");
    expect("GET", "/v1/me", parent, NULL, 401);
    expect("GET", "/v1/me", child, NULL, 401);
    expect("GET", "/v1/me", grandchild, NULL, 401);
    expect("GET", "/v1/me", cookie, NULL, 401);
    expect("GET", "/v1/me", other, NULL, 200);
    ck_assert_ptr_null(listed_token(own, "grandchild"));
}
END_TEST

/* As the page does with the key that comes for a mailed code. */
START_TEST(a_browser_gives_up_the_key_that_signed_it_in) {
    char own[TOKEN_HEADER_SIZE], key[TOKEN_HEADER_SIZE], cookie[TOKEN_HEADER_SIZE];
    char other[TOKEN_HEADER_SIZE], headers[2 * TOKEN_HEADER_SIZE];

    sign_up("ada", own);
    make_token(own, "{\"name\":\"key\"}", key);
    sign_browser_in(key, cookie);
    sign_browser_in(key, other);
    snprintf(headers, sizeof headers, "%s%s", key, cookie);
    take_back(headers, "key");
    expect("GET", "/v1/me", key, NULL, 401);
    expect("GET", "/v1/me", other, NULL, 401);
    expect("GET", "/v1/me", cookie, NULL, 200);
    /* A session alone does not get away from the key that it was made with. */
    make_token(own, "{\"name\":\"key\"}", key);
    sign_browser_in(key, cookie);
    snprintf(headers, sizeof headers, "%s%s", cookie, same_origin);
    take_back(headers, "key");
    expect("GET", "/v1/me", cookie, NULL, 401);
}
END_TEST

START_TEST(a_session_of_a_narrow_token_is_as_narrow) {
    char own[TOKEN_HEADER_SIZE], parent[TOKEN_HEADER_SIZE], cookie[TOKEN_HEADER_SIZE];
    char headers[2 * TOKEN_HEADER_SIZE];

    sign_up("ada", own);
    make_token(own, "{\"name\":\"reader\",\"scopes\":[\"game:read\"]}", parent);
    sign_browser_in(parent, cookie);
    snprintf(headers, sizeof headers, "%s%s", cookie, same_origin);
    expect("GET", "/v1/me/games", headers, NULL, 200);
    expect("POST", "/v1/me/tokens", headers, "{\"name\":\"bot\"}", 403);
    take_back(own, "reader");
    expect("GET", "/v1/me/games", headers, NULL, 401);
}
END_TEST

START_TEST(signing_out_takes_no_token_back) {
    char own[TOKEN_HEADER_SIZE], parent[TOKEN_HEADER_SIZE], cookie[TOKEN_HEADER_SIZE];
    char child[TOKEN_HEADER_SIZE], headers[2 * TOKEN_HEADER_SIZE];

    sign_up("ada", own);
    make_token(own, "{\"name\":\"parent\"}", parent);
    sign_browser_in(parent, cookie);
    snprintf(headers, sizeof headers, "%s%s", cookie, same_origin);
    make_token(headers, "{\"name\":\"bot\"}", child);
    assert_child(own, "bot", "parent", NULL);
    expect("DELETE", "/v1/session", headers, NULL, 204);
    expect("GET", "/v1/me", headers, NULL, 401);
    expect("GET", "/v1/me", child, NULL, 200);
    take_back(own, "parent");
    expect("GET", "/v1/me", child, NULL, 401);
}
END_TEST

/* As before anybody noted who made which. */
static void forget_parents(const char *path) {
    sql_force(path, "UPDATE tokens SET parent_id = NULL");
}

START_TEST(a_session_without_a_parent_can_be_renewed) {
    char own[TOKEN_HEADER_SIZE], cookie[TOKEN_HEADER_SIZE], next[TOKEN_HEADER_SIZE];
    char child[TOKEN_HEADER_SIZE], headers[2 * TOKEN_HEADER_SIZE];
    json_t *token;

    sign_up("ada", own);
    sign_browser_in(own, cookie);
    client_close(&client);
    test_app_restart(forget_parents);
    token = listed_token(own, "a browser");
    snprintf(headers, sizeof headers, "%s%s", cookie, same_origin);
    make_token(headers, "{\"name\":\"bot\"}", child);
    assert_child(own, "bot", "a browser", text(token, "expires_at"));
    json_decref(token);
    sign_browser_in(headers, next);
    expect("GET", "/v1/me", headers, NULL, 401);
    expect("GET", "/v1/me", child, NULL, 401);
    expect("GET", "/v1/me", next, NULL, 200);
}
END_TEST

/* Neither goes on until the next beat of a stream. */
START_TEST(what_waits_for_a_token_ends_with_its_parent) {
    enum { END_MS = 8000 };
    static const char body[] = "{\"rules\":{\"game\":\"base\",\"players\":2},"
                               "\"seats\":[{\"account\":\"me\"},{\"open\":true}]}";
    char own[TOKEN_HEADER_SIZE], parent[TOKEN_HEADER_SIZE], child[TOKEN_HEADER_SIZE];
    char request[400];
    struct client waiting[3];
    struct response response;
    json_t *game;

    sign_up("ada", own);
    game = answer("POST", "/v1/games", own, body, 201);
    make_token(own, "{\"name\":\"parent\"}", parent);
    make_token(parent, "{\"name\":\"child\"}", child);
    for (int i = 0; i < 3; i++) {
        ck_assert(client_open(&waiting[i], server_address(test_server)));
        snprintf(request, sizeof request, "GET /v1/%s%s%s HTTP/1.1\r\nHost: a\r\n%s%s\r\n",
                 i == 2 ? "me/events" : "games/", i == 2 ? "" : text(game, "id"),
                 i == 0   ? "/events?wait=60"
                 : i == 1 ? "/events"
                          : "",
                 child, i == 0 ? "" : "Accept: text/event-stream\r\n");
        ck_assert(client_text(&waiting[i], request));
        if (i > 0) {
            client_read_head(&waiting[i], &response);
            ck_assert_int_eq(response.status, 200);
            response_free(&response);
        }
    }
    while (server_waiting(test_server) < 3)
        expect("GET", "/healthz", "", NULL, 200);
    take_back(own, "parent");
    client_read(&waiting[0], &response, false);
    ck_assert_int_eq(response.status, 401);
    response_free(&response);
    for (int i = 1; i < 3; i++) {
        char event[2000];
        int64_t until = request_now() + END_MS;

        while (client_event(&waiting[i], event, sizeof event, END_MS)) {
        }
        ck_assert_int_lt(request_now(), until);
    }
    for (int i = 0; i < 3; i++)
        client_close(&waiting[i]);
    json_decref(game);
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

/* POST /notes: makes an account of the name in the body, as something that must happen only once. */
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
    expect("POST", "/notes", own, "{\"name\":\"x\"}", 409); /* without the key it acts anew */
    with_key(headers, other, "k1");                         /* somebody else's key is another */
    expect("POST", "/notes", headers, "{\"name\":\"z\"}", 201);
    /* What changed nothing is not kept. */
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

/* The same request several times at once, before any of them is done. */
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

/* One name in many forms is one name; however it is typed it leads to its account. */
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
                                        "bea"};
    enum store_result result = STORE_OK;

    (void)job;
    for (unsigned i = 0; i < 3 && result == STORE_OK; i++) {
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
    struct store_account account;

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
    ck_assert_int_eq(store_account_without_key(reader, &account), STORE_NONE);
    ck_assert(account_names_complete(test_app.store));
}
END_TEST

/* ---- the language that somebody is written to in ---- */

static void check_language(const char *header, const char *tag) {
    json_t *me = answer("GET", "/v1/me", header, NULL, 200);

    ck_assert_str_eq(text(me, "language"), tag);
    json_decref(me);
}

static void sign_up_in(const char *accept, const char *body, char header[TOKEN_HEADER_SIZE]) {
    json_t *json = answer("POST", "/v1/accounts", accept, body, 201);

    snprintf(header, TOKEN_HEADER_SIZE, "Authorization: Bearer %s\r\n", text(json, "token"));
    json_decref(json);
}

START_TEST(people_have_a_language) {
    char header[TOKEN_HEADER_SIZE];

    sign_up_in("", "{\"name\":\"Ann\"}", header);
    check_language(header, "en");
    json_decref(answer("PATCH", "/v1/me", header, "{\"language\":\"de\"}", 200));
    check_language(header, "de");
    json_decref(answer("PATCH", "/v1/me", header, "{\"name\":\"Anna\"}", 200));
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
            {"tokens_carry_their_checksum", tokens_carry_their_checksum, .loops = 0},
            {"scopes_are_words", scopes_are_words, .loops = 0},
            {"accounts_are_made", accounts_are_made, SERVED},
            {"wrong_accounts", wrong_accounts_are_refused, .loops = WRONG_ACCOUNTS, SERVED},
            {"accounts_leave_for_good", accounts_leave_for_good, SERVED},
            {"tokens", tokens_are_made_listed_and_taken_back, SERVED},
            {"wrong_tokens", wrong_tokens_are_refused, .loops = WRONG_TOKENS, SERVED},
            {"a_name_makes_no_session", a_name_makes_no_session, SERVED},
            {"a_child_ends_with_its_parent_at_the_latest",
             a_child_ends_with_its_parent_at_the_latest, SERVED},
            {"a_session_of_a_short_token_is_as_short", a_session_of_a_short_token_is_as_short,
             SERVED},
            {"a_child_is_taken_back_with_its_parent", a_child_is_taken_back_with_its_parent,
             SERVED},
            {"a_browser_gives_up_the_key_that_signed_it_in",
             a_browser_gives_up_the_key_that_signed_it_in, SERVED},
            {"a_session_of_a_narrow_token_is_as_narrow", a_session_of_a_narrow_token_is_as_narrow,
             SERVED},
            {"signing_out_takes_no_token_back", signing_out_takes_no_token_back, SERVED},
            {"a_session_without_a_parent_can_be_renewed", a_session_without_a_parent_can_be_renewed,
             SERVED},
            {"what_waits_for_a_token_ends_with_its_parent",
             what_waits_for_a_token_ends_with_its_parent, SERVED},
            {"tokens_have_a_limit", tokens_have_a_limit, SERVED},
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
