/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_SQLITE_COPIES_H
#define DB_SQLITE_COPIES_H

#include <stdbool.h>
#include <stdint.h>

/* Pages of a database's file that were read and compared with their marks, for all connections of the process: SQLite
 * forgets the pages of a connection with each commit of another one (copies.c). */
struct copies;

/* NULL: no memory. */
struct copies *copies_new(void);
void copies_free(struct copies *copies);

/* Which state of the file is read: it changes only with a checkpoint, which writes pages from the log into it. */
struct file_state {
    uint32_t salt[2];    /* of the log, which gets others when it begins anew */
    uint32_t backfilled; /* frames of it that are in the file */
};

/* INDEX is the log's index (SQLite's WAL-index; frames.h). False: it is being changed, or there is none. */
bool file_state_of(const volatile uint32_t *index, struct file_state *state);
bool same_file_state(const struct file_state *a, const struct file_state *b);

/* Copies page NUMBER into PAGE, if it is kept as it is in this state of the file. */
bool copies_take(struct copies *copies, const struct file_state *state, int64_t number,
                 uint8_t *page);
/* Keeps the page, in place of another one. */
void copies_keep(struct copies *copies, const struct file_state *state, int64_t number,
                 const uint8_t *page);

#endif
