/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Tokens, the browsers signed in with them, and what each can do. */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/account/auth.h"
#include "service/account/browser_name.h"
#include "service/account/session.h"
#include "service/base/time_text.h"
#include "tests/service/app_server.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

/* ---- as texts ---- */

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
    /* Fixed, so that tools that search for leaked tokens can rely on it. */
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

/* ---- over the interface ---- */

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
    token = ask_json("POST", "/v1/me/tokens", own,
                     "{\"name\":\"bot\",\"scopes\":[\"game:read\"],"
                     "\"expires_at\":\"2999-01-01T00:00:00Z\"}",
                     201);
    snprintf(weak, sizeof weak, "Authorization: Bearer %s\r\n", text_of(token, "token"));
    snprintf(path, sizeof path, "/v1/me/tokens/%s", text_of(token, "id"));
    ck_assert_str_eq(text_of(token, "expires_at"), "2999-01-01T00:00:00.000Z");
    list = ask_json("GET", "/v1/me/tokens", own, NULL, 200);
    items = json_object_get(list, "items");
    ck_assert_uint_eq(json_array_size(items), 2);
    ck_assert_str_eq(text_of(json_array_get(items, 1), "name"), "bot");
    ck_assert_ptr_null(json_object_get(json_array_get(items, 1), "token"));
    ck_assert(json_is_true(json_object_get(json_array_get(items, 0), "current")));
    ck_assert(json_is_false(json_object_get(json_array_get(items, 1), "current")));
    ck_assert(json_is_null(json_object_get(list, "next")));
    json_decref(list);
    json_decref(token);
    /* It can do what it was created for, and no more. */
    expect("GET", "/v1/me", weak, NULL, 200);
    expect("GET", "/v1/me/tokens", weak, NULL, 403);
    expect("DELETE", "/v1/me", weak, NULL, 403);
    expect("POST", "/v1/me/tokens", weak, "{\"name\":\"more\"}", 403);
    /* Others cannot revoke it. */
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
    token = ask_json("POST", "/v1/me/tokens", own,
                     "{\"name\":\"less\",\"scopes\":[\"account:write\"]}", 201);
    snprintf(less, sizeof less, "Authorization: Bearer %s\r\n", text_of(token, "token"));
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

/* Signs a browser in with the token of HEADER; returns its cookie as a header of the same kind. */
static void sign_browser_in(const char *header, char cookie[TOKEN_HEADER_SIZE]) {
    struct response response = ask("POST", "/v1/session", header, NULL, 204);

    (void)set_cookie(&response, cookie);
    response_free(&response);
}

/* Creates a token with that of HEADER from a body. */
static void make_token(const char *header, const char *body, char made[TOKEN_HEADER_SIZE]) {
    json_t *token = ask_json("POST", "/v1/me/tokens", header, body, 201);

    snprintf(made, TOKEN_HEADER_SIZE, "Authorization: Bearer %s\r\n", text_of(token, "token"));
    json_decref(token);
}

START_TEST(a_name_makes_no_session) {
    char own[TOKEN_HEADER_SIZE], named[TOKEN_HEADER_SIZE], cookie[TOKEN_HEADER_SIZE];
    json_t *list, *items;

    sign_up("ada", own);
    make_token(own, "{\"name\":\"a browser\",\"expires_at\":\"2999-01-01T00:00:00Z\"}", named);
    for (int i = 0; i <= SESSIONS_MAX; i++)
        sign_browser_in(own, cookie);
    /* The oldest session was replaced, not the token of that name. */
    expect("GET", "/v1/me", named, NULL, 200);
    list = ask_json("GET", "/v1/me/tokens", own, NULL, 200);
    items = json_object_get(list, "items");
    ck_assert_uint_eq(json_array_size(items), 2 + SESSIONS_MAX);
    for (size_t i = 0; i < json_array_size(items); i++)
        ck_assert_int_eq(json_is_true(json_object_get(json_array_get(items, i), "session")), i > 1);
    json_decref(list);
}
END_TEST

/* ---- tokens made with tokens ---- */

static const char same_origin[] = "Sec-Fetch-Site: same-origin\r\n";

/* The token with that NAME in the listing for OWN; NULL: it has ended. */
static json_t *listed_token(const char *own, const char *name) {
    json_t *list = ask_json("GET", "/v1/me/tokens", own, NULL, 200), *found = NULL;
    json_t *items = json_object_get(list, "items");

    for (size_t i = 0; i < json_array_size(items); i++)
        if (strcmp(text_of(json_array_get(items, i), "name"), name) == 0)
            found = json_incref(json_array_get(items, i));
    json_decref(list);
    return found;
}

static void assert_email(const char *own, const char *email) {
    json_t *me = ask_json("GET", "/v1/me", own, NULL, 200);

    ck_assert_str_eq(text_of(me, "email"), email);
    json_decref(me);
}

/* Asserts that there is a token of that name with this parent's name, and when it ends; NULL: never. */
static void assert_child(const char *own, const char *name, const char *parent,
                         const char *expires_at) {
    json_t *child = listed_token(own, name), *from = listed_token(own, parent);
    const char *end = json_string_value(json_object_get(child, "expires_at"));

    ck_assert_str_eq(text_of(child, "parent"), text_of(from, "id"));
    ck_assert_msg(expires_at == NULL ? end == NULL : strcmp(end, expires_at) == 0, "%s: %s", name,
                  end);
    json_decref(child);
    json_decref(from);
}

static void take_back(const char *own, const char *name) {
    json_t *token = listed_token(own, name);
    char path[100];

    ck_assert_ptr_nonnull(token);
    snprintf(path, sizeof path, "/v1/me/tokens/%s", text_of(token, "id"));
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
    /* And what is created in that browser. */
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

/* As the page does with the key that comes with a mailed code. */
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
    /* A session cannot outlive the key with which it was created. */
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

START_TEST(browsers_have_names_that_people_recognize) {
    static const struct {
        const char *agent, *name;
    } rows[] = {
        {"Mozilla/5.0 (Android 14; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0",
         "Firefox on Android"},
        {"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
         "Firefox on Linux"},
        {"Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
         "Gecko) Version/17.2 Mobile/15E148 Safari/604.1",
         "Safari on iPhone"},
        {"Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
         "Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1",
         "Chrome on iPhone"},
        {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
         "Version/17.2 Safari/605.1.15",
         "Safari on macOS"},
        {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0",
         "Edge on Windows"},
        {"Mozilla/5.0 (Linux; Android 13; SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) "
         "SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36",
         "Samsung Internet on Android"},
        {"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/120.0.0.0 Safari/537.36",
         "Chrome on ChromeOS"},
        {"curl/8.5.0", "a browser"},
        {"<script>alert(1)</script>", "a browser"},
        {"", "a browser"},
        {NULL, "a browser"},
    };
    char name[STORE_NAME_SIZE];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        browser_name(rows[i].agent, name);
        ck_assert_str_eq(name, rows[i].name);
    }
}
END_TEST

START_TEST(everything_else_is_signed_out) {
    char own[TOKEN_HEADER_SIZE], lost[TOKEN_HEADER_SIZE], here[TOKEN_HEADER_SIZE];
    char agent[2 * TOKEN_HEADER_SIZE], headers[2 * TOKEN_HEADER_SIZE];

    sign_up("ada", own);
    sign_browser_in(own, lost);
    snprintf(agent, sizeof agent, "%sUser-Agent: Mozilla/5.0 (Android 14) Firefox/121.0\r\n", own);
    sign_browser_in(agent, here);
    json_decref(listed_token(own, "a browser"));
    json_decref(listed_token(own, "Firefox on Android"));
    snprintf(headers, sizeof headers, "%s%s", here, same_origin);
    expect("DELETE", "/v1/session/others", here, NULL, 401); /* another site's page */
    expect("DELETE", "/v1/session/others", headers, NULL, 204);
    expect("GET", "/v1/me", lost, NULL, 401);
    expect("GET", "/v1/me", here, NULL, 200);
    expect("GET", "/v1/me", own, NULL, 200);
    expect("DELETE", "/v1/session/others", headers, NULL, 204); /* there are none */
    expect("DELETE", "/v1/session/others", own, NULL, 204);
    expect("GET", "/v1/me", here, NULL, 401);
}
END_TEST

/* As before parents were recorded. */
static void forget_parents(const char *path) {
    sql_force(path, "UPDATE tokens SET parent_id = NULL");
}

/* Tries each way into the account that does not end with the credentials in HEADERS. */
static void try_ways_in(const char *headers, bool allowed) {
    const char *detail = allowed ? NULL : "use a token with every scope and no expires_at";
    const struct {
        const char *method, *path, *body;
        int status;
    } ways[] = {
        {"PATCH", "/v1/me", "{\"email\":\"eve@example.org\"}", 200},
        {"PATCH", "/v1/me/mail", "{\"address\":\"mallory@example.org\"}", 200},
        {"POST", "/v1/me/chats/code", NULL, 201},
    };

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        json_t *reply = ask_json(ways[i].method, ways[i].path, headers, ways[i].body,
                                 allowed ? ways[i].status : 403);

        if (detail != NULL)
            ck_assert_ptr_nonnull(strstr(text_of(reply, "detail"), detail));
        json_decref(reply);
    }
}

START_TEST(a_token_opens_no_way_in_that_outlives_it) {
    char own[TOKEN_HEADER_SIZE], child[TOKEN_HEADER_SIZE], cookie[TOKEN_HEADER_SIZE];
    char headers[2 * TOKEN_HEADER_SIZE];
    static const char *const narrow[] = {
        "{\"name\":\"ends\",\"expires_at\":\"2999-01-01T00:00:00Z\"}",
        "{\"name\":\"settings\",\"scopes\":[\"account:write\"]}",
        "{\"name\":\"no play\",\"scopes\":[\"account:write\",\"game:read\",\"game:create\"]}",
    };

    sign_up("ada", own);
    expect("PATCH", "/v1/me", own, "{\"email\":\"ada@example.org\"}", 200);
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
        make_token(own, narrow[i], child);
        try_ways_in(child, false);
        sign_browser_in(child, cookie);
        snprintf(headers, sizeof headers, "%s%s", cookie, same_origin);
        try_ways_in(headers, false);
        /* Settings that give no access can be changed. */
        expect("PATCH", "/v1/me/mail", child, "{\"mode\":\"daily\"}", 200);
    }
    assert_email(own, "ada@example.org");
    expect("PATCH", "/v1/me", child, "{\"email\":null}", 200);
    make_token(own, "{\"name\":\"all\"}", child);
    try_ways_in(child, true);
    sign_browser_in(child, cookie);
    snprintf(headers, sizeof headers, "%s%s", cookie, same_origin);
    try_ways_in(headers, true);
}
END_TEST

/* Like a browser that was signed in by mail. */
START_TEST(a_browser_without_a_token_may_open_ways_in) {
    char own[TOKEN_HEADER_SIZE], cookie[TOKEN_HEADER_SIZE], headers[2 * TOKEN_HEADER_SIZE];

    sign_up("ada", own);
    sign_browser_in(own, cookie);
    client_close(&client);
    test_app_restart(forget_parents);
    snprintf(headers, sizeof headers, "%s%s", cookie, same_origin);
    try_ways_in(headers, true);
}
END_TEST

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
    assert_child(own, "bot", "a browser", text_of(token, "expires_at"));
    json_decref(token);
    sign_browser_in(headers, next);
    expect("GET", "/v1/me", headers, NULL, 401);
    expect("GET", "/v1/me", child, NULL, 401);
    expect("GET", "/v1/me", next, NULL, 200);
}
END_TEST

/* Both end at the next heartbeat of a stream. */
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
    game = ask_json("POST", "/v1/games", own, body, 201);
    make_token(own, "{\"name\":\"parent\"}", parent);
    make_token(parent, "{\"name\":\"child\"}", child);
    for (int i = 0; i < 3; i++) {
        ck_assert(client_open(&waiting[i], server_address(test_server)));
        snprintf(request, sizeof request, "GET /v1/%s%s%s HTTP/1.1\r\nHost: a\r\n%s%s\r\n",
                 i == 2 ? "me/events" : "games/", i == 2 ? "" : text_of(game, "id"),
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

#define SERVED .setup = test_app_setup, .teardown = test_app_stop

static Suite *suite(void) {
    return test_suite(
        "tokens", (const struct test_case[]){
                      {"tokens_carry_their_checksum", tokens_carry_their_checksum, .loops = 0},
                      {"scopes_are_words", scopes_are_words, .loops = 0},
                      {"tokens", tokens_are_made_listed_and_taken_back, SERVED},
                      {"wrong_tokens", wrong_tokens_are_refused, .loops = WRONG_TOKENS, SERVED},
                      {"a_name_makes_no_session", a_name_makes_no_session, SERVED},
                      {"a_child_ends_with_its_parent_at_the_latest",
                       a_child_ends_with_its_parent_at_the_latest, SERVED},
                      {"a_session_of_a_short_token_is_as_short",
                       a_session_of_a_short_token_is_as_short, SERVED},
                      {"a_child_is_taken_back_with_its_parent",
                       a_child_is_taken_back_with_its_parent, SERVED},
                      {"a_browser_gives_up_the_key_that_signed_it_in",
                       a_browser_gives_up_the_key_that_signed_it_in, SERVED},
                      {"a_session_of_a_narrow_token_is_as_narrow",
                       a_session_of_a_narrow_token_is_as_narrow, SERVED},
                      {"signing_out_takes_no_token_back", signing_out_takes_no_token_back, SERVED},
                      {"a_token_opens_no_way_in_that_outlives_it",
                       a_token_opens_no_way_in_that_outlives_it, SERVED},
                      {"a_browser_without_a_token_may_open_ways_in",
                       a_browser_without_a_token_may_open_ways_in, SERVED},
                      {"a_session_without_a_parent_can_be_renewed",
                       a_session_without_a_parent_can_be_renewed, SERVED},
                      {"what_waits_for_a_token_ends_with_its_parent",
                       what_waits_for_a_token_ends_with_its_parent, SERVED},
                      {"tokens_have_a_limit", tokens_have_a_limit, SERVED},
                      {"browsers_have_names_that_people_recognize",
                       browsers_have_names_that_people_recognize, .loops = 0},
                      {"everything_else_is_signed_out", everything_else_is_signed_out, SERVED},
                      {0},
                  });
}
TEST_MAIN(suite)
