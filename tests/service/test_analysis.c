/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Turning points of a game: the library on bots' games, and what the server says about finished ones. */
#include "service/bots/analysis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "service/app/shelf.h"
#include "service/bots/match.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

static struct analysis analysis, again;
static struct match match;

static void follow(struct match *of, const struct game *before, const struct event *event) {
    analysis_follow(of->context, before, event, &of->game);
}

/* A whole game of greedy bots, or of hard ones at sea, analyzed as it goes. */
static void play_game(struct analysis *to, struct rules rules, uint64_t seed, unsigned leaves) {
    ck_assert(match_open(&match, rules, seed));
    for (unsigned s = 0; s < SEAT_MAX; s++)
        match.kinds[s] = rules.sea ? BOT_HARD : BOT_GREEDY;
    match.follow = follow;
    match.context = to;
    analysis_begin(to, &match.setup, &match.game);
    to->leaves = leaves;
    ck_assert_int_eq(match_play(&match), MATCH_WON);
}

static double sum_of(const struct chances *chances) {
    double sum = 0;

    for (unsigned s = 0; s < SEAT_MAX; s++)
        sum += chances->of[s];
    return sum;
}

static struct rules rules_of(unsigned i) {
    struct rules rules = i % 5 == 4 ? rules_knights(CK2020, 4) : rules_base(2 + i % 5);

    if (rules.players > 4)
        rules.options[OPTION_TURNS56] = TURNS_PAIRED;
    return rules;
}

/* Chances are probabilities, luck gives one player what it takes from another, and in the end the winner has all. */
static void assert_sound(const struct analysis *of) {
    const struct analysis_turn *last = &of->turns[of->n_turns - 1];
    double got = 0, expected = 0;

    ck_assert(of->complete);
    ck_assert_uint_gt(of->n_turns, 5);
    ck_assert_uint_eq(of->turns[0].turn, 0);
    for (unsigned t = 0; t < of->n_turns; t++) {
        const struct analysis_turn *turn = &of->turns[t];
        ck_assert_double_eq_tol(sum_of(&turn->after), 1, 1e-9);
        ck_assert_double_eq_tol(sum_of(&turn->dice), 0, 1e-9);
        ck_assert_double_eq_tol(sum_of(&turn->cards), 0, 1e-9);
        for (unsigned s = 0; s < of->setup->rules.players; s++) {
            got += turn->got[s];
            expected += turn->expected[s];
            ck_assert_double_ge(turn->got[s], 0);
        }
        ck_assert(t == 0 || turn->seq > turn[-1].seq);
        ck_assert(t == 0 || turn->turn >= turn[-1].turn);
    }
    ck_assert_double_eq_tol(got, expected, expected / 2); /* luck evens out, by and large */
    ck_assert_double_gt(got, 0);
    ck_assert_double_eq(last->after.of[match.game.winner], 1);
    ck_assert_uint_eq(last->seq, match.game.seq);
}

static void assert_largest(const struct analysis *of) {
    unsigned largest[ANALYSIS_LARGEST], n = analysis_largest(of, largest);
    double size[ANALYSIS_TURNS_MAX + 1] = {0}, least = 1;

    ck_assert_uint_eq(n, ANALYSIS_LARGEST);
    for (unsigned t = 1; t < of->n_turns; t++)
        for (unsigned s = 0; s < SEAT_MAX; s++)
            size[t] = fmax(size[t], fabs(of->turns[t].after.of[s] - of->turns[t - 1].after.of[s]));
    for (unsigned i = 0; i < n; i++) {
        ck_assert(i == 0 || size[largest[i]] <= size[largest[i - 1]]);
        least = fmin(least, size[largest[i]]);
    }
    for (unsigned i = 0; i < n; i++)
        size[largest[i]] = 0;
    for (unsigned t = 1; t < of->n_turns; t++)
        ck_assert_double_le(size[t], least);
}

START_TEST(games_are_followed) {
    uint64_t seed = test_seed(91);

    play_game(&analysis, rules_sea(SCENARIO_FOG_ISLANDS, 4), seed, ANALYSIS_LEAVES_MAX);
    assert_sound(&analysis);
    for (unsigned i = 0; i < 10; i++) {
        play_game(&analysis, rules_of(i), seed + i, ANALYSIS_LEAVES_MAX);
        assert_sound(&analysis);
        assert_largest(&analysis);
        play_game(&again, rules_of(i), seed + i, ANALYSIS_LEAVES_MAX);
        ck_assert_uint_eq(analysis.n_turns, again.n_turns);
        ck_assert_mem_eq(analysis.turns, again.turns, analysis.n_turns * sizeof *analysis.turns);
    }
}
END_TEST

/* The expectation of a roll is what it gives on average: the luck of the winners, which is the main reason why they
 * won, is balanced by the others', seat by seat. */
START_TEST(luck_is_even_in_the_long_run) {
    enum { GAMES = 60, SEATS = 4 };
    double sum = 0, squares = 0, winners = 0;
    uint64_t seed = test_seed(92);

    for (unsigned g = 0; g < GAMES; g++) {
        double luck[SEATS] = {0};
        play_game(&analysis, rules_of(2), seed + g, ANALYSIS_LEAVES_MAX);
        for (unsigned t = 0; t < analysis.n_turns; t++)
            for (unsigned s = 0; s < SEATS; s++)
                luck[s] += analysis.turns[t].dice.of[s] + analysis.turns[t].cards.of[s];
        sum += luck[0];
        squares += luck[0] * luck[0];
        winners += luck[match.game.winner];
    }
    printf("luck of a seat: %.4f on the average, +- %.4f; of the winners: %.4f\n", sum / GAMES,
           sqrt(squares) / GAMES, winners / GAMES);
    ck_assert_double_lt(fabs(sum), 4 * sqrt(squares));
    ck_assert_double_gt(winners / GAMES, 0.05);
}
END_TEST

/* The work is bounded, and so is what is stored. */
START_TEST(a_long_game_is_cut_short) {
    uint64_t seed = test_seed(93);
    struct analysis whole;

    play_game(&analysis, rules_of(2), seed, ANALYSIS_LEAVES_MAX);
    whole = analysis;
    play_game(&analysis, rules_of(2), seed, 100);
    ck_assert(!analysis.complete);
    ck_assert_uint_eq(analysis.n_turns, whole.n_turns);
    for (unsigned t = 0; t < whole.n_turns; t++)
        ck_assert_mem_eq(&analysis.turns[t].after, &whole.turns[t].after,
                         sizeof whole.turns[t].after);
}
END_TEST

/* ---- the server ---- */

static long long item_of(const json_t *array, unsigned i) {
    return json_integer_value(json_array_get(array, i));
}

/* The figures of each seat add up, and agree with the first and the last turn. */
static void assert_seats_add_up(const json_t *answer) {
    const json_t *turns = json_object_get(answer, "turns"), *seat;
    const json_t *first = json_object_get(json_array_get(turns, 0), "chances");
    const json_t *last =
        json_object_get(json_array_get(turns, json_array_size(turns) - 1), "chances");
    size_t i;

    ck_assert_uint_gt(json_array_size(turns), 5);
    json_array_foreach(json_object_get(answer, "seats"), i, seat) {
        ck_assert_int_eq(number_at(seat, "begin"), item_of(first, (unsigned)i));
        ck_assert_int_eq(number_at(seat, "end"), item_of(last, (unsigned)i));
        ck_assert_int_eq(number_at(seat, "end") - number_at(seat, "begin"),
                         number_at(seat, "dice") + number_at(seat, "cards") +
                             number_at(seat, "decisions"));
    }
    ck_assert_uint_eq(i, json_array_size(first));
}

START_TEST(finished_games) {
    static const char *const names[] = {"play-knights.json", "play-proved.json", "play-six.json",
                                        "play-undo.json"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char id[GAME_ID_SIZE];
        json_t *answer, *kept, *game;
        people_import(&ada, names[i], id);
        game = GET(&ada, 200, "/v1/games/%s", id);
        answer = GET(&ada, 200, "/v1/games/%s/analysis", id);
        assert_seats_add_up(answer);
        ck_assert_int_eq(number_at(answer, "seq"), number_at(game, "seq"));
        ck_assert_int_eq(
            number_at(json_array_get(json_object_get(answer, "seats"),
                                     (size_t)number_at(json_object_get(game, "result"), "winner")),
                      "end"),
            1000);
        kept = GET(&nobody, 200, "/v1/games/%s/analysis", id);
        ck_assert(json_equal(answer, kept));
        json_decref(kept);
        json_decref(answer);
        json_decref(game);
    }
}
END_TEST

/* During a game an analysis would reveal hidden information, for a table game too; and an unknown game is not found. */
START_TEST(running_games) {
    char id[GAME_ID_SIZE];

    people_import(&ada, "table-knights.json", id);
    assert_problem(GET(&ada, 403, "/v1/games/%s/analysis", id), "forbidden", NULL);
    assert_problem(GET(&ada, 404, "/v1/games/none/analysis"), "not-found", NULL);
    make_game(&ada, "{'rules':{'game':'base'},'visibility':'private'}", id);
    assert_problem(GET(&ada, 403, "/v1/games/%s/analysis", id), "forbidden", NULL);
    assert_problem(GET(&grace, 404, "/v1/games/%s/analysis", id), "not-found", NULL);
}
END_TEST

/* If all players have resigned, nobody has won: the chances stay as they were. */
START_TEST(abandoned_games) {
    char id[GAME_ID_SIZE];
    json_t *answer;
    const json_t *turns, *last;

    people_import(&ada, "table-told.json", id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    answer = GET(&ada, 200, "/v1/games/%s/analysis", id);
    assert_seats_add_up(answer);
    turns = json_object_get(answer, "turns");
    last = json_object_get(json_array_get(turns, json_array_size(turns) - 1), "chances");
    for (unsigned i = 0; i < json_array_size(last); i++)
        ck_assert(item_of(last, i) > 0 && item_of(last, i) < 1000);
    json_decref(answer);
    /* A game given up during the set-up has no chances to report. */
    make_game(&ada,
              "{'rules':{'game':'base','players':2},'seats':[{'account':'me'},{'bot':'easy'}]}",
              id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    answer = GET(&ada, 200, "/v1/games/%s/analysis", id);
    ck_assert_uint_eq(json_array_size(json_object_get(answer, "turns")), 0);
    ck_assert_uint_eq(json_array_size(json_object_get(answer, "largest")), 0);
    json_decref(answer);
}
END_TEST

/* Few are made at the same time, results are cached, and the oldest is replaced. */
START_TEST(bounds) {
    char id[GAME_ID_SIZE], other[GAME_ID_SIZE];

    people_import(&ada, "play-proved.json", id);
    people_import(&ada, "play-undo.json", other);
    test_app.analyses = shelf_new(SHELF_KEPT_BYTES, 0);
    assert_problem(GET(&ada, 503, "/v1/games/%s/analysis", id), "unavailable", NULL);
    shelf_free(test_app.analyses);
    test_app.analyses = shelf_new(SHELF_KEPT_BYTES, 1);
    GET_ONLY(&ada, 200, "/v1/games/%s/analysis", id);
    {
        struct buffer body;
        buffer_init(&body, SHELF_KEPT_BYTES);
        ck_assert_int_eq(shelf_find(test_app.analyses, -1, &body), SHELF_MAKE);
        GET_ONLY(&ada, 200, "/v1/games/%s/analysis", id); /* cached */
        assert_problem(GET(&ada, 503, "/v1/games/%s/analysis", other), "unavailable", NULL);
        shelf_put(test_app.analyses, -1, NULL);
        GET_ONLY(&ada, 200, "/v1/games/%s/analysis", other);
        ck_assert_int_eq(shelf_find(test_app.analyses, -1, &body), SHELF_MAKE);
        buffer_free(&body);
    }
    shelf_free(test_app.analyses);
    test_app.analyses = NULL;
}
END_TEST

START_TEST(the_oldest_gives_way) {
    struct shelf *shelf = shelf_new(10, 1);
    struct buffer body;

    buffer_init(&body, 64);
    buffer_append(&body, "12345", 5);
    for (int64_t key = 1; key <= 3; key++) {
        struct buffer none;
        buffer_init(&none, 64);
        ck_assert_int_eq(shelf_find(shelf, key, &none), SHELF_MAKE);
        shelf_put(shelf, key, &body);
        ck_assert_int_eq(shelf_find(shelf, 1, &none), SHELF_KEPT);
        buffer_free(&none);
    }
    buffer_clear(&body);
    ck_assert_int_eq(shelf_find(shelf, 3, &body), SHELF_KEPT);
    ck_assert_mem_eq(body.data, "12345", 5);
    ck_assert_int_eq(shelf_find(shelf, 2, &body), SHELF_MAKE);
    buffer_free(&body);
    shelf_free(shelf);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "analysis",
        (const struct test_case[]){
            {.name = "games", .test = games_are_followed},
            {.name = "luck", .test = luck_is_even_in_the_long_run},
            {.name = "bound", .test = a_long_game_is_cut_short},
            {"finished", finished_games, .setup = people_setup, .teardown = people_teardown},
            {"running", running_games, .setup = people_setup, .teardown = people_teardown},
            {"abandoned", abandoned_games, .setup = people_setup, .teardown = people_teardown},
            {"bounds", bounds, .setup = people_setup, .teardown = people_teardown},
            {.name = "oldest", .test = the_oldest_gives_way},
            {0},
        });
}

TEST_MAIN(suite)
