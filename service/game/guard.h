/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_GUARD_H
#define SERVICE_GAME_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "db/games.h"

/*
 * Keeps damage to one game from affecting others. Everything read of a game is verified by its
 * checksums (db/chain.h), each time, and by the rules before it is applied. A game that fails is set
 * aside until the server is restarted: it is logged and counted, and can no longer be played or
 * replayed (STORE_DAMAGED).
 *
 * A log found to follow the rules is not checked by them again, as replaying is most of the server's
 * work: as long as its checksums are right, it is the same log.
 *
 * The guard belongs to a store (store_set_companion); with readers of a store that has none, everything
 * is checked each time and nothing is set aside. From any thread.
 */
struct game_guard;

enum guard_fault {
    GUARD_SETUP,    /* the row, its set-up or its position is unreadable, or fails its checksum */
    GUARD_CHECKSUM, /* an event fails its checksum */
    GUARD_EVENT,    /* an event cannot be read */
    GUARD_ILLEGAL,  /* an event breaks a rule */
    GUARD_LOG,      /* events are missing */
    GUARD_MOVE,     /* a bot or another automatic move broke a rule */
    GUARD_FAULTS
};

/* NULL: no memory. */
struct game_guard *guard_new(void);
void guard_free(struct game_guard *guard); /* NULL is fine */

/* Sets ROW's game aside, unless it is already. SEQ: the faulty event, 0 if it is none. */
void guard_set_aside(struct store_reader *reader, const struct store_game *row,
                     enum guard_fault fault, uint32_t seq);
bool guard_is_aside(struct store_reader *reader, int64_t game);

/* The last event of the game up to which its log has been checked; 0: none. */
uint32_t guard_checked(struct store_reader *reader, int64_t game);
void guard_note_checked(struct store_reader *reader, int64_t game, uint32_t seq);

/* Adds the number of games set aside, by fault, to the metrics. */
struct metrics;
bool guard_metrics(struct metrics *metrics, struct game_guard *guard);

#endif
