/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Lessons: each step has a right move and wrong ones, and who finds all right moves has a badge. */
#include <stdlib.h>
#include <string.h>

#include "service/lesson/lesson.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

/* A move of the step that is right or, if not RIGHT, one that is wrong: borrowed. */
static json_t *find_move(const struct lesson_step *step, const json_t *told, bool right) {
    const json_t *actions = json_object_get(told, "actions");
    json_t *move;
    size_t i;

    json_array_foreach(actions, i, move) {
        if (json_object_get(move, "open") == NULL && lesson_is_right(step, move) == right)
            return move;
    }
    ck_abort_msg("%s has no %s move", step->name, right ? "right" : "wrong");
}

/* The moves for all steps of a lesson as a request's body, the step at WRONG (or none) answered wrong. */
static char *moves_of(enum lesson_kind kind, size_t wrong) {
    static struct lesson_step step;
    json_t *told = GET(&nobody, 200, "/v1/lessons/%s", lesson_names[kind]);
    const json_t *steps = json_object_get(told, "steps");
    json_t *moves = json_array(), *body = json_pack("{s:o}", "moves", moves);
    struct lesson lesson;
    char *text;

    ck_assert(lesson_open(&lesson, kind));
    ck_assert_uint_eq(json_array_size(lesson.steps), json_array_size(steps));
    for (size_t i = 0; i < json_array_size(steps); i++) {
        ck_assert(lesson_read_step(&lesson, i, &step));
        json_array_append(moves, find_move(&step, json_array_get(steps, i), i != wrong));
    }
    lesson_close(&lesson);
    text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    json_decref(told);
    return text;
}

static void assert_badges(size_t n) {
    json_t *profile = GET(&nobody, 200, "/v1/accounts/ada");

    ck_assert_uint_eq(json_array_size(json_object_get(profile, "lessons")), n);
    json_decref(profile);
}

START_TEST(right_moves_finish_a_lesson) {
    for (unsigned kind = LESSON_HARBORS; kind < LESSON_COUNT; kind++) {
        char *wrong = moves_of(kind, 1), *right = moves_of(kind, SIZE_MAX);

        assert_problem(POST(&ada, 422, wrong, "/v1/lessons/%s/pass", lesson_names[kind]), "invalid",
                       "/moves/1");
        assert_badges(kind - 1);
        for (unsigned twice = 0; twice < 2; twice++)
            POST_ONLY(&ada, 200, right, "/v1/lessons/%s/pass", lesson_names[kind]);
        POST_ONLY(&nobody, 401, right, "/v1/lessons/%s/pass", lesson_names[kind]);
        assert_badges(kind);
        free(wrong);
        free(right);
    }
}
END_TEST

/* Nobody has the badge by a game that still runs, or by somebody else's. */
START_TEST(a_finished_game_is_the_first_lesson) {
    char id[GAME_ID_SIZE], body[100];
    json_t *list;

    make_game(&ada,
              "{'rules':{'game':'base','players':2},'seats':[{'account':'me'},{'bot':'easy'}]}",
              id);
    snprintf(body, sizeof body, "{'game':'%s'}", id);
    assert_problem(POST(&ada, 422, body, "/v1/lessons/first_game/pass"), "invalid", "/game");
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    assert_problem(POST(&grace, 422, body, "/v1/lessons/first_game/pass"), "invalid", "/game");
    list = GET(&ada, 200, "/v1/lessons");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), LESSON_COUNT);
    json_decref(list);
    GET_ONLY(&ada, 404, "/v1/lessons/none");
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "lessons",
        (const struct test_case[]){
            {"right", right_moves_finish_a_lesson, 0, 0, people_setup, people_teardown},
            {"first", a_finished_game_is_the_first_lesson, 0, 0, people_setup, people_teardown},
            {0},
        });
}
TEST_MAIN(suite)
