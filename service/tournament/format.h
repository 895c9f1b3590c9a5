/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_TOURNAMENT_FORMAT_H
#define SERVICE_TOURNAMENT_FORMAT_H

#include "service/tournament/contest.h"

/*
 * How tournaments are played. A format is a row of formats[]: to add one, write its functions and its row. Functions see
 * the whole contest, and keep nothing: what they say follows from the tables so far.
 */
/* These numbers are stored: add at the end, never change one. */
enum tournament_format {
    FORMAT_ROUND_ROBIN,
    FORMAT_OFFICIAL,
    FORMAT_KNOCKOUT,
    FORMAT_SWISS,
    FORMAT_LEAGUE,
    FORMAT_COUNT
};

struct format {
    const char *name;
    bool late;          /* takes players after the start, from the next round on */
    bool rounds_chosen; /* `rounds` may be chosen */
    unsigned rounds_most;
    unsigned players_most;
    /* Settles what depends on how many players there are, when it begins. */
    void (*begin)(struct contest *contest);
    /* Adds the tables of ROUND, all before being over. None: the tournament is finished. */
    void (*pair)(const struct contest *contest, unsigned round, struct pairing *pairing);
    /* Sets levels and divisions in ROWS, by number, which have been counted; NULL: there are none. LAST: the last round
     * that was paired. */
    void (*levels)(const struct contest *contest, unsigned last, struct standing *rows);
    /* Which rounds count in the standing: those from this one on. NULL: from the first. */
    unsigned (*counts_from)(const struct contest *contest, unsigned last);
};

extern const struct format formats[FORMAT_COUNT];
extern const char *const format_names[FORMAT_COUNT + 1];

/* The last round that was paired; 0: none. */
unsigned format_last_round(const struct contest *contest);
/* Whether all tables of that round are over. */
bool format_round_over(const struct contest *contest);

/* Adds the next round. */
void format_pair(enum tournament_format format, const struct contest *contest,
                 struct pairing *pairing);

/* The standing: ROWS, one a player, sorted. */
void format_standings(enum tournament_format format, const struct contest *contest,
                      struct standing *rows);

#endif
