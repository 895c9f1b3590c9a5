/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_GUESS_INT_H
#define DB_GUESS_INT_H

/* What guess.c is to the rest of db/. */

#include "db/db_int.h"
#include "db/interest.h"

/* What a process remembers; NULL: no memory. */
struct guesses *guesses_new(void);
void guesses_free(struct guesses *guesses);

/* Remembers the game that the reader foresees. */
void guess_note(struct store_reader *reader);

/* Remembers who wanted to hear of the game; and fills in what is remembered, or everything. */
void guess_note_interest(struct store_reader *reader, int64_t game,
                         const struct store_interest *interest);
void guess_interest(struct store_reader *reader, int64_t game, struct store_interest *interest);

/* Whether the reading that begins now is of what a guess has brought; if so it has begun. */
bool guess_take(struct store_reader *reader);
/* Ends such a reading; false: it is none. */
bool guess_drop(struct store_reader *reader);

/* Whether the game that was read is the one that was guessed. If not, the reading goes on with a snapshot of its own,
 * and the row has to be read again. */
bool guess_was_right(struct store_reader *reader, const struct store_game *game,
                     enum store_result *result);

#endif
