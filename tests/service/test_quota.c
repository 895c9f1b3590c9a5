/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Quotas: what the server keeps for one account, one guest, and all guests of one address. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "service/account/quota.h"
#include "service/app/config.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

static struct config config;
static char table[GAME_ID_SIZE]; /* a table game of ada's that exists from the start */
static char *record;             /* of that */
static char other[GAME_ID_SIZE]; /* a second one */

static const char table_game[] =
    "{'mode':'table','visibility':'unlisted','rules':{'game':'base','players':3},"
    "'board':{'layout':'beginner'}}";
static const char waiting_game[] = "{'visibility':'private','rules':{'game':'base','players':3}}";
static const char public_game[] = "{'rules':{'game':'base','players':3}}";
static const char bots_game[] =
    "{'visibility':'unlisted','rules':{'game':'base','players':2,'victory_points':30},"
    "'seats':[{'bot':'easy'},{'bot':'easy'}]}";

static void setup(void) {
    json_t *body;

    config_defaults(&config);
    people_setup();
    make_game(&ada, table_game, table);
    make_game(&ada, table_game, other);
    body = json_pack("{s:s,s:o}", "mode", "table", "record",
                     GET(&ada, 200, "/v1/games/%s/record", table));
    record = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    test_app.config = &config;
}

static void teardown(void) {
    free(record);
    people_teardown();
}

/* The entry of a quota in GET /v1/me; false: none. */
static bool find_quota(struct person *person, const char *name, long long *used, long long *limit) {
    json_t *me = GET(person, 200, "/v1/me"), *quota;
    bool found = false;
    size_t i;

    json_array_foreach(json_object_get(me, "quotas"), i, quota) {
        if (strcmp(text_at(quota, "name"), name) != 0)
            continue;
        found = true;
        *used = number_at(quota, "used");
        *limit = json_is_null(json_object_get(quota, "limit")) ? 0 : number_at(quota, "limit");
    }
    json_decref(me);
    return found;
}

static long long used_of(struct person *person, const char *name) {
    long long used, limit;

    ck_assert_msg(find_quota(person, name, &used, &limit), "no %s", name);
    return used;
}

/* Asserts that the refusal names the quota; releases it. */
static void assert_quota(json_t *problem, const char *name) {
    const json_t *policies = json_object_get(problem, "violated-policies");

    ck_assert_str_eq(text_at(problem, "type"), "/problems/quota-exceeded");
    ck_assert_uint_eq(json_array_size(policies), 1);
    ck_assert_str_eq(json_string_value(json_array_get(policies, 0)), name);
    ck_assert_ptr_nonnull(strstr(text_at(problem, "detail"), name));
    json_decref(problem);
}

/* ---- one account ---- */

static json_t *make_token(int status) {
    return POST(&ada, status, "{'name':'x'}", "/v1/me/tokens");
}
static json_t *take_record(int status) {
    return POST(&ada, status, record, "/v1/games");
}
static json_t *make_table(int status) {
    return POST(&ada, status, table_game, "/v1/games");
}
static json_t *make_waiting(int status) {
    return POST(&ada, status, waiting_game, "/v1/games");
}
static json_t *make_public(int status) {
    return POST(&ada, status, public_game, "/v1/games");
}
static json_t *make_bots(int status) {
    return POST(&ada, status, bots_game, "/v1/games");
}
static json_t *talk(int status) {
    return POST(&ada, status, "{'text':'Well.'}", "/v1/games/%s/talk", table);
}
static json_t *note(int status) {
    static const char notes[] = "{'text':'Mind the robber.'}";
    const char *game = status == 200 ? table : other;

    return person_ask(&ada, status, "PUT", "", notes, "/v1/games/%s/notes", game);
}

static json_t *make_group(int status) {
    return POST(&ada, status, "{'kind':'family'}", "/v1/groups");
}
static json_t *follow(int status) {
    if (status != 200)
        POST_ONLY(&nobody, 201, "{'name':'linus'}", "/v1/accounts");
    return person_ask(&ada, status, "PUT", "", "{'follow':true}", "/v1/me/people/%s",
                      status == 200 ? "grace" : "linus");
}
static json_t *watch(int status) {
    return person_ask(&ada, status, "PUT", "", NULL, "/v1/games/%s/watch",
                      status == 204 ? table : other);
}
static json_t *seek(int status) {
    return POST(&ada, status,
                "{'rules':{'game':'base'},'clock':{'turn':86400},'players':{'min':3,'max':3}}",
                "/v1/seeks");
}

static const struct {
    enum quota quota;
    const char *name;
    unsigned more; /* how many may be added */
    int status;
    json_t *(*add)(int status); /* adds one; returns the response */
} quotas[] = {
    {QUOTA_RUNNING_GAMES, "running_games", 2, 201, make_waiting},
    {QUOTA_RUNNING_GAMES, "running_games", 1, 201, make_table},
    {QUOTA_OPEN_GAMES, "open_games", 2, 201, make_public},
    {QUOTA_BOT_GAMES, "bot_games", 2, 201, make_bots},
    {QUOTA_GAMES_PER_DAY, "games_per_day", 2, 201, make_table},
    {QUOTA_RECORDS_PER_DAY, "records_per_day", 2, 201, take_record},
    {QUOTA_NOTES, "notes", 1, 200, note},
    {QUOTA_MESSAGES_PER_DAY, "messages_per_day", 2, 201, talk},
    {QUOTA_TOKENS_PER_DAY, "tokens_per_day", 2, 201, make_token},
    {QUOTA_GROUPS, "groups", 2, 201, make_group},
    {QUOTA_PEOPLE, "people", 1, 200, follow},
    {QUOTA_WATCHED_GAMES, "watched_games", 1, 204, watch},
    {QUOTA_SEEKS, "seeks", 2, 201, seek},
};
enum { QUOTAS = sizeof quotas / sizeof *quotas };

START_TEST(an_account_keeps_so_much) {
    const char *name = quotas[_i].name;
    long long before, limit, bound;

    ck_assert(find_quota(&ada, name, &before, &limit));
    ck_assert_int_eq(limit, config.account_quotas[quotas[_i].quota]);
    bound = before + quotas[_i].more;
    config.account_quotas[quotas[_i].quota] = (unsigned)bound;
    for (unsigned i = 0; i < quotas[_i].more; i++)
        json_decref(quotas[_i].add(quotas[_i].status));
    ck_assert_int_eq(used_of(&ada, name), bound);
    assert_quota(quotas[_i].add(429), name);
    ck_assert(find_quota(&ada, name, &before, &limit));
    ck_assert_int_eq(before, bound);
    ck_assert_int_eq(limit, bound);
    config.account_quotas[quotas[_i].quota] = 0; /* no limit */
    json_decref(quotas[_i].add(quotas[_i].status));
}
END_TEST

START_TEST(bytes_are_of_games_and_notes) {
    long long before = used_of(&ada, "bytes"), after;

    ck_assert_int_ge(before, 2 * (long long)STORE_GAME_BYTES);
    json_decref(make_table(201));
    after = used_of(&ada, "bytes");
    ck_assert_int_gt(after, before + STORE_GAME_BYTES);
    config.account_quotas[QUOTA_BYTES] = (unsigned)after + STORE_GAME_BYTES;
    assert_quota(make_table(429), "bytes");
    json_decref(note(200));
    ck_assert_int_gt(used_of(&ada, "bytes"), after);
    config.account_quotas[QUOTA_BYTES] = (unsigned)after;
    assert_quota(person_ask(&ada, 429, "PUT", "", "{'text':'x'}", "/v1/games/%s/notes", other),
                 "bytes");
    /* Existing data may be changed, and may shrink. */
    json_decref(note(200));
    json_decref(person_ask(&ada, 200, "PUT", "", "{'text':''}", "/v1/games/%s/notes", table));
    ck_assert_int_eq(used_of(&ada, "bytes"), after);
}
END_TEST

/* An exceeded quota, after it was lowered, only forbids what adds to it. */
START_TEST(other_things_go_on) {
    make_game(&ada, public_game, other);
    config.account_quotas[QUOTA_NOTES] = config.account_quotas[QUOTA_BOT_GAMES] = 1;
    json_decref(make_bots(201));
    make_game(&ada, public_game, other);
    config.account_quotas[QUOTA_OPEN_GAMES] = 1;
    json_decref(make_waiting(201));
    json_decref(make_table(201));
    assert_quota(make_public(429), "open_games");
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/games/%s", other));
    assert_quota(make_public(429), "open_games");
}
END_TEST

/* ---- guests ---- */

static struct person make_guest(const char *headers) {
    struct person guest = person_unknown();
    json_t *made = POST(&guest, 201, "{'guest':true}", "/v1/accounts");
    int size = snprintf(guest.header, sizeof guest.header, "Authorization: Bearer %s\r\n%s",
                        text_at(made, "token"), headers);

    ck_assert_int_lt(size, (int)sizeof guest.header);
    json_decref(made);
    return guest;
}

START_TEST(a_guest_keeps_less) {
    enum { GAMES = 30, GAME_BYTES = STORE_GAME_BYTES + 4096 };
    struct person guest = make_guest("");
    long long used, limit;

    config.guest_quotas[QUOTA_RUNNING_GAMES] = 0;
    for (int i = 0; i < GAMES; i++)
        POST_ONLY(&guest, 201, table_game, "/v1/games");
    assert_quota(POST(&guest, 429, table_game, "/v1/games"), "games_per_day");
    ck_assert(find_quota(&guest, "games_per_day", &used, &limit));
    ck_assert_int_eq(limit, GAMES);
    ck_assert_int_eq(used, GAMES);
    config.guest_quotas[QUOTA_GAMES_PER_DAY] = 0;
    for (used = used_of(&guest, "bytes"); used + GAME_BYTES <= config.guest_quotas[QUOTA_BYTES];
         used = used_of(&guest, "bytes"))
        POST_ONLY(&guest, 201, table_game, "/v1/games");
    assert_quota(POST(&guest, 429, table_game, "/v1/games"), "bytes");
    /* Once kept, it is an account like any other. */
    json_decref(person_ask(&guest, 200, "PATCH", "", "{'guest':false}", "/v1/me"));
    POST_ONLY(&guest, 201, table_game, "/v1/games");
    person_gone(&guest);
}
END_TEST

static const char here[] = "X-Forwarded-For: 198.51.100.7\r\n"; /* not a program on this machine */

START_TEST(guests_of_an_address_share) {
    struct person one = make_guest(here), two = make_guest(here);
    long long used, limit;

    config.address_quotas[ADDRESS_QUOTA_GAMES] = 3;
    POST_ONLY(&one, 201, table_game, "/v1/games");
    POST_ONLY(&two, 201, table_game, "/v1/games");
    POST_ONLY(&one, 201, table_game, "/v1/games");
    assert_quota(POST(&one, 429, table_game, "/v1/games"), "address_games");
    assert_quota(POST(&two, 429, table_game, "/v1/games"), "address_games");
    ck_assert(find_quota(&two, "address_games", &used, &limit));
    ck_assert_int_eq(limit, 3);
    ck_assert_int_ge(used, 2); /* it is refilled continuously */
    ck_assert(!find_quota(&ada, "address_games", &used, &limit));
    json_decref(make_table(201));
    json_decref(person_ask(&two, 200, "PATCH", "", "{'guest':false}", "/v1/me"));
    POST_ONLY(&two, 201, table_game, "/v1/games");
    person_gone(&one);
    person_gone(&two);
}
END_TEST

START_TEST(guests_of_an_address_share_bytes) {
    struct person one = make_guest(here), two = make_guest(here);

    config.address_quotas[ADDRESS_QUOTA_GAMES] = 0;
    config.address_quotas[ADDRESS_QUOTA_BYTES] = 3 * STORE_GAME_BYTES;
    POST_ONLY(&one, 201, table_game, "/v1/games");
    POST_ONLY(&two, 201, table_game, "/v1/games");
    assert_quota(POST(&one, 429, table_game, "/v1/games"), "address_bytes");
    ck_assert_int_ge(used_of(&one, "address_bytes"), 2 * STORE_GAME_BYTES);
    ck_assert_int_eq(used_of(&one, "games_per_day"), 1); /* refused requests leave nothing */
    json_decref(make_table(201));
    person_gone(&one);
    person_gone(&two);
}
END_TEST

static Suite *suite(void) {
    return test_suite("quota",
                      (const struct test_case[]){
                          {"account", an_account_keeps_so_much, QUOTAS, 0, setup, teardown},
                          {"bytes", bytes_are_of_games_and_notes, 0, 0, setup, teardown},
                          {"other", other_things_go_on, 0, 0, setup, teardown},
                          {"guest", a_guest_keeps_less, 0, 0, setup, teardown},
                          {"address", guests_of_an_address_share_bytes, 0, 0, setup, teardown},
                          {"address", guests_of_an_address_share, 0, 0, setup, teardown},
                          {0},
                      });
}

TEST_MAIN(suite)
