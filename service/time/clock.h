/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TIME_CLOCK_H
#define SERVICE_TIME_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "db/clocks.h"
#include "db/store.h"

/*
 * The clock of a game. Everybody the game waits for has a deadline of their own:
 *
 *  - The player on turn has one allowance for their turn, which runs only while the game waits for
 *  them: it stops while others owe answers, and then continues with what is left. In the set-up a
 *  settlement and its road are a turn.
 *  - Players asked off turn have a new allowance for each decision.
 *  - In a game with time banks both are taken from the player's bank, which grows by an increment with
 *  each turn they complete. An empty bank still gives CLOCK_GRACE_MS.
 *
 * Only the player's active hours (calendar.h) outside pauses count towards an allowance. Deadlines are
 * absolute, stored, and derived only from public facts.
 */

enum {
    CLOCK_SECONDS_MIN = 60,
    CLOCK_SECONDS_MAX = 30 * 24 * 3600, /* for a turn or a decision */
    CLOCK_BANK_MAX = 60 * 24 * 3600,    /* seconds */
    CLOCK_VOTE_MAX = 20,
    CLOCK_VOTE_AFTER = 2,      /* deadlines missed in a row, unless the game says otherwise */
    CLOCK_DESERTED_AFTER = 10, /* missed by everybody: a stand-in plays, so that the game ends */
    CLOCK_GRACE_MS = 60000,    /* what even an empty bank gives */
    CLOCK_RETURN_MS = 600000,  /* least time that everybody has after a start of the server */
    CLOCK_PAUSE_DAYS = 60,     /* a pause ends by itself */
    CLOCK_WAITED_MS =
        7 * 24 * 3600 * 1000, /* after such a wait the others may vote, whatever the clock */
    CLOCK_REMIND_PART = 5,    /* a reminder is sent when this part (a fifth) is left */
};

struct clock {
    bool runs; /* the game has a clock */
    struct store_clock rules;
    struct store_clock_seat seats[STORE_SEATS_MAX];
    /* When to remind of a deadline that was just set; 0: no reminder. Not stored here. */
    int64_t remind_at[STORE_SEATS_MAX];
};

/* Reads a game's clock; one that does not run if the game has none. */
enum store_result clock_load(struct clock *clock, struct store_reader *reader, int64_t game);

/* The deadline of a seat, 0 where none runs. */
static inline int64_t clock_deadline(const struct clock *clock, unsigned seat) {
    return clock->runs ? clock->seats[seat].deadline : 0;
}

/* The deadlines of all seats, for documents: NULL if there is no clock. */
const int64_t *clock_deadlines(const struct clock *clock, int64_t deadlines[STORE_SEATS_MAX]);

/* Whether the game is paused. */
static inline bool clock_paused(const struct clock *clock, int64_t now) {
    return clock->runs && clock->rules.paused_until > now;
}

/* The seats, as a set, for which a reminder is still valid: those whose deadline is still the one in
 * the DATA of its row in the outbox (`deadline`, in milliseconds or as RFC 3339). */
unsigned clock_reminded(const struct clock *clock, const char *data);

#endif
