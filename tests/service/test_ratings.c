/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Rated games over HTTP, and ratings that are the same by steps and all at once. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "service/app/app.h"
#include "service/rating/rating.h"
#include "service/rating/recount.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

#define DAY INT64_C(86400000)

static _Atomic int64_t time_now;

static int64_t ratings_clock(void) {
    return time_now;
}

static struct person linus;

static void set_up_ratings(void) {
    time_now = INT64_C(1768392000000);
    app_set_clock(ratings_clock);
    people_setup();
    linus = person_new("linus");
}

static void tear_down_ratings(void) {
    person_gone(&linus);
    people_teardown();
    app_set_clock(NULL);
}

/* ---- making and joining ---- */

#define RATED "'rated':true,'clock':{'turn':3600,'on_timeout':'bot'}"
#define THREE "'rules':{'game':'base','players':3}"

START_TEST(a_game_says_whether_it_is_rated) {
    char id[GAME_ID_SIZE];
    json_t *game;

    make_game(&ada, "{" THREE "," RATED "}", id);
    game = GET(&nobody, 200, "/v1/games/%s", id);
    ck_assert(json_is_true(json_object_get(game, "rated")));
    ck_assert(json_is_false(json_object_get(game, "hints")));
    ck_assert_str_eq(text_at(game, "category"), "base");
    json_decref(game);
    make_game(&ada, "{" THREE "}", id);
    game = GET(&nobody, 200, "/v1/games/%s", id);
    ck_assert(json_is_false(json_object_get(game, "rated")));
    ck_assert(json_is_null(json_object_get(game, "category")));
    json_decref(game);
}
END_TEST

START_TEST(what_cannot_be_rated_is_refused_by_name) {
    static const struct {
        const char *body, *pointer;
    } wrong[] = {
        {"{" THREE ",'rated':true}", "/clock"},
        {"{" THREE ",'hints':true," RATED "}", "/hints"},
        {"{'mode':'table'," THREE ",'rated':true}", "/mode"},
        {"{'rules':{'game':'base','players':3,'victory_points':8}," RATED "}",
         "/rules/victory_points"},
        {"{'rules':{'game':'base'},'seats':[{'account':'me'},{'bot':'greedy'},{'open':true}]," RATED
         "}",
         "/seats/1"},
        {"{" THREE ",'rated':1}", "/rated"},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_problem(POST(&ada, 422, wrong[i].body, "/v1/games"), "invalid", wrong[i].pointer);
}
END_TEST

START_TEST(only_people_take_seats_and_nobody_votes_them_away) {
    char id[GAME_ID_SIZE];

    make_game(&ada, "{" THREE "," RATED "}", id);
    assert_problem(POST(&ada, 409, "{'seat':1,'bot':'greedy'}", "/v1/games/%s/bots", id),
                   "conflict", NULL);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", id);
    assert_problem(POST(&ada, 409, "{'seat':1,'to':'bot'}", "/v1/games/%s/votes", id), "conflict",
                   NULL);
    assert_problem(POST(&grace, 409, "{'seat':1,'to':'bot'}", "/v1/games/%s/votes", id), "conflict",
                   NULL);
    assert_problem(GET(&ada, 403, "/v1/games/%s/hint", id), "forbidden", NULL);
}
END_TEST

/* Whatever rivals ask for, and however long somebody is absent: the clock moves for them, and the seat stays theirs. */
START_TEST(the_clock_alone_decides_about_the_absent) {
    static const char *const wishes[] = {"'bot'", "'end'", "{'account':'mary'}",
                                         "{'clock':{'turn':60}}"};
    char id[GAME_ID_SIZE], body[100];
    struct person mary = person_new("mary");
    json_t *votes, *game;
    const json_t *seat;

    make_game(&ada, "{" THREE ",'rated':true,'clock':{'turn':3600,'vote_after':1}}", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", id);
    for (int hours = 0; hours < 40; hours++) {
        time_now += 3600 * 1000;
        test_app_work();
    }
    votes = GET(&ada, 200, "/v1/games/%s/votes", id);
    seat = json_array_get(json_object_get(votes, "seats"), 2);
    ck_assert_int_ge(number_at(seat, "missed"), 1);
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        snprintf(body, sizeof body, "{'seat':2,'to':%s}", wishes[i]);
        assert_problem(POST(&ada, 409, body, "/v1/games/%s/votes", id), "conflict", NULL);
        assert_problem(POST(&grace, 409, body, "/v1/games/%s/votes", id), "conflict", NULL);
    }
    assert_problem(POST(&mary, 409, NULL, "/v1/games/%s/seats/2/take", id), "conflict", NULL);
    game = GET(&ada, 200, "/v1/games/%s", id);
    seat = json_array_get(json_object_get(game, "seats"), 2);
    ck_assert_str_eq(text_at(seat, "kind"), "human");
    ck_assert_str_eq(text_at(seat, "account"), "linus");
    json_decref(game);
    json_decref(votes);
    person_gone(&mary);
}
END_TEST

/* ---- playing ---- */

/* A game of the three, from its start on; stand-ins move for all of them whenever an hour has passed. */
static void begin_rated(char id[GAME_ID_SIZE]) {
    make_game(&ada, "{" THREE "," RATED "}", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", id);
}

static double number_in(const json_t *object, const char *key) {
    ck_assert(json_is_number(json_object_get(object, key)));
    return json_number_value(json_object_get(object, key));
}

START_TEST(a_game_that_ends_is_counted_once) {
    char id[GAME_ID_SIZE];
    json_t *game, *result, *list, *seat;
    size_t i;

    begin_rated(id);
    game = people_finish(id, &time_now);
    result = json_object_get(game, "result");
    ck_assert_uint_eq(json_array_size(json_object_get(result, "ratings")), 3);
    json_array_foreach(json_object_get(result, "ratings"), i, seat) {
        static const char *const names[] = {"ada", "grace", "linus"};
        bool won = number_at(result, "winner") == (long long)i;
        const json_t *after = json_object_get(seat, "after"), *of, *step;

        ck_assert_int_eq(number_at(seat, "seat"), (int)i);
        ck_assert(won == (number_at(seat, "rank") == 1));
        ck_assert_double_eq(number_in(json_object_get(seat, "before"), "mu"), 25);
        ck_assert(won == (number_in(after, "mu") > 26));
        list = GET(&nobody, 200, "/v1/accounts/%s/ratings", names[i]);
        ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 1);
        of = json_array_get(json_object_get(list, "items"), 0);
        ck_assert_str_eq(text_at(of, "category"), "base");
        ck_assert_int_eq(number_at(of, "games"), 1);
        ck_assert(json_is_true(json_object_get(of, "provisional")));
        ck_assert(json_is_null(json_object_get(of, "rank")));
        ck_assert_double_eq(number_in(of, "mu"), number_in(after, "mu"));
        step = json_array_get(json_object_get(of, "history"), 0);
        ck_assert_str_eq(text_at(step, "game"), id);
        ck_assert_double_eq(number_in(step, "sigma"), number_in(after, "sigma"));
        json_decref(list);
    }
    json_decref(game);
    GET_ONLY(&nobody, 404, "/v1/accounts/nobody_is_called_so/ratings");
    GET_ONLY(&nobody, 404, "/v1/ratings/chess");
    assert_problem(GET(&nobody, 422, "/v1/ratings/base?cursor=x"), "invalid", "cursor");
    list = GET(&nobody, 200, "/v1/ratings/base");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 0);
    json_decref(list);
}
END_TEST

static void assert_unrated(const char *id, const char *reason) {
    json_t *game = people_finish(id, &time_now);

    ck_assert_str_eq(text_at(json_object_get(game, "result"), "unrated"), reason);
    json_decref(game);
    game = GET(&nobody, 200, "/v1/accounts/ada/ratings");
    ck_assert_uint_eq(json_array_size(json_object_get(game, "items")), 0);
    json_decref(game);
}

START_TEST(what_ends_early_or_is_given_up_does_not_count) {
    char id[GAME_ID_SIZE];

    begin_rated(id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", id);
    assert_unrated(id, "given_up");
    begin_rated(id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/resign", id);
    assert_unrated(id, "too_short");
}
END_TEST

/* ---- by steps and all at once ---- */

enum { PLAYERS = 40, GAMES = 10000, GAMES_SHORT = 2000, BATCH = 100, RECOUNTS = 5 };

struct league {
    struct random random;
    int64_t accounts[PLAYERS];
    struct store_rated_game games[GAMES]; /* as they were counted */
    unsigned n;
    int64_t changes, recounted; /* of the last recount */
    struct store_rated_choice choice;
    bool restore;
};
static struct league *league;

static enum store_result run_in_job(enum store_result (*run)(struct store_tx *tx,
                                                             struct store_job *job)) {
    struct store_job job = {.run = run};

    return store_call(test_app.store, &job);
}

static enum store_result make_accounts(struct store_tx *tx, struct store_job *job) {
    enum store_result result = STORE_OK;

    (void)job;
    for (unsigned i = 0; i < PLAYERS && result == STORE_OK; i++) {
        struct store_account account = {.created_at = 1};

        snprintf(account.public_id, sizeof account.public_id, "acc_%u", i);
        snprintf(account.name, sizeof account.name, "Player%u", i);
        snprintf(account.name_key, sizeof account.name_key, "player%u", i);
        result = store_account_create(tx, &account);
        league->accounts[i] = account.id;
    }
    return result;
}

/* Some games share a moment, some do not count, some ranks are shared. */
static struct store_rated_game random_result(struct league *of, int64_t id) {
    struct store_rated_game game = {
        .id = id,
        .category = RATING_BASE + (int)random_below(&of->random, RATING_CATEGORIES - 1),
        .finished_at = time_now + id / 3 * 60000,
        .unrated = random_below(&of->random, 12) == 0 ? RATING_GIVEN_UP : RATING_COUNTS,
        .seat_count = 2 + (int)random_below(&of->random, 5),
    };
    unsigned first = random_below(&of->random, PLAYERS);

    for (int i = 0; i < game.seat_count; i++)
        game.seats[i] = (struct store_rated_seat){
            .game = id,
            .seat = i,
            .account = of->accounts[(first + (unsigned)i * 7) % PLAYERS],
            .rank = 1 + (int)random_below(&of->random, (unsigned)game.seat_count),
        };
    return game;
}

static enum store_result count_batch(struct store_tx *tx, struct store_job *job) {
    enum store_result result = STORE_OK;

    (void)job;
    for (unsigned i = league->n - BATCH; i < league->n && result == STORE_OK; i++)
        result = rating_count(tx, &league->games[i], time_now);
    return result;
}

static enum store_result recount_all(struct store_tx *tx, struct store_job *job) {
    struct recount recount = {0};
    unsigned changed = 0;
    enum store_result result = STORE_OK;

    (void)job;
    if (league->choice.until != 0)
        result = store_rated_annul(tx, &league->choice, league->restore ? 0 : time_now, &changed);
    if (result == STORE_OK)
        result = rating_recount(tx, time_now, &recount);
    league->changes = recount.changes;
    league->recounted = recount.games;
    return result;
}

static bool is_chosen(const struct store_rated_game *game) {
    const struct store_rated_choice *choice = &league->choice;
    bool sits = choice->account == 0;

    for (int i = 0; i < game->seat_count; i++)
        sits |= game->seats[i].account == choice->account;
    return sits && (choice->game == 0 || choice->game == game->id) &&
           game->finished_at >= choice->from && game->finished_at < choice->until;
}

/* The ratings by steps over all games, without what the store has of them. */
static void assert_as_by_steps(void) {
    static struct store_rating ratings[PLAYERS][RATING_CATEGORIES];
    struct store_reader *reader = store_reader_get(test_app.store);

    memset(ratings, 0, sizeof ratings);
    for (unsigned i = 0; i < league->n; i++) {
        struct store_rated_game *game = &league->games[i];
        struct store_rating at[STORE_SEATS_MAX];
        int64_t first = league->accounts[0];

        for (int seat = 0; seat < game->seat_count; seat++)
            at[seat] = ratings[game->seats[seat].account - first][game->category];
        rating_step(game, at);
        for (int seat = 0; seat < game->seat_count; seat++)
            ratings[game->seats[seat].account - first][game->category] = at[seat];
    }
    for (unsigned i = 0; i < PLAYERS; i++)
        for (int category = RATING_BASE; category < RATING_CATEGORIES; category++) {
            const struct store_rating *expected = &ratings[i][category];
            struct store_rating stored;

            ck_assert_int_eq(store_ratings_get(reader, category, &league->accounts[i], 1, &stored),
                             STORE_OK);
            ck_assert_int_eq(stored.games, expected->games);
            ck_assert_int_eq(stored.mu, expected->mu);
            ck_assert_int_eq(stored.sigma, expected->sigma);
            ck_assert_int_eq(stored.last_at, expected->last_at);
        }
}

/* Annuls some games, or restores them: one, a player's, or those of a span. */
static void annul_some(void) {
    struct random *random = &league->random;
    const struct store_rated_game *game = &league->games[random_below(random, league->n)];
    unsigned way = random_below(random, 3);

    league->choice = (struct store_rated_choice){.until = INT64_MAX};
    league->restore = random_below(random, 3) == 0;
    if (way == 0)
        league->choice.game = game->id;
    if (way == 1)
        league->choice.account = game->seats[0].account;
    if (way >= 1) {
        league->choice.from = game->finished_at;
        league->choice.until = game->finished_at + DAY / 4;
    }
    ck_assert_int_eq(run_in_job(recount_all), STORE_OK);
    for (unsigned i = 0; i < league->n; i++)
        if (is_chosen(&league->games[i]))
            league->games[i].annulled_at = league->restore ? 0 : time_now;
}

static enum store_result annul_all(struct store_tx *tx, struct store_job *job) {
    struct store_rated_choice choice = {.until = INT64_MAX};
    unsigned changed = 0;

    (void)job;
    return store_rated_annul(tx, &choice, time_now, &changed);
}

START_TEST(an_annulled_game_is_no_longer_known_by_its_tag) {
    char id[GAME_ID_SIZE], header[200];
    struct response response;
    json_t *game;

    begin_rated(id);
    json_decref(people_finish(id, &time_now));
    snprintf(header, sizeof header, "/v1/games/%s", id);
    client_ask(&nobody.client, &response, "GET", header, "", NULL);
    snprintf(header, sizeof header, "If-None-Match: %s\r\n", response_header(&response, "ETag"));
    response_free(&response);
    json_decref(person_ask(&nobody, 304, "GET", header, NULL, "/v1/games/%s", id));
    ck_assert_int_eq(run_in_job(annul_all), STORE_OK);
    game = person_ask(&nobody, 200, "GET", header, NULL, "/v1/games/%s", id);
    ck_assert_str_eq(text_at(json_object_get(game, "result"), "unrated"), "annulled");
    json_decref(game);
}
END_TEST

/* A short run counts fewer: each costs a dozen statements, twice, which took minutes on a busy PostgreSQL. */
START_TEST(steps_come_to_the_same_as_all_at_once) {
    const unsigned games = test_whole() ? GAMES : GAMES_SHORT;

    league = calloc(1, sizeof *league);
    ck_assert_ptr_nonnull(league);
    league->random = random_seeded(test_seed(40));
    ck_assert_int_eq(run_in_job(make_accounts), STORE_OK);
    while (league->n < games) {
        for (unsigned i = 0; i < BATCH; i++, league->n++)
            league->games[league->n] = random_result(league, 1000000 + league->n);
        ck_assert_int_eq(run_in_job(count_batch), STORE_OK); /* the store runs it twice */
        if (league->n % (games / RECOUNTS) == 0) {
            league->choice = (struct store_rated_choice){0};
            ck_assert_int_eq(run_in_job(recount_all), STORE_OK);
            ck_assert_int_eq(league->recounted, league->n);
            ck_assert_int_eq(league->changes, 0);
            annul_some();
            assert_as_by_steps();
        }
    }
    free(league);
}
END_TEST

/* ---- the ladder ---- */

static enum store_result put_ladder(struct store_tx *tx, struct store_job *job) {
    enum store_result result = make_accounts(tx, job);

    for (int i = 0; i < PLAYERS && result == STORE_OK; i++) {
        struct store_rating rating = {
            .account = league->accounts[i],
            .category = RATING_DUEL,
            .mu = INT64_C(1000000000000) * (i / 2),
            .sigma = INT64_C(4000000000000),
            .games = i % 10 == 9 ? 9 : 10, /* too few for every tenth */
            .last_at = i % 10 == 8 ? time_now - 184 * DAY : time_now,
        };

        rating_complete(&rating, time_now);
        result = store_rating_put(tx, &rating);
    }
    return result;
}

/* Reads all of the ladder in pages; how many there are. */
static unsigned read_ladder(unsigned limit) {
    char cursor[100] = "";
    unsigned n = 0;
    double last = 1e9;

    do {
        json_t *page = GET(&nobody, 200, "/v1/ratings/duel?limit=%u%s%s", limit,
                           cursor[0] == '\0' ? "" : "&cursor=", cursor);
        const json_t *item, *next = json_object_get(page, "next");
        size_t i;

        json_array_foreach(json_object_get(page, "items"), i, item) {
            double score = number_in(item, "mu") - 3 * number_in(item, "sigma");

            ck_assert_double_le(score, last);
            ck_assert(score == last ? number_at(item, "rank") <= n
                                    : number_at(item, "rank") == n + 1);
            ck_assert(json_is_false(json_object_get(item, "provisional")));
            last = score;
            n++;
        }
        snprintf(cursor, sizeof cursor, "%s", json_is_null(next) ? "" : json_string_value(next));
        json_decref(page);
    } while (cursor[0] != '\0');
    return n;
}

START_TEST(a_ladder_has_those_who_have_played_enough_and_lately) {
    json_t *list;

    league = calloc(1, sizeof *league);
    ck_assert_ptr_nonnull(league);
    ck_assert_int_eq(run_in_job(put_ladder), STORE_OK);
    ck_assert_uint_eq(read_ladder(7), PLAYERS * 8 / 10);
    ck_assert_uint_eq(read_ladder(100), PLAYERS * 8 / 10);
    list = GET(&nobody, 200, "/v1/accounts/player39/ratings");
    ck_assert(
        json_is_null(json_object_get(json_array_get(json_object_get(list, "items"), 0), "rank")));
    json_decref(list);
    list = GET(&nobody, 200, "/v1/accounts/player37/ratings");
    ck_assert_int_eq(number_at(json_array_get(json_object_get(list, "items"), 0), "rank"), 1);
    json_decref(list);
    time_now += 183 * DAY + 1;
    ck_assert_uint_eq(read_ladder(100), 0);
    ck_assert_int_eq(rating_clear_ladders(&test_app, time_now), CHORE_DONE);
    ck_assert_uint_eq(read_ladder(100), 0);
    free(league);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "ratings",
        (const struct test_case[]){
            {"says so", a_game_says_whether_it_is_rated, 0, 0, set_up_ratings, tear_down_ratings},
            {"refused", what_cannot_be_rated_is_refused_by_name, 0, 0, set_up_ratings,
             tear_down_ratings},
            {"seats", only_people_take_seats_and_nobody_votes_them_away, 0, 0, set_up_ratings,
             tear_down_ratings},
            {"absent", the_clock_alone_decides_about_the_absent, 0, 0, set_up_ratings,
             tear_down_ratings},
            {"counted", a_game_that_ends_is_counted_once, 0, 0, set_up_ratings, tear_down_ratings},
            {"unrated", what_ends_early_or_is_given_up_does_not_count, 0, 0, set_up_ratings,
             tear_down_ratings},
            {"tag", an_annulled_game_is_no_longer_known_by_its_tag, 0, 0, set_up_ratings,
             tear_down_ratings},
            {"recount", steps_come_to_the_same_as_all_at_once, 0, 0, set_up_ratings,
             tear_down_ratings},
            {"ladder", a_ladder_has_those_who_have_played_enough_and_lately, 0, 0, set_up_ratings,
             tear_down_ratings},
            {0},
        });
}
TEST_MAIN(suite)
