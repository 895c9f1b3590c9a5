/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_DB_STORE_HELP_H
#define TESTS_DB_STORE_HELP_H

#include "db/events.h"
#include "db/games.h"
#include "db/store.h"

/* Removes PATH and everything a store puts beside it. Where the test runs on PostgreSQL, PATH is the name of
 * a database, here and below; it is there afterwards, without a row. */
void remove_store(const char *path);

/* Opens a store on PATH whose log goes to test_log; the test fails where it cannot. */
struct store *open_store(const char *path);
/* The same in place of what there was, with *READER this thread's. */
struct store *open_new_store(const char *path, struct store_reader **reader);
struct store_options test_options(const char *path);

/* The last message of a store opened with test_options, and its level. */
const char *test_log(void);

/* Runs fn in a transaction of its own and waits for it. */
enum store_result in_tx(struct store *store,
                        enum store_result (*fn)(struct store_tx *tx, void *context), void *context);

/* Jobs for in_tx: a struct store_account is made, the account whose id is an int64_t deleted. */
enum store_result create_account(struct store_tx *tx, void *context);
enum store_result delete_account(struct store_tx *tx, void *context);

/* A new account of that name; its id. */
int64_t make_account(struct store *store, const char *name);

/* A game with four open seats, not yet inserted. Its bytes are static. */
struct store_game new_game(int64_t creator, const char *public_id);

/* Inserts that game; its id. */
int64_t make_game(struct store *store, int64_t creator, const char *public_id);

/* Appends `count` events from `first` on, whose bodies hold game and seq, in one transaction. */
enum store_result append(struct store *store, int64_t game, uint32_t first, uint32_t count);
/* The same from within a transaction; at most 64. */
enum store_result append_in(struct store_tx *tx, int64_t game, uint32_t first, uint32_t count);

/* For store_events_read: each event holds what append wrote. */
struct checked {
    int64_t game;
    uint32_t seq; /* of the event before */
};
bool check_event(void *checked, const struct store_event *event);

/* The last seq, after checking that every event up to it holds what append wrote. */
uint32_t check_log(struct store_reader *reader, int64_t game);

enum { NAMES_SIZE = 128 };

/* Puts name behind what names holds. */
void add_name(char names[NAMES_SIZE], const char *name);

#endif
