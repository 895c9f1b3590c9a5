/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TOURNAMENT_KEEPER_H
#define SERVICE_TOURNAMENT_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

#include "db/tournaments.h"

struct app;

/*
 * Moves tournaments on: starts them, pairs their rounds, makes the games, closes what is open at an end date, and finishes
 * them. Each step is one transaction that holds only if the tournament is as it was read (its revision), and in which the
 * process still has the share of housekeeping; so two processes pair a round once. A round's tables are rows before there
 * are games; each game is made together with its entry in its table, so that a crash in between makes none twice.
 */
struct tournament_keeper;

enum {
    TOURNAMENT_LOOK_MS = 5000, /* between two looks at what runs */
    TOURNAMENT_OPEN_DAYS = 60, /* one that does not start is cancelled */
};

/* NULL when memory ran out. APP must outlive it. */
struct tournament_keeper *tournament_keeper_new(struct app *app);
bool tournament_keeper_start(struct tournament_keeper *keeper);
void tournament_keeper_stop(struct tournament_keeper *keeper);
void tournament_keeper_free(struct tournament_keeper *keeper);

/* Does all that is due at NOW. False: the store failed, and the next look tries again. */
bool tournaments_run_due(struct app *app, int64_t now);

/* In a job: writes an entry of the log; ACCOUNT 0: the server. */
__attribute__((format(printf, 6, 7))) enum store_result
tournament_note(struct store_tx *tx, int64_t tournament, int64_t now, int64_t account,
                const char *what, const char *format, ...);

/* In a job: starts an open one, as read. STORE_CONFLICT: it has changed meanwhile. */
enum store_result tournament_begin(struct store_tx *tx, const struct store_tournament *open,
                                   int64_t account, int64_t now);
/* In a job: ends one before its time. */
enum store_result tournament_cancel(struct store_tx *tx, struct store_tournament *row,
                                    int64_t account, int64_t now, const char *why);

#endif
