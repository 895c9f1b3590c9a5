/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/lesson/lesson.h"

#include <stdlib.h>

#include "service/base/embedded.h"
#include "service/base/json_read.h"
#include "service/document/action_json.h"
#include "service/game/new_game.h"
#include "service/game/play.h"

extern const struct web_file lessons_json; /* lessons.json, embedded by the build */

const char *const lesson_names[LESSON_COUNT + 1] = {
    [LESSON_FIRST_GAME] = "first_game",
    [LESSON_HARBORS] = "harbors",
    [LESSON_KNIGHTS] = "knights",
};

bool lesson_open(struct lesson *lesson, enum lesson_kind kind) {
    const struct web_bytes *text = &lessons_json.coded[WEB_PLAIN];
    const json_t *found;

    *lesson = (struct lesson){
        .document = json_loadb((const char *)text->data, text->size, JSON_REJECT_DUPLICATES, NULL)};
    found = json_object_get(lesson->document, lesson_names[kind]);
    lesson->steps = json_object_get(found, "steps");
    lesson->rules = json_object_get(found, "rules");
    lesson->board = json_object_get(found, "board");
    return lesson->document != NULL;
}

void lesson_close(struct lesson *lesson) {
    json_decref(lesson->document);
    lesson->document = NULL;
}

/* The body of POST /v1/games that would make a table game of this step; a new reference. */
static json_t *step_body(const struct lesson *lesson, const json_t *row) {
    return json_pack("{s:s, s:O, s:O, s:O}", "mode", "table", "rules", lesson->rules, "board",
                     lesson->board, "position", json_object_get(row, "position"));
}

static bool set_up_step(struct lesson_step *step, const struct new_game *made) {
    struct board_spec spec;
    size_t at;

    new_game_lay_out(made, &spec);
    step->game = made->position;
    step->seat = play_waits_for(&made->position);
    return made->has_position && step->seat != NONE &&
           setup_build(&step->setup, &made->rules, &spec, &at) == BOARD_OK;
}

bool lesson_read_step(const struct lesson *lesson, size_t at, struct lesson_step *step) {
    const json_t *row = json_array_get(lesson->steps, at);
    json_t *body = step_body(lesson, row);
    struct new_game *made = calloc(1, sizeof *made);
    struct read_errors errors = {0};
    struct new_game_fault fault;
    bool read = false;

    step->name = json_string_value(json_object_get(row, "name"));
    step->right = json_object_get(row, "right");
    if (body != NULL && made != NULL)
        read = new_game_read(&errors, body, 0, made, &fault) && set_up_step(step, made);
    if (made != NULL)
        new_game_free(made);
    free(made);
    json_decref(body);
    return read;
}

/* Whether MOVE has all members of PATTERN. */
static bool fits_pattern(const json_t *move, json_t *pattern) {
    const char *key;
    json_t *value;

    json_object_foreach(pattern, key, value) {
        if (!json_equal(value, json_object_get(move, key)))
            return false;
    }
    return true;
}

bool lesson_is_right(const struct lesson_step *step, const json_t *move) {
    struct read_errors errors = {0};
    struct action action;
    json_t *pattern;
    size_t i;

    if (!action_read(&errors, move, "", &step->setup, &action) ||
        game_legal(&step->setup, &step->game, step->seat, &action) != REASON_OK)
        return false;
    json_array_foreach(step->right, i, pattern) {
        if (fits_pattern(move, pattern))
            return true;
    }
    return false;
}
