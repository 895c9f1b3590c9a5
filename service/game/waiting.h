/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_WAITING_H
#define SERVICE_GAME_WAITING_H

#include "service/game/load.h"

/*
 * How long a game has waited for each of its people, whatever its clock. A wait begins when the game comes to need
 * somebody, or with the last that they did themselves while it did; it is counted as clocks count (time/clock.h): time
 * without a server, a person's quiet hours and vacations, and pauses do not count.
 */
struct waiting {
    /* By seat; 0: it is not waited for. */
    int64_t noted[STORE_SEATS_MAX];   /* when the wait began, by the log */
    int64_t since[STORE_SEATS_MAX];   /* the same moved on over time without a server */
    int64_t over_at[STORE_SEATS_MAX]; /* when it has lasted for CLOCK_WAITED_MS, unless they come */
};

/* For load_replay, with a struct waiting that is zero at first as context: notes each event. */
load_each waiting_note;

/* Once LOAD has been replayed so; may be called again. */
enum store_result waiting_find(struct waiting *waiting, const struct load *load);

#endif
