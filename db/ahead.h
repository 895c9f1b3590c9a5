/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_AHEAD_H
#define DB_AHEAD_H

#include "db/store.h"

/*
 * Questions asked before their answers are needed, so that a database that is elsewhere (PostgreSQL) gets many of
 * them in one round trip. They are guesses: what is then asked with the same parameters, before something is
 * written to its table, finds the answer there; all else is asked as ever, and nothing depends on them. On SQLite
 * all of this does nothing.
 */

/* Until store_ahead_end, calls that read only send what they would ask and say that there is nothing, and calls that
 * write do nothing. False: the database is not elsewhere, and neither those nor store_ahead_end are to be called. */
bool store_ahead_begin(struct store_reader *reader);
void store_ahead_end(struct store_reader *reader);
bool store_is_ahead(const struct store_reader *reader);

enum {
    STORE_AHEAD_LOG = 1,      /* its whole log, without times */
    STORE_AHEAD_CALENDARS = 2 /* those of the people in it */
};

/* Asks which game that is and who plays it; what store_ahead_game needs to know. Between store_ahead_begin and
 * store_ahead_end it can go with other questions. */
void store_ahead_find(struct store_reader *reader, const char *public_id);
/* The next store_read_begin of the reader is about that game: store_game_get, its clock, and the parts named
 * will be read; and the record under the idempotency key, unless that is "". */
void store_ahead_game(struct store_reader *reader, const char *public_id, unsigned parts,
                      int64_t account, const char *key);

#endif
