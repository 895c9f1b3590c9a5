/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_SQLITE_FRAMES_H
#define DB_SQLITE_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

/* The marks of what this process has written into a write-ahead log (frames.c). */
struct frames;

/* A connection's log by its path; the connections of a process share one. NULL: no memory. */
struct frames *frames_join(const char *log);
void frames_leave(struct frames *frames);

/* Frame NUMBER, counted from 0, is going to be written with a page whose mark is MARK. False: there is no memory. */
bool frames_note(struct frames *frames, int64_t number, uint64_t mark);
/* Whether that is what was written last. */
bool frames_has(struct frames *frames, int64_t number, uint64_t mark);

#endif
