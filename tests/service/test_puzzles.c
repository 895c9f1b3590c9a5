/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Puzzles: what makes one, in games of bots, and what the server cuts from finished games and says of answers. */
#include <stdio.h>
#include <string.h>

#include "service/actor/runner.h"
#include "service/bots/match.h"
#include "service/bots/puzzle.h"
#include "service/bots/search.h"
#include "service/puzzle/cut.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

enum { GAMES = 2, PLAYERS = 4 };

/* ---- the library ---- */

static struct match match;
static unsigned found;

/* What is unknown to the seat, otherwise: the puzzle is the same, because it is made from the view alone. */
static void assert_hides_nothing(const struct game *view, unsigned seat,
                                 const struct puzzle *puzzle) {
    struct game world = *view, same;
    struct puzzle other;

    belief_fill(&match.setup, &world, seat, found, true);
    game_view(&match.setup, &world, seat, &same);
    ck_assert(puzzle_find(&match.setup, &same, seat, 1, &other));
    ck_assert_mem_eq(&other.best.action, &puzzle->best.action, sizeof other.best.action);
    ck_assert_double_eq(other.chance, puzzle->chance);
    ck_assert_double_eq(other.next, puzzle->next);
}

static void assert_clear(const struct game *view, unsigned seat, const struct puzzle *puzzle) {
    static struct move_list list;
    unsigned measured = 0;

    game_list(&match.setup, view, seat, &list);
    for (size_t i = 0; i < list.n; i++) {
        double chance;

        if (list.items[i].open || !puzzle_judge(&match.setup, view, seat, &list.items[i], &chance))
            continue;
        measured++;
        if (memcmp(&list.items[i], &puzzle->best.action, sizeof list.items[i]) == 0)
            ck_assert_double_eq(chance, puzzle->chance);
        else
            ck_assert_double_le(chance, puzzle->chance - PUZZLE_LEAD);
    }
    ck_assert_uint_ge(measured, PUZZLE_CHOICES_MIN);
}

static void look(struct match *of, unsigned seat, const struct action *action) {
    struct game view;
    struct puzzle puzzle;

    (void)action;
    game_view(&of->setup, &of->game, seat, &view);
    if (!puzzle_find(&of->setup, &view, seat, 1, &puzzle))
        return;
    found++;
    ck_assert_double_le(puzzle.chance, 1);
    assert_clear(&view, seat, &puzzle);
    assert_hides_nothing(&view, seat, &puzzle);
}

START_TEST(a_puzzle_is_clear_and_hides_nothing) {
    const uint64_t seed = test_seed(39);

    found = 0;
    for (unsigned g = 0; g < GAMES; g++) {
        ck_assert(match_open(
            &match, g % 2 == 0 ? rules_base(PLAYERS) : rules_knights(CK2020, PLAYERS), seed + g));
        for (unsigned s = 0; s < PLAYERS; s++)
            match.kinds[s] = BOT_NORMAL;
        match.watch = look;
        ck_assert_int_eq(match_play(&match), MATCH_WON);
    }
    printf("%u puzzles in %d games\n", found, GAMES);
    ck_assert_uint_gt(found, 0);
}
END_TEST

/* ---- the server ---- */

static void play_a_game(const char *visibility, char id[GAME_ID_SIZE]) {
    char body[300];

    snprintf(body, sizeof body,
             "{'rules':{'game':'base','players':3},'visibility':'%s',"
             "'seats':[{'bot':'greedy'},{'bot':'hard'},{'bot':'greedy'}]}",
             visibility);
    make_game(&ada, body, id);
    ck_assert(runner_settle(test_app.runner));
}

static void cut(void) {
    ck_assert_int_eq(puzzles_cut(&test_app, app_now()), CHORE_DONE);
}

/* All puzzles that PERSON has not answered, by theme; the caller's to release. */
static json_t *unanswered(struct person *person) {
    json_t *all = json_array();

    for (unsigned theme = 0; theme < PUZZLE_THEMES; theme++) {
        json_t *list = GET(person, 200, "/v1/puzzles?theme=%s&limit=50", puzzle_theme_names[theme]);
        const json_t *puzzle;
        size_t i;

        json_array_foreach(json_object_get(list, "items"), i, puzzle) {
            ck_assert_str_eq(text_at(puzzle, "theme"), puzzle_theme_names[theme]);
            ck_assert_int_ge(number_at(puzzle, "lead"), 50);
        }
        json_array_extend(all, json_object_get(list, "items"));
        json_decref(list);
    }
    return all;
}

static json_t *answer(struct person *person, int status, const char *puzzle, const json_t *action) {
    json_t *body = json_pack("{s:O}", "action", action);
    char *text = json_dumps(body, JSON_COMPACT);
    json_t *said = person_ask(person, status, "POST", "", text, "/v1/puzzles/%s/answer", puzzle);

    free(text);
    json_decref(body);
    return said;
}

/* Any legal move of the puzzle that is not the best, as far as can be known before: the last listed. */
static json_t *some_move(const json_t *puzzle) {
    json_t *list = GET(&nobody, 200, "/v1/puzzles/%s", text_at(puzzle, "id"));
    const json_t *actions = json_object_get(list, "actions");
    json_t *move = NULL;

    for (size_t i = json_array_size(actions); i-- > 0 && move == NULL;)
        if (json_object_get(json_array_get(actions, i), "open") == NULL)
            move = json_deep_copy(json_array_get(actions, i));
    ck_assert_ptr_nonnull(move);
    json_decref(list);
    return move;
}

static void assert_puzzle_score(long long answered, long long solved, long long streak) {
    json_t *today = GET(&grace, 200, "/v1/puzzles/today");
    const json_t *score = json_object_get(today, "score");

    ck_assert_int_eq(number_at(score, "answered"), answered);
    ck_assert_int_eq(number_at(score, "solved"), solved);
    ck_assert_int_eq(number_at(score, "streak"), streak);
    json_decref(today);
}

/* Solves TODAY's puzzle: what is best is learned by a stranger's try. */
static void solve(const json_t *puzzle) {
    const char *id = text_at(puzzle, "id");
    json_t *wrong = some_move(puzzle), *said, *again, *right;

    said = answer(&nobody, 200, id, wrong);
    again = answer(&nobody, 200, id, wrong);
    ck_assert(json_equal(said, again)); /* it stays what it was */
    ck_assert_uint_gt(json_array_size(json_object_get(json_object_get(said, "best"), "reasons")),
                      0);
    right = answer(&grace, 200, id, json_object_get(json_object_get(said, "best"), "action"));
    ck_assert(json_is_true(json_object_get(right, "solved")));
    ck_assert(json_equal(json_object_get(right, "best"), json_object_get(said, "best")));
    ck_assert_int_eq(number_at(json_object_get(right, "yours"), "chance"),
                     number_at(json_object_get(right, "best"), "chance"));
    json_decref(right);
    json_decref(answer(&grace, 200, id, wrong)); /* the first answer counts */
    json_decref(again);
    json_decref(said);
    json_decref(wrong);
}

START_TEST(finished_games_have_puzzles_that_can_be_solved) {
    char id[GAME_ID_SIZE];
    json_t *today, *left, *puzzle, *none = json_pack("{s:s}", "type", "roll");

    play_a_game("public", id);
    cut();
    cut(); /* each game once */
    left = unanswered(&grace);
    ck_assert_uint_gt(json_array_size(left), 0);
    ck_assert_uint_le(json_array_size(left), PUZZLES_OF_GAME);
    today = GET(&grace, 200, "/v1/puzzles/today");
    puzzle = json_object_get(today, "puzzle");
    ck_assert_str_eq(text_at(puzzle, "game"), id);
    ck_assert(json_is_null(json_object_get(puzzle, "solved")));
    assert_puzzle_score(0, 0, 0);
    assert_problem(answer(&grace, 422, text_at(puzzle, "id"), none), "illegal-move", NULL);
    solve(puzzle);
    assert_puzzle_score(1, 1, 1);
    GET_ONLY(&grace, 200, "/v1/puzzles/%s", text_at(puzzle, "id"));
    json_decref(today);
    today = GET(&grace, 200, "/v1/puzzles/today");
    ck_assert(json_is_true(json_object_get(json_object_get(today, "puzzle"), "solved")));
    json_decref(left);
    left = unanswered(&grace);
    ck_assert_uint_lt(json_array_size(left), PUZZLES_OF_GAME);
    json_decref(left);
    json_decref(today);
    json_decref(none);
    GET_ONLY(&grace, 404, "/v1/puzzles/none");
    assert_problem(GET(&grace, 422, "/v1/puzzles?theme=luck"), "invalid", NULL);
    json_decref(person_ask(&grace, 204, "DELETE", "", NULL, "/v1/me")); /* with her answers */
}
END_TEST

START_TEST(private_games_have_none) {
    char id[GAME_ID_SIZE];
    json_t *left, *today;

    play_a_game("private", id);
    play_a_game("unlisted", id);
    cut();
    left = unanswered(&ada);
    ck_assert_uint_eq(json_array_size(left), 0);
    json_decref(left);
    play_a_game("public", id);
    cut();
    left = unanswered(&ada);
    ck_assert_uint_gt(json_array_size(left), 0);
    GET_ONLY(&ada, 200, "/v1/puzzles/%s", text_at(json_array_get(left, 0), "id"));
    sql_force("hexpost.db", "UPDATE games SET visibility = 2");
    GET_ONLY(&ada, 404, "/v1/puzzles/%s", text_at(json_array_get(left, 0), "id"));
    json_decref(left);
    today = GET(&ada, 200, "/v1/puzzles/today");
    ck_assert(json_is_null(json_object_get(today, "puzzle")));
    json_decref(today);
}
END_TEST

static Suite *suite(void) {
    return test_suite("puzzles", (const struct test_case[]){
                                     {"clear", a_puzzle_is_clear_and_hides_nothing, .loops = 0},
                                     {"solved", finished_games_have_puzzles_that_can_be_solved,
                                      .setup = people_setup, .teardown = people_teardown},
                                     {"private", private_games_have_none, .setup = people_setup,
                                      .teardown = people_teardown},
                                     {0},
                                 });
}
TEST_MAIN(suite)
