/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_SQLITE_FRAMES_H
#define DB_SQLITE_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

/* The marks of the frames that this process has written to a write-ahead log (frames.c). */
struct frames;

/* A connection's log by its path; the connections of a process share one. NULL: no memory. */
struct frames *frames_join(const char *log);
void frames_leave(struct frames *frames);

/* Notes that frame NUMBER, counted from 0, is about to be written with a page whose mark is MARK. False: there is
 * no memory. */
bool frames_note(struct frames *frames, int64_t number, uint64_t mark);
/* Whether MARK was noted last for frame NUMBER. */
bool frames_has(struct frames *frames, int64_t number, uint64_t mark);

#endif
