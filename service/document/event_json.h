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

/* Follows a log while it is replayed: who reads it, and what an event's document needs to know of
 * the events before it. Zero it, set the first four, then call log_reader_step once after every
 * event applied, in order. */
struct log_reader {
    const struct setup *setup;
    unsigned viewer;           /* a seat, VIEWER_NOBODY or VIEWER_ALL */
    bool over;                 /* the whole log's game is over: `by` tells orders from players */
    const struct trail *trail; /* that the events are applied through; NULL: there is no undo */
    uint32_t answer_seq[SEAT_MAX]; /* event holding each open simultaneous answer, 0: none */
};

/* AFTER is BEFORE with EVENT applied; its seq is the event's. */
void log_reader_step(struct log_reader *reader, const struct game *after,
                     const struct event *event);

/* Writes the event with number AFTER->seq, at AT (Unix milliseconds; 0 leaves `at` out). BEFORE and
 * AFTER are whole states, never views. To be called before log_reader_step for the same event. */
void event_write(struct writer *w, const struct log_reader *reader, const struct game *before,
                 const struct game *after, const struct event *event, int64_t at);

/* The same inside an object that is open. */
void event_write_members(struct writer *w, const struct log_reader *reader,
                         const struct game *before, const struct game *after,
                         const struct event *event, int64_t at);

/* The members `winner` and `points` of a finished game, inside an object that is open. */
void result_write(struct writer *w, const struct event *finished);

/* ---- reading (event_read.c) ---- */

/* Reads an event in which nothing is hidden, as a record has it: type, player, action, outcome, by,
 * chance, at (0 when left out). BEFORE is the state it meets. What follows from the state (effects, reveals, counts) is not looked
 * at; see event_agrees. */
bool event_read(struct read_errors *errors, const json_t *value, const char *pointer,
                const struct setup *setup, const struct game *before, struct event *event,
                int64_t *at);

/* Whether every member of VALUE says what the event's document says for a reader who sees all;
 * notes those that do not. False also when memory ran out (then nothing is noted). */
bool event_agrees(struct read_errors *errors, const json_t *value, const char *pointer,
                  const struct log_reader *reader, const struct game *before,
                  const struct game *after, const struct event *event, int64_t at);

#endif
