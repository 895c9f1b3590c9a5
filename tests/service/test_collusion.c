/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What people have done to each other in games that ended, added up in the store, and the list of pairs that moderators
 * see. */
#include <stdatomic.h>
#include <stdio.h>

#include "db/accounts.h"
#include "db/dealings.h"
#include "service/account/name.h"
#include "service/app/app.h"
#include "service/moderation/collusion.h"
#include "service/moderation/moderation.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

static _Atomic int64_t time_now;

static int64_t collusion_clock(void) {
    return time_now;
}

static struct person linus;

static void set_up_collusion(void) {
    time_now = INT64_C(1768392000000);
    app_set_clock(collusion_clock);
    people_setup();
    linus = person_new("linus");
}

static void tear_down_collusion(void) {
    person_gone(&linus);
    people_teardown();
    app_set_clock(NULL);
}

static int64_t id_of(const char *name) {
    struct store_account account;

    ck_assert_int_eq(account_by_name(store_reader_get(test_app.store), name, &account), STORE_OK);
    return account.id;
}

/* A game of the three to its end; stand-ins move for all of them whenever an hour has passed. */
static void play_to_its_end(void) {
    char id[GAME_ID_SIZE];

    make_game(&ada,
              "{'rules':{'game':'base','players':3},'clock':{'turn':3600,'on_timeout':'bot'}}", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", id);
    json_decref(people_finish(id, &time_now));
}

START_TEST(each_game_is_added_for_every_pair) {
    struct store_reader *reader;
    struct store_dealing with, sum;

    play_to_its_end();
    play_to_its_end();
    reader = store_reader_get(test_app.store);
    ck_assert_int_eq(store_dealing_get(reader, id_of("ada"), id_of("grace"), &with), STORE_OK);
    ck_assert_int_eq(with.games, 2);
    ck_assert_int_eq(with.last_at, time_now);
    ck_assert_int_eq(store_dealing_sum(reader, id_of("ada"), &sum), STORE_OK);
    ck_assert_int_eq(sum.games, 4); /* two with each of the others */
    ck_assert_int_eq(store_dealing_get(reader, id_of("ada"), id_of("ada"), &with), STORE_OK);
    ck_assert_int_eq(with.games, 0);
}
END_TEST

/* ---- what moderators see ---- */

struct planting {
    struct store_job job; /* first */
    int64_t ada, grace, linus;
};

/* Ada spares Grace, who has been hit by nobody else less often than by chance. */
static enum store_result plant_dealings(struct store_tx *tx, struct store_job *job) {
    const struct planting *planting = (struct planting *)job;
    const int64_t unit = 1000000;
    struct store_dealing spared = {.account = planting->ada,
                                   .other = planting->grace,
                                   .games = 20,
                                   .chances = 200,
                                   .hits_expected = 66 * unit,
                                   .hits_variance = 44 * unit,
                                   .offers = 60,
                                   .alone = 58,
                                   .alone_expected = 20 * unit,
                                   .alone_variance = 13 * unit};
    struct store_dealing back = {.account = planting->grace, .other = planting->ada, .games = 20};
    struct store_pair pair = {.account = planting->ada, .other = planting->grace, .score = 6000};
    enum store_result result = store_dealing_add(tx, &spared);

    if (result == STORE_OK)
        result = store_dealing_add(tx, &back);
    if (result == STORE_OK)
        result =
            moderation_appoint(tx, &(struct moderation_hand){0, time_now}, planting->linus, true);
    return result == STORE_OK ? store_pair_set(tx, &pair) : result;
}

START_TEST(moderators_see_a_pair_with_its_reasons) {
    struct planting planting = {
        {.run = plant_dealings}, id_of("ada"), id_of("grace"), id_of("linus")};
    json_t *list;
    const json_t *pair, *striking;

    GET_ONLY(&linus, 403, "/v1/moderation/pairs");
    ck_assert_int_eq(store_call(test_app.store, &planting.job), STORE_OK);
    list = GET(&linus, 200, "/v1/moderation/pairs");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 1);
    pair = json_array_get(json_object_get(list, "items"), 0);
    ck_assert_int_eq(number_at(pair, "games"), 20);
    striking = json_object_get(pair, "reasons");
    ck_assert_uint_eq(json_array_size(striking), 2);
    ck_assert_str_eq(text_at(json_array_get(striking, 0), "sign"), "spared");
    ck_assert_str_eq(text_at(json_array_get(striking, 0), "by"), "ada");
    ck_assert_str_eq(text_at(json_array_get(striking, 0), "to"), "grace");
    ck_assert_int_eq(number_at(json_array_get(striking, 0), "count"), 200);
    ck_assert_str_eq(text_at(json_array_get(striking, 1), "sign"), "offers");
    json_decref(list);
    json_decref(person_ask(&grace, 204, "DELETE", "", NULL, "/v1/me"));
    list = GET(&linus, 200, "/v1/moderation/pairs");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 0);
    json_decref(list);
}
END_TEST

static Suite *suite(void) {
    return test_suite("collusion", (const struct test_case[]){
                                       {"added", each_game_is_added_for_every_pair, 0, 0,
                                        set_up_collusion, tear_down_collusion},
                                       {"pairs", moderators_see_a_pair_with_its_reasons, 0, 0,
                                        set_up_collusion, tear_down_collusion},
                                       {0},
                                   });
}
TEST_MAIN(suite)
