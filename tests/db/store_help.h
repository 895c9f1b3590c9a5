/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_DB_STORE_HELP_H
#define TESTS_DB_STORE_HELP_H

#include "db/accounts.h"
#include "db/events.h"
#include "db/games.h"
#include "db/store.h"

/* Removes PATH and all files that a store adds to it. If the test runs on PostgreSQL, PATH is the name of a database,
 * here and below; it exists afterwards, without rows. Forgets test_log, too. */
void remove_store(const char *path);

/* Opens a store on PATH with its log in test_log; a failure fails the test. */
struct store *open_store(const char *path);
/* The same after removing what was there, with *READER for this thread. */
struct store *open_new_store(const char *path, struct store_reader **reader);
struct store_options test_options(const char *path);

/* The last message of a store opened with test_options, and its level. */
const char *test_log(void);

/* Runs fn in a transaction of its own and waits for it. */
enum store_result in_tx(struct store *store,
                        enum store_result (*fn)(struct store_tx *tx, void *context), void *context);

/* Jobs for in_tx: create a struct store_account or store_token, delete the account whose id is an int64_t. */
enum store_result create_account(struct store_tx *tx, void *context);
enum store_result create_token(struct store_tx *tx, void *context);
enum store_result delete_account(struct store_tx *tx, void *context);

/* Creates an account of that name; returns its id. */
int64_t make_account(struct store *store, const char *name);

/* Gives the account the token "t1", whose hash is 0x11 throughout; returns what was stored. */
struct store_token make_laptop_token(struct store *store, int64_t account);

/* A game with four open seats, not yet inserted. Its bytes are static. */
struct store_game new_game(int64_t creator, const char *public_id);

/* Inserts that game; returns its id. */
int64_t make_game(struct store *store, int64_t creator, const char *public_id);

/* Appends `count` events from `first` on in one transaction; their bodies contain game and seq. */
enum store_result append(struct store *store, int64_t game, uint32_t first, uint32_t count);
/* The same from within a transaction; at most 64. */
enum store_result append_in(struct store_tx *tx, int64_t game, uint32_t first, uint32_t count);

/* For store_events_read: each event must contain what append wrote. */
struct checked {
    int64_t game;
    uint32_t seq; /* of the previous event */
};
bool check_event(void *checked, const struct store_event *event);

/* Returns the last seq, after checking that every event up to it contains what append wrote. */
uint32_t check_log(struct store_reader *reader, int64_t game);

enum { NAMES_SIZE = 128 };

/* Appends name to names. */
void add_name(char names[NAMES_SIZE], const char *name);

#endif
