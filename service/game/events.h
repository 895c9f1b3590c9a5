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
 * What one append to a game's log did, and who listens: clocks, standing orders, statistics, and the
 * outbox, through which people hear of it. Listeners are called inside the transaction that appends the
 * events, so that nothing can happen without them, and nothing of theirs stays when the events do not.
 * Before that they may be called in vain, to look ahead (db/ahead.h): they change nothing but the transaction.
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
    unsigned answered;       /* set of seats that moved, whoever did it for them; trade talk and
                              * resignations do not count */
    const struct store_interest *interest; /* what need not be looked for; NULL: nobody has asked */
    bool clocked;       /* the game has a clock, as far as its caller knows: for looking ahead */
    unsigned timed_out; /* set of seats that the server moved for as their time had run out */
};

static inline const struct store_interest *events_interest(const struct game_events *events) {
    return events->interest == NULL ? &store_interest_any : events->interest;
}

typedef enum store_result game_listener(struct store_tx *tx, const struct game_events *events);

/* Called one after the other; NULL at the end. Which there are is said in cli/wiring.c. */
extern game_listener *const game_listeners[];

#endif
