/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_SQLITE_FRAMES_H
#define DB_SQLITE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/sqlite/copies.h"
#include "db/sqlite/sqlite.h"

/* The marks of the frames that this process has written to a write-ahead log (frames.c). */
struct frames;

/* The write-ahead log, as SQLite's description of its format has it. */
enum { LOG_HEADER_SIZE = 32, FRAME_HEADER_SIZE = 24, FRAME_SIZE = FRAME_HEADER_SIZE + PAGE_SIZE };

/* A connection's log by its path; the connections of a process share one. NULL: no memory. */
struct frames *frames_join(const char *log);
void frames_leave(struct frames *frames);
/* The copies of pages of its database; NULL: there is no memory for them. */
struct copies *frames_copies(const struct frames *frames);

/* INDEX is the log's index, which all processes share in memory (SQLite's WAL-index); NULL: there is none.
 * A connection has got the write lock: who else wrote since this process did is found out. HOLDS: it holds its frames, as the store's own does. */
void frames_begin(struct frames *frames, const volatile uint32_t *index, bool holds);
/* How often it was found that another connection than one that holds its frames wrote. */
uint32_t frames_others(const struct frames *frames);
/* It is about to give the lock back. */
void frames_end(struct frames *frames, const volatile uint32_t *index);
/* Whether this process was the last to write, so that frames_kept gives what is in the log. */
bool frames_are_current(struct frames *frames, const volatile uint32_t *index);

/* Keeps LEN bytes that belong at AT, to be written later; the caller has the write lock. False: there is no room for
 * them, or they are neither next to what is held nor over it. */
bool frames_hold(struct frames *frames, const void *data, size_t len, int64_t at);
/* Takes what is held, to write it now: its size, 0 for none, and its place. The bytes stay where they are. */
size_t frames_take_held(struct frames *frames, const uint8_t **data, int64_t *at);

/* Frame NUMBER, counted from 0, its header and its page, as this process has kept it; NULL: it has not. */
const uint8_t *frames_kept(struct frames *frames, int64_t number);

/* Frame NUMBER is going to be written with a page whose mark is MARK, and is not kept. False: there is no memory. */
bool frames_note(struct frames *frames, int64_t number, uint64_t mark);
/* Whether MARK was noted last for frame NUMBER. */
bool frames_has(struct frames *frames, int64_t number, uint64_t mark);

#endif
