/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Lessons as data (lessons.json): positions, and the moves that are right in them. Their words are texts of the page,
 * named by lesson and step. */
#ifndef SERVICE_LESSON_LESSON_H
#define SERVICE_LESSON_LESSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/game.h"

/* LESSON_FIRST_GAME has no steps: a finished game passes it. */
enum lesson_kind { LESSON_FIRST_GAME, LESSON_HARBORS, LESSON_KNIGHTS, LESSON_COUNT };
extern const char *const lesson_names[LESSON_COUNT + 1]; /* NULL at the end */

struct lesson {
    json_t *document; /* owned: all lessons */
    const json_t *steps;
    const json_t *rules, *board; /* as in POST /v1/games */
};

/* Opens a lesson; false: out of memory. Call lesson_close whatever the result. */
bool lesson_open(struct lesson *lesson, enum lesson_kind kind);
void lesson_close(struct lesson *lesson);

/* A step: whose decision it is, and the position. */
struct lesson_step {
    const char *name;    /* the lesson's */
    const json_t *right; /* objects: a move is right that has all members of one of them */
    unsigned seat;
    struct setup setup;
    struct game game;
};

/* Reads step AT, which the lesson has; false: out of memory. Large: allocate it. */
bool lesson_read_step(const struct lesson *lesson, size_t at, struct lesson_step *step);

/* Whether MOVE, an action as a document, is legal in the step and right. */
bool lesson_is_right(const struct lesson_step *step, const json_t *move);

#endif
