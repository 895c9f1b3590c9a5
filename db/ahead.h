/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_AHEAD_H
#define DB_AHEAD_H

#include "db/store.h"

/*
 * Prefetching: queries sent before their results are needed, so that a remote database (PostgreSQL) gets many of
 * them in one round trip. They are guesses: a later query with the same parameters finds its result, unless
 * something was written to its table meanwhile; all others are sent as usual, so a wrong guess costs only time.
 * On SQLite all of this does nothing.
 */

/* Until store_ahead_end, calls that read only send their queries and report that nothing was found, and calls that
 * write do nothing. False: the database is not remote; then none of these calls, nor store_ahead_end, must
 * follow. */
bool store_ahead_begin(struct store_reader *reader);
void store_ahead_end(struct store_reader *reader);
bool store_is_ahead(const struct store_reader *reader);
/* Whether store_ahead_begin would be true. */
bool store_asks_ahead(const struct store_reader *reader);
/* Drops what was asked ahead. A request begins with it: what the one before it has asked and not read would be too
 * old. */
void store_ahead_forget(struct store_reader *reader);

enum {
    STORE_AHEAD_LOG = 1,      /* its whole log: store_game_read instead of store_game_get */
    STORE_AHEAD_CALENDARS = 2 /* those of the people in it */
};

/* Prefetches which game has this id, which store_ahead_game needs. May be combined with other
 * queries between store_ahead_begin and store_ahead_end. */
void store_ahead_find(struct store_reader *reader, const char *public_id);
/* The next store_read_begin of the reader prefetches for that game: store_game_get, its clock, the PARTS
 * named, and the record under the idempotency key, unless that is "". GUESS: the number of the guess that has asked for
 * all of this (db/guess.h); 0: none has. */
void store_ahead_game(struct store_reader *reader, const char *public_id, unsigned parts,
                      int64_t account, const char *key, uint64_t guess);

#endif
