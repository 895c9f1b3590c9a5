/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Who can make a channel follow a game, and when that ends. */
#include <stdio.h>
#include <string.h>

#include "db/outbox.h"
#include "service/notify/outbox.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

static const char open_game[] = "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},"
                                "{'open':true},{'open':true}]}";
static char game[GAME_ID_SIZE];

static void setup(void) {
    people_setup();
    make_game(&ada, open_game, game);
}

static json_t *follow(struct person *person, int status, unsigned hook) {
    char body[128];

    snprintf(body, sizeof body, "{'kind':'slack_webhook','url':'https://chat.example/hooks/%u'}",
             hook);
    return POST(person, status, body, "/v1/games/%s/follows", game);
}

START_TEST(a_stranger_has_no_game_followed) {
    assert_problem(follow(&grace, 403, 1), "forbidden", NULL);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
    json_decref(follow(&grace, 201, 1));
}
END_TEST

START_TEST(nor_does_a_guest) {
    json_t *made = POST(&nobody, 201, "{'guest':true}", "/v1/accounts");
    struct person guest = person_unknown();

    snprintf(guest.header, sizeof guest.header, "Authorization: Bearer %s\r\n",
             text_at(made, "token"));
    POST_ONLY(&guest, 200, NULL, "/v1/games/%s/join", game);
    assert_problem(follow(&guest, 403, 1), "forbidden", NULL);
    json_decref(made);
    person_gone(&guest);
}
END_TEST

START_TEST(an_account_has_three_in_a_game) {
    json_t *last = NULL;

    for (unsigned i = 0; i < 3; i++) {
        json_decref(last);
        last = follow(&ada, 201, i);
    }
    assert_problem(follow(&ada, 409, 3), "conflict", NULL);
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/games/%s/follows/%s", game,
                           text_at(last, "id")));
    json_decref(follow(&ada, 201, 3));
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
    json_decref(follow(&grace, 201, 4));
    json_decref(last);
}
END_TEST

/* The only follow of the game, as shown to Ada. */
static json_t *shown(void) {
    json_t *list = GET(&ada, 200, "/v1/games/%s/follows", game);
    json_t *follow = json_incref(json_array_get(json_object_get(list, "items"), 0));

    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 1);
    json_decref(list);
    return follow;
}

/* Whether messages wait for channels. */
static bool something_waits(void) {
    struct store_outbox_row row;
    bool waits = false;

    for (int64_t target = 1; target < 10 && !waits; target++)
        waits = store_outbox_waiting(store_reader_get(test_app.store),
                                     &(struct store_outbox_filter){
                                         .channel = OUTBOX_CHAT, .target = target, .kind = -1},
                                     &row) == STORE_OK;
    return waits;
}

START_TEST(it_ends_with_a_token_that_leaves_nothing_behind) {
    json_t *token =
        POST(&ada, 201, "{'name':'narrow','scopes':['game:read','game:play']}", "/v1/me/tokens");
    struct person program = person_unknown();
    json_t *made, *ended;

    snprintf(program.header, sizeof program.header, "Authorization: Bearer %s\r\n",
             text_at(token, "token"));
    made = POST(&program, 201,
                "{'kind':'slack_webhook','url':'https://chat.example/hooks/1','tells':['talk']}",
                "/v1/games/%s/follows", game);
    ck_assert_str_eq(text_at(made, "ends_with_token"), text_at(token, "id"));
    json_decref(
        person_ask(&ada, 204, "DELETE", "", NULL, "/v1/me/tokens/%s", text_at(token, "id")));
    ended = shown();
    ck_assert(json_is_string(json_object_get(ended, "disabled_at")));
    ck_assert_ptr_nonnull(strstr(text_at(ended, "trouble"), "token"));
    POST_ONLY(&ada, 201, "{'text':'hello'}", "/v1/games/%s/talk", game);
    ck_assert(!something_waits());
    json_decref(ended);
    json_decref(made);
    /* The same channel again, with a token that does not expire. */
    made = follow(&ada, 201, 1);
    ck_assert(json_is_null(json_object_get(made, "ends_with_token")));
    ended = shown();
    ck_assert(json_is_null(json_object_get(ended, "disabled_at")));
    json_decref(ended);
    json_decref(made);
    json_decref(token);
    person_gone(&program);
}
END_TEST

#define CASE(test)                                                                                 \
    { #test, test, .setup = setup, .teardown = people_teardown }

static Suite *suite(void) {
    return test_suite("follows", (const struct test_case[]){
                                     CASE(a_stranger_has_no_game_followed),
                                     CASE(nor_does_a_guest),
                                     CASE(an_account_has_three_in_a_game),
                                     CASE(it_ends_with_a_token_that_leaves_nothing_behind),
                                     {0},
                                 });
}
TEST_MAIN(suite)
