/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_GUARD_H
#define SERVICE_GAME_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "db/games.h"

/*
 * Keeps damage to one game from the others. Whatever is read of a game is held against its checksums
 * (db/chain.h), each time, and against the rules before it is applied. A game for which that fails is
 * set aside until the server is started anew: it is logged and counted, and nobody plays or replays
 * it any more (STORE_DAMAGED).
 *
 * A log that was found to follow the rules is not held against them again, as replaying is most of what
 * the server does: as long as its checksums are right, it is the same log.
 *
 * The guard belongs to a store (store_set_companion); with readers of a store that has none, everything
 * is checked each time and nothing is set aside. From any thread.
 */
struct game_guard;

enum guard_fault {
    GUARD_SETUP, /* the row, its set-up or its position cannot be read, or is not what was written */
    GUARD_CHECKSUM, /* an event is not what was written */
    GUARD_EVENT,    /* an event cannot be read */
    GUARD_ILLEGAL,  /* an event breaks a rule */
    GUARD_LOG,      /* events are missing */
    GUARD_MOVE,     /* a bot, or who else moves by itself, wanted what the rules forbid */
    GUARD_FAULTS
};

/* NULL: no memory. */
struct game_guard *guard_new(void);
void guard_free(struct game_guard *guard); /* NULL is fine */

/* Sets ROW's game aside, if it is not yet. SEQ: the event at fault, 0 where it is none. */
void guard_set_aside(struct store_reader *reader, const struct store_game *row,
                     enum guard_fault fault, uint32_t seq);
bool guard_is_aside(struct store_reader *reader, int64_t game);

/* The last event of the game up to which its log has been checked; 0: none. */
uint32_t guard_checked(struct store_reader *reader, int64_t game);
void guard_note_checked(struct store_reader *reader, int64_t game, uint32_t seq);

/* Has the games set aside counted by fault at /metrics. */
struct metrics;
bool guard_metrics(struct metrics *metrics, struct game_guard *guard);

#endif
