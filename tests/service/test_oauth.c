/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Third-party programs: codes, devices, refresh tokens, and every refusal. */
#include <jansson.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "service/oauth/oauth.h"
#include "tests/service/app_server.h"
#include "tests/support/check_main.h"

enum { TEXT = 2048, SECRET = 128 };

#define FORM     "Content-Type: application/x-www-form-urlencoded\r\n"
#define OWN_PAGE "Sec-Fetch-Site: same-origin\r\n"
#define BACK     "https://app.example.org/back"
#define VERIFIER "abcdefghijklmnopqrstuvwxyz-0123456789._~ABCDEFG"
#define DEVICE   "urn:ietf:params:oauth:grant-type:device_code"

static _Atomic int64_t now;

static int64_t oauth_clock(void) {
    return atomic_load(&now);
}

static void wait_s(int64_t seconds) {
    atomic_fetch_add(&now, seconds * 1000);
}

/* Ada has created an app; Grace is signed in with a browser. */
static char ada[TOKEN_HEADER_SIZE], grace[TOKEN_HEADER_SIZE], browser[TOKEN_HEADER_SIZE];
static char chess[SECRET], other[SECRET]; /* client ids */
static char challenge[SECRET];

static void make_app(const char *owner, const char *name, char client_id[SECRET]) {
    char body[TEXT];
    json_t *app;

    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"about\":\"Plays <b>for</b> you\",\"redirects\":[\"" BACK
             "\",\"http://127.0.0.1/cb\",\"org.example.app:/back?x=1\"]}",
             name);
    app = ask_json("POST", "/v1/apps", owner, body, 201);
    snprintf(client_id, SECRET, "%s", text_of(app, "client_id"));
    json_decref(app);
}

static void sign_browser_in(const char *header, char cookie[TOKEN_HEADER_SIZE]) {
    struct response response = ask("POST", "/v1/session", header, NULL, 204);

    (void)set_cookie(&response, cookie);
    response_free(&response);
}

static void oauth_setup(void) {
    uint8_t hash[crypto_hash_sha256_BYTES];

    atomic_store(&now, INT64_C(1900000000000));
    app_set_clock(oauth_clock);
    test_app_setup();
    sign_up("ada", ada);
    sign_up("grace", grace);
    sign_browser_in(grace, browser);
    make_app(ada, "Chess & co", chess);
    make_app(ada, "Other", other);
    crypto_hash_sha256(hash, (const unsigned char *)VERIFIER, strlen(VERIFIER));
    sodium_bin2base64(challenge, sizeof challenge, hash, sizeof hash,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static void oauth_teardown(void) {
    test_app_stop();
    app_set_clock(NULL);
}

/* ---- requests ---- */

/* Sends a form; returns the response's JSON, for json_decref. */
static json_t *form(const char *path, int status, const char *body) {
    return ask_json("POST", path, FORM, body, status);
}

/* The error of a form that is refused. */
static void form_refused(const char *path, const char *body, const char *error) {
    json_t *answer = form(path, 400, body);

    ck_assert_str_eq(text_of(answer, "error"), error);
    ck_assert_str_ne(text_of(answer, "error_description"), "");
    json_decref(answer);
}

/* A parameter of the address to which a browser is redirected; "" without one. */
static void sent_with(const struct response *response, const char *name, char value[SECRET]) {
    const char *location = response_header(response, "Location");
    char start[SECRET];
    const char *at;

    ck_assert_ptr_nonnull(location);
    snprintf(start, sizeof start, "%s=", name);
    at = strstr(location, start);
    snprintf(value, SECRET, "%.*s", at == NULL ? 0 : (int)strcspn(at + strlen(start), "&"),
             at == NULL ? "" : at + strlen(start));
}

static struct response answer(const char *cookie, const char *client_id, const char *scope,
                              const char *said, int status) {
    char body[TEXT], headers[TEXT];

    snprintf(headers, sizeof headers, FORM OWN_PAGE "%s", cookie);
    snprintf(body, sizeof body,
             "response_type=code&client_id=%s&redirect_uri=" BACK "&scope=%s&state=a%%20b"
             "&code_challenge=%s&code_challenge_method=S256&answer=%s",
             client_id, scope, challenge, said);
    return ask("POST", "/oauth/authorize", headers, body, status);
}

/* Grace authorizes an app; writes its code. */
static void let_in(const char *client_id, const char *scope, char code[SECRET]) {
    struct response response = answer(browser, client_id, scope, "allow", 303);

    sent_with(&response, "code", code);
    ck_assert_str_ne(code, "");
    response_free(&response);
}

static void code_form(char body[TEXT], const char *client_id, const char *code) {
    snprintf(body, TEXT,
             "grant_type=authorization_code&client_id=%s&code=%s&redirect_uri=" BACK
             "&code_verifier=" VERIFIER,
             client_id, code);
}

static void refresh_form(char body[TEXT], const char *client_id, const char *refresh,
                         const char *more) {
    snprintf(body, TEXT, "grant_type=refresh_token&client_id=%s&refresh_token=%s%s", client_id,
             refresh, more);
}

/* An app's tokens. */
struct tokens {
    char access[TOKEN_HEADER_SIZE]; /* as a header */
    char refresh[SECRET];
};

static struct tokens take_tokens(json_t *json) {
    struct tokens tokens;

    ck_assert_str_eq(text_of(json, "token_type"), "Bearer");
    ck_assert_int_eq(json_integer_value(json_object_get(json, "expires_in")), OAUTH_ACCESS_S);
    snprintf(tokens.access, sizeof tokens.access, "Authorization: Bearer %s\r\n",
             text_of(json, "access_token"));
    snprintf(tokens.refresh, sizeof tokens.refresh, "%s", text_of(json, "refresh_token"));
    json_decref(json);
    return tokens;
}

static struct tokens redeem(const char *client_id, const char *code) {
    char body[TEXT];

    code_form(body, client_id, code);
    return take_tokens(form("/oauth/token", 200, body));
}

static struct tokens get_in(const char *client_id, const char *scope) {
    char code[SECRET];

    let_in(client_id, scope, code);
    return redeem(client_id, code);
}

static struct tokens refreshed(const char *client_id, const char *refresh) {
    char body[TEXT];

    refresh_form(body, client_id, refresh, "");
    return take_tokens(form("/oauth/token", 200, body));
}

static void refresh_refused(const char *client_id, const char *refresh) {
    char body[TEXT];

    refresh_form(body, client_id, refresh, "");
    form_refused("/oauth/token", body, "invalid_grant");
}

/* ---- codes ---- */

START_TEST(the_server_describes_itself) {
    json_t *json = ask_json("GET", "/.well-known/oauth-authorization-server", "", NULL, 200);

    ck_assert_str_eq(text_of(json, "issuer"), "http://localhost");
    ck_assert_str_eq(text_of(json, "token_endpoint"), "http://localhost/oauth/token");
    ck_assert_uint_eq(json_array_size(json_object_get(json, "scopes_supported")), 4);
    ck_assert_str_eq(json_string_value(json_array_get(
                         json_object_get(json, "code_challenge_methods_supported"), 0)),
                     "S256");
    json_decref(json);
}
END_TEST

START_TEST(an_app_is_let_in_by_a_code) {
    char path[TEXT], code[SECRET], state[SECRET], issuer[SECRET];
    struct response response;
    struct tokens tokens;
    const char *policy;
    json_t *me;

    snprintf(path, sizeof path,
             "/oauth/authorize?response_type=code&client_id=%s&redirect_uri="
             "http%%3A%%2F%%2F127.0.0.1%%3A5004%%2Fcb&scope=game%%3Aread+game%%3Aplay&state=s"
             "&code_challenge=%s&code_challenge_method=S256",
             chess, challenge);
    response = ask("GET", path, browser, NULL, 200);
    policy = response_header(&response, "Content-Security-Policy");
    ck_assert_ptr_nonnull(strstr(policy, "frame-ancestors 'none'"));
    ck_assert_ptr_nonnull(strstr(policy, "form-action 'self' http://127.0.0.1:5004"));
    ck_assert_ptr_nonnull(strstr(response.body, "Chess &amp; co"));
    ck_assert_ptr_nonnull(strstr(response.body, "by ada"));
    ck_assert_ptr_nonnull(strstr(response.body, "&lt;b&gt;for"));
    ck_assert_ptr_nonnull(strstr(response.body, "see your games"));
    ck_assert_ptr_nonnull(strstr(response.body, "play for you"));
    ck_assert_ptr_null(strstr(response.body, "change your account"));
    ck_assert_ptr_nonnull(strstr(response.body, "127.0.0.1:5004"));
    response_free(&response);

    response = answer(browser, chess, "game:read", "allow", 303);
    sent_with(&response, "code", code);
    sent_with(&response, "state", state);
    sent_with(&response, "iss", issuer);
    ck_assert_int_eq(strncmp(response_header(&response, "Location"), BACK "?", sizeof BACK), 0);
    ck_assert_str_eq(state, "a%20b");
    ck_assert_str_eq(issuer, "http%3A%2F%2Flocalhost");
    ck_assert_str_eq(response_header(&response, "Cache-Control"), "no-store");
    response_free(&response);

    tokens = redeem(chess, code);
    me = ask_json("GET", "/v1/me", tokens.access, NULL, 200);
    ck_assert_str_eq(text_of(me, "name"), "grace");
    json_decref(me);
    expect("POST", "/v1/games", tokens.access, "{\"rules\":{\"game\":\"base\"}}", 403);
    expect("GET", "/v1/me/grants", tokens.access, NULL, 403);
    wait_s(OAUTH_ACCESS_S);
    expect("GET", "/v1/me", tokens.access, NULL, 401);
}
END_TEST

START_TEST(apps_learn_an_address_only_with_the_account) {
    struct tokens reads, writes;
    char session[TOKEN_HEADER_SIZE];
    json_t *json;

    expect("PATCH", "/v1/me", grace, "{\"email\":\"grace@example.org\"}", 200);
    reads = get_in(chess, "game:read%20game:play");
    json = ask_json("GET", "/v1/me", reads.access, NULL, 200);
    ck_assert(json_is_null(json_object_get(json, "email")));
    json_decref(json);
    sign_browser_in(reads.access, session);
    json = ask_json("GET", "/v1/session", session, NULL, 200);
    ck_assert(json_is_null(json_object_get(json_object_get(json, "account"), "email")));
    json_decref(json);
    writes = get_in(chess, "account:write");
    json = ask_json("GET", "/v1/me", writes.access, NULL, 200);
    ck_assert_str_eq(text_of(json, "email"), "grace@example.org");
    json_decref(json);
}
END_TEST

/* Wrong requests, by the replacement of one parameter. */
static const struct {
    const char *from, *to;
    const char *error; /* sent to the app; NULL: an error page, without a redirect */
} wrong_requests[] = {
    {"client_id=", "client_id=x", NULL},
    {"org%2Fback", "org%2Fback2", NULL},
    {"redirect_uri=", "r=", NULL},
    {"response_type=code", "response_type=token", "unsupported_response_type"},
    {"response_type=code", "x=y", "invalid_request"},
    {"method=S256", "method=plain", "invalid_request"},
    {"&code_challenge=", "&code_challenge=x", "invalid_request"},
    {"&code_challenge=", "&x=", "invalid_request"},
    {"game%3Aread", "game%3Aread+admin", "invalid_scope"},
    {"scope=", "x=", "invalid_scope"},
};
enum { WRONG_REQUESTS = sizeof wrong_requests / sizeof *wrong_requests };

START_TEST(wrong_requests_go_back_only_to_known_addresses) {
    char path[TEXT], wrong[TEXT], error[SECRET];
    struct response response;
    char *at;

    snprintf(path, sizeof path,
             "/oauth/authorize?response_type=code&client_id=%s&redirect_uri=https%%3A%%2F%%2F"
             "app.example.org%%2Fback&scope=game%%3Aread&code_challenge=%s"
             "&code_challenge_method=S256",
             chess, challenge);
    at = strstr(path, wrong_requests[_i].from);
    ck_assert_ptr_nonnull(at);
    snprintf(wrong, sizeof wrong, "%.*s%s%s", (int)(at - path), path, wrong_requests[_i].to,
             at + strlen(wrong_requests[_i].from));
    response = ask("GET", wrong, browser, NULL, wrong_requests[_i].error == NULL ? 400 : 303);
    if (wrong_requests[_i].error == NULL) {
        ck_assert_ptr_null(response_header(&response, "Location"));
    } else {
        sent_with(&response, "error", error);
        ck_assert_str_eq(error, wrong_requests[_i].error);
    }
    response_free(&response);
}
END_TEST

START_TEST(strangers_sign_in_first_and_come_back) {
    char path[TEXT];
    struct response response;
    const char *location;

    snprintf(path, sizeof path,
             "/oauth/authorize?response_type=code&client_id=%s&redirect_uri=" BACK
             "&scope=game:read&state=s&code_challenge=%s&code_challenge_method=S256",
             chess, challenge);
    response = ask("GET", path, "", NULL, 303);
    location = response_header(&response, "Location");
    ck_assert_int_eq(strncmp(location, "/sign-in?to=%2Foauth%2Fauthorize%3F", 35), 0);
    ck_assert_ptr_nonnull(strstr(location, "state%3Ds"));
    response_free(&response);
    response = ask("GET", "/link?user_code=BCDF-GHJK", "", NULL, 303);
    ck_assert_str_eq(response_header(&response, "Location"),
                     "/sign-in?to=%2Flink%3Fuser_code%3DBCDF-GHJK");
    response_free(&response);
}
END_TEST

/* ---- consent ---- */

START_TEST(only_this_servers_page_lets_apps_in) {
    char body[TEXT], headers[TEXT], session[TOKEN_HEADER_SIZE], token[TOKEN_HEADER_SIZE];
    struct response response;
    json_t *made;

    snprintf(body, sizeof body,
             "response_type=code&client_id=%s&redirect_uri=" BACK
             "&scope=game:read&code_challenge=%s&code_challenge_method=S256&answer=allow",
             chess, challenge);
    /* another site's page, or one that does not say where it comes from */
    snprintf(headers, sizeof headers, FORM "Sec-Fetch-Site: cross-site\r\n%s", browser);
    expect("POST", "/oauth/authorize", headers, body, 401);
    expect("POST", "/link", headers, "user_code=BCDF-GHJK&answer=allow", 401);
    snprintf(headers, sizeof headers, FORM "Origin: https://evil.example\r\n%s", browser);
    expect("POST", "/oauth/authorize", headers, body, 401);
    snprintf(headers, sizeof headers, FORM "%s", browser);
    expect("POST", "/oauth/authorize", headers, body, 401);
    /* a program with a token, of whatever scopes */
    snprintf(headers, sizeof headers, FORM "%s", grace);
    response = ask("POST", "/oauth/authorize", headers, body, 403);
    ck_assert_ptr_null(response_header(&response, "Location"));
    response_free(&response);
    /* a browser whose token expires, which no grant may outlive */
    made = ask_json("POST", "/v1/me/tokens", grace,
                    "{\"name\":\"a\",\"expires_at\":\"2099-01-01T00:00:00Z\"}", 201);
    snprintf(token, sizeof token, "Authorization: Bearer %s\r\n", text_of(made, "token"));
    json_decref(made);
    sign_browser_in(token, session);
    response = answer(session, chess, "game:read", "allow", 403);
    response_free(&response);
    /* an app that tries to extend its own access */
    sign_browser_in(get_in(chess, "game:read").access, session);
    response = answer(session, chess, "account:write", "allow", 403);
    ck_assert_ptr_null(response_header(&response, "Location"));
    response_free(&response);
}
END_TEST

START_TEST(a_no_goes_back_as_such) {
    struct response response = answer(browser, chess, "game:read", "deny", 303);
    char error[SECRET];
    json_t *list;

    sent_with(&response, "error", error);
    ck_assert_str_eq(error, "access_denied");
    response_free(&response);
    list = ask_json("GET", "/v1/me/grants", grace, NULL, 200);
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 0);
    json_decref(list);
}
END_TEST

/* ---- POST /oauth/token ---- */

START_TEST(codes_are_good_for_their_app_address_and_verifier) {
    char code[SECRET], body[TEXT];
    char *at;

    let_in(chess, "game:read", code);
    code_form(body, other, code);
    form_refused("/oauth/token", body, "invalid_grant");
    code_form(body, "nothing", code);
    form_refused("/oauth/token", body, "invalid_client");
    code_form(body, chess, code);
    at = strstr(body, VERIFIER);
    *at = 'X';
    form_refused("/oauth/token", body, "invalid_grant");
    code_form(body, chess, code);
    *strstr(body, "&code_verifier=") = '\0';
    form_refused("/oauth/token", body, "invalid_grant");
    code_form(body, chess, code);
    at = strstr(body, "/back");
    *at = '_';
    form_refused("/oauth/token", body, "invalid_grant");
    code_form(body, chess, "hxc_nothing");
    form_refused("/oauth/token", body, "invalid_grant");
    (void)redeem(chess, code);
    let_in(chess, "game:read", code);
    wait_s(OAUTH_CODE_S);
    code_form(body, chess, code);
    form_refused("/oauth/token", body, "invalid_grant");
}
END_TEST

START_TEST(a_code_used_twice_ends_what_came_of_it) {
    struct tokens tokens;
    char code[SECRET], body[TEXT];

    let_in(chess, "game:read", code);
    tokens = redeem(chess, code);
    expect("GET", "/v1/me", tokens.access, NULL, 200);
    code_form(body, chess, code);
    form_refused("/oauth/token", body, "invalid_grant");
    expect("GET", "/v1/me", tokens.access, NULL, 401);
    refresh_refused(chess, tokens.refresh);
}
END_TEST

static const struct {
    const char *headers, *body, *error;
} wrong_forms[] = {
    {"", "{}", "invalid_request"},
    {FORM, "", "invalid_request"},
    {FORM, "grant_type=password", "unsupported_grant_type"},
    {FORM, "grant_type=refresh_token", "invalid_client"},
    {FORM, "grant_type=refresh_token&grant_type=refresh_token", "invalid_request"},
    {FORM, "grant_type=refresh_token&client_id=%00", "invalid_request"},
};
enum { WRONG_FORMS = sizeof wrong_forms / sizeof *wrong_forms };

START_TEST(wrong_forms_are_refused) {
    json_t *json =
        ask_json("POST", "/oauth/token", wrong_forms[_i].headers, wrong_forms[_i].body, 400);

    ck_assert_str_eq(text_of(json, "error"), wrong_forms[_i].error);
    json_decref(json);
}
END_TEST

START_TEST(refresh_tokens_change_and_a_used_one_ends_the_grant) {
    struct tokens first = get_in(chess, "game:read"), second, third;

    second = refreshed(chess, first.refresh);
    ck_assert_str_ne(first.refresh, second.refresh);
    expect("GET", "/v1/me", second.access, NULL, 200);
    expect("GET", "/v1/me", first.access, NULL, 401);
    wait_s(OAUTH_ACCESS_S + OAUTH_REFRESH_S - 1);
    third = refreshed(chess, second.refresh);
    refresh_refused(other, third.refresh);
    expect("GET", "/v1/me", third.access, NULL, 200);
    refresh_refused(chess, second.refresh);
    expect("GET", "/v1/me", third.access, NULL, 401);
    refresh_refused(chess, third.refresh);
}
END_TEST

START_TEST(a_grant_that_rests_too_long_ends) {
    struct tokens tokens = get_in(chess, "game:read");

    wait_s(OAUTH_ACCESS_S + OAUTH_REFRESH_S);
    refresh_refused(chess, tokens.refresh);
}
END_TEST

START_TEST(scopes_can_be_narrowed_and_never_widened) {
    struct tokens tokens = get_in(chess, "game:read%20game:play");
    char body[TEXT];
    json_t *json;

    refresh_form(body, chess, tokens.refresh, "&scope=game:read+game:create");
    form_refused("/oauth/token", body, "invalid_scope");
    refresh_form(body, chess, tokens.refresh, "&scope=game:read");
    json = form("/oauth/token", 200, body);
    ck_assert_str_eq(text_of(json, "scope"), "game:read");
    tokens = take_tokens(json);
    refresh_form(body, chess, tokens.refresh, "");
    json = form("/oauth/token", 200, body);
    ck_assert_str_eq(text_of(json, "scope"), "game:read game:play");
    json_decref(json);
}
END_TEST

/* ---- ending ---- */

static void revoke(const char *client_id, const char *token, int status) {
    char body[TEXT];

    snprintf(body, sizeof body, "client_id=%s&token=%s&token_type_hint=access_token", client_id,
             token);
    expect("POST", "/oauth/revoke", FORM, body, status);
}

START_TEST(apps_end_their_grants_by_either_token) {
    struct tokens one = get_in(chess, "game:read"), two = get_in(chess, "game:read");
    char access[SECRET];

    revoke(other, one.refresh, 400);
    revoke(chess, "hxr_nothing", 200);
    expect("GET", "/v1/me", one.access, NULL, 200);
    revoke(chess, one.refresh, 200);
    expect("GET", "/v1/me", one.access, NULL, 401);
    refresh_refused(chess, one.refresh);
    revoke(chess, one.refresh, 200);
    snprintf(access, sizeof access, "%.40s", strstr(two.access, "hxp_"));
    revoke(chess, access, 200);
    expect("GET", "/v1/me", two.access, NULL, 401);
    refresh_refused(chess, two.refresh);
    /* an app cannot end tokens of others */
    snprintf(access, sizeof access, "%.40s", strstr(grace, "hxp_"));
    revoke(chess, access, 200);
    expect("GET", "/v1/me", grace, NULL, 200);
}
END_TEST

START_TEST(people_see_and_end_what_they_have_let_in) {
    struct tokens tokens = get_in(chess, "account:write"), child;
    struct response response;
    char path[TEXT];
    json_t *list, *made;
    const json_t *grant;

    made = ask_json("POST", "/v1/me/tokens", tokens.access, "{\"name\":\"more\"}", 201);
    snprintf(child.access, sizeof child.access, "Authorization: Bearer %s\r\n",
             text_of(made, "token"));
    json_decref(made);
    list = ask_json("GET", "/v1/me/grants", grace, NULL, 200);
    grant = json_array_get(json_object_get(list, "items"), 0);
    ck_assert_str_eq(text_of(json_object_get(grant, "app"), "name"), "Chess & co");
    ck_assert_str_eq(text_of(json_object_get(grant, "app"), "maker"), "ada");
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(grant, "scopes"), 0)),
                     "account:write");
    snprintf(path, sizeof path, "/v1/me/grants/%s", text_of(grant, "id"));
    json_decref(list);
    expect("DELETE", path, ada, NULL, 404);
    response = ask("GET", "/v1/me/export", grace, NULL, 200);
    ck_assert_ptr_nonnull(strstr(response.body, "{\"type\":\"grant\",\"value\":{\"id\":"));
    response_free(&response);
    expect("GET", "/v1/me", child.access, NULL, 200);
    expect("DELETE", path, grace, NULL, 204);
    expect("DELETE", path, grace, NULL, 404);
    expect("GET", "/v1/me", tokens.access, NULL, 401);
    expect("GET", "/v1/me", child.access, NULL, 401);
    refresh_refused(chess, tokens.refresh);
    list = ask_json("GET", "/v1/me/grants", grace, NULL, 200);
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 0);
    json_decref(list);
}
END_TEST

START_TEST(a_grant_ends_with_its_app_its_maker_and_its_account) {
    struct tokens tokens[3];
    char path[TEXT], body[TEXT], linus[TOKEN_HEADER_SIZE], third[SECRET];

    sign_up("linus", linus);
    make_app(linus, "Third", third);
    tokens[0] = get_in(chess, "game:read");
    tokens[1] = get_in(third, "game:read");
    tokens[2] = get_in(other, "game:read");
    snprintf(path, sizeof path, "/v1/apps/%s", chess);
    expect("DELETE", path, linus, NULL, 404);
    expect("DELETE", path, ada, NULL, 204);
    expect("GET", "/v1/me", tokens[0].access, NULL, 401);
    refresh_form(body, chess, tokens[0].refresh, "");
    form_refused("/oauth/token", body, "invalid_client");
    expect("DELETE", "/v1/me", linus, NULL, 204);
    expect("GET", "/v1/me", tokens[1].access, NULL, 401);
    expect("GET", "/v1/me", tokens[2].access, NULL, 200);
    expect("DELETE", "/v1/me", grace, NULL, 204);
    expect("GET", "/v1/me", tokens[2].access, NULL, 401);
    refresh_refused(other, tokens[2].refresh);
}
END_TEST

/* ---- devices ---- */

struct device {
    char code[SECRET], user_code[SECRET];
};

static struct device begin_device(const char *client_id, const char *scope) {
    char body[TEXT];
    struct device device;
    json_t *json;

    snprintf(body, sizeof body, "client_id=%s&scope=%s", client_id, scope);
    json = form("/oauth/device", 200, body);
    ck_assert_str_eq(text_of(json, "verification_uri"), "http://localhost/link");
    ck_assert_int_eq(json_integer_value(json_object_get(json, "interval")), OAUTH_PACE_S);
    snprintf(device.code, sizeof device.code, "%s", text_of(json, "device_code"));
    snprintf(device.user_code, sizeof device.user_code, "%s", text_of(json, "user_code"));
    json_decref(json);
    return device;
}

static void device_form(char body[TEXT], const char *client_id, const struct device *device) {
    snprintf(body, TEXT, "grant_type=" DEVICE "&client_id=%s&device_code=%s", client_id,
             device->code);
}

static void device_refused(const char *client_id, const struct device *device, const char *error) {
    char body[TEXT];

    device_form(body, client_id, device);
    form_refused("/oauth/token", body, error);
}

static struct response type_code(const char *cookie, const char *typed, const char *more,
                                 int status) {
    char body[TEXT], headers[TEXT];

    snprintf(headers, sizeof headers, FORM OWN_PAGE "%s", cookie);
    snprintf(body, sizeof body, "user_code=%s%s", typed, more);
    return ask("POST", "/link", headers, body, status);
}

static void type_only(const char *typed, const char *more, int status) {
    struct response response = type_code(browser, typed, more, status);

    response_free(&response);
}

START_TEST(a_device_is_let_in_by_its_letters) {
    struct device device = begin_device(chess, "game:read");
    struct response response;
    struct tokens tokens;
    char body[TEXT];

    device_refused(chess, &device, "authorization_pending");
    wait_s(OAUTH_PACE_S);
    device_refused(chess, &device, "authorization_pending");
    device_refused(other, &device, "invalid_grant");
    wait_s(1);
    device_refused(chess, &device, "slow_down");
    wait_s(OAUTH_PACE_S);
    device_refused(chess, &device, "slow_down");
    wait_s(OAUTH_PACE_S * 3);
    device_refused(chess, &device, "authorization_pending");

    response = type_code(browser, device.user_code, "", 200);
    ck_assert_ptr_nonnull(strstr(response.body, "Chess &amp; co"));
    ck_assert_ptr_nonnull(strstr(response.body, "see your games"));
    ck_assert_ptr_nonnull(strstr(response.body, device.user_code));
    response_free(&response);
    wait_s(OAUTH_PACE_S * 3);
    device_refused(chess, &device, "authorization_pending");
    type_only(device.user_code, "&answer=allow", 200);
    type_only(device.user_code, "&answer=allow", 404);
    device_form(body, chess, &device);
    tokens = take_tokens(form("/oauth/token", 200, body));
    expect("GET", "/v1/me", tokens.access, NULL, 200);
    device_refused(chess, &device, "invalid_grant");
    expect("GET", "/v1/me", refreshed(chess, tokens.refresh).access, NULL, 200);
}
END_TEST

START_TEST(a_device_hears_no_and_too_late) {
    struct device device = begin_device(chess, "game:read"), late;

    type_only(device.user_code, "&answer=deny", 200);
    device_refused(chess, &device, "access_denied");
    late = begin_device(chess, "game:read");
    wait_s(OAUTH_DEVICE_S);
    device_refused(chess, &late, "expired_token");
    type_only(late.user_code, "&answer=allow", 404);
    form_refused("/oauth/device", "client_id=nothing&scope=game:read", "invalid_client");
}
END_TEST

START_TEST(devices_need_a_scope_that_there_is) {
    char body[TEXT];

    snprintf(body, sizeof body, "client_id=%s", chess);
    form_refused("/oauth/device", body, "invalid_scope");
    snprintf(body, sizeof body, "client_id=%s&scope=admin", chess);
    form_refused("/oauth/device", body, "invalid_scope");
}
END_TEST

START_TEST(a_weak_browser_lets_no_device_in) {
    struct device device = begin_device(chess, "account:write");
    char session[TOKEN_HEADER_SIZE];
    struct response response;

    sign_browser_in(get_in(chess, "game:read").access, session);
    response = type_code(session, device.user_code, "&answer=allow", 403);
    response_free(&response);
    device_refused(chess, &device, "authorization_pending");
}
END_TEST

START_TEST(codes_cannot_be_guessed_for_long) {
    struct device device = begin_device(chess, "game:read");

    for (int i = 0; i < OAUTH_TRIES_OF_ACCOUNT; i++)
        type_only(i % 2 == 0 ? "BCDF-GHJK" : "nothing", "", 404);
    /* not even the correct one, or guessing could continue */
    type_only(device.user_code, "&answer=allow", 429);
    device_refused(chess, &device, "authorization_pending");
    wait_s(3600);
    type_only("BCDF-GHJK", "", 404);
}
END_TEST

/* ---- apps and limits ---- */

static const char *const wrong_apps[] = {
    "{}",
    "{\"name\":\"\"}",
    "{\"name\":\"a\",\"redirects\":[1]}",
    "{\"name\":\"a\",\"redirects\":[\"\"]}",
    "{\"name\":\"a\",\"redirects\":[\"http://example.org/\"]}",
    "{\"name\":\"a\",\"redirects\":\"https://example.org/\"}",
    "{\"name\":\"a\",\"about\":7}",
    "{\"name\":\"a\\u202eb\"}",
    ("{\"name\":\"a\",\"redirects\":[\"https://a/\",\"https://a/\",\"https://a/\",\"https://a/\","
     "\"https://a/\",\"https://a/\",\"https://a/\",\"https://a/\",\"https://a/\",\"https://a/\","
     "\"https://a/\"]}"),
};
enum { WRONG_APPS = sizeof wrong_apps / sizeof *wrong_apps };

START_TEST(wrong_apps_are_refused) {
    expect("POST", "/v1/apps", ada, wrong_apps[_i], 422);
}
END_TEST

START_TEST(apps_are_their_makers) {
    char path[TEXT], guest[TOKEN_HEADER_SIZE], weak[TOKEN_HEADER_SIZE];
    json_t *json;

    snprintf(path, sizeof path, "/v1/apps/%s", chess);
    json = ask_json("GET", path, ada, NULL, 200);
    ck_assert_str_eq(text_of(json, "name"), "Chess & co");
    ck_assert_uint_eq(json_array_size(json_object_get(json, "redirects")), 3);
    json_decref(json);
    expect("GET", path, grace, NULL, 404);
    json = ask_json("POST", "/v1/accounts", "", "{\"guest\":true}", 201);
    snprintf(guest, sizeof guest, "Authorization: Bearer %s\r\n", text_of(json, "token"));
    json_decref(json);
    expect("POST", "/v1/apps", guest, "{\"name\":\"a\"}", 403);
    json = ask_json("POST", "/v1/me/tokens", ada,
                    "{\"name\":\"a\",\"expires_at\":\"2099-01-01T00:00:00Z\"}", 201);
    snprintf(weak, sizeof weak, "Authorization: Bearer %s\r\n", text_of(json, "token"));
    json_decref(json);
    expect("POST", "/v1/apps", weak, "{\"name\":\"a\"}", 403);
    for (int i = 2; i < OAUTH_APPS_MAX; i++)
        expect("POST", "/v1/apps", ada, "{\"name\":\"a\"}", 201);
    expect("POST", "/v1/apps", ada, "{\"name\":\"a\"}", 409);
    json = ask_json("GET", "/v1/apps", ada, NULL, 200);
    ck_assert_uint_eq(json_array_size(json_object_get(json, "items")), OAUTH_APPS_MAX);
    json_decref(json);
}
END_TEST

START_TEST(a_guest_lets_apps_in) {
    char session[TOKEN_HEADER_SIZE], guest[TOKEN_HEADER_SIZE], code[SECRET];
    struct response response;
    json_t *json = ask_json("POST", "/v1/accounts", "", "{\"guest\":true}", 201);

    snprintf(guest, sizeof guest, "Authorization: Bearer %s\r\n", text_of(json, "token"));
    json_decref(json);
    sign_browser_in(guest, session);
    response = answer(session, chess, "game:read", "allow", 303);
    sent_with(&response, "code", code);
    response_free(&response);
    expect("GET", "/v1/me", redeem(chess, code).access, NULL, 200);
}
END_TEST

START_TEST(grants_are_limited) {
    char apps[OAUTH_GRANTS_MAX / OAUTH_GRANTS_OF_APP_MAX][SECRET], code[SECRET], body[TEXT];
    struct tokens first = get_in(chess, "game:read"), last = first;
    struct response response;

    /* one more grant of the same app ends the oldest */
    for (int i = 0; i < OAUTH_GRANTS_OF_APP_MAX - 1; i++)
        last = get_in(chess, "game:read");
    expect("GET", "/v1/me", first.access, NULL, 200);
    let_in(other, "game:read", code);
    (void)get_in(chess, "game:read");
    expect("GET", "/v1/me", first.access, NULL, 401);
    expect("GET", "/v1/me", last.access, NULL, 200);
    /* there is a limit for all apps together */
    for (size_t a = 1; a < sizeof apps / sizeof *apps; a++) {
        make_app(ada, "More", apps[a]);
        for (int i = 0; i < OAUTH_GRANTS_OF_APP_MAX; i++)
            (void)get_in(apps[a], "game:read");
    }
    response = answer(browser, other, "game:read", "allow", 409);
    response_free(&response);
    code_form(body, other, code);
    form_refused("/oauth/token", body, "invalid_grant");
}
END_TEST

static Suite *suite(void) {
#define WITH_SERVER .setup = oauth_setup, .teardown = oauth_teardown
    return test_suite(
        "oauth", (const struct test_case[]){
                     {"metadata", the_server_describes_itself, WITH_SERVER},
                     {"code", an_app_is_let_in_by_a_code, WITH_SERVER},
                     {"address", apps_learn_an_address_only_with_the_account, WITH_SERVER},
                     {"requests", wrong_requests_go_back_only_to_known_addresses,
                      .loops = WRONG_REQUESTS, WITH_SERVER},
                     {"sign in", strangers_sign_in_first_and_come_back, WITH_SERVER},
                     {"consent", only_this_servers_page_lets_apps_in, WITH_SERVER},
                     {"no", a_no_goes_back_as_such, WITH_SERVER},
                     {"codes", codes_are_good_for_their_app_address_and_verifier, WITH_SERVER},
                     {"reuse", a_code_used_twice_ends_what_came_of_it, WITH_SERVER},
                     {"forms", wrong_forms_are_refused, .loops = WRONG_FORMS, WITH_SERVER},
                     {"refresh", refresh_tokens_change_and_a_used_one_ends_the_grant, WITH_SERVER},
                     {"rest", a_grant_that_rests_too_long_ends, WITH_SERVER},
                     {"scopes", scopes_can_be_narrowed_and_never_widened, WITH_SERVER},
                     {"revoke", apps_end_their_grants_by_either_token, WITH_SERVER},
                     {"grants", people_see_and_end_what_they_have_let_in, WITH_SERVER},
                     {"ends", a_grant_ends_with_its_app_its_maker_and_its_account, WITH_SERVER},
                     {"device", a_device_is_let_in_by_its_letters, WITH_SERVER},
                     {"device no", a_device_hears_no_and_too_late, WITH_SERVER},
                     {"device scope", devices_need_a_scope_that_there_is, WITH_SERVER},
                     {"device weak", a_weak_browser_lets_no_device_in, WITH_SERVER},
                     {"guessing", codes_cannot_be_guessed_for_long, WITH_SERVER},
                     {"wrong apps", wrong_apps_are_refused, .loops = WRONG_APPS, WITH_SERVER},
                     {"apps", apps_are_their_makers, WITH_SERVER},
                     {"guests", a_guest_lets_apps_in, WITH_SERVER},
                     {"limits", grants_are_limited, WITH_SERVER},
                     {0},
                 });
}
TEST_MAIN(suite)
