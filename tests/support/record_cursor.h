/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_RECORD_CURSOR_H
#define TESTS_SUPPORT_RECORD_CURSOR_H

#include "service/document/record.h"

/* The position in a record's events; the context of record_cursor_next. */
struct record_cursor {
    const struct record *record;
    size_t next;
};

/* Passes the events of a record that was read to record_write. */
int record_cursor_next(void *context, struct event *event, int64_t *at);

#endif
