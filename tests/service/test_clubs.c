/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Clubs over HTTP: how people come in and go, who may do what, who sees what is made for a club, and what follows from
 * deletions and blocks. */
#include <stdio.h>
#include <string.h>

#include "db/chats.h"
#include "db/games.h"
#include "db/ratings.h"
#include "service/account/name.h"
#include "service/tournament/keeper.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { NAMES_MAX = 200 };

static struct person linus;
static char club[GAME_ID_SIZE]; /* Ada's, which is not open */

static void make_club(struct person *person, const char *body, char id[GAME_ID_SIZE]) {
    json_t *made = POST(person, 201, body, "/v1/clubs");

    snprintf(id, GAME_ID_SIZE, "%s", text_at(made, "id"));
    json_decref(made);
}

static void clubs_test_setup(void) {
    people_setup();
    linus = person_new("linus");
    make_club(&ada, "{'name':'Night Owls','about':'We play at night.'}", club);
}

static void clubs_test_teardown(void) {
    person_gone(&linus);
    people_teardown();
}

static json_t *give_role(struct person *person, int status, const char *name, const char *role) {
    char body[64];

    snprintf(body, sizeof body, "{'role':'%s'}", role);
    return person_ask(person, status, "PUT", "", body, "/v1/clubs/%s/members/%s", club, name);
}

static void let_in(struct person *person) {
    json_decref(give_role(&ada, 200, person->name, "member"));
    POST_ONLY(person, 200, NULL, "/v1/clubs/%s/join", club);
}

/* The members as PERSON sees them: "ada:owner grace:member ". */
static void members_of(struct person *person, char names[NAMES_MAX]) {
    json_t *list = GET(person, 200, "/v1/clubs/%s/members", club);
    const json_t *item;
    size_t i;

    names[0] = '\0';
    json_array_foreach(json_object_get(list, "items"), i, item) {
        size_t used = strlen(names);

        snprintf(names + used, NAMES_MAX - used, "%s:%s ", text_at(item, "account"),
                 text_at(item, "role"));
    }
    json_decref(list);
}

static void assert_members(struct person *person, const char *wanted) {
    char names[NAMES_MAX];

    members_of(person, names);
    ck_assert_str_eq(names, wanted);
}

static void assert_role(struct person *person, const char *role) {
    json_t *found = GET(person, 200, "/v1/clubs/%s", club);
    const char *shown = json_string_value(json_object_get(found, "role"));

    ck_assert_str_eq(shown == NULL ? "none" : shown, role);
    json_decref(found);
}

static size_t items_in(struct person *person, const char *path) {
    json_t *list = GET(person, 200, "%s%s", path, club);
    size_t n = json_array_size(json_object_get(list, "items"));

    json_decref(list);
    return n;
}

START_TEST(a_club_is_made_found_and_changed) {
    char id[GAME_ID_SIZE];
    json_t *found = GET(&nobody, 200, "/v1/clubs/%s", club), *list;

    ck_assert_str_eq(text_at(found, "name"), "Night Owls");
    ck_assert_str_eq(text_at(found, "about"), "We play at night.");
    ck_assert_str_eq(text_at(found, "owner"), "ada");
    ck_assert_int_eq(number_at(found, "members"), 1);
    ck_assert(json_is_false(json_object_get(found, "open")));
    ck_assert(json_is_null(json_object_get(found, "role")));
    json_decref(found);
    make_club(&grace, "{'name':'Early Birds','open':true}", id);
    list = GET(&nobody, 200, "/v1/clubs?limit=1");
    ck_assert_str_eq(text_at(json_array_get(json_object_get(list, "items"), 0), "name"),
                     "Early Birds");
    found = GET(&nobody, 200, "/v1/clubs?limit=1&cursor=%s", text_at(list, "next"));
    ck_assert_str_eq(text_at(json_array_get(json_object_get(found, "items"), 0), "name"),
                     "Night Owls");
    json_decref(found);
    json_decref(list);
    list = GET(&ada, 200, "/v1/clubs?mine=true");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 1);
    json_decref(list);
    assert_problem(person_ask(&grace, 403, "PATCH", "", "{'open':true}", "/v1/clubs/%s", club),
                   "forbidden", NULL);
    found = person_ask(&ada, 200, "PATCH", "", "{'name':'Owls','about':''}", "/v1/clubs/%s", club);
    ck_assert_str_eq(text_at(found, "name"), "Owls");
    ck_assert_str_eq(text_at(found, "about"), "");
    json_decref(found);
    assert_problem(person_ask(&grace, 403, "DELETE", "", NULL, "/v1/clubs/%s", club), "forbidden",
                   NULL);
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/clubs/%s", club));
    GET_ONLY(&ada, 404, "/v1/clubs/%s", club);
}
END_TEST

START_TEST(names_that_look_alike_are_one) {
    char id[GAME_ID_SIZE];

    assert_problem(POST(&grace, 422, "{'name':'night OWLS'}", "/v1/clubs"), "invalid", "/name");
    assert_problem(POST(&grace, 422, "{'name':'Night 0wIs'}", "/v1/clubs"), "invalid", "/name");
    assert_problem(POST(&grace, 422, "{'name':'Night\\u202eOwls'}", "/v1/clubs"), "invalid",
                   "/name");
    make_club(&grace, "{'name':'Early Birds'}", id);
    assert_problem(
        person_ask(&grace, 422, "PATCH", "", "{'name':'NIGHT owls'}", "/v1/clubs/%s", id),
        "invalid", "/name");
    json_decref(person_ask(&grace, 200, "PATCH", "", "{'name':'early birds'}", "/v1/clubs/%s", id));
}
END_TEST

START_TEST(people_come_in_by_invitation_by_asking_or_freely) {
    POST_ONLY(&grace, 200, NULL, "/v1/clubs/%s/join", club);
    assert_role(&grace, "asking");
    assert_problem(POST(&grace, 409, NULL, "/v1/clubs/%s/join", club), "conflict", NULL);
    assert_members(&ada, "ada:owner grace:asking ");
    assert_members(&grace, "ada:owner "); /* who waits is for organisers */
    json_decref(give_role(&ada, 200, "grace", "member"));
    assert_role(&grace, "member");
    json_decref(give_role(&ada, 200, "linus", "member"));
    assert_role(&linus, "invited");
    assert_members(&grace, "ada:owner grace:member ");
    POST_ONLY(&linus, 200, NULL, "/v1/clubs/%s/join", club);
    assert_role(&linus, "member");
    assert_problem(POST(&linus, 409, NULL, "/v1/clubs/%s/join", club), "conflict", NULL);
    POST_ONLY(&linus, 204, NULL, "/v1/clubs/%s/leave", club);
    assert_problem(POST(&linus, 403, NULL, "/v1/clubs/%s/leave", club), "forbidden", NULL);
    json_decref(person_ask(&ada, 200, "PATCH", "", "{'open':true}", "/v1/clubs/%s", club));
    POST_ONLY(&linus, 200, NULL, "/v1/clubs/%s/join", club);
    assert_members(&nobody, "ada:owner grace:member linus:member ");
}
END_TEST

START_TEST(roles_say_who_may_do_what) {
    let_in(&grace);
    let_in(&linus);
    assert_problem(give_role(&grace, 403, "linus", "organiser"), "forbidden", NULL);
    json_decref(give_role(&ada, 200, "grace", "organiser"));
    assert_problem(give_role(&grace, 403, "linus", "organiser"), "forbidden", NULL);
    assert_problem(person_ask(&grace, 403, "DELETE", "", NULL, "/v1/clubs/%s/members/ada", club),
                   "forbidden", NULL);
    assert_problem(give_role(&ada, 404, "zoe", "member"), "not-found", NULL);
    assert_problem(give_role(&ada, 409, "ada", "member"), "conflict", NULL);
    json_decref(person_ask(&grace, 204, "DELETE", "", NULL, "/v1/clubs/%s/members/linus", club));
    assert_role(&linus, "none");
    assert_problem(give_role(&grace, 409, "linus", "organiser"), "conflict", NULL);
    json_decref(person_ask(&ada, 200, "PATCH", "", "{'open':true}", "/v1/clubs/%s", club));
    assert_problem(POST(&linus, 403, NULL, "/v1/clubs/%s/join", club), "forbidden", NULL);
    let_in(&linus); /* by invitation */
    POST_ONLY(&linus, 204, NULL, "/v1/clubs/%s/leave", club);
    POST_ONLY(&linus, 200, NULL, "/v1/clubs/%s/join", club); /* who has left by themselves */
    json_decref(person_ask(&grace, 204, "DELETE", "", NULL, "/v1/clubs/%s/members/linus", club));
    assert_problem(POST(&ada, 409, NULL, "/v1/clubs/%s/leave", club), "conflict", NULL);
    json_decref(give_role(&ada, 200, "grace", "owner"));
    ck_assert_uint_eq(people_told("grace", "club.owner"), 1);
    assert_members(&nobody, "grace:owner ada:organiser ");
    POST_ONLY(&ada, 204, NULL, "/v1/clubs/%s/leave", club);
    POST_ONLY(&grace, 204, NULL, "/v1/clubs/%s/leave", club); /* the last one */
    GET_ONLY(&grace, 404, "/v1/clubs/%s", club);
}
END_TEST

START_TEST(who_blocks_somebody_is_not_invited_by_them) {
    json_decref(person_ask(&linus, 200, "PUT", "", "{'block':true}", "/v1/me/people/ada"));
    json_decref(give_role(&ada, 200, "linus", "member")); /* Ada notices nothing */
    assert_members(&ada, "ada:owner linus:invited ");
    assert_role(&linus, "none");
    POST_ONLY(&linus, 200, NULL, "/v1/clubs/%s/join", club);
    assert_role(&linus, "asking");
}
END_TEST

static void make_club_game(struct person *person, char id[GAME_ID_SIZE]) {
    char body[160];

    snprintf(body, sizeof body, "{'rules':{'game':'base','players':3},'club':'%s'}", club);
    make_game(person, body, id);
}

START_TEST(only_members_see_and_join_its_games) {
    char id[GAME_ID_SIZE], body[200];
    json_t *game;

    let_in(&grace);
    make_club_game(&ada, id);
    game = GET(&grace, 200, "/v1/games/%s", id);
    ck_assert_str_eq(text_at(game, "club"), club);
    ck_assert_str_eq(text_at(game, "visibility"), "private");
    json_decref(game);
    GET_ONLY(&linus, 404, "/v1/games/%s", id);
    GET_ONLY(&nobody, 404, "/v1/games/%s", id);
    ck_assert_uint_eq(items_in(&grace, "/v1/games?status=open&club="), 1);
    ck_assert_uint_eq(items_in(&linus, "/v1/games?club="), 0);
    ck_assert_uint_eq(items_in(&nobody, "/v1/games?club="), 0);
    POST_ONLY(&linus, 404, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&grace, 204, NULL, "/v1/clubs/%s/leave", club);
    GET_ONLY(&grace, 200, "/v1/games/%s", id); /* she has a seat */
    snprintf(body, sizeof body, "{'rules':{'game':'base','players':3},'club':'%s'}", club);
    assert_problem(POST(&grace, 422, body, "/v1/games"), "invalid", "/club");
    snprintf(body, sizeof body,
             "{'rules':{'game':'base','players':3},'club':'%s','visibility':'public'}", club);
    assert_problem(POST(&ada, 422, body, "/v1/games"), "invalid", "/visibility");
    assert_problem(GET(&ada, 422, "/v1/games?mine=true&club=%s", club), "invalid", "club");
    assert_problem(GET(&ada, 422, "/v1/games?sort=moved&club=%s", club), "invalid", "club");
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/clubs/%s", club));
    game = GET(&ada, 200, "/v1/games/%s", id);
    ck_assert(json_is_null(json_object_get(game, "club")));
    json_decref(game);
}
END_TEST

START_TEST(its_tournaments_are_its_own) {
    char id[GAME_ID_SIZE], body[300];
    json_t *made;

    let_in(&grace);
    snprintf(body, sizeof body,
             "{'name':'Night Cup','format':'swiss','rounds':1,'seats':3,'rules':{'game':'base'},"
             "'players':{'min':3,'max':4},'club':'%s'}",
             club);
    assert_problem(POST(&grace, 422, body, "/v1/tournaments"), "invalid", "/club");
    made = POST(&ada, 201, body, "/v1/tournaments");
    snprintf(id, sizeof id, "%s", text_at(made, "id"));
    ck_assert_str_eq(text_at(made, "club"), club);
    json_decref(made);
    GET_ONLY(&linus, 404, "/v1/tournaments/%s", id);
    ck_assert_uint_eq(items_in(&grace, "/v1/tournaments?club="), 1);
    ck_assert_uint_eq(items_in(&linus, "/v1/tournaments?club="), 0);
    POST_ONLY(&linus, 404, NULL, "/v1/tournaments/%s/join", id);
    POST_ONLY(&grace, 200, NULL, "/v1/tournaments/%s/join", id);
    POST_ONLY(&ada, 200, NULL, "/v1/tournaments/%s/join", id);
    let_in(&linus);
    POST_ONLY(&linus, 200, NULL, "/v1/tournaments/%s/join", id);
    assert_problem(POST(&grace, 403, NULL, "/v1/tournaments/%s/start", id), "forbidden", NULL);
    json_decref(give_role(&ada, 200, "grace", "organiser"));
    POST_ONLY(&grace, 200, NULL, "/v1/tournaments/%s/start", id);
    ck_assert(tournaments_run_due(&test_app, app_now()));
    ck_assert_uint_eq(items_in(&grace, "/v1/games?club="), 1);
    assert_problem(
        person_ask(&ada, 409, "PATCH", "", "{'visibility':'public'}", "/v1/tournaments/%s", id),
        "conflict", NULL);
}
END_TEST

struct rating_job {
    struct store_job job; /* first */
    struct store_rating rating;
};

static enum store_result put_rating(struct store_tx *tx, struct store_job *job) {
    return store_rating_put(tx, &((struct rating_job *)job)->rating);
}

static void rate_account(const char *name, int64_t score) {
    struct store_account account;
    struct rating_job work = {.job.run = put_rating,
                              .rating = {.category = 1,
                                         .mu = score,
                                         .sigma = 1,
                                         .games = 20,
                                         .last_at = app_now(),
                                         .score = score,
                                         .listed = true}};

    ck_assert_int_eq(account_by_name(store_reader_get(test_app.store), name, &account), STORE_OK);
    work.rating.account = account.id;
    ck_assert_int_eq(store_call(test_app.store, &work.job), STORE_OK);
}

START_TEST(its_ladder_is_of_its_members) {
    json_t *ladder;

    rate_account("ada", 10);
    rate_account("grace", 30);
    rate_account("linus", 20);
    let_in(&grace);
    ck_assert_uint_eq(items_in(&nobody, "/v1/ratings/base?limit=10&club="), 2);
    ladder = GET(&nobody, 200, "/v1/ratings/base?club=%s", club);
    ck_assert_str_eq(
        text_at(json_object_get(json_array_get(json_object_get(ladder, "items"), 0), "account"),
                "name"),
        "grace");
    ck_assert_int_eq(number_at(json_array_get(json_object_get(ladder, "items"), 1), "rank"), 2);
    json_decref(ladder);
    GET_ONLY(&nobody, 404, "/v1/ratings/base?club=nothing");
}
END_TEST

static bool count_follow(void *context, const struct store_subscription *subscription) {
    (void)subscription;
    ++*(unsigned *)context;
    return true;
}

/* How many channels follow a game. */
static unsigned follows_of(const char *id) {
    struct store_reader *reader = store_reader_get(test_app.store);
    struct store_game game;
    unsigned n = 0;

    ck_assert_int_eq(store_game_get(reader, id, &game), STORE_OK);
    ck_assert_int_eq(store_subscription_of_game(reader, game.id, count_follow, &n), STORE_OK);
    store_game_clear(&game);
    return n;
}

START_TEST(its_channel_follows_all_its_games) {
    static const char hook[] = "{'kind':'slack_webhook','url':'https://chat.example/hooks/1'}";
    char id[GAME_ID_SIZE];
    json_t *channel;

    let_in(&grace);
    assert_problem(person_ask(&grace, 403, "PUT", "", hook, "/v1/clubs/%s/channel", club),
                   "forbidden", NULL);
    GET_ONLY(&grace, 403, "/v1/clubs/%s/channel", club);
    GET_ONLY(&ada, 404, "/v1/clubs/%s/channel", club);
    channel = person_ask(&ada, 200, "PUT", "", hook, "/v1/clubs/%s/channel", club);
    ck_assert_str_eq(text_at(channel, "kind"), "slack_webhook");
    json_decref(channel);
    GET_ONLY(&ada, 200, "/v1/clubs/%s/channel", club);
    make_club_game(&grace, id);
    ck_assert_uint_eq(follows_of(id), 1);
    make_game(&grace, "{'rules':{'game':'base','players':3}}", id);
    ck_assert_uint_eq(follows_of(id), 0);
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/clubs/%s/channel", club));
    make_club_game(&grace, id);
    ck_assert_uint_eq(follows_of(id), 0);
}
END_TEST

START_TEST(an_account_that_goes_leaves_its_clubs_to_others) {
    let_in(&grace);
    let_in(&linus);
    json_decref(give_role(&ada, 200, "linus", "organiser"));
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/me"));
    assert_members(&nobody, "linus:owner grace:member "); /* organisers before older members */
    json_decref(person_ask(&linus, 204, "DELETE", "", NULL, "/v1/me"));
    assert_members(&nobody, "grace:owner ");
    json_decref(person_ask(&grace, 204, "DELETE", "", NULL, "/v1/me"));
    GET_ONLY(&nobody, 404, "/v1/clubs/%s", club);
}
END_TEST

START_TEST(a_profile_and_an_export_say_the_clubs) {
    json_t *profile;
    const json_t *clubs;
    struct response response;

    json_decref(give_role(&ada, 200, "grace", "member")); /* an invitation is nobody's business */
    profile = GET(&nobody, 200, "/v1/accounts/grace");
    ck_assert_uint_eq(json_array_size(json_object_get(profile, "clubs")), 0);
    json_decref(profile);
    profile = GET(&nobody, 200, "/v1/accounts/ada");
    clubs = json_object_get(profile, "clubs");
    ck_assert_uint_eq(json_array_size(clubs), 1);
    ck_assert_str_eq(text_at(json_array_get(clubs, 0), "id"), club);
    ck_assert_str_eq(text_at(json_array_get(clubs, 0), "role"), "owner");
    json_decref(profile);
    client_ask(&grace.client, &response, "GET", "/v1/me/export", grace.header, NULL);
    ck_assert_ptr_nonnull(strstr(response.body, "\"type\":\"club\""));
    ck_assert_ptr_nonnull(strstr(response.body, "\"role\":\"invited\""));
}
END_TEST

START_TEST(guests_and_bots_are_in_no_club) {
    json_t *made = POST(&nobody, 201, "{'guest':true}", "/v1/accounts");
    struct person guest = person_unknown();

    snprintf(guest.header, sizeof guest.header, "Authorization: Bearer %s\r\n",
             text_at(made, "token"));
    POST_ONLY(&guest, 403, NULL, "/v1/clubs/%s/join", club);
    assert_problem(POST(&guest, 403, "{'name':'Guests'}", "/v1/clubs"), "forbidden", NULL);
    assert_problem(POST(&nobody, 401, "{'name':'Guests'}", "/v1/clubs"), "unauthenticated", NULL);
    GET_ONLY(&nobody, 401, "/v1/clubs?mine=true");
    json_decref(made);
    person_gone(&guest);
}
END_TEST

#define CASE(name, function)                                                                       \
    { name, function, 0, 0, clubs_test_setup, clubs_test_teardown }

static Suite *suite(void) {
    return test_suite("clubs", (const struct test_case[]){
                                   CASE("made", a_club_is_made_found_and_changed),
                                   CASE("names", names_that_look_alike_are_one),
                                   CASE("in", people_come_in_by_invitation_by_asking_or_freely),
                                   CASE("roles", roles_say_who_may_do_what),
                                   CASE("blocked", who_blocks_somebody_is_not_invited_by_them),
                                   CASE("games", only_members_see_and_join_its_games),
                                   CASE("tournaments", its_tournaments_are_its_own),
                                   CASE("ladder", its_ladder_is_of_its_members),
                                   CASE("channel", its_channel_follows_all_its_games),
                                   CASE("deleted", an_account_that_goes_leaves_its_clubs_to_others),
                                   CASE("profile", a_profile_and_an_export_say_the_clubs),
                                   CASE("guests", guests_and_bots_are_in_no_club),
                                   {0},
                               });
}
TEST_MAIN(suite)
