/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TOURNAMENT_STAGE_H
#define SERVICE_TOURNAMENT_STAGE_H

#include "db/tournaments.h"
#include "service/tournament/format.h"

/*
 * A tournament as it stands, read from the store, and the same as a contest for the arithmetic. Results are taken from the
 * finished games whenever they are asked for; only what an organiser or an end date has set is stored, and goes first.
 * So nothing of it is on the way of a move.
 */
struct stage {
    struct store_tournament row;
    struct store_tournament_player players[CONTEST_PLAYERS_MAX]; /* by number */
    size_t n_players;
    struct store_tournament_table *tables;
    struct contest_table *counted; /* the same tables, as the contest has them */
    size_t n_tables, room;
    struct contest contest;
};

/* Reads it in one snapshot; NULL with *RESULT saying why. Free it with stage_free. */
struct stage *stage_read(struct store_reader *reader, int64_t id, enum store_result *result);
void stage_free(struct stage *stage);

/* Finds who knows one another, before a round is paired. */
enum store_result stage_find_friends(struct stage *stage, struct store_reader *reader, int64_t now);

/* Whether a table is over. */
bool stage_over(const struct store_tournament_table *table);

/* The account's number, or CONTEST_NOBODY. */
unsigned stage_number(const struct stage *stage, int64_t account);

/* How many players are in. */
unsigned stage_count(const struct stage *stage);

#endif
