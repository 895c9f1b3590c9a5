/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Webhooks, as their owners set them up. */
#include <stdio.h>
#include <string.h>

#include "db/hooks.h"
#include "db/outbox.h"
#include "service/notify/outbox.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

/* A waiting message counts against its host: a slow one must not delay the others. */
static void assert_host(const char *hook_id, const char *host) {
    struct store_reader *reader = store_reader_get(test_app.store);
    struct store_outbox_row row;
    struct store_hook hook;

    ck_assert_ptr_nonnull(reader);
    ck_assert_int_eq(store_hook_by_public_id(reader, hook_id, &hook), STORE_OK);
    ck_assert_int_eq(store_outbox_waiting(reader,
                                          &(struct store_outbox_filter){.channel = OUTBOX_WEBHOOK,
                                                                        .target = hook.id,
                                                                        .kind = OUTBOX_TEST},
                                          &row),
                     STORE_OK);
    ck_assert_str_eq(row.host, host);
}

START_TEST(messages_that_wait_move_with_their_webhook) {
    json_t *hook = POST(&ada, 201, "{'url':'https://old.example/hook'}", "/v1/me/webhooks");
    const char *id = text_at(hook, "id");

    POST_ONLY(&ada, 202, "{}", "/v1/webhooks/%s/test", id);
    assert_host(id, "old.example");
    json_decref(person_ask(&ada, 200, "PATCH", "", "{'url':'https://new.example/hook'}",
                           "/v1/webhooks/%s", id));
    assert_host(id, "new.example");
    json_decref(hook);
}
END_TEST

/* ---- with a token that leaves nothing behind ---- */

static const char full[] = "{'name':'full'}";
static const char narrow[] = "{'name':'narrow','scopes':['account:write']}";
static const char expiring[] = "{'name':'expiring','expires_at':'2999-01-01T00:00:00Z'}";

/* Ada with a new token; writes its public id to ID. */
static struct person ada_with(const char *token, char id[STORE_ID_SIZE]) {
    json_t *made = POST(&ada, 201, token, "/v1/me/tokens");
    struct person person = person_unknown();

    snprintf(id, STORE_ID_SIZE, "%s", text_at(made, "id"));
    snprintf(person.header, sizeof person.header, "Authorization: Bearer %s\r\n",
             text_at(made, "token"));
    json_decref(made);
    return person;
}

static void take_back(const char *token) {
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/me/tokens/%s", token));
}

static void set_up(struct person *person, char id[STORE_ID_SIZE]) {
    json_t *hook = POST(person, 201, "{'url':'https://example.org/hook'}", "/v1/me/webhooks");

    snprintf(id, STORE_ID_SIZE, "%s", text_at(hook, "id"));
    json_decref(hook);
}

static void change(struct person *person, const char *hook, const char *body) {
    json_decref(person_ask(person, 200, "PATCH", "", body, "/v1/webhooks/%s", hook));
}

/* TOKEN: the one with which it ends; NULL: none. */
static void assert_bound(const char *hook, const char *token) {
    json_t *shown = GET(&ada, 200, "/v1/webhooks/%s", hook);
    const char *said = json_string_value(json_object_get(shown, "ends_with_token"));

    ck_assert(json_is_true(json_object_get(shown, "enabled")));
    if (token == NULL)
        ck_assert_ptr_null(said);
    else
        ck_assert_str_eq(said, token);
    json_decref(shown);
}

static void assert_ended(const char *hook) {
    json_t *shown = GET(&ada, 200, "/v1/webhooks/%s", hook);

    ck_assert(json_is_false(json_object_get(shown, "enabled")));
    ck_assert(json_is_string(json_object_get(shown, "disabled_at")));
    ck_assert_ptr_nonnull(strstr(text_at(shown, "disabled_why"), "token"));
    json_decref(shown);
    assert_problem(POST(&ada, 409, "{}", "/v1/webhooks/%s/test", hook), "conflict", NULL);
}

START_TEST(a_webhook_ends_with_a_token_that_leaves_nothing_behind) {
    static const char *const tokens[] = {narrow, expiring};
    char token[STORE_ID_SIZE], hook[STORE_ID_SIZE];

    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        struct person program = ada_with(tokens[i], token);

        set_up(&program, hook);
        assert_bound(hook, token);
        take_back(token);
        assert_ended(hook);
        change(&ada, hook, "{'enabled':true}");
        assert_bound(hook, NULL);
        POST_ONLY(&ada, 202, "{}", "/v1/webhooks/%s/test", hook);
        person_gone(&program);
    }
}
END_TEST

START_TEST(a_webhook_of_a_full_token_outlives_it) {
    char token[STORE_ID_SIZE], hook[STORE_ID_SIZE];
    struct person program = ada_with(full, token);

    set_up(&program, hook);
    take_back(token);
    assert_bound(hook, NULL);
    person_gone(&program);
}
END_TEST

/* Otherwise the webhook could go on sending to an address of a former token's holder. */
START_TEST(who_changes_a_webhook_is_who_it_ends_with) {
    char token[STORE_ID_SIZE], hook[STORE_ID_SIZE];
    struct person program = ada_with(narrow, token);

    set_up(&ada, hook);
    assert_bound(hook, NULL);
    change(&program, hook, "{'url':'https://elsewhere.example/hook'}");
    assert_bound(hook, token);
    take_back(token);
    assert_ended(hook);
    person_gone(&program);
}
END_TEST

START_TEST(a_session_binds_a_webhook_as_its_token_does) {
    char token[STORE_ID_SIZE], hook[STORE_ID_SIZE];
    struct person program = ada_with(narrow, token), browser = person_unknown();
    struct response response;
    char cookie[TOKEN_HEADER_SIZE];

    client_ask(&program.client, &response, "POST", "/v1/session", program.header, NULL);
    ck_assert_int_eq(response.status, 204);
    (void)set_cookie(&response, cookie);
    snprintf(browser.header, sizeof browser.header, "%.90sSec-Fetch-Site: same-origin\r\n", cookie);
    response_free(&response);
    set_up(&browser, hook);
    assert_bound(hook, token);
    take_back(token);
    assert_ended(hook);
    person_gone(&browser);
    person_gone(&program);
}
END_TEST

/* Otherwise former holders of the token would still know the secret. */
START_TEST(a_narrow_token_turns_no_secret_but_its_own) {
    char token[STORE_ID_SIZE], other[STORE_ID_SIZE], hook[STORE_ID_SIZE];
    struct person program = ada_with(narrow, token), second = ada_with(narrow, other);

    set_up(&ada, hook);
    assert_problem(POST(&program, 403, "{}", "/v1/webhooks/%s/secret", hook), "forbidden", NULL);
    POST_ONLY(&ada, 200, "{}", "/v1/webhooks/%s/secret", hook);
    set_up(&program, hook);
    assert_problem(POST(&second, 403, "{}", "/v1/webhooks/%s/secret", hook), "forbidden", NULL);
    POST_ONLY(&program, 200, "{}", "/v1/webhooks/%s/secret", hook);
    POST_ONLY(&ada, 200, "{}", "/v1/webhooks/%s/secret", hook);
    person_gone(&second);
    person_gone(&program);
}
END_TEST

#define CASE(test)                                                                                 \
    { #test, test, .setup = people_setup, .teardown = people_teardown }

static Suite *suite(void) {
    return test_suite("hooks", (const struct test_case[]){
                                   CASE(messages_that_wait_move_with_their_webhook),
                                   CASE(a_webhook_ends_with_a_token_that_leaves_nothing_behind),
                                   CASE(a_webhook_of_a_full_token_outlives_it),
                                   CASE(who_changes_a_webhook_is_who_it_ends_with),
                                   CASE(a_session_binds_a_webhook_as_its_token_does),
                                   CASE(a_narrow_token_turns_no_secret_but_its_own),
                                   {0},
                               });
}
TEST_MAIN(suite)
