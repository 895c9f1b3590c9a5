/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/lessons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/api/game.h"
#include "service/app/endpoint.h"
#include "service/app/store_reply.h"
#include "service/document/action_json.h"
#include "service/document/board_json.h"
#include "service/document/view_json.h"
#include "service/game/access.h"
#include "service/http/reply.h"
#include "service/lesson/lesson.h"

enum {
    LESSONS_JSON_MAX = 4 << 10,
    LESSON_JSON_MAX = 1 << 20,
    LESSON_PRICE = 3, /* requests that opening all steps counts as */
    LESSON_MOVES_MAX = 16,
};

/* ---- what has been finished ---- */

void lessons_write_passed(struct writer *w, const struct store_lesson *lesson) {
    writer_object(w);
    writer_text_member(w, "lesson", lesson->lesson);
    writer_time_member(w, "at", lesson->at);
    writer_object_end(w);
}

static bool write_passed_row(void *context, const struct store_lesson *lesson) {
    lessons_write_passed(context, lesson);
    return true;
}

enum store_result lessons_write_of(struct writer *w, struct store_reader *reader, int64_t account) {
    enum store_result result;

    writer_array(w);
    result = store_lessons_of(reader, account, write_passed_row, w);
    writer_array_end(w);
    return result;
}

/* When the reader has finished each lesson; 0: not yet. */
struct passed {
    int64_t at[LESSON_COUNT];
};

static bool note_passed(void *context, const struct store_lesson *lesson) {
    struct passed *passed = context;

    for (unsigned kind = 0; kind < LESSON_COUNT; kind++)
        if (strcmp(lesson_names[kind], lesson->lesson) == 0)
            passed->at[kind] = lesson->at;
    return true;
}

void lessons_list(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct passed passed = {0};
    struct buffer body;
    struct writer w = writer_begin(&body, LESSONS_JSON_MAX);
    enum store_result result = STORE_OK;

    if (reader == NULL)
        return;
    if (rq->caller.account != 0)
        result = store_lessons_of(reader, rq->caller.account, note_passed, &passed);
    writer_object(&w);
    writer_key(&w, "items");
    writer_array(&w);
    for (unsigned kind = 0; kind < LESSON_COUNT; kind++) {
        writer_object(&w);
        writer_text_member(&w, "lesson", lesson_names[kind]);
        writer_time_or_null_member(&w, "passed_at", passed.at[kind]);
        writer_object_end(&w);
    }
    writer_array_end(&w);
    writer_object_end(&w);
    reply_stored(rq, result, &body);
}

/* ---- a lesson ---- */

/* The lesson of the route. False: has answered. */
static bool find_lesson(struct request *rq, enum lesson_kind *kind) {
    for (unsigned i = 0; i < LESSON_COUNT; i++)
        if (strcmp(lesson_names[i], request_param(rq, 0)) == 0) {
            *kind = (enum lesson_kind)i;
            return true;
        }
    reply_not_found(rq);
    return false;
}

static bool write_step_moves(struct writer *w, const struct lesson_step *step) {
    struct move_list *list = calloc(1, sizeof *list);

    if (list == NULL)
        return false;
    game_list(&step->setup, &step->game, step->seat, list);
    writer_key(w, "actions");
    action_write_list(w, list);
    free(list);
    return true;
}

static bool write_lesson_step(struct writer *w, const struct lesson_step *step) {
    static const struct seat_label labels[SEAT_MAX];
    struct view_head head = {.labels = labels};
    struct game view;
    bool written;

    game_view(&step->setup, &step->game, step->seat, &view);
    writer_object(w);
    writer_text_member(w, "name", step->name);
    writer_int_member(w, "seat", step->seat);
    writer_key(w, "view");
    view_write(w, &step->setup, &view, step->seat, &head);
    written = write_step_moves(w, step);
    writer_key(w, "right");
    writer_json_value(w, step->right);
    writer_object_end(w);
    return written;
}

/* Writes all steps; the board, which they share, comes after them. */
static bool write_lesson_steps(struct writer *w, const struct lesson *lesson,
                               struct lesson_step *step) {
    const size_t n = json_array_size(lesson->steps);
    bool written = true;

    writer_key(w, "steps");
    writer_array(w);
    for (size_t i = 0; i < n && written; i++)
        written = lesson_read_step(lesson, i, step) && write_lesson_step(w, step);
    writer_array_end(w);
    writer_key(w, "board");
    if (n > 0 && written)
        board_write(w, &step->setup.board, step->game.numbers);
    else
        writer_null(w);
    return written;
}

void lessons_get(struct request *rq) {
    struct lesson_step *step = request_alloc(rq, sizeof *step);
    struct lesson lesson;
    struct buffer body;
    struct writer w;
    enum lesson_kind kind;
    bool written;

    if (!find_lesson(rq, &kind) || !request_charge(rq, LESSON_PRICE - 1))
        return;
    w = writer_begin(&body, LESSON_JSON_MAX);
    writer_object(&w);
    writer_text_member(&w, "lesson", lesson_names[kind]);
    written = step != NULL && lesson_open(&lesson, kind);
    if (written) {
        writer_key(&w, "rules");
        if (lesson.rules != NULL)
            writer_json_value(&w, lesson.rules);
        else
            writer_null(&w);
        written = write_lesson_steps(&w, &lesson, step);
        lesson_close(&lesson);
    }
    writer_object_end(&w);
    if (written)
        reply_json(rq, 200, &body);
    else
        reply_no_memory(rq);
    if (!written)
        buffer_free(&body);
}

/* ---- finishing one ---- */

struct lesson_pass {
    struct endpoint_call call; /* first */
    enum lesson_kind kind;
    const json_t *moves;
    const char *game; /* NULL: none given */
};

static bool lessons_pass_read(struct request *rq, void *state) {
    struct lesson_pass *pass = state;
    const struct read_field fields[] = {
        {"moves", READ_ARRAY, .to.json = &pass->moves, .max = LESSON_MOVES_MAX},
        {"game", READ_TEXT, .to.text = &pass->game, .max = STORE_ID_SIZE - 1},
    };

    return find_lesson(rq, &pass->kind) && request_fields(rq, fields, 2) &&
           request_charge(rq, LESSON_PRICE - 1);
}

/* Whether the caller has finished the game that they name. False: has answered. */
static bool finished_game(struct request *rq, const struct lesson_pass *pass) {
    struct store_reader *reader = api_reader(rq);
    struct load load;
    enum store_result result;
    bool finished;

    if (reader == NULL)
        return false;
    if (pass->game == NULL) {
        reply_invalid_at(rq, "/game", "is missing; it must be a finished game of yours");
        return false;
    }
    result = access_open(&load, reader, pass->game, rq->caller.account);
    finished = result == STORE_OK && load.row.status == STORE_GAME_FINISHED &&
               row_seat(&load.row, rq->caller.account) != NONE;
    load_end(&load);
    if (result != STORE_OK && result != STORE_NONE)
        return check_stored(rq, result);
    if (!finished)
        reply_invalid_at(rq, "/game", "must be a finished game in which you have a seat");
    return finished;
}

/* Whether all steps of the lesson are answered right. False: has answered. */
static bool answered_right(struct request *rq, const struct lesson_pass *pass,
                           const struct lesson *lesson, struct lesson_step *step) {
    const size_t n = json_array_size(lesson->steps);
    char at[READ_POINTER_MAX];

    if (json_array_size(pass->moves) != n) {
        reply_invalid_at(rq, "/moves", "must be a move for each of the lesson's %zu steps", n);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!lesson_read_step(lesson, i, step)) {
            reply_no_memory(rq);
            return false;
        }
        if (lesson_is_right(step, json_array_get(pass->moves, i)))
            continue;
        read_pointer_at(at, "/moves", i);
        reply_invalid_at(rq, at, "is not a right move in the step %s", step->name);
        return false;
    }
    return true;
}

static bool lessons_pass_judge(struct request *rq, void *state) {
    const struct lesson_pass *pass = state;
    struct lesson_step *step;
    struct lesson lesson;
    bool right;

    if (pass->kind == LESSON_FIRST_GAME)
        return finished_game(rq, pass);
    step = calloc(1, sizeof *step);
    right = step != NULL && lesson_open(&lesson, pass->kind);
    if (right) {
        right = answered_right(rq, pass, &lesson, step);
        lesson_close(&lesson);
    } else {
        reply_no_memory(rq);
    }
    free(step);
    return right;
}

static enum store_result lessons_pass_run(struct store_tx *tx, void *state) {
    struct lesson_pass *pass = state;
    struct writer w = writer_to(&pass->call.reply.body);
    enum store_result result =
        store_lesson_pass(tx, pass->call.account, lesson_names[pass->kind], pass->call.now);

    if (result != STORE_OK && result != STORE_CONFLICT)
        return result;
    writer_object(&w);
    writer_key(&w, "lessons");
    result = lessons_write_of(&w, store_tx_reader(tx), pass->call.account);
    writer_object_end(&w);
    return result;
}

const struct endpoint lessons_pass = {
    .size = sizeof(struct lesson_pass),
    .body_max = LESSONS_JSON_MAX,
    .status = 200,
    .read = lessons_pass_read,
    .judge = lessons_pass_judge,
    .run = lessons_pass_run,
};
