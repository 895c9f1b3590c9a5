/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_GAMEJSON_HELP_H
#define TESTS_SERVICE_GAMEJSON_HELP_H

#include <jansson.h>

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/event_json.h"
#include "service/document/label.h"
#include "tests/support/setups.h"

/* Shared by the tests of game documents. Documents are written with `' for `"`, for readability. */

enum { DOCUMENT_MAX = 16 << 20 };

/* The number of elements of a table of cases, for Check's loops. */
#define ROWS(table) ((int)(sizeof(table) / sizeof(table)[0]))

extern const struct seat_label test_labels[SEAT_MAX];

/* The document that a test writes: a fixture, and a writer that begins it again. */
extern struct buffer document;
void document_begin(void);
void document_end(void);
struct writer document_writer(void);

/* JSON from text in which ' stands for "; fails the test if it is invalid. The caller decrefs. */
json_t *json_of(const char *text);

/* The content of a buffer as a tree; fails the test unless it is strict JSON. The caller decrefs. */
json_t *json_of_buffer(const struct buffer *buffer);

/* Fails the test unless BUFFER contains exactly TEXT, ' standing for ". */
void assert_document(const struct buffer *buffer, const char *text);

/* Fails the test unless there is an error at POINTER whose detail contains PART. */
void assert_error(const struct read_errors *errors, const char *pointer, const char *part);

/* All errors in one line, for messages. Static storage. */
const char *errors_text(const struct read_errors *errors);

/* A case of a suite, with the document as its fixture. */
#define DOCUMENT_CASE(NAME, TEST, LOOPS)                                                           \
    {                                                                                              \
        .name = NAME, .test = TEST, .loops = LOOPS, .setup = document_begin,                       \
        .teardown = document_end                                                                   \
    }

/* Rules as received. */
struct rules_row {
    const char *given;
    unsigned seats;
    const char *pointer; /* NULL: accepted */
    const char *text;    /* as written again, or part of the error */
};

/* Fails the test unless they are accepted and written, or refused, as in the row. */
void assert_rules(const struct rules_row *row);

/* Another document as received. */
struct given_row {
    const char *given;
    const char *pointer; /* NULL: accepted */
    const char *part;    /* of the error */
};

/* Fails the test unless the action is accepted, and written unchanged. */
void assert_action_kept(const struct setup *setup, const char *text);

/* Fails the test unless the action at /action is refused as in the row. */
void assert_action_refused(const struct setup *setup, const struct given_row *row);

/* Fails the test unless the position at /p is accepted with a player on turn, or refused, as in the row. */
void assert_position(const struct setup *setup, const struct given_row *row);

/* The position of TEXT, whose next event is the 61st. */
struct game position_given(const struct setup *setup, const char *text);

/* Writes the event as the document. */
void document_event(struct log_reader *reader, const struct game *before, const struct game *after,
                    const struct event *event);

/* An outcome as received. */
struct outcome_row {
    const char *action;
    const char *given; /* "null": none */
    unsigned parts;
    const char *pointer; /* NULL: accepted */
    const char *text;    /* as written again, or part of the error */
};

/* Fails the test unless it is accepted and written, or refused, as in the row. */
void assert_outcome(const struct setup *setup, const struct outcome_row *row);

/* The whole state, or what VIEWER may know of it, as a document in BUFFER (emptied before). */
void write_view(struct buffer *buffer, const struct setup *setup, const struct game *game,
                unsigned viewer);

#endif
