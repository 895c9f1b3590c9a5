/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_WAITING_H
#define SERVICE_GAME_WAITING_H

#include "service/game/load.h"

/*
 * How long a game has waited for each of its people, whatever its clock. A wait begins when the game begins to
 * wait for a person, or with their own last action while it does; it is counted as clocks count (time/clock.h):
 * time without a server, a person's quiet hours and vacations, and pauses do not count.
 */
struct waiting {
    /* By seat; 0: the game does not wait for it. */
    int64_t noted[STORE_SEATS_MAX];   /* when the wait began, by the log */
    int64_t since[STORE_SEATS_MAX];   /* the same, moved past time without a server */
    int64_t over_at[STORE_SEATS_MAX]; /* when it will have lasted for CLOCK_WAITED_MS */
};

/* For load_replay, with a zeroed struct waiting as context: notes each event. */
load_each waiting_note;

/* Computes the rest once LOAD has been replayed with waiting_note; may be called again. */
enum store_result waiting_find(struct waiting *waiting, const struct load *load);

#endif
