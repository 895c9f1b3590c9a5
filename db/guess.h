/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_GUESS_H
#define DB_GUESS_H

#include "db/store.h"

/*
 * A game read together with the token that asks for it, in one round trip, where a remote database (PostgreSQL) is
 * asked. The process remembers which game an id names and whose a token is (of the last few thousand), and sends the
 * game's queries along with the one for the token, all of them in one snapshot. These are guesses about what will be
 * asked: whether a token is good and who may see the game is decided by the rows that come back, never by what is
 * remembered, and a wrong guess costs a trip.
 */

/* Begins to ask for a token and a game at once. Store_token_find may be called then, which only sends its query, and
 * store_guess_end must follow. Returns the guess's number, which no other has; 0: too little is known, and nothing was
 * sent. PARTS and KEY as in store_ahead_game, HASH the token's. */
uint64_t store_guess_begin(struct store_reader *reader, const char *public_id, unsigned parts,
                           const uint8_t hash[STORE_HASH_SIZE], const char *key);
/* Asks for the game, and waits. A store_read_begin behind a store_ahead_game with that number then reads what has come,
 * if the game, the parts and the key are the same; what else is read before store_read_end is as of then. */
void store_guess_end(struct store_reader *reader);

/* Remembers whose the token with this hash is. */
void store_guess_token(struct store_reader *reader, const uint8_t hash[STORE_HASH_SIZE],
                       int64_t account);

#endif
