/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_RECALL_H
#define DB_RECALL_H

#include "db/accounts.h"
#include "db/db_int.h"

/*
 * Rows that nearly every request asks for and few transactions change: tokens with their accounts, and games with their
 * seats. The process remembers those it has read until the next transaction that changes a row of these tables, whichever
 * row. Another process, or another connection, that writes ends it as well. On SQLite; PostgreSQL's processes ask for the
 * rows themselves (guess.h).
 */
struct recall;

/* NULL: no memory. */
struct recall *recall_new(void);
void recall_free(struct recall *recall);

/* Whether rows of this table are remembered. */
bool recall_has_table(const char *table);

/* Around a commit, on the writer's thread: if the transaction may have changed rows of these tables, what is remembered is
 * not used from before the commit on, and is out of date after it. */
void recall_begin_change(struct store_tx *tx);
void recall_end_change(struct store_tx *tx);

/* The state that these tables are in now; 0: it is not known, or is just changing. Rows read after it was asked for are kept
 * with it. Those that are kept with it are right now, and in a snapshot that began after it was known before. */
uint64_t recall_state(struct store_reader *reader);

/* Fills in the token and the account; false: they are not remembered in this state. */
bool recall_token(struct store_reader *reader, uint64_t state, const uint8_t hash[STORE_HASH_SIZE],
                  struct store_token *token, struct store_account *account);
void recall_keep_token(struct store_reader *reader, uint64_t state, const struct store_token *token,
                       const struct store_account *account);

/* The id of a game that is remembered; 0: it is not. */
int64_t recall_game_id(struct store_reader *reader, uint64_t state, const char *public_id);
/* Fills in the row of the game with its seats; what is read with its log has to be there already. False: it is not
 * remembered. */
bool recall_game(struct store_reader *reader, uint64_t state, const char *public_id,
                 struct store_game *game, enum store_result *result);
void recall_keep_game(struct store_reader *reader, uint64_t state, const struct store_game *game);

#endif
