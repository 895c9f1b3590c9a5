/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_EVENTS_H
#define SERVICE_GAME_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "db/games.h"
#include "db/interest.h"
#include "db/store.h"
#include "engine/game.h"

/*
 * What one append to a game's log did, for its listeners: clocks, standing orders, statistics, and the outbox,
 * which notifies people. Listeners are called inside the transaction that appends the events, so that events
 * and their consequences are stored together or not at all. They may also be called before, for prefetching
 * (db/ahead.h), so they must change nothing but the transaction.
 */
struct game_events {
    int64_t game_id;
    enum store_game_mode mode;
    enum store_game_status status;  /* afterwards */
    const struct store_seat *seats; /* afterwards */
    unsigned seat_count;
    const struct game *game; /* the state afterwards, nothing hidden */
    uint32_t seq_before;     /* the last event before; 0: the game has just begun */
    uint64_t chain_before;   /* the log's value at it (load->chain) */
    int64_t now;             /* the time of the new events */
    uint64_t types;          /* of the new events, as a set (1 << type) */
    unsigned acted;          /* set of seats whose people moved themselves */
    unsigned moved;          /* set of seats for which anybody moved */
    unsigned waited;         /* set of seats that the game waited for before */
    unsigned newcomers;      /* set of seats that somebody else plays from now on */
    unsigned answered;       /* set of seats that moved or for which somebody moved, not counting
                              * trade offers and resignations */
    const struct store_interest *interest; /* what exists to be notified; NULL: not known */
    int category;                          /* that the game is rated in; 0: it is not */
    bool clocked;       /* the game has a clock, as far as the caller knows; for prefetching */
    unsigned timed_out; /* set of seats for which the server moved because their time had run out */
};

static inline const struct store_interest *events_interest(const struct game_events *events) {
    return events->interest == NULL ? &store_interest_any : events->interest;
}

typedef enum store_result game_listener(struct store_tx *tx, const struct game_events *events);

/* Called one after the other; NULL at the end. Defined in cli/wiring.c. */
extern game_listener *const game_listeners[];

#endif
