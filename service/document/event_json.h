/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Events as documents (openapi.yaml), as one viewer may see them. */
#ifndef SERVICE_DOCUMENT_EVENT_JSON_H
#define SERVICE_DOCUMENT_EVENT_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "engine/undo.h"

struct read_errors;
struct writer;

/* Follows a log during its replay: the reader, and what documents of later events need to know of
 * earlier ones. Zero it, set the first four members, then call log_reader_step once after every
 * applied event, in order. */
struct log_reader {
    const struct setup *setup;
    unsigned viewer;           /* a seat, VIEWER_NOBODY or VIEWER_ALL */
    bool over;                 /* the game of the whole log is over: `by` then tells delegated moves
                                * from players' own */
    const struct trail *trail; /* through which the events are applied; NULL: there is no undo */
    uint32_t answer_seq[SEAT_MAX]; /* seq of the event with each open simultaneous answer, 0:
                                    * none */
};

/* AFTER is the state BEFORE with EVENT applied; AFTER->seq is the event's number. */
void log_reader_step(struct log_reader *reader, const struct game *after,
                     const struct event *event);

/* Writes the event number AFTER->seq, made at AT (Unix milliseconds; 0 leaves `at` out). BEFORE and
 * AFTER are full states, never views. Call it before log_reader_step for the same event. */
void event_write(struct writer *w, const struct log_reader *reader, const struct game *before,
                 const struct game *after, const struct event *event, int64_t at);

/* The same, as members of an open object. */
void event_write_members(struct writer *w, const struct log_reader *reader,
                         const struct game *before, const struct game *after,
                         const struct event *event, int64_t at);

/* Writes the members `winner` and `points` of a finished game into an open object. */
void result_write(struct writer *w, const struct event *finished);

/* ---- reading (event_read.c) ---- */

/* Reads an event with nothing hidden, as in records: type, player, action, outcome, by, chance, at (0 if left
 * out). BEFORE is the state before it. What follows from the state (effects, reveals, counts) is ignored here; see
 * event_agrees. */
bool event_read(struct read_errors *errors, const json_t *value, const char *pointer,
                const struct setup *setup, const struct game *before, struct event *event,
                int64_t *at);

/* Whether every member of VALUE agrees with the event's document for a reader who sees everything;
 * notes those that do not. Also false, with nothing noted, if memory ran out. */
bool event_agrees(struct read_errors *errors, const json_t *value, const char *pointer,
                  const struct log_reader *reader, const struct game *before,
                  const struct game *after, const struct event *event, int64_t at);

#endif
